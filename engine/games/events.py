"""What can happen in a game, as facts already decided.

An event carries what was found when it happened (words, points, days), so that a later change of
rules or of a word list never rewrites an old game. Wire names are stable; a class may be renamed.
No personal data stands here: people are numbers, their names live outside the hashed log.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from engine.board import Axis, Square
from engine.games.ruling_events import RULING_EVENTS, RulingEvent
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.rulesets import Phase, Ruleset
from engine.thinking_time import LeavePeriod


class Ending(StrEnum):
    """How a game came to its end."""

    PLAYED_OUT = "played_out"
    """The sequence is exhausted and one player holds no tiles (art. 4.3)."""
    PASSES = "passes"
    """Both players passed twice in succession (art. 4.3)."""
    ABANDONED = "abandoned"
    """One player abandoned or gave the game up (art. 9.1)."""
    TIME = "time"
    """One player exceeded his thinking time; treated as abandonment (art. 9.4)."""
    BOTH_TIME = "both_time"
    """Both players exceeded their thinking time: both have lost the game (art. 7.2, 9.4)."""
    INTERRUPTED = "interrupted"
    """The players agreed to interrupt it (art. 9.2)."""
    NO_SHOW = "no_show"
    """One player never began, or never answered the first placement (art. 9.1)."""
    CLOSED = "closed"
    """The closing date of the phase came before the end of the game (art. 9.1, 9.4)."""
    FORFEITED = "forfeited"
    """Lost by a ruling (art. 10.3)."""
    EXCLUDED = "excluded"
    """One player was excluded from the competition (art. 10.3)."""
    LEVEL = "level"
    """Ended by a ruling as nobody's fault: level, as what nobody contests is (art. 9.4)."""
    CANCELLED = "cancelled"
    """Called off with its match before anybody had placed: it counts for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionRef:
    """The word list a game is pinned to (art. 3.1): name and content hash."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """The arbiter put the sheets into play (art. 2.1); freezes ruleset and word list."""

    at: datetime
    game: GameId
    match: MatchCode
    leg: Leg
    phase: Phase
    rules: Ruleset
    edition: EditionRef
    red: PersonId
    blue: PersonId
    sequence: str
    start: date
    """The first placement counts as received on this day (art. 7.1)."""
    red_leave: tuple[LeavePeriod, ...] = ()
    """Leave announced before this game began, still to come or running (art. 7.2)."""
    blue_leave: tuple[LeavePeriod, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementMade:
    """A placement was sent (art. 4.2), found without technical error and priced."""

    at: datetime
    by: Seat
    round: int
    square: Square
    axis: Axis
    word: str
    """The main word as it lies on the board, jokers in lower case."""
    tiles: str
    """The tiles laid, jokers in lower case, in reading order."""
    words: tuple[str, ...]
    """Main word first, then the adjacent ones."""
    points: int
    counted: int
    """The points that enter the sheet: capped in the first two rounds (art. 1.4)."""
    received: date
    sent: date
    days: int
    """Days of thinking time used (art. 7.1)."""
    entered_by: PersonId | None = None
    """Who typed it in from the player's own sheet, where he did not himself (art. 6.1, 9.6)."""
    conditional: bool = False
    """Whether it was set beforehand, as the answer to exactly this placement (art. 1.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A player announced PAS (art. 5.3)."""

    at: datetime
    by: Seat
    round: int
    received: date
    sent: date
    days: int
    entered_by: PersonId | None = None
    conditional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementReturned:
    """The partner sent the last placement back (art. 5.2); its author places again."""

    at: datetime
    by: Seat
    on: date
    """The author's clock runs again from this day."""
    words: tuple[str, ...] = ()
    """The words objected to."""
    received: date | None = None
    """When it had arrived with who returned it; None in logs older than that he is charged."""
    days: int = 0
    """Days of his thinking time that he held it (art. 7.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsArrived:
    """The sheets of a turn reached the player to move later than on the day they were sent (7.1).

    On the same day they reach him nothing is recorded; what is here moves the start of his time.
    """

    at: datetime
    by: Seat
    """Whose turn it is."""
    move: int
    """How many moves stood: which move of the game his answer is, from 0."""
    sent: date
    """The day on which his time would have begun to run."""
    on: date
    """The day on which Telegram took the sheets for him, or for who writes for him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementAccepted:
    """The partner accepted the last placement, whatever its words (art. 5.2): it stays."""

    at: datetime
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAnnounced:
    """A player announced leave before its first day (art. 7.2)."""

    at: datetime
    by: Seat
    period: LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveWithdrawn:
    """A player took back leave that had not begun."""

    at: datetime
    by: Seat
    period: LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptionProposed:
    """A player proposed to interrupt the game (art. 9.2)."""

    at: datetime
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptionDeclined:
    """The proposal to interrupt is off: refused by the partner, or withdrawn by its author."""

    at: datetime
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeExceeded:
    """A player's thinking time was found exceeded (art. 7.2); the arbiter decides what follows."""

    at: datetime
    by: Seat
    """Whose time is exceeded."""
    days: int
    """Days used, the running ones included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over; the scores stand as the sheet shows them, adjustments included."""

    at: datetime
    ending: Ending
    by: Seat | None
    """Who went out, gave up or lost on time; none where both are alike."""
    red_adjustment: int
    """Points added at the end for tiles left in the hands (art. 4.3)."""
    blue_adjustment: int
    declared: tuple[Seat, ...] = ()
    """Who declared how the game stood when the closing date came (art. 9.4)."""
    silent: tuple[Seat, ...] = ()
    """Who has 0 for having given no information (art. 9.1): in a game lost by both, or by exclusion
    or sanction, who never came to it. In earlier logs also who had told nothing by the closing."""
    arbiter: PersonId | None = None
    """Who ended it, where a decision did."""
    reason: str = ""
    """His reason, which is part of the decision."""
    untaken: tuple[Seat, ...] = ()
    """Whose place nobody had ever taken by then: neither a player nor a writer (art. 9.1)."""
    unbegun: bool = False
    """Whether it ended as it began, since `by` was excluded; lifting that takes it back (10.3)."""
    was: Ending | None = None
    """The end that a loss ruled as a sanction took the place of; None in logs older than that."""
    was_by: Seat | None = None
    """The `by` of that end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordQueried:
    """The player to move put a refused word to the arbiter; his placement waits (art. 5.3)."""

    at: datetime
    by: Seat
    case: str
    """The case in which the arbiter answers; what is asked stands there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryClosed:
    """Nobody waits for that answer any more: the word is not upheld, or it is no longer asked."""

    at: datetime
    by: Seat
    """Who had asked."""
    case: str


Event = (
    GameStarted
    | PlacementMade
    | Passed
    | PlacementReturned
    | SheetsArrived
    | PlacementAccepted
    | LeaveAnnounced
    | LeaveWithdrawn
    | InterruptionProposed
    | InterruptionDeclined
    | TimeExceeded
    | GameEnded
    | WordQueried
    | QueryClosed
    | RulingEvent
)

EVENTS: dict[str, type[Event]] = {
    "game.started": GameStarted,
    "game.placement": PlacementMade,
    "game.pass": Passed,
    "game.returned": PlacementReturned,
    "game.arrived": SheetsArrived,
    "game.accepted": PlacementAccepted,
    "game.leave": LeaveAnnounced,
    "game.leave_withdrawn": LeaveWithdrawn,
    "game.interruption_proposed": InterruptionProposed,
    "game.interruption_declined": InterruptionDeclined,
    "game.time_exceeded": TimeExceeded,
    "game.ended": GameEnded,
    "game.word_queried": WordQueried,
    "game.query_closed": QueryClosed,
    **RULING_EVENTS,
}
"""Wire name → class. Names are for ever; a changed shape has a new version in `storage.streams`."""
