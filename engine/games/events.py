"""The events in a game, which are facts already decided.

An event stores the figures of its time (words, points, days), so a later change of rules or word
list never changes an old game. Stored names never change; classes may be renamed. Events have no
personal data: people are numbers, and their names are outside the hashed log.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from engine.acts import Dated, SeatAct, event
from engine.board import Axis, Square
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.placement import Placement
from engine.rulesets import Phase, Ruleset
from engine.thinking_time import LeavePeriod


class Ending(StrEnum):
    """The ways in which a game can end."""

    PLAYED_OUT = "played_out"
    """The sequence is exhausted and one player has no tiles (art. 4.3)."""
    PASSES = "passes"
    """Both players passed twice in succession (art. 4.3)."""
    ABANDONED = "abandoned"
    """One player resigned (art. 9.1)."""
    TIME = "time"
    """One player exceeded their thinking time; treated as a resignation (art. 9.4)."""
    BOTH_TIME = "both_time"
    """Both players exceeded their thinking time, so both lose (art. 7.2, 9.4)."""
    INTERRUPTED = "interrupted"
    """The players agreed to end it early (art. 9.2)."""
    NO_SHOW = "no_show"
    """One player never began, or never answered the first placement (art. 9.1)."""
    CLOSED = "closed"
    """The closing date of the phase came before the end of the game (art. 9.1, 9.4)."""
    FORFEITED = "forfeited"
    """Lost by a ruling (art. 10.3)."""
    EXCLUDED = "excluded"
    """One player was disqualified from the competition (art. 10.3)."""
    LEVEL = "level"
    """Ended by a ruling with neither player at fault: 1 each, as if uncontested (art. 9.4)."""
    CANCELLED = "cancelled"
    """Cancelled with its match before the first placement; it does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionRef:
    """The word list of a game (art. 3.1): name and content hash."""

    name: str
    sha256: str
    """The SHA-256 of the words, in hexadecimal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Dated):
    """An event of a game; `engine.games.fold` has the table of them all."""


@event("game.started")
class GameStarted(Event):
    """The arbiter started the game (art. 2.1); ruleset and word list are frozen."""

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
    """Leave announced before this game began, still to come or in progress (art. 7.2)."""
    blue_leave: tuple[LeavePeriod, ...] = ()
    imported: bool = False
    """Whether the game began elsewhere and was imported, so that its draw cannot be verified."""


@event("game.placement")
class PlacementMade(Event, SeatAct):
    """A placement was sent (art. 4.2); it has no technical error and was scored."""

    round: int
    square: Square
    axis: Axis
    word: str
    """The main word on the board, blanks in lower case."""
    tiles: str
    """The tiles laid, blanks in lower case, in reading order."""
    words: tuple[str, ...]
    """Main word first, then the adjacent ones."""
    points: int
    counted: int
    """The points for the sheet, after the points cap of the first two rounds (art. 1.4)."""
    received: date
    """The day on which the opponent's move, or the first sheet, arrived (art. 7.1)."""
    sent: date
    """The day on which this placement was sent (art. 7.1)."""
    days: int
    """Days of thinking time used by this placement (art. 7.1)."""
    entered_by: PersonId | None = None
    """The person who entered it from the player's sheet; None for the player (art. 6.1, 9.6)."""
    conditional: bool = False
    """Whether this is a conditional move, set before the move that it answers (art. 1.1)."""
    answered: date | None = None
    """The day on which the author's wait for the arbiter ended, if they asked first (art. 5.3)."""

    @property
    def placement(self) -> Placement:
        """The main word on its squares."""
        return Placement(self.square, self.axis, self.word)


@event("game.pass")
class Passed(Event, SeatAct):
    """A player passed (PAS, art. 5.3)."""

    round: int
    received: date
    sent: date
    days: int
    entered_by: PersonId | None = None
    conditional: bool = False


@event("game.returned")
class PlacementReturned(Event, SeatAct):
    """The opponent sent the last placement back (art. 5.2); its author plays again."""

    on: date
    """The author's clock runs again from this day."""
    words: tuple[str, ...] = ()
    """The words objected to."""
    received: date | None = None
    """The day on which the placement had arrived; None in older logs, which did not store it."""
    days: int = 0
    """The days for which the opponent held the placement; these days count as used (art. 7.1)."""


@event("game.arrived")
class SheetsArrived(Event):
    """The sheets of a turn reached the player to move later than the day of sending (art. 7.1).

    Arrival on the same day is not recorded. This event moves the start of the player's time.
    """

    by: Seat
    """The player to move."""
    move: int
    """The index of the player's next move, which is the number of moves before it."""
    sent: date
    """The day on which the player's time would otherwise begin."""
    on: date
    """The day on which Telegram accepted the sheets for the player, or for a writer."""


@event("game.accepted")
class PlacementAccepted(Event, SeatAct):
    """The opponent accepted the last placement with all its words, so it stays (art. 5.2)."""


@event("game.leave")
class LeaveAnnounced(Event, SeatAct):
    """A player announced leave before its first day (art. 7.2)."""

    period: LeavePeriod


@event("game.leave_withdrawn")
class LeaveWithdrawn(Event, SeatAct):
    """A player withdrew leave that had not begun."""

    period: LeavePeriod


@event("game.interruption_proposed")
class InterruptionProposed(Event, SeatAct):
    """A player proposed to end the game early (art. 9.2)."""


@event("game.interruption_declined")
class InterruptionDeclined(Event, SeatAct):
    """The proposal to end early is off: declined by the opponent or withdrawn by its author."""


@event("game.time_exceeded")
class TimeExceeded(Event):
    """A player's thinking time is exceeded (art. 7.2); the arbiter decides what follows."""

    by: Seat
    """The player whose time is exceeded."""
    days: int
    """Days used, including the current turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAct:
    """One of the acts that decide a finished game together: its own end, or a loss on top."""

    ending: Ending
    by: Seat | None
    silent: tuple[Seat, ...] = ()
    """The players with 0 for giving no information (art. 9.1)."""


@event("game.ended")
class GameEnded(Event):
    """An act that ended the game, or that changes the end of a finished game.

    All such acts in force make the end together (`engine.games.endings.end_in_force`).
    """

    ending: Ending
    by: Seat | None
    """The player who went out, resigned or lost on time; None if the end concerns both equally."""
    red_adjustment: int
    """Red's points at the end for tiles left on the racks (art. 4.3)."""
    blue_adjustment: int
    declared: tuple[Seat, ...] = ()
    """The players who declared the state of the game at the closing date (art. 9.4)."""
    silent: tuple[Seat, ...] = ()
    """Players with 0 for giving no information (art. 9.1).

    The fold finds no-shows in a game lost by both players, by disqualification or by a sanction.
    Earlier logs also have players who had not reported by the closing date.
    """
    arbiter: PersonId | None = None
    """The arbiter who ended the game, if the end was a decision."""
    reason: str = ""
    """The arbiter's reason, which is part of the decision."""
    unbegun: bool = False
    """Whether a disqualification, which can be lifted, ended it at its start (art. 10.3)."""
    closed: date | None = None
    """The closing date, if the game ended after it; the days since never count (art. 9.4)."""
    withdrew: bool = False
    """Whether `by` withdrew from the competition or the match; older logs do not have this."""
    ruling: str = ""
    """The case whose ruling made this event; empty in older logs and without a case."""
    acts: tuple[EndAct, ...] = ()
    """Only in older logs: the acts that a loss stands for, if it ended the game by itself."""


@event("game.word_queried")
class WordQueried(Event, SeatAct):
    """The player to move asked the arbiter about a refused word; the placement waits (art. 5.3)."""

    case: str
    """The case with the question, in which the arbiter answers."""
    typed: datetime | None = None
    """The instant since which the placement waits, if that is earlier; None in older logs."""

    @property
    def since(self) -> datetime:
        """The instant since which the placement waits."""
        return self.typed or self.at


@event("game.query_closed")
class QueryClosed(Event):
    """The query is over: the word was refused, or its author no longer asks."""

    by: Seat
    """The player who had asked."""
    case: str
