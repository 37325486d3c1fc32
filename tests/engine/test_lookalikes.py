"""Letters, dashes and spaces of other keyboards are read as what they look like."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dates import parse_date, parse_period, take_period
from engine.notation import fold, is_pass, looks_like_placement, parse_placement
from engine.typed import latin, plain_signs

LIKE = {"A": "АΑ", "C": "С", "S": "Ѕ", "H": "НΗ", "E": "ЕΕ", "T": "ТΤ", " ": "\u00a0\u2009\u202f"}
TODAY = date(2025, 7, 10)


def typed(text: str) -> st.SearchStrategy[str]:
    """Return the text as other keyboards may type it."""
    each = [st.sampled_from((sign, *LIKE.get(sign, ""))) for sign in text]
    return st.tuples(*each).map("".join)


@pytest.mark.article("4.2")
@given(typed("H8 CASA"), st.sampled_from(("", "\u200b", "`", "„")), st.sampled_from(("", "`", "”")))
def test_a_placement_reads_the_same_from_any_keyboard(text: str, before: str, after: str) -> None:
    """Cyrillic and Greek letters, wide spaces, quotation marks and backticks change nothing."""
    assert looks_like_placement(f"{before}{text}{after}")
    assert parse_placement(f"{before}{text}{after}") == parse_placement("H8 CASA")


@pytest.mark.article("4.2", "5.3")
@pytest.mark.parametrize("end", [".", " 🙂", "👍🏽", " ❤️", "!"])
def test_an_emoji_or_full_stop_at_the_end_changes_nothing(end: str) -> None:
    """A friendly end is no part of a word or of a pass."""
    assert parse_placement(f"H8 CASA{end}") == parse_placement("H8 CASA")
    assert is_pass(f"PAS{end}")
    assert is_pass(f"РАЅ{end}"), "in letters of a Cyrillic keyboard"


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012–—\u2015\u2212")
def test_a_dash_is_a_dash_in_dates(dash: str) -> None:
    """Whatever dash a phone makes of a hyphen, the date and the period are read."""
    days = (date(2025, 7, 12), date(2025, 7, 15))
    assert parse_date(f"2025{dash}07{dash}12", None) == days[0]
    assert parse_period(f"12.07{dash}15.07", TODAY) == days
    assert parse_period(f"12.07 {dash}\u00a015.07", TODAY) == days
    assert take_period(f"12.07{dash}15.07 munte – mare", TODAY) == (days, "munte – mare")


def test_another_alphabet_stays_itself() -> None:
    """Only a word whose letters all look Latin is read as Latin; a dash in a word is a hyphen."""
    assert latin("Иванов САСА казак") == "Иванов CACA казак"
    assert fold("Иванов") == "Иванов"
    assert plain_signs("a – b") == "a - b"
    assert latin("plain") == plain_signs("plain") == "plain"
