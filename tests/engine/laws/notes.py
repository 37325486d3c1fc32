"""What is noted of a random history: events with their authors, and acts of arbiters."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from engine.cases.case import Case
from engine.cases.events import CaseEvent, Ruling, RulingKind
from engine.competitions.events import CompetitionEvent
from engine.games.events import Event, LeaveAnnounced, LeaveWithdrawn
from engine.ids import Leg, PersonId
from engine.matches.events import MatchEvent

OfLeave = LeaveAnnounced | LeaveWithdrawn
Words = Event | MatchEvent | CaseEvent | CompetitionEvent


class Setting(Enum):
    """The kinds of match."""

    CHAMPIONSHIP = "in a championship"
    FRIENDLY = "with an arbiter alone"
    REQUEST = "begun by two players"


@dataclass(frozen=True, slots=True)
class Note:
    """An event, who acted, and who its authors are."""

    event: Words
    actor: PersonId
    authors: frozenset[PersonId]


class Kind(Enum):
    """The acts of an arbiter that are not rulings in a case."""

    TAKEN_OVER = "figures taken over"
    FREED = "seat freed"
    RETIRED = "withdrawal recorded"
    HANDED_OVER = "match handed over"
    WRITER = "writer allowed"
    LATE_RETURN = "late return confirmed"
    CHANNEL = "channel set"
    CLOSED = "game ended at the closing date"
    MADE_GOOD = "days of an outage given back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """An act of an arbiter."""

    kind: Kind | RulingKind
    leg: Leg = Leg.HOME
    ruling: Ruling | None = None
    case: Case | None = None
    person: PersonId | None = None
    place: PersonId | None = None
    """The placeholder of a freed seat, or the former writer."""
    number: int = 0
    at: datetime | None = None
    """The instant of an end at the closing date."""


LATER = 500
"""The number of the first person who takes a freed seat."""
AUTHORS = ("by", "person", "author", "arbiter")
"""The fields of an event that name its author."""
OWN = {"MatchHandedOver": ("by",), "ChannelSet": ("by",)}
"""The events with another author than their fields say."""
ON_TIME = frozenset({RulingKind.LOST_ON_TIME, RulingKind.BOTH_LOST_ON_TIME})
NO_AUTHOR = frozenset(
    {
        "ActLifted",
        "GameEnded",  # the player who lost
        "LeaveAnnounced",  # the author of the match's event
        "LeaveWithdrawn",
        "LegEnded",
        "MatchArranged",
        "PenaltySet",
        "PlaceFreed",
        "PlaceReturned",
        "ProposalTakenOver",
        "QueryClosed",  # the player who had asked
        "ResultUpheld",
        "SeatLeft",
        "SeatReturned",
        "SeatTaken",
        "SheetsArrived",
        "TimeExceeded",
        "TimeGranted",
        "UpholdingLifted",
        "WriterAllowed",
        "WriterWithdrawn",
    }
)
"""The events that name a player whom they concern, and at most an arbiter as the author."""


def values_of(event: Words) -> Iterator[str]:
    """Yield the ending, the claim or the statement that an event names."""
    for field in ("ending", "kind", "statement", "state"):
        value = getattr(event, field, None)
        if isinstance(value, Enum):
            yield str(value.value)
