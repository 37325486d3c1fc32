"""Events about a player of a competition: entry, seat, leave, disqualification."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

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
    """A player accepted their seat through their personal invitation."""

    at: datetime
    invited: PersonId
    """The placeholder that was entered."""
    person: PersonId
    """The person who accepted: the placeholder, or the known person with that account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVacated:
    """An arbiter took a seat from a player, for another person or another account.

    All records of the seat stay with it, from phase index `since` on.
    """

    at: datetime
    by: PersonId
    person: PersonId
    """The person who had the seat."""
    place: PersonId
    """The placeholder for whom the seat is now reserved."""
    reason: str
    since: int = 0
    """The index of the first phase in which the seat changes hands, from 0.

    Earlier phases are over and stay with the person.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceReturned:
    """An arbiter gave a freed seat, which nobody had taken since, back to its former player."""

    at: datetime
    by: PersonId
    place: PersonId
    """The placeholder for whom the seat was reserved."""
    person: PersonId
    """The former player, who has the seat again."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonsMerged:
    """An arbiter recorded that two known people are one; all that was theirs is that of `into`."""

    at: datetime
    by: PersonId
    person: PersonId
    """The number that nobody has any longer."""
    into: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrawn:
    """A player withdrew, or was withdrawn, before the start of the phase."""

    at: datetime
    by: PersonId
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReplaced:
    """Another player took a withdrawn player's seat, with their group, opponents and colours."""

    at: datetime
    by: PersonId
    player: PersonId
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFilled:
    """A reserve took a seat that became free before the start of the phase."""

    at: datetime
    by: PersonId
    entry: Entry
    group: str
    """The group of the seat; empty before the groups are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExcluded:
    """The arbiter disqualified a player from the competition (art. 9.6, 10.3)."""

    at: datetime
    by: PersonId
    player: PersonId
    article: str
    reason: str
    treatment: Treatment


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReinstated:
    """A ruling lifted a player's disqualification, so their results count again."""

    at: datetime
    by: PersonId
    player: PersonId
    article: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRetired:
    """A player left the running phase and the competition; their results count (art. 9.1)."""

    at: datetime
    by: PersonId
    arbiter: PersonId | None = None
    """The arbiter who recorded it, if the player did not do it in the chat."""
    reason: str = ""
    """The arbiter's reason, which is part of the decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalLifted:
    """An arbiter took back a player's withdrawal from the present phase.

    The player has the seat and the status from before `PlayerWithdrawn` or `PlayerRetired`.
    """

    at: datetime
    by: PersonId
    player: PersonId
    reason: str


class Liftable(StrEnum):
    """The acts of a phase's preparation that can be taken back as if they had not been."""

    ENTRY = "entry"
    FILLING = "filling"
    """A reserve got a free seat."""
    REPLACEMENT = "replacement"
    """The player got the seat of another, who has it again."""
    WITHDRAWAL = "withdrawal"
    """The player withdrew, was withdrawn, or lost the seat by a disqualification."""
    ADVANCE = "advance"
    """The phase was opened; the phase before runs again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActLifted:
    """An arbiter took back an act before the start of the phase.

    The phase is built again without the act; see `engine.competitions.lifting`.
    """

    at: datetime
    by: PersonId
    act: Liftable
    player: PersonId | None = None
    """The player whose last act of that kind is taken back; None for `ADVANCE`."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerForgotten:
    """A person's data was erased at their own wish; they are in no later draw and no reserve.

    In a running phase their seat is then reserved for `place`. In older logs, and without a
    place, this counts as leaving the phase, so the results count.
    """

    at: datetime
    player: PersonId
    place: PersonId | None = None
    """The placeholder for whom the seat in the running phase is now reserved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeaveAnnounced:
    """A player announced leave in a phase; it applies to all their matches there (art. 7.2)."""

    at: datetime
    by: PersonId
    player: PersonId
    phase: Phase
    period: LeavePeriod
    """The leave in this phase; days beyond its border are announced in the next phase."""
    asked: LeavePeriod | None = None
    """All the days that the player announced; None if they are the same as `period`."""
    counts: bool = True
    """False if no day of `period` is in the phase, unless its dates change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeaveWithdrawn:
    """A player withdrew leave that had not begun, or its days are now outside the phase."""

    at: datetime
    by: PersonId
    player: PersonId
    phase: Phase
    period: LeavePeriod
    is_asked_still: bool = False
    """True if the phase got new dates; the days count again if they are inside again."""


PlayerEvent = (
    PlayerEntered
    | PlaceClaimed
    | PlaceFilled
    | PlaceVacated
    | PlaceReturned
    | PersonsMerged
    | PlayerWithdrawn
    | PlayerReplaced
    | PlayerExcluded
    | PlayerReinstated
    | PlayerRetired
    | WithdrawalLifted
    | ActLifted
    | PlayerForgotten
    | PlayerLeaveAnnounced
    | PlayerLeaveWithdrawn
)

PLAYER_EVENTS: dict[str, type[PlayerEvent]] = {
    "competition.entered": PlayerEntered,
    "competition.claimed": PlaceClaimed,
    "competition.place_filled": PlaceFilled,
    "competition.vacated": PlaceVacated,
    "competition.place_returned": PlaceReturned,
    "competition.persons_merged": PersonsMerged,
    "competition.withdrawn": PlayerWithdrawn,
    "competition.replaced": PlayerReplaced,
    "competition.excluded": PlayerExcluded,
    "competition.reinstated": PlayerReinstated,
    "competition.retired": PlayerRetired,
    "competition.withdrawal_lifted": WithdrawalLifted,
    "competition.act_lifted": ActLifted,
    "competition.forgotten": PlayerForgotten,
    "competition.leave": PlayerLeaveAnnounced,
    "competition.leave_withdrawn": PlayerLeaveWithdrawn,
}
"""Wire name → class; `engine.competitions.events` has the others."""
