"""A corrected result as an arbiter writes it (art. 8)."""

import pytest

from bot.service.competitions.stated_results import read_result
from engine.errors import NotationError


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("524-480", (524, 480)),
        ("524 : 480", (524, 480)),
        ("-5 - 300", (-5, 300)),
        ("300--5", (300, -5)),
        ("−5 – −7", (-5, -7)),
    ],
)
def test_a_score_keeps_its_sign(text: str, scores: tuple[int, int]) -> None:
    """A score below zero is read as in an import; the hyphen between two scores is no sign."""
    assert read_result(text).scores == scores


@pytest.mark.parametrize("text", ["12-05-2025", "5-3-2", "", "ieri", "524-480 ieri"])
def test_what_is_no_result_is_refused(text: str) -> None:
    """A date, three numbers, or other words are no result."""
    with pytest.raises(NotationError):
        read_result(text)
