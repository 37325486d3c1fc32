"""Events about a player of a competition: entry, seat, leave, disqualification."""

from enum import StrEnum

from engine.acts import event
from engine.competitions.events import CompetitionAct, CompetitionEvent
from engine.competitions.parts import Entry, Treatment
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod


@event("competition.entered")
class PlayerEntered(CompetitionAct):
    """A player was entered for the phase that is being prepared."""

    entry: Entry


@event("competition.claimed")
class PlaceClaimed(CompetitionEvent):
    """A player accepted their seat through their personal invitation."""

    invited: PersonId
    """The placeholder that was entered."""
    person: PersonId
    """The person who accepted: the placeholder, or the known person with that account."""


@event("competition.vacated")
class PlaceVacated(CompetitionAct):
    """An arbiter took a seat from a player, for another person or another account.

    All records of the seat stay with it, from phase index `since` on.
    """

    person: PersonId
    """The person who had the seat."""
    place: PersonId
    """The placeholder for whom the seat is now reserved."""
    reason: str
    since: int = 0
    """The index of the first phase in which the seat changes hands, from 0.

    Earlier phases are over and stay with the person.
    """


@event("competition.place_returned")
class PlaceReturned(CompetitionAct):
    """An arbiter gave a freed seat, which nobody had taken since, back to its former player."""

    place: PersonId
    """The placeholder for whom the seat was reserved."""
    person: PersonId
    """The former player, who has the seat again."""
    reason: str


@event("competition.persons_merged")
class PersonsMerged(CompetitionAct):
    """An arbiter recorded that two known people are one; all that was theirs is that of `into`."""

    person: PersonId
    """The number that nobody has any longer."""
    into: PersonId


@event("competition.withdrawn")
class PlayerWithdrawn(CompetitionAct):
    """A player withdrew, or was withdrawn, before the start of the phase."""

    player: PersonId


@event("competition.replaced")
class PlayerReplaced(CompetitionAct):
    """Another player took a withdrawn player's seat, with their group, opponents and colours."""

    player: PersonId
    entry: Entry


@event("competition.place_filled")
class PlaceFilled(CompetitionAct):
    """A reserve took a seat that became free before the start of the phase."""

    entry: Entry
    group: str
    """The group of the seat; empty before the groups are drawn."""


@event("competition.excluded")
class PlayerExcluded(CompetitionAct):
    """The arbiter disqualified a player from the competition (art. 9.6, 10.3)."""

    player: PersonId
    article: str
    reason: str
    treatment: Treatment


@event("competition.reinstated")
class PlayerReinstated(CompetitionAct):
    """A ruling lifted a player's disqualification, so their results count again."""

    player: PersonId
    article: str
    reason: str


@event("competition.retired")
class PlayerRetired(CompetitionAct):
    """A player left the running phase and the competition; their results count (art. 9.1)."""

    arbiter: PersonId | None = None
    """The arbiter who recorded it, if the player did not do it in the chat."""
    reason: str = ""
    """The arbiter's reason, which is part of the decision."""


class Liftable(StrEnum):
    """The acts about the players of a phase that can be taken back as if they had not been."""

    ENTRY = "entry"
    FILLING = "filling"
    """A reserve got a free seat."""
    REPLACEMENT = "replacement"
    """The player got the seat of another, who has it again."""
    WITHDRAWAL = "withdrawal"
    """The player withdrew, was withdrawn, or lost the seat by a disqualification.

    In a running phase: the player left the competition (art. 9.1).
    """
    ADVANCE = "advance"
    """The phase was opened; the phase before runs again."""


@event("competition.act_lifted")
class ActLifted(CompetitionAct):
    """An arbiter took back an act about the players of the phase.

    Before the start, the phase is built again without it; see `engine.competitions.lifting`.
    """

    act: Liftable
    player: PersonId | None = None
    """The player whose last act of that kind is taken back; None for `ADVANCE`."""
    reason: str = ""


@event("competition.forgotten")
class PlayerForgotten(CompetitionEvent):
    """A person's data was erased at their own wish; they are in no later draw and no reserve.

    In a running phase their seat is then reserved for `place`. In older logs, and without a
    place, this counts as leaving the phase, so the results count.
    """

    player: PersonId
    place: PersonId | None = None
    """The placeholder for whom the seat in the running phase is now reserved."""


@event("competition.leave")
class PlayerLeaveChanged(CompetitionAct):
    """A player announced leave in a phase, withdrew it, or changed it (art. 7.2).

    It applies to all their matches there. Which days count follows from the dates of the phase.
    """

    player: PersonId
    phase: Phase
    withdrawn: LeavePeriod | None = None
    """The days that the player gave up, before they began."""
    announced: LeavePeriod | None = None
    """All the days that the player announced, including those outside the phase."""
