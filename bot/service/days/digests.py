"""Planning of daily digests: one row for each person, at their own hour.

`bot.service.days.digest_sender` makes the text.
"""

import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from bot.service.context import Context
from bot.service.days.agenda import at_hour, quiet_until
from engine.thinking_time import day_of
from storage.days import due
from storage.people.people import Person
from storage.streams import person_stream

DIGEST: Final = "digest"
OFF, DAILY, WAITING = "off", "daily", "waiting"
MODES: Final = (OFF, DAILY, WAITING)
"""None; every day while the person plays; only if something is new."""
SHEETS: Final = "sheets:"
"""The prefix of a row's kind, with a game: its sheets are in the arbiter's next daily message."""
SENT_AS: Final = "as:"
"""The prefix of the mark that names the last digest; its content counts if it was delivered."""


class Digests:
    """Plans the daily digests."""

    def __init__(self, here: Context) -> None:
        self._here = here
        self._tx = here.unit.tx

    async def ensure(self, *people: Person) -> None:
        """Plan a digest for each person who receives them; keep an existing plan."""
        await due.put_missing(self._tx, self.rows(*people))

    def rows(self, *people: Person) -> list[due.DueRow]:
        """Return the rows that `ensure` stores where they are missing."""
        return [self._row(person) for person in people if gets_digests(person)]

    async def plan(self, person: Person) -> None:
        """Plan the person's digest again after a change of hour or mode."""
        stream = person_stream(person.id)
        if gets_digests(person):
            known = [row for row in await due.of(self._tx, stream) if row.kind == DIGEST]
            told = reported_marks(known[0]) if known else []
            await self.go_on(person, told)
        else:
            await due.remove(self._tx, stream, DIGEST)

    async def go_on(self, person: Person, told: Sequence[str]) -> None:
        """Plan the next digest of a person with these marks."""
        await due.put(self._tx, self._row(person, told))

    def _row(self, person: Person, told: Sequence[str] = ()) -> due.DueRow:
        at = next_hour(person, self._here.unit.now)
        payload = json.dumps(list(told)) if told else ""
        return due.DueRow(stream=person_stream(person.id), kind=DIGEST, due_at=at, payload=payload)


def sheets_row(arbiter: Person, game: str, now: datetime) -> due.DueRow:
    """Return the row that puts a game into the arbiter's next daily message of sheets."""
    at = next_hour(arbiter, now)
    return due.DueRow(stream=person_stream(arbiter.id), kind=f"{SHEETS}{game}", due_at=at)


def reported_marks(row: due.DueRow) -> list[str]:
    """Return the marks of what the person was notified of."""
    return list(json.loads(row.payload)) if row.payload else []


def wants_digests(person: Person) -> bool:
    """Return whether the person wants digests of their games and is reachable."""
    return person.digest != OFF and person.chat is not None


def gets_digests(person: Person) -> bool:
    """Return whether the person gets digests; arbiters always do, for their task list."""
    return wants_digests(person) or (person.arbiter and person.chat is not None)


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


def put_off(person: Person, due_at: datetime, now: datetime) -> datetime | None:
    """Return when to retry a digest that was due at `due_at`, or None to send it now.

    One of an earlier day (after an outage) waits for today's hour, if that is ahead. In quiet hours
    it waits for their end; if that is another day, it belongs to that day.
    """
    today, hour = local_day(person, now), next_hour(person, now)
    if local_day(person, due_at) < today == local_day(person, hour):
        return hour
    held = quiet_until(person, now)
    if held is None:
        return None
    return held if local_day(person, held) == today else hour
