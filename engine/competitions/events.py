"""The events of a competition: entries, seats, leave, draws, matches, results, advancing players.

A competition has one phase or two (art. 7.1). Its games have their own logs; these events determine
the standings. People are numbers and a club is only a label: names are not in the hashed log. The
table in `engine.competitions.fold` lists the possible events of each stage.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from engine.acts import Dated, event
from engine.competitions.parts import (
    AdvancedPlayer,
    Entry,
    ExclusionPolicy,
    Group,
    ListedMatch,
    PhasePlan,
    Treatment,
)
from engine.figures import Figures
from engine.games.events import EditionRef
from engine.ids import CompetitionCode, GameId, PersonId
from engine.rulesets import Phase, Ruleset
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionEvent(Dated):
    """An event of a competition; `engine.competitions.fold` has the table of them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionAct(CompetitionEvent):
    """An act of that person in a competition."""

    by: PersonId


@dataclass(frozen=True, kw_only=True)  # without slots, so that it can stand beside another base
class Settings:
    """The settings of a competition.

    The ruleset never changes, and the word list not after the start (art. 3.1).
    """

    title: str
    arbiters: tuple[PersonId, ...]
    """The chief arbiter first (art. 10.1)."""
    rules: Ruleset
    edition: EditionRef
    exclusion: ExclusionPolicy = ExclusionPolicy.HALF
    """The effect of a disqualification on a player's results."""
    imported: bool = False
    """Whether it began elsewhere and was imported, so that nobody can verify its draws."""
    history: bool = False
    """Whether this is a finished season imported by its results; few of its games have logs."""


@event("competition.created")
class CompetitionCreated(Settings, CompetitionEvent):
    """An arbiter created a competition with these phases."""

    competition: CompetitionCode
    plans: tuple[PhasePlan, ...]


@event("competition.arbiters")
class ArbitersChanged(CompetitionAct):
    """The competition has these arbiters from now on, the chief arbiter first."""

    arbiters: tuple[PersonId, ...]


@event("competition.browser_seats")
class BrowserSeatsSet(CompetitionAct):
    """From now on a browser may take a seat of the competition, or may not (art. 6.1)."""

    allowed: bool


@event("competition.phase_planned")
class PhasePlanned(CompetitionAct):
    """A phase was added, or its dates or its number of advancing players were changed."""

    plan: PhasePlan


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
    """The index, from 0, of the first phase in which the seat changes hands."""


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
    """A ruling lifted a disqualification; the results of a finished phase stay as they are."""

    player: PersonId
    article: str
    reason: str


@event("competition.retired")
class PlayerRetired(CompetitionAct):
    """The player `by` left the running phase and the competition; their results count (9.1)."""

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
    """The player withdrew, was withdrawn or disqualified; or left the running phase (art. 9.1)."""
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


@event("competition.sequences_committed")
class SequencesCommitted(CompetitionAct):
    """The phase's seeds were fixed and their SHA-256 published, before any draw (art. 1.3, 2.1).

    Each seed is 32 bytes in hex. A sequence seed stays secret until its games start, the seed of
    the lots until the groups are drawn.
    """

    home_seed: str
    return_seed: str
    """The home games' own seed if both legs share a sequence."""
    lots_seed: str
    """Determines groups, colours and ties that only a lot can break."""


@event("competition.groups_drawn")
class GroupsDrawn(CompetitionAct):
    """The players were divided into groups."""

    groups: tuple[Group, ...]


@event("competition.matches_listed")
class MatchesListed(CompetitionAct):
    """Colours were drawn: every pair of each group has its match (art. 1.2)."""

    matches: tuple[ListedMatch, ...]


@event("competition.draw_annulled")
class DrawAnnulled(CompetitionAct):
    """All draws of a phase in which nobody has moved are annulled; entries are open again."""

    reason: str


@event("competition.phase_started")
class PhaseStarted(CompetitionEvent):
    """The games of the phase are running."""

    on: date
    edition: EditionRef | None = None
    """The list in force on the first day (art. 3.1); None if the one chosen before applies."""


@event("competition.homologated")
class ResultHomologated(CompetitionAct):
    """The arbiter approved one game (art. 8)."""

    game: GameId
    figures: Figures


@event("competition.corrected")
class ResultCorrected(CompetitionAct):
    """A ruling changed an approved result (art. 5.3, 10.2, 10.3); nothing else can."""

    game: GameId
    figures: Figures
    reason: str


@event("competition.advanced")
class PlayersAdvanced(CompetitionAct):
    """The phase is over; an arbiter confirmed these players for the next one.

    Who else may be called follows from the tables (`engine.competitions.participation`).
    """

    players: tuple[AdvancedPlayer, ...]
    """The players who advance, in seeding order of the next phase, as they were told."""


@event("competition.closed")
class CompetitionClosed(CompetitionAct):
    """The last phase is over and its standings are final."""


@event("competition.import_taken_back")
class ImportTakenBack(CompetitionAct):
    """An arbiter took back the import of the competition, or restored it.

    One that is taken back counts nowhere, as if it had never been made.
    """

    reason: str
    restored: bool = False
