"""Who is who while an event is told, and what sentences about many events have in common."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.texts.messages import Param, Text, say
from engine.ids import Leg, PersonId, Seat
from engine.thinking_time import LeavePeriod

Names = Mapping[PersonId, str]
Seats = Mapping[Leg, Mapping[Seat, PersonId]]
"""Who plays which colour, in each game that has begun."""


class Cast:
    """Who is who, while one event is told."""

    def __init__(self, names: Names, seats: Seats, leg: Leg | None) -> None:
        self._names = names
        self._seats = seats
        self._leg = leg

    def name(self, person: PersonId) -> str:
        """Return what a person is called."""
        return self._names[person]

    def at(self, seat: Seat | None, leg: Leg | None = None) -> str:
        """Return who holds the seat; nobody where it is none."""
        played = leg or self._leg
        if seat is None or played is None:
            return ""
        return self._names[self._seats[played][seat]]


Teller = Callable[[Any, Cast], Text]
"""From an event to its sentence."""


def ruled(key: str, event: Any, cast: Cast, **facts: Param) -> Text:
    """Return what an arbiter decided, with his reason and the article."""
    return Text(
        key,
        {
            "arbiter": cast.name(event.arbiter),
            "reason": event.reason,
            "article": event.article,
            **facts,
        },
    )


def leg_text(leg: Leg) -> Text:
    """Return which of the two games it is."""
    return say(f"leg.{leg.value}")


def period(leave: LeavePeriod) -> dict[str, Param]:
    """Return a leave's first and last day, and how many days it has."""
    facts = leave.facts
    return {"first": facts["first"], "last": facts["last"], "n": leave.days}
