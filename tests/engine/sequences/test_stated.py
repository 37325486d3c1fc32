"""Sequences drawn elsewhere: reading them, and the seed that stands for one."""

import pytest

from engine.rulesets import NATIONAL_2025
from engine.sequences.sequence import draw
from engine.sequences.stated import seed_standing_for, sequence_from
from tests.builders import SEQUENCE


@pytest.mark.parametrize(
    ("text", "sequence"),
    [
        pytest.param("casă*_?", "CASA???", id="capitals without accents, three signs of a blank"),
        pytest.param("C-A, S\n1. A", "CASA", id="no separators, no numbers"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_sequence_is_read_however_it_is_written(text: str, sequence: str) -> None:
    """Small letters, accents and separators make no difference; a blank has three signs."""
    assert sequence_from(text) == sequence


@pytest.mark.article("2.1")
def test_games_with_the_same_sequence_have_the_same_seed() -> None:
    """The seed is 32 bytes, differs with the sequence, and does not draw that sequence."""
    seed = seed_standing_for(SEQUENCE)

    assert len(bytes.fromhex(seed)) == 32
    assert seed_standing_for(SEQUENCE) == seed
    assert seed_standing_for(SEQUENCE[::-1]) != seed
    assert draw(bytes.fromhex(seed), NATIONAL_2025) != SEQUENCE
