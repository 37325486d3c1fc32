"""Dates and periods in the forms that people type."""

from datetime import date, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.dates import format_date, parse_date, parse_period, take_period
from engine.errors import NotationError

TODAY = date(2025, 11, 20)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025-05-03", date(2025, 5, 3)),
        ("2025-5-3", date(2025, 5, 3)),
        ("3.05.2025", date(2025, 5, 3)),
        (" 03.05.2025. ", date(2025, 5, 3)),
        ("3.12", date(2025, 12, 3)),
        ("3.12.", date(2025, 12, 3)),
        ("3.01", date(2026, 1, 3)),
        ("20.11", TODAY),
        ("29.02.2024", date(2024, 2, 29)),
    ],
)
def test_a_date_is_read_in_each_usual_form(text: str, expected: date) -> None:
    """ISO dates and dotted dates with or without a year are read."""
    assert parse_date(text, TODAY) == expected


def test_a_day_without_a_year_is_the_nearest_one() -> None:
    """A date without a year is the nearest one: in January 28.12 is last month's."""
    assert parse_date("28.12", date(2026, 1, 3)) == date(2025, 12, 28)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable_date"),
        ("tomorrow", "unreadable_date"),
        ("03/05/2025", "unreadable_date"),
        ("2025-05-03T10:00", "unreadable_date"),
        ("3.05.25", "unreadable_date"),
        ("2025-02-30", "no_such_date"),
        ("29.02.2025", "no_such_date"),
        ("31.04", "no_such_date"),
        ("0000-01-01", "no_such_date"),
        ("9999-12-31", "no_such_date"),  # no deadline can follow it
    ],
)
def test_what_is_no_date_is_refused_by_code(text: str, code: str) -> None:
    """An unreadable date and an impossible date are refused with different codes."""
    with pytest.raises(NotationError) as refusal:
        parse_date(text, TODAY)

    assert refusal.value.faults[0].code == code


def test_without_a_present_day_the_year_must_be_written() -> None:
    """Without a present day a date must have a year."""
    with pytest.raises(NotationError, match="no_year"):
        parse_date("3.05", None)


@pytest.mark.parametrize(
    "text",
    [
        "2025-05-03..2025-05-09",
        "3.05.2025..9.05.2025",
        "3.05.2025 .. 9.05.2025",
        "3.05.2025-9.05.2025",
        "3.05.2025.-9.05.2025.",
        "3.05.2025.-9.05.",
        "3.05.2025 - 9.05",
        "3.05.2025–9.05.2025",
        "3.05.2025 9.05.2025",
        "2025-05-03 2025-05-09",
        "2025-05-03..9.05",
    ],
)
def test_a_period_is_read_with_any_usual_sign_between(text: str) -> None:
    """Two dots, a dash or a blank separates the first from the last day."""
    assert parse_period(text, TODAY) == (date(2025, 5, 3), date(2025, 5, 9))


def test_a_period_may_run_over_the_new_year_and_may_be_one_day() -> None:
    """`28.12..3.01` ends in the next year, and one date is a period of one day."""
    assert parse_period("28.12..3.01", TODAY) == (date(2025, 12, 28), date(2026, 1, 3))
    assert parse_period("1.12..31.05", TODAY) == (date(2025, 12, 1), date(2026, 5, 31))
    assert parse_period("3.12", TODAY) == (date(2025, 12, 3), date(2025, 12, 3))


@pytest.mark.parametrize("between", ["..", " .. ", "-", " - ", "–", " "])
@pytest.mark.parametrize("rest", ["", "botul nu a mers", "2 motive: ploaie"])
def test_a_period_may_be_followed_by_words(between: str, rest: str) -> None:
    """The text after a period is returned unchanged."""
    days = (date(2025, 5, 3), date(2025, 5, 5))

    assert take_period(f"3.05.2025{between}5.05.2025 {rest}", TODAY) == (days, rest)
    assert take_period(f"2025-05-03{between}2025-05-05, {rest}", TODAY) == (days, rest)
    assert take_period(f"3.05.2025 {rest}", TODAY) == ((days[0], days[0]), rest)


def test_words_alone_are_no_period() -> None:
    """A text that does not begin with a date is refused."""
    for text in ("ieri", "", "3.05x"):
        with pytest.raises(NotationError, match="unreadable_period"):
            take_period(text, TODAY)


@given(st.dates(date(2020, 1, 1), date(2030, 12, 31)), st.integers(1, 150))
def test_days_in_the_wrong_order_are_called_so(first: date, days: int) -> None:
    """A period with its days in the wrong order is refused for that reason only."""
    last = first - timedelta(days=days)
    assume(last.year == first.year)
    text = f"{first.day}.{first.month}.{first.year} {last.day}.{last.month}"

    with pytest.raises(NotationError) as refusal:
        parse_period(text, TODAY)

    assert [fault.code for fault in refusal.value.faults] == ["period_backwards"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3.05..", "unreadable_period"),
        ("..3.05", "unreadable_period"),
        ("", "unreadable_period"),
        ("3.05..4.05..5.05", "unreadable_period"),
        ("9.05.2025..3.05.2025", "period_backwards"),
        ("2025-05-09..2025-05-03", "period_backwards"),
        ("3.05..soon", "unreadable_date"),
        ("3.05..31.04", "no_such_date"),
    ],
)
def test_what_is_no_period_is_refused_by_code(text: str, code: str) -> None:
    """An incomplete, triple, backwards or impossible period is refused with its code."""
    with pytest.raises(NotationError) as refusal:
        parse_period(text, TODAY)

    assert refusal.value.faults[0].code == code


@given(st.dates(max_value=date(9000, 12, 31)))
def test_a_date_written_and_read_again_is_the_same(day: date) -> None:
    """A formatted date and an ISO date are read back as the same day."""
    assert parse_date(format_date(day), None) == day
    assert parse_date(day.isoformat(), None) == day


@given(st.dates(date(1000, 1, 1), date(9000, 1, 1)), st.integers(-180, 180))
def test_a_day_within_half_a_year_needs_no_year(today: date, distance: int) -> None:
    """A day within 180 days of today is read back from day and month alone."""
    day = date.fromordinal(today.toordinal() + distance)

    assert parse_date(f"{day.day}.{day.month:02}", today) == day


def test_days_of_leave_lie_ahead() -> None:
    """In July `12.01 15.01` is next January; a day of last month is still that one."""
    today = date(2025, 7, 10)
    assert parse_period("12.01 15.01", today, is_coming=True) == (
        date(2026, 1, 12),
        date(2026, 1, 15),
    )
    assert parse_date("12.01", today) == date(2025, 1, 12)
    assert parse_date("20.06", today, is_coming=True) == date(2025, 6, 20)
    assert parse_date("29.02", date(2025, 7, 10), is_coming=True) == date(2024, 2, 29)
