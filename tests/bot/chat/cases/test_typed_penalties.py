"""Penalties as arbiters write them."""

from decimal import Decimal

import pytest

from bot.chat.cases.ruling_figures import penalty_of


@pytest.mark.article("10.3")
@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("0,4", "0.4"),
        ("0.45", "0.45"),
        (",5", "0.5"),
        (" 1 ", "1"),
        ("-0,3", "0.3"),
        ("−0,3", "0.3"),
        ("0,25 p", "0.25"),
        ("0,30 puncte.", "0.30"),
        ("1 punct", "1"),
        ("7", "7"),
    ],
)
def test_a_penalty_is_read_as_people_write_it(typed: str, points: str) -> None:
    """A comma or point, a unit, and a minus sign are all accepted."""
    assert penalty_of(typed) == Decimal(points)


@pytest.mark.parametrize("typed", ["", "mult", "0,4,5", "0,4 și 0,5", "1/2", "NaN", "1e3", "٣"])
def test_what_is_no_penalty_is_not_taken_for_one(typed: str) -> None:
    """A text that is no penalty is refused, so that the arbiter is asked again."""
    assert penalty_of(typed) is None
