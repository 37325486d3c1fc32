"""The events of a competition: entries, draws, matches, results, advancing players.

A competition has one phase or two (art. 7.1). Its games have their own logs; these events determine
the standings. People are numbers and a club is only a label: names are not in the hashed log. The
table in `engine.competitions.fold` lists the possible events of each stage.
"""

from dataclasses import dataclass
from datetime import date, datetime

from engine.competitions.parts import (
    AdvancedPlayer,
    ExclusionPolicy,
    Group,
    ListedMatch,
    PhasePlan,
)
from engine.competitions.player_events import PLAYER_EVENTS, PlayerEvent
from engine.figures import Figures
from engine.games.events import EditionRef
from engine.ids import CompetitionCode, GameId, PersonId
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionCreated:
    """An arbiter created a competition; its ruleset and word list are fixed (art. 3.1)."""

    at: datetime
    competition: CompetitionCode
    title: str
    arbiters: tuple[PersonId, ...]
    """The chief arbiter first (art. 10.1)."""
    rules: Ruleset
    edition: EditionRef
    plans: tuple[PhasePlan, ...]
    exclusion: ExclusionPolicy = ExclusionPolicy.HALF
    imported: bool = False
    """Whether the competition began elsewhere and was imported, so that its draws cannot be
    verified.
    """
    history: bool = False
    """Whether this is a finished season imported by its results; few of its games have logs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbitersChanged:
    """The competition has these arbiters from now on, the chief arbiter first."""

    at: datetime
    by: PersonId
    arbiters: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserSeatsSet:
    """From now on a browser may take a seat of the competition, or may not (art. 6.1)."""

    at: datetime
    by: PersonId
    allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePlanned:
    """The dates of a phase, or its number of advancing players, were changed."""

    at: datetime
    by: PersonId
    plan: PhasePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class SequencesCommitted:
    """The phase's seeds were fixed and their SHA-256 published, before any draw (art. 1.3, 2.1).

    Each seed is 32 bytes in hex. A sequence seed stays secret until its games start, the seed of
    the lots until the groups are drawn.
    """

    at: datetime
    by: PersonId
    home_seed: str
    return_seed: str
    """The home games' own seed if both legs share a sequence."""
    lots_seed: str
    """Determines groups, colours and ties that only a lot can break."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupsDrawn:
    """The players were divided into groups."""

    at: datetime
    by: PersonId
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesListed:
    """Colours were drawn: every pair of each group has its match (art. 1.2)."""

    at: datetime
    by: PersonId
    matches: tuple[ListedMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAnnulled:
    """All draws of a phase that has not started are annulled; entries are open again."""

    at: datetime
    by: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStarted:
    """The games of the phase are running."""

    at: datetime
    on: date
    edition: EditionRef | None = None
    """The word list in force on the day the competition starts (art. 3.1).

    None if the list chosen at the creation applies.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultHomologated:
    """The arbiter approved one game (art. 8)."""

    at: datetime
    by: PersonId
    game: GameId
    figures: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected:
    """A ruling changed an approved result (art. 5.3, 10.2, 10.3); nothing else can."""

    at: datetime
    by: PersonId
    game: GameId
    figures: Figures
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersAdvanced:
    """The phase is over; an arbiter confirmed these players for the next one.

    Who else may be called follows from the tables (`engine.competitions.participation`).
    """

    at: datetime
    by: PersonId
    players: tuple[AdvancedPlayer, ...]
    """The players who advance, in seeding order of the next phase, as they were told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionClosed:
    """The last phase is over and its standings are final."""

    at: datetime
    by: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportTakenBack:
    """An arbiter took back the import of the competition: it counts nowhere, as if never made."""

    at: datetime
    by: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRestored:
    """An arbiter restored an import that was taken back: the competition counts as before."""

    at: datetime
    by: PersonId
    reason: str


CompetitionEvent = (
    PlayerEvent
    | CompetitionCreated
    | ArbitersChanged
    | BrowserSeatsSet
    | PhasePlanned
    | SequencesCommitted
    | GroupsDrawn
    | MatchesListed
    | DrawAnnulled
    | PhaseStarted
    | ResultHomologated
    | ResultCorrected
    | PlayersAdvanced
    | CompetitionClosed
    | ImportTakenBack
    | ImportRestored
)

COMPETITION_EVENTS: dict[str, type[CompetitionEvent]] = {
    **PLAYER_EVENTS,
    "competition.created": CompetitionCreated,
    "competition.arbiters": ArbitersChanged,
    "competition.browser_seats": BrowserSeatsSet,
    "competition.phase_planned": PhasePlanned,
    "competition.sequences_committed": SequencesCommitted,
    "competition.groups_drawn": GroupsDrawn,
    "competition.matches_listed": MatchesListed,
    "competition.draw_annulled": DrawAnnulled,
    "competition.phase_started": PhaseStarted,
    "competition.homologated": ResultHomologated,
    "competition.corrected": ResultCorrected,
    "competition.advanced": PlayersAdvanced,
    "competition.closed": CompetitionClosed,
    "competition.import_taken_back": ImportTakenBack,
    "competition.import_restored": ImportRestored,
}
"""Wire name → class, like `engine.games.events.EVENTS`."""
