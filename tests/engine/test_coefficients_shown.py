"""Coefficients: the displayed arithmetic, line by line."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from engine.coefficients import (
    Coefficients,
    game_ended_early,
    no_information,
    no_show,
    normal,
    penalised,
    resigned_game,
    resigned_while_ahead,
    silenced,
    uncontested,
)
from engine.rulesets import AbandonFloor
from tests.engine.figures_checked import assert_sound

WORKED_OUT = [
    (
        lambda: normal(524, 480),
        ["winner = 1 + 524 / (524 + 480) = 1.5219", "loser = 2 - 1.5219 = 0.4781"],
        "8.1",
    ),
    (
        lambda: normal(900, 100),
        [
            "winner = 1 + 900 / (900 + 100) = 1.9000",
            "loser = 2 - 1.9000 = 0.1000",
            "maximum = min(1.9000, 1.6667) = 1.6667",
        ],
        "9.5",
    ),
    (lambda: normal(0, -3), ["winner = 1.5000 = 1.5000", "loser = 0.5000 = 0.5000"], "8.2"),
    (lambda: normal(1, 0), ["winner = 1.5300 = 1.5300", "loser = 0.4700 = 0.4700"], "8.3"),
    (lambda: normal(7, 7), ["draw = 1.0000 = 1.0000"], "8.4"),
    (
        lambda: game_ended_early(480, 524),
        ["ahead = 524 / (524 + 480) + 0.5 = 1.0219", "behind = 2 - 1.0219 = 0.9781"],
        "9.2",
    ),
    (
        lambda: game_ended_early(5, 0),
        ["ahead = 5 / (5 + 0) + 0.5 = 1.5000", "behind = 2 - 1.5000 = 0.5000"],
        "9.2",
    ),
    (
        lambda: game_ended_early(0, -4),
        ["ahead = 1 + 0.5 = 1.5000", "behind = 2 - 1.5000 = 0.5000"],
        "9.2",
    ),
    (
        lambda: game_ended_early(3, 3),
        ["ahead = 1 / 2 + 0.5 = 1.0000", "behind = 2 - 1.0000 = 1.0000"],
        "9.2",
    ),
    (
        lambda: resigned_game(200, 300, rounds=5),
        [
            "score = 1 + 200 / (200 + 300) = 1.4000",
            "low = 1.53 - 0.01 * 5 = 1.4800",
            "high = 1.53 + 0.01 * 5 = 1.5800",
            "stayer = min(max(1.4000, 1.4800), 1.5800, 1.6667) = 1.4800",
            "share = 300 / (300 + 200) = 0.6000",
            "quitter = min(0.6000, 2 - 1.4800) = 0.5200",
        ],
        "9.1",
    ),
    (
        lambda: resigned_game(0, 40, rounds=1),
        [
            "score = 1 + 0 / (0 + 40) = 1.0000",
            "low = 1.53 - 0.01 * 1 = 1.5200",
            "high = 1.53 + 0.01 * 1 = 1.5400",
            "stayer = min(max(1.0000, 1.5200), 1.5400, 1.6667) = 1.5200",
            "share = 40 / (40 + 0) = 1.0000",
            "quitter = min(1.0000, 2 - 1.5200) = 0.4800",
        ],
        "9.1",
    ),
    (
        lambda: resigned_game(-4, 30, rounds=2, floor=AbandonFloor.FIXED),
        [
            "score = 1 + 0 = 1.0000",
            "low = 1.53 = 1.5300",
            "high = 1.53 + 0.01 * 2 = 1.5500",
            "stayer = min(max(1.0000, 1.5300), 1.5500, 1.6667) = 1.5300",
            "share = 1 = 1.0000",
            "quitter = min(1.0000, 2 - 1.5300) = 0.4700",
        ],
        "9.1",
    ),
    (
        lambda: resigned_while_ahead(uncontested(), normal(300, 600)),
        [
            "uncontested = 1.0000 = 1.0000",
            "quitter_both_legs = 1.0000 + 1.6667 = 2.6667",
            "stayer_both_legs = 1.0000 + 0.3333 = 1.3333",
            "quitter = 0 = 0.0000",
        ],
        "9.4",
    ),
    (no_show, ["present = 1.53 = 1.5300", "absent = 0 = 0.0000"], "9.1"),
    (no_information, ["silent = 0.0000 = 0.0000"], "9.1"),
    (uncontested, ["uncontested = 1.0000 = 1.0000"], "9.4"),
    (
        lambda: silenced(uncontested(), first=True, second=True),
        ["uncontested = 1.0000 = 1.0000", "first = 0 = 0.0000", "second = 0 = 0.0000"],
        "9.1",
    ),
    (
        lambda: penalised(uncontested(), first=Decimal("0.5"), second=Decimal(1)),
        [
            "uncontested = 1.0000 = 1.0000",
            "first = max(1.0000 - 0.5, 0) = 0.5000",
            "second = max(1.0000 - 1, 0) = 0.0000",
        ],
        "10.3",
    ),
]


@pytest.mark.parametrize(("work_out", "lines", "article"), WORKED_OUT)
def test_the_arithmetic_is_shown_as_a_person_would_write_it(
    work_out: Callable[[], Coefficients], lines: list[str], article: str
) -> None:
    """Every result displays its article and the calculation of each figure."""
    result = work_out()

    assert_sound(result)
    assert [f"{term.name} = {term.expression} = {term.value}" for term in result.terms] == lines
    assert result.article == article
