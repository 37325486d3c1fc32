"""When daily digests are due, and what their rows remember. Pure."""

import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.service.pure.days.hours import at_hour, quiet_until
from engine.thinking_time import day_of
from storage.days.due import DueRow
from storage.people.people import Person
from storage.streams import person_stream

DIGEST: Final = "digest"
"""The kind of the row of a person's digest."""
SHEETS: Final = "sheets:"
"""The prefix of a row's kind, with a game: its sheets are in the arbiter's next daily message."""
SENT_AS: Final = "as:"
"""The prefix of the mark that names the last digest; its content counts if it was delivered."""


class DigestMode(StrEnum):
    """When a person gets a digest."""

    OFF = "off"
    DAILY = "daily"
    """Every day while they play."""
    WAITING = "waiting"
    """Only if something is new."""


def sheets_row(arbiter: Person, game: str, now: datetime) -> DueRow:
    """Return the row that puts a game into the arbiter's next daily message of sheets."""
    at = next_hour(arbiter, now)
    return DueRow(stream=person_stream(arbiter.id), kind=f"{SHEETS}{game}", due_at=at)


def reported_marks(row: DueRow) -> list[str]:
    """Return the marks of what the person was notified of."""
    return list(json.loads(row.payload)) if row.payload else []


def wants_digests(person: Person) -> bool:
    """Return whether the person wants digests of their games and is reachable."""
    return person.digest != DigestMode.OFF and person.address is not None


def gets_digests(person: Person) -> bool:
    """Return whether the person gets digests; arbiters always do, for their task list."""
    return wants_digests(person) or (person.arbiter and person.address is not None)


def local_day(person: Person, now: datetime) -> date:
    """Return the current day in the person's zone."""
    return day_of(now, person.time_zone)


def next_hour(person: Person, now: datetime) -> datetime:
    """Return the next instant after `now` at the person's hour."""
    today = local_day(person, now)
    instants = (
        at_hour(today + timedelta(days=days), person.reminder_hour, person.time_zone)
        for days in range(3)
    )
    return next(instant for instant in instants if instant > now)


def retry_at(person: Person, due_at: datetime, now: datetime) -> datetime | None:
    """Return when to retry a digest that was due at `due_at`, or None to send it now.

    One of an earlier day (after an outage) waits for today's hour, if that is ahead. In quiet hours
    it waits for their end; if that is another day, it belongs to that day.
    """
    today, hour = local_day(person, now), next_hour(person, now)
    is_hour_ahead = local_day(person, hour) == today
    if local_day(person, due_at) < today and is_hour_ahead:
        return hour
    quiet_end = quiet_until(person, now)
    if quiet_end is None:
        return None
    return quiet_end if local_day(person, quiet_end) == today else hour


def digest_row(person: Person, now: datetime, marks: Sequence[str] = ()) -> DueRow:
    """Return the row of a person's next digest, with the marks of what they know."""
    payload = json.dumps(list(marks)) if marks else ""
    at = next_hour(person, now)
    return DueRow(stream=person_stream(person.id), kind=DIGEST, due_at=at, payload=payload)
