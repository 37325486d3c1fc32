"""A game is the fold of its events: this is the fold.

`evolve` applies one event and never refuses; `replay` folds a whole log. What may happen is decided
in `engine.decide`; what can happen at all is the table `TRANSITIONS` below.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import reduce

from engine.board import EMPTY_BOARD, Axis, Board, Square
from engine.clock import LeavePeriod, days_running
from engine.errors import BrokenLog
from engine.events import (
    EditionRef,
    Event,
    GameEnded,
    GameStarted,
    InterruptionDeclined,
    InterruptionProposed,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementMade,
    PlacementReturned,
    TimeExceeded,
)
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.rulesets import Phase, Ruleset, WordPolicy
from engine.tiles import TileSet, load_tile_set, without


class Stage(Enum):
    """Where a game stands; everything else about it follows from its events."""

    NOT_STARTED = "not started"
    RUNNING = "running"
    ENDED = "ended"


TRANSITIONS: Mapping[tuple[Stage, type[Event]], Stage] = {
    (Stage.NOT_STARTED, GameStarted): Stage.RUNNING,
    (Stage.RUNNING, PlacementMade): Stage.RUNNING,
    (Stage.RUNNING, Passed): Stage.RUNNING,
    (Stage.RUNNING, PlacementReturned): Stage.RUNNING,
    (Stage.RUNNING, LeaveAnnounced): Stage.RUNNING,
    (Stage.RUNNING, LeaveWithdrawn): Stage.RUNNING,
    (Stage.RUNNING, InterruptionProposed): Stage.RUNNING,
    (Stage.RUNNING, InterruptionDeclined): Stage.RUNNING,
    (Stage.RUNNING, TimeExceeded): Stage.RUNNING,
    (Stage.RUNNING, GameEnded): Stage.ENDED,
}
"""Every transition there is; an event that has no row here cannot follow."""

Move = PlacementMade | Passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player's half of a game."""

    person: PersonId
    rack: str
    leave: tuple[LeavePeriod, ...] = ()
    score: int = 0
    """Points as counted: capped where art. 1.4 caps them, end adjustments included."""
    days: int = 0
    """Days of thinking time used by the placements sent so far (art. 7.1)."""
    moves: int = 0
    """Placements and passes made: the rounds this player has completed."""
    time_exceeded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as it stands after its last event."""

    id: GameId
    match: MatchCode
    leg: Leg
    phase: Phase
    rules: Ruleset
    edition: EditionRef
    sequence: str
    start: date
    red: Side
    blue: Side
    stage: Stage = Stage.RUNNING
    board: Board = EMPTY_BOARD
    drawn: int
    """How many tiles of the sequence have been taken."""
    moves: tuple[Move, ...] = ()
    returned: tuple[tuple[PlacementMade, PlacementReturned], ...] = ()
    """Placements sent back by the partner, kept for the sheet (art. 5.2)."""
    turn: Seat = Seat.RED
    received: date
    """The day on which the player to move got the last placement."""
    interruption_by: Seat | None = None
    """Who proposes to interrupt the game, while the proposal stands."""
    ended: GameEnded | None = None
    before_last: "Game | None" = None
    """The game before its last placement, where the rules let the partner return it (art. 5.2)."""

    def side(self, seat: Seat) -> Side:
        """Return that player's half."""
        return self.red if seat is Seat.RED else self.blue

    def seat_of(self, person: PersonId) -> Seat | None:
        """Return the seat the person holds, if any."""
        return {self.red.person: Seat.RED, self.blue.person: Seat.BLUE}.get(person)

    @property
    def tile_set(self) -> TileSet:
        """Return the tiles the game is played with."""
        return load_tile_set(self.rules.tile_set)

    @property
    def budget(self) -> int:
        """Return each player's days of thinking time (art. 7.1)."""
        return self.rules.budget(self.phase)

    @property
    def round(self) -> int:
        """Return the round that the player to move is about to play."""
        return self.side(self.turn).moves + 1

    @property
    def complete_rounds(self) -> int:
        """Return the rounds in which both players have placed or passed (art. 9.1)."""
        return min(self.red.moves, self.blue.moves)

    @property
    def left_in_sequence(self) -> int:
        """Return how many tiles of the sequence nobody has taken yet."""
        return len(self.sequence) - self.drawn

    @property
    def passes_in_a_row(self) -> int:
        """Return how many of the last moves were passes."""
        count = 0
        for move in reversed(self.moves):
            if not isinstance(move, Passed):
                break
            count += 1
        return count

    @property
    def last_move(self) -> Move | None:
        """Return the last placement or pass that stands."""
        return self.moves[-1] if self.moves else None

    @property
    def may_return(self) -> bool:
        """Return whether words are the partner's to judge, so that he may return a placement."""
        return self.rules.word_policy is not WordPolicy.REFUSE

    def cap(self, seat: Seat) -> int | None:
        """Return the most that the seat's next placement counts, if it is capped (art. 1.4)."""
        caps = self.rules.red_caps if seat is Seat.RED else self.rules.blue_caps
        made = self.side(seat).moves
        return caps[made] if made < len(caps) else None


def squares(square: Square, axis: Axis, length: int) -> Iterable[Square]:
    """Yield the squares of a word of that length, in reading order."""
    row, column = square
    for step in range(length):
        yield Square(row, column + step) if axis is Axis.ACROSS else Square(row + step, column)


def replay(events: Iterable[Event]) -> Game:
    """Return the game that these events make.

    Raises:
        BrokenLog: the log is empty or does not begin with the start of a game.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, GameStarted):
        raise BrokenLog("a game's log begins with its start")
    return reduce(evolve, log, begin(first))


def begin(event: GameStarted) -> Game:
    """Return the game as it stands when the sheets are put into play (art. 4.1)."""
    size = event.rules.rack_size
    return Game(
        id=event.game,
        match=event.match,
        leg=event.leg,
        phase=event.phase,
        rules=event.rules,
        edition=event.edition,
        sequence=event.sequence,
        start=event.start,
        red=Side(person=event.red, rack=event.sequence[:size], leave=event.red_leave),
        blue=Side(person=event.blue, rack=event.sequence[size : 2 * size], leave=event.blue_leave),
        drawn=2 * size,
        received=event.start,
    )


def evolve(game: Game, event: Event) -> Game:
    """Return the game after the event, which has been decided and is not judged again.

    Raises:
        BrokenLog: no such transition exists; the log is not one this program wrote.
    """
    stage = TRANSITIONS.get((game.stage, type(event)))
    if stage is None:
        raise BrokenLog(f"{type(event).__name__} cannot happen in a game that is {game.stage}")
    after = _applied(game, event)
    return after if after.stage is stage else replace(after, stage=stage)


def _applied(game: Game, event: Event) -> Game:  # noqa: PLR0911  (one line an event)
    match event:
        case PlacementMade():
            return _place(game, event)
        case Passed():
            return _pass(game, event)
        case PlacementReturned():
            return _return(game, event)
        case LeaveAnnounced():
            leave = tuple(sorted((*game.side(event.by).leave, event.period)))
            return _with(game, event.by, leave=leave)
        case LeaveWithdrawn():
            kept = tuple(p for p in game.side(event.by).leave if p != event.period)
            return _with(game, event.by, leave=kept)
        case InterruptionProposed():
            return replace(game, interruption_by=event.by)
        case InterruptionDeclined():
            return replace(game, interruption_by=None)
        case TimeExceeded():
            return _with(game, event.by, time_exceeded=True)
        case GameEnded():
            red = replace(game.red, score=game.red.score + event.red_adjustment)
            blue = replace(game.blue, score=game.blue.score + event.blue_adjustment)
            return replace(
                game, red=red, blue=blue, ended=event, interruption_by=None, before_last=None
            )
        case GameStarted():
            raise AssertionError("the transition table lets no game start twice")


def _with(game: Game, seat: Seat, **changes: object) -> Game:
    side = replace(game.side(seat), **changes)  # type: ignore[arg-type]  # fields of Side
    return replace(game, red=side) if seat is Seat.RED else replace(game, blue=side)


def _place(game: Game, event: PlacementMade) -> Game:
    side = game.side(event.by)
    drawn = min(game.drawn + len(event.tiles), len(game.sequence))
    word = zip(squares(event.square, event.axis, len(event.word)), event.word, strict=True)
    after = _with(
        game,
        event.by,
        rack=without(side.rack, event.tiles) + game.sequence[game.drawn : drawn],
        score=side.score + event.counted,
        days=side.days + event.days,
        moves=side.moves + 1,
    )
    return replace(
        after,
        board=game.board.lay(word),
        drawn=drawn,
        moves=(*game.moves, event),
        turn=event.by.partner,
        received=event.sent,
        interruption_by=None,
        before_last=replace(game, before_last=None) if game.may_return else None,
    )


def _pass(game: Game, event: Passed) -> Game:
    side = game.side(event.by)
    after = _with(game, event.by, days=side.days + event.days, moves=side.moves + 1)
    return replace(
        after,
        moves=(*game.moves, event),
        turn=event.by.partner,
        received=event.sent,
        interruption_by=None,
        before_last=None,
    )


def _return(game: Game, event: PlacementReturned) -> Game:
    """Take the last placement back; the days it used stay used, leave stays as announced."""
    before, placement = game.before_last, game.last_move
    if before is None or not isinstance(placement, PlacementMade):
        raise BrokenLog("there is no placement to return")
    sides = {
        seat: replace(
            before.side(seat),
            days=game.side(seat).days,
            leave=game.side(seat).leave,
            time_exceeded=game.side(seat).time_exceeded,
        )
        for seat in Seat
    }
    return replace(
        before,
        red=sides[Seat.RED],
        blue=sides[Seat.BLUE],
        returned=(*game.returned, (placement, event)),
        received=event.on,
    )


def used_and_running(game: Game, seat: Seat, on: date) -> int:
    """Return the days the seat has used by that day, the placement it is thinking about included.

    Rules: art. 7.1.
    """
    side = game.side(seat)
    if game.stage is not Stage.RUNNING or game.turn is not seat:
        return side.days
    return side.days + thinking_days(game, seat, on)


def thinking_days(game: Game, seat: Seat, sent: date) -> int:
    """Return the days a placement by that seat would use if it were sent on that day."""
    return days_running(game.received, sent, game.side(seat).leave)
