"""A person's hours: reminders, quiet nights and changes of the clock."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.pure.days.hours import at_hour, quiet_until
from engine.ids import PersonId
from storage.people.people import Person

BUCHAREST = ZoneInfo("Europe/Bucharest")
NEW_YEAR = datetime(2025, 1, 1, tzinfo=UTC)


def person(quiet_from: int | None = 22, quiet_to: int | None = 8) -> Person:
    """Return a person in Bucharest with these quiet hours."""
    return Person(
        id=PersonId(1),
        account=1,
        address=1,
        name="Ana",
        language="ro",
        time_zone="Europe/Bucharest",
        reminder_hour=9,
        quiet_from=quiet_from,
        quiet_to=quiet_to,
        reachable=True,
        arbiter=False,
        club="",
    )


def local(day: int, hour: int, minute: int = 0) -> datetime:
    """Return an instant of May 2025 by clocks in Bucharest."""
    return datetime(2025, 5, day, hour, minute, tzinfo=BUCHAREST).astimezone(UTC)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        (local(3, 21, 59), None),
        (local(3, 22, 0), local(4, 8)),
        (local(4, 3, 30), local(4, 8)),
        (local(4, 7, 59), local(4, 8)),
        (local(4, 8, 0), None),
    ],
)
def test_quiet_hours_may_go_over_midnight(now: datetime, until: datetime | None) -> None:
    """From 22 to 8 nothing is sent, and waiting messages are sent at 8 sharp."""
    assert quiet_until(person(), now) == until


def test_quiet_hours_of_the_afternoon() -> None:
    """Quiet hours need not include midnight."""
    assert quiet_until(person(13, 15), local(3, 14)) == local(3, 15)
    assert quiet_until(person(13, 15), local(3, 15)) is None


def test_no_quiet_hours_hold_nothing() -> None:
    """A person without quiet hours gets messages at any hour."""
    assert quiet_until(person(None, None), local(3, 3)) is None


@given(
    st.integers(0, 365 * 24 * 60).map(lambda minutes: NEW_YEAR + timedelta(minutes=minutes)),
    st.integers(0, 23),
    st.integers(0, 23),
)
def test_what_is_held_goes_out_within_a_day_and_not_in_quiet_hours(
    now: datetime, start: int, end: int
) -> None:
    """For any settings and clock change it is sent, and outside quiet hours."""
    someone = person(start, end)
    until = quiet_until(someone, now)
    if until is not None:
        assert now < until <= now + timedelta(hours=25)
        assert quiet_until(someone, until) is None


@pytest.mark.parametrize(
    ("day", "hour", "utc"),
    [
        (date(2025, 3, 30), 3, datetime(2025, 3, 30, 1, tzinfo=UTC)),
        (date(2025, 3, 30), 9, datetime(2025, 3, 30, 6, tzinfo=UTC)),
        (date(2025, 10, 26), 9, datetime(2025, 10, 26, 7, tzinfo=UTC)),
    ],
)
def test_the_reminder_hour_follows_the_clock_change(day: date, hour: int, utc: datetime) -> None:
    """Nine is nine in summer and winter; a skipped hour becomes the next one."""
    assert at_hour(day, hour, "Europe/Bucharest") == utc
