"""Due times of digests: at the person's hour, once a day, never in quiet hours."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.pure.days.digest_rows import local_day, next_hour, retry_at, wants_digests
from bot.service.pure.days.hours import quiet_until
from engine.ids import PersonId
from storage.people.people import Person

ZONES = ("Europe/Bucharest", "Europe/London", "America/Toronto", "Pacific/Auckland", "UTC")


def person(
    hour: int = 9,
    zone: str = "Europe/Bucharest",
    quiet: tuple[int, int] | None = None,
    digest: str = "waiting",
    chat: int | None = 7,
) -> Person:
    """Return a person with these settings."""
    return Person(
        id=PersonId(1),
        account=1,
        address=chat,
        name="Ana",
        language="ro",
        time_zone=zone,
        reminder_hour=hour,
        quiet_from=quiet[0] if quiet else None,
        quiet_to=quiet[1] if quiet else None,
        reachable=True,
        arbiter=False,
        club="",
        digest=digest,
    )


def at(day: int, clock: str) -> datetime:
    """Return an instant of May 2025 by the clock in Bucharest."""
    return datetime.fromisoformat(f"2025-05-{day:02}T{clock}:00+03:00").astimezone(UTC)


def test_who_wants_none_or_cannot_be_reached_gets_none() -> None:
    """Switched off, or without a chat, none is planned."""
    assert [wants_digests(person(digest=mode)) for mode in ("off", "daily", "waiting")] == [
        False,
        True,
        True,
    ]
    assert not wants_digests(person(chat=None))


people = st.builds(
    person,
    hour=st.integers(0, 23),
    zone=st.sampled_from(ZONES),
    quiet=st.none() | st.tuples(st.integers(0, 23), st.integers(0, 23)),
)
moments = st.datetimes(
    datetime(2025, 1, 1),  # noqa: DTZ001  (Hypothesis wants naive bounds)
    datetime(2026, 12, 31),  # noqa: DTZ001
    timezones=st.just(UTC),
)


@given(people, moments)
def test_the_next_one_is_at_ones_hour_and_within_a_day(someone: Person, now: datetime) -> None:
    """The next digest is at the person's hour within a day, also when the clocks change."""
    due = next_hour(someone, now)

    local = due.astimezone(ZoneInfo(someone.time_zone))
    assert now < due <= now + timedelta(hours=25)
    assert local.hour in {someone.reminder_hour, someone.reminder_hour + 1}
    assert local.minute == 0


@given(people, moments, st.timedeltas(timedelta(0), timedelta(days=9)))
def test_what_is_put_off_comes_later_and_not_in_quiet_hours(
    someone: Person, now: datetime, late: timedelta
) -> None:
    """A postponed digest is sent now, or at a later instant outside quiet hours."""
    later = retry_at(someone, now - late, now)

    if later is None:
        assert quiet_until(someone, now) is None
    else:
        assert now < later <= now + timedelta(hours=25)


@pytest.mark.parametrize(
    ("due", "now", "quiet", "expected"),
    [
        (at(2, "09:00"), at(2, "09:00"), None, None),
        (at(2, "09:00"), at(2, "14:00"), None, None),
        (at(2, "09:00"), at(4, "08:00"), None, at(4, "09:00")),
        (at(2, "09:00"), at(4, "10:00"), None, None),
        (at(2, "09:00"), at(2, "09:00"), (21, 10), at(2, "10:00")),
        (at(2, "09:00"), at(2, "23:00"), (22, 7), at(3, "09:00")),
        (at(2, "09:00"), at(3, "01:00"), (22, 7), at(3, "09:00")),
    ],
)
def test_a_late_digest_is_that_of_the_present_day(
    due: datetime, now: datetime, quiet: tuple[int, int] | None, expected: datetime | None
) -> None:
    """After an outage it comes at once or at today's hour; quiet hours keep it for that day."""
    assert retry_at(person(quiet=quiet), due, now) == expected


def test_a_day_is_that_of_the_person() -> None:
    """Late evening in Bucharest is the next day in Auckland."""
    now = at(2, "23:30")

    assert local_day(person(), now).day == 2
    assert local_day(person(zone="Pacific/Auckland"), now).day == 3
