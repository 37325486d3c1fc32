"""What can happen to a match's results, as facts: a game's end, a proposal, what counts (8.5)."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from engine.games.events import Ending
from engine.ids import Leg, PersonId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LegEnded:
    """One of the two games came to its end, with the figures that its coefficients need."""

    at: datetime
    leg: Leg
    on: date
    ending: Ending
    by: Seat | None
    """Who abandoned or exceeded his time."""
    red_score: int
    blue_score: int
    rounds: int
    """Complete rounds played (art. 9.1)."""
    declared: tuple[Seat, ...] = ()
    """Who declared how the game stood when the closing date came (art. 9.4)."""
    silent: tuple[Seat, ...] = ()
    """Who has 0 for having given no information (art. 9.1), as the game's end says it."""
    untaken: tuple[Seat, ...] = ()
    """Whose place nobody had ever taken by then (art. 9.1)."""
    was: Ending | None = None
    """The end that a loss ruled as a sanction took the place of (art. 10.3)."""
    was_by: Seat | None = None
    """The `by` of that end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegResult:
    """The coefficients of one game, with their article (art. 8–9)."""

    leg: Leg
    red: Decimal
    blue: Decimal
    article: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsProposed:
    """Both games are over and their coefficients proposed for homologation (art. 8.5)."""

    at: datetime
    results: tuple[LegResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsConfirmed:
    """A player agrees with the proposed coefficients."""

    at: datetime
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsObjected:
    """A player does not agree; the arbiter decides."""

    at: datetime
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsHomologated:
    """The arbiter homologated the results of the match (art. 8)."""

    at: datetime
    arbiter: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class LegCorrected:
    """A ruling changed the end or the score of a game that was over (art. 5.3, 10)."""

    at: datetime
    ended: LegEnded
    """How the game ended, as it counts from now on; its day stays that of the first end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegReopened:
    """A ruling let a game that was over go on."""

    at: datetime
    leg: Leg
    until: date | None = None
    """The day by which the match is to be finished, where its phase was closed; else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltySet:
    """The arbiter took points off a player's coefficient in one game (art. 10.3).

    Penalties of several cases add up. Ruled anew in the same case, the penalty replaces the earlier
    one; 0 lifts it. In logs from before cases were noted here, every penalty replaced the last.
    """

    at: datetime
    arbiter: PersonId
    person: PersonId
    leg: Leg
    points: Decimal
    article: str
    reason: str
    case: str = ""
    """The id of the case in which it was ruled; empty in earlier logs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultUpheld:
    """A ruling let a result stand as played, though somebody had exceeded his time (art. 9.4)."""

    at: datetime
    arbiter: PersonId
    leg: Leg
    by: Seat
    """Whose exceeded time takes nothing from the result."""
    article: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsCorrected:
    """A ruling changed results that were homologated; nothing else can (art. 5.3, 10.2)."""

    at: datetime
    arbiter: PersonId
    results: tuple[LegResult, ...]
    article: str
    reason: str
