"""Days and places of cells: one form everywhere, and no figure in the wrong place."""

from datetime import date

import pytest

from bot.documents.tables.cells import days_in, parse_day, place_fault, without_days


@pytest.mark.parametrize("sign", "-./")
def test_a_day_within_a_title_is_read_as_in_a_cell(sign: str) -> None:
    """The dates of a season that the arbiter types are no part of its name."""
    first, last = sign.join(("01", "02", "2019")), sign.join(("2019", "6", "30"))
    title = f"Cupa Mării {first} – {last}"

    assert days_in(title) == (date(2019, 2, 1), date(2019, 6, 30))
    assert days_in(title) == (parse_day(first), parse_day(last))
    assert without_days(f"Cupa Mării ({first})") == "Cupa Mării"


@pytest.mark.parametrize("text", ["12.05.20251", "12025-05-31", "31/05.2025", "112.05.2025"])
def test_figures_beside_a_day_make_it_none(text: str) -> None:
    """A longer number is no day, and stays in the title whole."""
    assert days_in(text) == ()
    assert without_days(text) == text


def test_an_empty_place_is_not_called_shared() -> None:
    """Signs for "the same as above" are; an empty cell is not."""
    assert place_fault(" ") == "positive"
    assert {place_fault(text) for text in ("-", "--", '"', "idem", '-"-')} == {"place_shared"}
