"""What can happen in a match around its two games, as facts.

A match is what an arbiter arranges between two people: a home and a return game (art. 1.2), their
draws, the leave shared between them, and the results proposed, confirmed and homologated.
"""

from dataclasses import dataclass
from datetime import date, datetime

from engine.games.events import EditionRef
from engine.ids import NO_COMPETITION, CompetitionCode, GameId, Leg, MatchCode, PersonId
from engine.matches.letters import LetterRead, LetterWritten
from engine.matches.result_events import (
    LegCorrected,
    LegEnded,
    LegReopened,
    PenaltySet,
    ResultsConfirmed,
    ResultsCorrected,
    ResultsHomologated,
    ResultsObjected,
    ResultsProposed,
    ResultUpheld,
)
from engine.matches.statements import Statement
from engine.matches.told_events import (
    CoefficientsProposed,
    MeansProposed,
    MeansSet,
    ProposalTakenOver,
    StateAsked,
    StateTold,
)
from engine.rulesets import Phase, Ruleset
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchArranged:
    """The arbiter arranged a match and committed to its draws (art. 1.3, 2.1)."""

    at: datetime
    match: MatchCode
    arbiter: PersonId
    phase: Phase
    rules: Ruleset
    edition: EditionRef
    first: PersonId
    second: PersonId
    start: date
    """The home game starts on this day, or when both have joined, whichever is later."""
    home_seed: str
    """32 bytes in hex; secret until the home game starts, committed to by SHA-256."""
    return_seed: str
    competition: CompetitionCode = NO_COMPETITION
    """The competition it is played in; empty: in none. There the calendar alone starts games."""
    red: PersonId | None = None
    """Who plays Red in the home game; None: the home game's seed decides."""
    returns: date | None = None
    """The day on which all return games of its phase start; None: each after its home game."""
    late_return: bool = True
    """Whether that day stands, however long after the home game; so it did before it was asked."""
    title: str | None = None
    """What it is called on the sheets, outside a competition; empty: a friendly match.

    None: arranged before matches had titles of their own; its sheets have the federation's.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerJoined:
    """A player took his place by his personal invitation."""

    at: datetime
    invited: PersonId
    """The place-holder the arbiter invited."""
    person: PersonId
    """Who took the place: the same, or the person already known by that account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFreed:
    """An arbiter took a player's place from him: somebody else is to have it, or another account.

    Whatever was said and counted of the place stays with it.
    """

    at: datetime
    arbiter: PersonId
    person: PersonId
    """Who had the place."""
    place: PersonId
    """The place-holder for whom it is kept from now on."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCancelled:
    """The arbiter called the match off before anybody had placed: it counts for nothing."""

    at: datetime
    arbiter: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LegStarted:
    """One of the two games was put into play."""

    at: datetime
    leg: Leg
    red: PersonId
    blue: PersonId
    start: date
    edition: EditionRef | None = None
    """The word list in force on the day the match starts (art. 3.1); None: as arranged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateDeclared:
    """A player told how a game stands as the closing date comes (art. 6.2, 9.4)."""

    at: datetime
    leg: Leg
    person: PersonId
    statement: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnRequested:
    """A player is ready to begin the return game before its last day."""

    at: datetime
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class LateReturnConfirmed:
    """The organiser let the return game start later than five days after the home game (7.1)."""

    at: datetime
    arbiter: PersonId
    day: date
    """The day on which all return games of its phase start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLeaveAnnounced:
    """A player announced leave, for both games of the match (art. 7.2)."""

    at: datetime
    person: PersonId
    period: LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLeaveWithdrawn:
    """A player took back leave that had not begun."""

    at: datetime
    person: PersonId
    period: LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterAllowed:
    """The arbiter let somebody else write for a player, from the player's own sheets (art. 9.6)."""

    at: datetime
    arbiter: PersonId
    person: PersonId
    """The player who does not write himself."""
    writer: PersonId
    """Who writes for him: his partner or an arbiter."""
    reason: str
    everywhere: bool = False
    """Whether it was said of all the player's matches of the competition, also those to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterWithdrawn:
    """The player writes himself from now on."""

    at: datetime
    arbiter: PersonId
    person: PersonId
    reason: str
    everywhere: bool = False
    """Whether it was said of all the player's matches of the competition, also those to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchHandedOver:
    """Another arbiter rules the match from now on; only one that is in no competition."""

    at: datetime
    by: PersonId
    """Who handed it over: its arbiter, or whoever runs the bot."""
    arbiter: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingPutOff:
    """An arbiter waits until that day before he finds anything of a player's silence (art. 7.2).

    Or of his exceeded time (art. 9.4).
    """

    at: datetime
    game: GameId
    arbiter: PersonId
    until: date


MatchEvent = (
    MatchArranged
    | PlayerJoined
    | PlaceFreed
    | MatchCancelled
    | LegStarted
    | LegEnded
    | ReturnRequested
    | LateReturnConfirmed
    | StateDeclared
    | MatchLeaveAnnounced
    | MatchLeaveWithdrawn
    | ResultsProposed
    | ResultsConfirmed
    | ResultsObjected
    | ResultsHomologated
    | LegCorrected
    | LegReopened
    | PenaltySet
    | ResultUpheld
    | ResultsCorrected
    | WriterAllowed
    | WriterWithdrawn
    | MatchHandedOver
    | LetterWritten
    | LetterRead
    | FindingPutOff
    | StateAsked
    | StateTold
    | CoefficientsProposed
    | ProposalTakenOver
    | MeansProposed
    | MeansSet
)

MATCH_EVENTS: dict[str, type[MatchEvent]] = {
    "match.arranged": MatchArranged,
    "match.joined": PlayerJoined,
    "match.place_freed": PlaceFreed,
    "match.cancelled": MatchCancelled,
    "match.leg_started": LegStarted,
    "match.leg_ended": LegEnded,
    "match.return_requested": ReturnRequested,
    "match.late_return_confirmed": LateReturnConfirmed,
    "match.state_declared": StateDeclared,
    "match.leave": MatchLeaveAnnounced,
    "match.leave_withdrawn": MatchLeaveWithdrawn,
    "match.results_proposed": ResultsProposed,
    "match.results_confirmed": ResultsConfirmed,
    "match.results_objected": ResultsObjected,
    "match.results_homologated": ResultsHomologated,
    "match.leg_corrected": LegCorrected,
    "match.leg_reopened": LegReopened,
    "match.penalty": PenaltySet,
    "match.result_upheld": ResultUpheld,
    "match.results_corrected": ResultsCorrected,
    "match.writer_allowed": WriterAllowed,
    "match.writer_withdrawn": WriterWithdrawn,
    "match.handed_over": MatchHandedOver,
    "match.letter": LetterWritten,
    "match.letter_read": LetterRead,
    "match.put_off": FindingPutOff,
    "match.state_asked": StateAsked,
    "match.state_told": StateTold,
    "match.own_proposed": CoefficientsProposed,
    "match.own_taken": ProposalTakenOver,
    "match.means_proposed": MeansProposed,
    "match.means_set": MeansSet,
}
"""Wire name → class; see `engine.games.events.EVENTS`."""
