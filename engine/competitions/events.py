"""The events of a competition: entries, draws, matches, results, advancing players.

A competition has one phase or two (art. 7.1). Its games have their own logs; these events determine
the standings. People are numbers and a club is only a label: names are not in the hashed log. The
table in `engine.competitions.fold` lists the possible events of each stage.
"""

from dataclasses import dataclass
from datetime import date

from engine.acts import Dated, event
from engine.competitions.parts import (
    AdvancedPlayer,
    ExclusionPolicy,
    Group,
    ListedMatch,
    PhasePlan,
)
from engine.figures import Figures
from engine.games.events import EditionRef
from engine.ids import CompetitionCode, GameId, PersonId
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionEvent(Dated):
    """An event of a competition; `engine.competitions.fold` has the table of them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionAct(CompetitionEvent):
    """An act of that person in a competition."""

    by: PersonId


@dataclass(frozen=True, kw_only=True)  # without slots, so that it can stand beside another base
class Settings:
    """What the creation of a competition sets, as the event says it and the competition keeps it.

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
    """Whether the competition began elsewhere and was imported, so that its draws cannot be
    verified.
    """
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
    """The dates of a phase, or its number of advancing players, were changed."""

    plan: PhasePlan


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
    """All draws of a phase that has not started are annulled; entries are open again."""

    reason: str


@event("competition.phase_started")
class PhaseStarted(CompetitionEvent):
    """The games of the phase are running."""

    on: date
    edition: EditionRef | None = None
    """The word list in force on the day the competition starts (art. 3.1).

    None if the list chosen at the creation applies.
    """


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
