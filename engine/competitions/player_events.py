"""What can happen to a player of a competition, as facts: entry, place, leave, exclusion."""

from dataclasses import dataclass
from datetime import datetime

from engine.competitions.parts import (
    Entry,
    Treatment,
)
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered:
    """A player was entered for the phase that is being prepared."""

    at: datetime
    by: PersonId
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceClaimed:
    """A player took his place by his personal invitation."""

    at: datetime
    invited: PersonId
    """The place-holder that was entered."""
    person: PersonId
    """Who took the place: the same, or the person already known by that account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVacated:
    """An arbiter took a player's place from him: somebody else is to have it, or another account.

    Whatever was said and counted of the place stays with it, from phase number `since` on.
    """

    at: datetime
    by: PersonId
    person: PersonId
    """Who had the place."""
    place: PersonId
    """The place-holder for whom it is kept from now on."""
    reason: str
    since: int = 0
    """The number of the first phase in which the place changes hands, from 0.

    Earlier phases are over, and stay with the person.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrawn:
    """A player withdrew, or was withdrawn, before the start of the phase."""

    at: datetime
    by: PersonId
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReplaced:
    """Another player took a withdrawn player's place: his group, his partners, his colours."""

    at: datetime
    by: PersonId
    player: PersonId
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFilled:
    """A reserve took a place that came free before the start of the phase."""

    at: datetime
    by: PersonId
    entry: Entry
    group: str
    """The group the place is in; empty before the groups are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExcluded:
    """The arbiter excluded a player from the competition (art. 9.6, 10.3)."""

    at: datetime
    by: PersonId
    player: PersonId
    article: str
    reason: str
    treatment: Treatment


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReinstated:
    """A ruling lifted a player's exclusion: his results count again."""

    at: datetime
    by: PersonId
    player: PersonId
    article: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRetired:
    """A player left the running phase, and with it the competition; his results stand (9.1)."""

    at: datetime
    by: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerForgotten:
    """A person was forgotten at their own wish: they are in no draw and no reserve any more.

    In a running phase it counts as having left it: the results stand.
    """

    at: datetime
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeaveAnnounced:
    """A player announced leave in a phase: it goes into every match of his there (art. 7.2)."""

    at: datetime
    by: PersonId
    player: PersonId
    phase: Phase
    period: LeavePeriod
    """No longer than the phase: what lies beyond its border is announced in the next."""
    asked: LeavePeriod | None = None
    """All the days that the player announced; None: `period` is all of them."""
    counts: bool = True
    """False: no day of `period` falls into the phase, unless its dates are moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeaveWithdrawn:
    """A player took back leave that had not begun, or its days fell out of the phase."""

    at: datetime
    by: PersonId
    player: PersonId
    phase: Phase
    period: LeavePeriod
    is_asked_still: bool = False
    """True: the dates of the phase were moved; the days count again if they fall into it again."""
