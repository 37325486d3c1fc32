"""Typed dates with the name of the month."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.days import as_typed, days_in_figures, in_figures
from engine.dates import take_period

WRITTEN = [
    ("3 mai", "3.05"),
    ("3-10 mai", "3.05 - 10.05"),
    ("3 – 10 Mai", "3.05 - 10.05"),
    ("28 mai - 3 iunie", "28.05 - 3.06"),
    ("3 mai 10 mai", "3.05 10.05"),
    ("1 aug. 2025", "1.08.2025"),
    ("20 decembrie 2025 – 4 ianuarie 2026", "20.12.2025 – 4.01.2026"),
    ("3-5 mai 4-7 mai", "3.05 - 5.05 4.05 - 7.05"),
    ("5 May", "5.05"),
    ("3-5 sept botul nu a mers", "3.09 - 5.09 botul nu a mers"),
    ("3 zile", "3 zile"),
    ("Ana Mai - Ion Iunie", "Ana Mai - Ion Iunie"),
]


@pytest.mark.parametrize(("typed", "figures"), WRITTEN, ids=[typed for typed, _ in WRITTEN])
def test_days_of_named_months_become_figures(typed: str, figures: str) -> None:
    """Whole or short names in both languages become figures, alone or in a span."""
    assert in_figures(typed) == figures


@given(st.text(alphabet="0123456789.- –mai", max_size=40))
def test_what_is_figures_stays(text: str) -> None:
    """Reading converted text a second time changes nothing."""
    once = in_figures(text)
    assert in_figures(once) == once


@given(st.text(max_size=60))
def test_a_text_without_months_is_left_alone(text: str) -> None:
    """Only a day before a month's name is rewritten."""
    if not any(letter.isalpha() for letter in text):
        assert in_figures(text) == text


@pytest.mark.parametrize(
    ("typed", "figures"),
    [
        ("mâine", "1.03.2025"),
        ("Azi - poimaine", "28.02.2025 - 2.03.2025"),
        ("tomorrow 5 mai", "1.03.2025 5.05"),
        ("mâinele, 3.05", "mâinele, 3.05"),
    ],
)
def test_days_are_counted_from_today(typed: str, figures: str) -> None:
    """„mâine” is a day, diacritics optional, but not as the beginning of another word."""
    assert days_in_figures(typed, date(2025, 2, 28)) == figures


@pytest.mark.parametrize(
    "typed",
    [
        "3.05 5.05",
        "03.05.2025 05.05.2025",
        "2025-05-03 2025-05-05",
        "3.05 - 5.05",
        "3-5 mai",
        "3 May – 5 mai 2025",
        "poimâine 5.05",
    ],
)
def test_a_period_is_read_however_it_is_written(typed: str) -> None:
    """Figures, named months and words for days give the same first and last day."""
    today = date(2025, 5, 1)

    period, rest = take_period(days_in_figures(typed, today), today)

    assert (period, rest) == ((date(2025, 5, 3), date(2025, 5, 5)), "")


def test_a_reason_after_the_days_stays_as_it_was_typed() -> None:
    """The days that it names are not turned into figures: it is part of a decision."""
    typed = "3-5 mai  serverul a căzut pe 4 mai"
    _, rest = take_period(in_figures(typed), date(2025, 6, 1))

    assert as_typed(rest, typed) == "serverul a căzut pe 4 mai"
    assert as_typed("", "3-5 mai") == ""
