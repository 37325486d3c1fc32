"""The state of a game: sheets, racks, clocks, and the player to move.

`engine.games.fold` builds it from events. `engine.games.decide` decides what may happen next, and
`engine.games.orders` what an arbiter may order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from itertools import takewhile

from engine.board import EMPTY_BOARD, Board, squares
from engine.games.events import (
    EditionRef,
    Event,
    GameEnded,
    GameStarted,
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    SheetsArrived,
)
from engine.games.in_force import LogEntry, in_force
from engine.games.ruling_events import (
    MovesAnnulled,
    Outage,
    RulingLifted,
    ScoreCorrected,
    SeatTaken,
)
from engine.ids import PROGRAM, GameId, Leg, MatchCode, PersonId, Seat
from engine.notation import PASS
from engine.rulesets import Phase, Ruleset, WordPolicy
from engine.thinking_time import ClockRow, LeavePeriod, day_of, stated_row
from engine.tiles import TileSet, load_tile_set


class Stage(Enum):
    """The stage of a game."""

    NOT_STARTED = "not started"
    RUNNING = "running"
    ENDED = "ended"


Move = PlacementMade | Passed


@dataclass(frozen=True, slots=True)
class AnnouncedLeave:
    """Leave announced during a game."""

    period: LeavePeriod
    on: date
    """The day of the announcement."""
    allowance: int
    """The player's days of thinking time, as the arbiter had set them by then."""


@dataclass(frozen=True, kw_only=True)  # without slots, so that `changed` is fast
class Side:
    """One player's part of a game."""

    person: PersonId
    rack: str
    """The player's tiles; `?` is a blank."""
    leave: tuple[LeavePeriod, ...] = ()
    score: int = 0
    """Counted points: after points caps (art. 1.4), with end adjustments."""
    days: int = 0
    """Days of thinking time used by the placements sent so far (art. 7.1)."""
    granted: int = 0
    """Days the arbiter added to the player's budget."""
    announced: tuple[AnnouncedLeave, ...] = ()
    """The leave that was announced during the game, the earliest announcement first."""
    made_good: tuple[tuple[Outage, int], ...] = ()
    """The outages whose days the player got back, with the number of days."""
    moves: int = 0
    """Placements and passes made, which is the number of rounds completed."""
    told_late: bool = False
    """Whether people were told that the player's time is exceeded, to prevent a second message."""
    left: date | None = None
    """The day on which the seat came free, if nobody has taken it since."""

    def leave_on(self, day: date) -> LeavePeriod | None:
        """Return the player's leave on that day, or None."""
        return next((each for each in self.leave if each.first <= day <= each.last), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A finished turn, or a part of one, with the days of thinking time that it cost."""

    seat: Seat
    place: int
    """The index, from 0, of the move that the turn was for, counting both players."""
    at: datetime
    """The instant at which the turn ended."""
    received: date
    """The day on which the turn began."""
    until: date
    """The day on which it ended."""
    days: int
    move: Move | None = None
    """The move that ended it, was sent back (5.2), or has the days of a stop (5.3); else None."""

    @property
    def round(self) -> int:
        """The round of the move that the turn was for."""
        return self.place // 2 + 1

    @property
    def row(self) -> ClockRow:
        """The row of the time sheet, from the figures of its time."""
        return stated_row(self.round, self.received, self.until, self.days)


@dataclass(frozen=True, slots=True)
class VoidedMoves:
    """A group of moves that were taken back together, with the event that took them back."""

    event: PlacementReturned | MovesAnnulled
    moves: tuple[Move, ...]
    is_free: bool = False
    """Whether they cost no days: an earlier move was accepted after all in their place (5.3)."""

    @property
    def moves_before(self) -> int:
        """The number of moves before the group."""
        return index_of(self.moves[0])


@dataclass(frozen=True, kw_only=True)  # without slots, so that `changed` is fast
class Game:
    """The state of a game after its last event.

    Comparisons ignore its history, and the closing of its phase: that is not in the events, and the
    caller sets it, because it may change.
    """

    id: GameId
    match: MatchCode
    leg: Leg
    phase: Phase
    rules: Ruleset
    edition: EditionRef
    sequence: str
    """All tiles in drawing order."""
    start: date
    imported: bool = False
    """Whether the game began elsewhere and was imported, so that its draw cannot be verified."""
    red: Side
    blue: Side
    stage: Stage = Stage.RUNNING
    board: Board = EMPTY_BOARD
    drawn: int
    """The number of tiles drawn from the sequence."""
    moves: tuple[Move, ...] = ()
    voided: tuple[VoidedMoves, ...] = ()
    """Moves returned by the opponent or annulled by the arbiter, kept for the sheet (art. 5.2)."""
    stops: tuple[Turn, ...] = field(default=(), compare=False)
    """The parts of turns used before a ruling that was taken back (art. 7.1)."""
    corrections: tuple[tuple[PlacementMade, ScoreCorrected], ...] = ()
    """Placements as they were, also annulled ones, each with its correction (art. 5.3)."""
    turn: Seat = Seat.RED
    """The player to move."""
    turns: int = field(default=0, compare=False)
    """The number of times the turn has changed or was given back, which identifies each turn."""
    sent: date
    """The day on which the turn was sent: that of the last placement, or of the start."""
    arrived: date | None = None
    """The day on which its sheets arrived, if later than `sent`, or as its player states (9.6)."""
    arrivals: tuple[SheetsArrived, ...] = ()
    """Sheets queued, or accepted by Telegram, later than the day of sending (art. 7.1)."""
    interruption_by: Seat | None = None
    """The player who proposes to end the game early, while the proposal is open."""
    query: str = ""
    """The case in which the player to move asked the arbiter about a word; empty if none."""
    asked: date | None = None
    """The day since which their placement waits; the days after it count once it is answered."""
    ends: tuple[GameEnded, ...] = ()
    """Every act in force that ended the game or changed its end, as recorded."""
    ended: GameEnded | None = None
    """The end that follows from these acts (`engine.games.endings`); None if the game runs."""
    stopped: date | None = None
    """The last day that counted for the player to move, once the game is over."""
    log: tuple[LogEntry, ...] = field(default=(), compare=False)
    """All events so far, from which the game is built again when a ruling is lifted."""
    idle: tuple[Event, ...] = ()
    """Acts that no longer fit, because a ruling was lifted; they count again if they fit again."""
    accepted: tuple[Move, ...] = ()
    """The placements that the opponent explicitly accepted, even if taken back since (art. 5.2)."""
    closing: date | None = field(default=None, compare=False)
    """The last day of the game's phase, after which no day counts (art. 9.4), if it has one."""
    closing_moved: date | None = field(default=None, compare=False)
    """The day on which `closing` was last moved to an earlier date; None if it never was."""

    @property
    def received(self) -> date:
        """The day from which the player to move has had the turn (art. 7.1)."""
        return self.arrived or self.sent

    def side(self, seat: Seat) -> Side:
        """Return that player's part of the game."""
        return self.red if seat is Seat.RED else self.blue

    @property
    def is_practice(self) -> bool:
        """Whether the program is one of the players (`engine.matches.kinds`: what that means)."""
        return PROGRAM in {self.red.person, self.blue.person}

    def seat_of(self, person: PersonId) -> Seat | None:
        """Return the person's seat, or None."""
        return {self.red.person: Seat.RED, self.blue.person: Seat.BLUE}.get(person)

    def last_seat_of(self, person: PersonId) -> Seat | None:
        """Return the seat that the person has, or had last; None if they never had one.

        A case about a former player is still about that seat once another player has it.
        """
        seat = self.seat_of(person)
        for entry in reversed(self.log if seat is None else ()):
            match entry.event:
                case SeatTaken(person=former, by=taken) if former == person:
                    return taken
                case GameStarted(red=red, blue=blue):
                    return {red: Seat.RED, blue: Seat.BLUE}.get(person)
        return seat

    @property
    def returned(self) -> Iterator[tuple[PlacementMade, PlacementReturned]]:
        """The placements that the opponent returned, each with the event that returned it."""
        for run in self.voided:
            if isinstance(run.event, PlacementReturned) and isinstance(run.moves[0], PlacementMade):
                yield run.moves[0], run.event

    @property
    def tile_set(self) -> TileSet:
        """The tile set of the game."""
        return load_tile_set(self.rules.tile_set)

    @property
    def budget(self) -> int:
        """The days of thinking time for each player in the phase (art. 7.1)."""
        return self.rules.budget(self.phase)

    def allowance(self, seat: Seat) -> int:
        """Return the seat's days of thinking time, including days that the arbiter added."""
        return self.budget + self.side(seat).granted

    @property
    def round(self) -> int:
        """The number of the round that the player to move will play."""
        return self.side(self.turn).moves + 1

    @property
    def complete_rounds(self) -> int:
        """The number of rounds in which both players have placed or passed (art. 9.1)."""
        return min(self.red.moves, self.blue.moves)

    @property
    def left_in_sequence(self) -> int:
        """The number of tiles left in the sequence."""
        return len(self.sequence) - self.drawn

    @property
    def passes_in_a_row(self) -> int:
        """The number of passes at the end of the moves."""
        passed = takewhile(lambda move: isinstance(move, Passed), reversed(self.moves))
        return len(tuple(passed))

    @property
    def last_move(self) -> Move | None:
        """The last valid placement or pass; None before the first move."""
        return self.moves[-1] if self.moves else None

    @property
    def returnable(self) -> bool:
        """Whether the opponent may still return the last placement (art. 5.2).

        They may until an act follows on it: their move, even if taken back since, their acceptance,
        or a return or a ruling of valid words that gave the placement back.
        """
        last = self.last_move
        is_placement = isinstance(last, PlacementMade)
        if self.stage is not Stage.RUNNING or not self.may_return or not is_placement:
            return False
        log = enumerate(self.log)
        acts = {n: one for n, one in log if _settles(one.event) and is_same(one.seen, last)}
        if any(isinstance(one.event, PlacementReturned) for one in acts.values()):
            return False
        return not acts or acts.keys().isdisjoint(in_force(self.log))

    @property
    def waits_for_acceptance(self) -> bool:
        """Whether the last tiles have been laid and the opponent may still return them.

        It is then the opponent's turn, and they can only accept or return (art. 4.3, 5.2).
        """
        last = self.last_move
        if last is None or self.left_in_sequence or self.side(last.by).rack:
            return False
        return self.returnable

    @property
    def has_last_tile(self) -> bool:
        """Whether the opponent of the player to move has laid the last tile (art. 4.3).

        The player to move then uses no days, whether they may still return it or not.
        """
        return not self.left_in_sequence and not self.side(self.turn.partner).rack

    @property
    def may_return(self) -> bool:
        """Whether the ruleset lets the opponent validate words and return a placement."""
        return self.rules.word_policy is not WordPolicy.REFUSE

    def day_of(self, at: datetime) -> date:
        """Return the day of an instant in the competition's time zone, at least the last arrival.

        Actions in a game get this day, and clocks run from it (art. 7.1).
        """
        return max(day_of(at, self.rules.time_zone), self.received)

    def cap(self, seat: Seat) -> int | None:
        """Return the points cap of the seat's next placement; None if there is none (art. 1.4)."""
        return self.rules.cap(seat is Seat.BLUE, self.side(seat).moves)


def _settles(event: Event) -> bool:
    """Return whether nobody can return the last placement after such an event (art. 5.2)."""
    if isinstance(event, RulingLifted):
        return event.valid
    return isinstance(event, PlacementMade | Passed | PlacementAccepted | PlacementReturned)


def index_of(move: Move) -> int:
    """Return the index of the move in the game, from 0, counting both players."""
    return 2 * (move.round - 1) + (move.by is Seat.BLUE)


def move_notation(move: Move) -> str:
    """Return the move as players write it: `H8 CASA`, or `PAS`."""
    if isinstance(move, Passed):
        return PASS
    return f"{move.square.position(move.axis)} {move.word}"


def with_move(board: Board, move: Move) -> Board:
    """Return the board with the tiles of the move."""
    if isinstance(move, Passed):
        return board
    there = squares(move.square, move.axis, len(move.word))  # quicker than `placement.letters`
    return board.lay(zip(there, move.word, strict=True))


def is_same(one: Move | None, other: Move | None) -> bool:
    """Return whether these are the same move, whatever was corrected in it."""
    if one is None or other is None:
        return one is other
    same_turn = (one.at, one.by, one.round) == (other.at, other.by, other.round)
    return same_turn and move_notation(one) == move_notation(other)


def stopped_on(game: Game, ended: GameEnded) -> date:
    """Return the last day that counted for the player to move when the game ended."""
    if game.stopped is not None:
        return game.stopped
    on = game.day_of(ended.at)
    return on if ended.closed is None else max(min(on, ended.closed), game.received)


def closed_before(game: Game, at: datetime) -> date | None:
    """Return the closing date of the phase if that day is over, otherwise None."""
    over = game.closing is not None and game.closing < game.day_of(at)
    return game.closing if over else None


def until_closing(game: Game, on: date) -> date:
    """Return that day, or the closing day if that is earlier: all clocks stop there (art. 9.4)."""
    return on if game.closing is None else min(on, game.closing)
