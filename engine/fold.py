"""A game is the fold of its events: this is the fold.

`evolve` applies one event and never refuses; `replay` folds a whole log. What can happen at all is
the table `TRANSITIONS` below; what may happen is decided in `engine.decide` and `engine.orders`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

from engine.board import EMPTY_BOARD
from engine.clock import is_exceeded
from engine.errors import BrokenLog
from engine.events import (
    Event,
    GameEnded,
    GameStarted,
    InterruptionDeclined,
    InterruptionProposed,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    TimeExceeded,
)
from engine.game import Game, Move, Side, Stage, index_of, squares
from engine.ids import Seat
from engine.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    RulingEvent,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.tiles import without

TRANSITIONS: Mapping[tuple[Stage, type[Event]], Stage] = {
    (Stage.NOT_STARTED, GameStarted): Stage.RUNNING,
    (Stage.RUNNING, PlacementMade): Stage.RUNNING,
    (Stage.RUNNING, Passed): Stage.RUNNING,
    (Stage.RUNNING, PlacementReturned): Stage.RUNNING,
    (Stage.RUNNING, PlacementAccepted): Stage.RUNNING,
    (Stage.RUNNING, LeaveAnnounced): Stage.RUNNING,
    (Stage.RUNNING, LeaveWithdrawn): Stage.RUNNING,
    (Stage.RUNNING, InterruptionProposed): Stage.RUNNING,
    (Stage.RUNNING, InterruptionDeclined): Stage.RUNNING,
    (Stage.RUNNING, TimeExceeded): Stage.RUNNING,
    (Stage.RUNNING, GameEnded): Stage.ENDED,
    (Stage.RUNNING, TimeGranted): Stage.RUNNING,
    (Stage.RUNNING, MovesAnnulled): Stage.RUNNING,
    (Stage.RUNNING, ScoreCorrected): Stage.RUNNING,
    (Stage.RUNNING, MovesRestored): Stage.RUNNING,
    (Stage.RUNNING, SeatTaken): Stage.RUNNING,
    # The arithmetic may be put right at any time (art. 5.3), and an end may prove to be none.
    (Stage.ENDED, ScoreCorrected): Stage.ENDED,
    (Stage.ENDED, GameReopened): Stage.RUNNING,
}
"""Every transition there is; an event that has no row here cannot follow."""


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
        case PlacementAccepted():
            return replace(game, returnable=False)
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
            adjusted = _adjusted(game, event.red_adjustment, event.blue_adjustment)
            return replace(adjusted, ended=event, interruption_by=None, returnable=False)
        case GameStarted():
            raise AssertionError("the transition table lets no game start twice")
        case _:
            return _ruled(game, event)


def _ruled(game: Game, event: RulingEvent) -> Game:
    match event:
        case TimeGranted():
            return _granted(game, event)
        case MovesAnnulled():
            return _annul(game, event)
        case ScoreCorrected():
            return _correct(game, event)
        case GameReopened():
            return _reopen(game, event)
        case MovesRestored():
            return _restore(game, event)
        case _:  # only SeatTaken is left
            return _with(game, event.by, person=event.person)


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
        returnable=game.may_return,
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
        returnable=False,
    )


def _return(game: Game, event: PlacementReturned) -> Game:
    """Take the last placement back; the days it used stay used, leave stays as announced."""
    placement = game.last_move
    if not isinstance(placement, PlacementMade):
        raise BrokenLog("there is no placement to return")
    noted = replace(game, returned=(*game.returned, (placement, event)))
    return replace(_rewound(noted, len(game.moves) - 1), received=event.on)


def _adjusted(game: Game, red: int, blue: int) -> Game:
    """Return the game with these points added to the two scores."""
    return _with(
        _with(game, Seat.RED, score=game.red.score + red), Seat.BLUE, score=game.blue.score + blue
    )


def _granted(game: Game, event: TimeGranted) -> Game:
    """Change the allowance; a flag that fell too early is down until time is found exceeded."""
    side = game.side(event.by)
    granted = side.granted + event.days
    exceeded = side.time_exceeded and is_exceeded(side.days, game.budget + granted)
    made_good = side.made_good
    if event.outage is not None:
        kept = [one for one in made_good if one[0] != event.outage]
        now = [*kept, (event.outage, event.days)] if event.days > 0 else kept
        made_good = tuple(sorted(now))
    return _with(game, event.by, granted=granted, time_exceeded=exceeded, made_good=made_good)


def _annul(game: Game, event: MovesAnnulled) -> Game:
    """Take the game back to the moves that still stand, and work the clocks out anew."""
    if not 0 <= event.keep < len(game.moves):
        raise BrokenLog("there is no such placement to go back to")
    gone = tuple((move, event) for move in game.moves[event.keep :])
    noted = replace(game, annulled=(*game.annulled, *gone))
    return _judged_anew(replace(_rewound(noted, event.keep), received=event.on))


def _restore(game: Game, event: MovesRestored) -> Game:
    """Let the moves stand again, as they were, and work the clocks out anew."""
    runs = [run for run in game.voided if (run.event.at, run.keep) == (event.voided, event.keep)]
    if not runs or event.keep != len(game.moves):
        raise BrokenLog("there are no such moves to restore")
    run = runs[-1]
    noted = replace(
        game,
        moves=(*game.moves, *run.moves),
        returned=tuple(entry for entry in game.returned if entry[1] != run.event),
        annulled=tuple(entry for entry in game.annulled if entry[1] != run.event),
    )
    return _judged_anew(replace(_rewound(noted, len(noted.moves)), received=event.on))


def _judged_anew(game: Game) -> Game:
    """Return the game with the finding of exceeded time that its days make now (art. 7.2)."""
    for seat in Seat:
        exceeded = is_exceeded(game.side(seat).days, game.allowance(seat))
        game = _with(game, seat, time_exceeded=exceeded)
    return game


def _rewound(game: Game, keep: int) -> Game:
    """Return the game after its first `keep` moves, with leave and granted days as they are now."""
    back = _at_start(game)
    for move in game.moves[:keep]:
        back = _place(back, move) if isinstance(move, PlacementMade) else _pass(back, move)
    for seat in Seat:
        void = sum(move.days for move in void_moves(game, seat))
        back = _with(back, seat, days=back.side(seat).days + void)
    return replace(
        back,
        returnable=False,
        corrections=tuple(one for one in game.corrections if one.move < keep),
    )


def _at_start(game: Game) -> Game:
    """Return the game before its first move, people, leave and granted days as they are now."""
    size = game.rules.rack_size
    racks = {Seat.RED: game.sequence[:size], Seat.BLUE: game.sequence[size : 2 * size]}
    bare = replace(
        game,
        board=EMPTY_BOARD,
        drawn=2 * size,
        moves=(),
        turn=Seat.RED,
        received=game.start,
        interruption_by=None,
    )
    for seat, rack in racks.items():
        bare = _with(bare, seat, rack=rack, score=0, days=0, moves=0)
    return bare


def void_moves(game: Game, seat: Seat) -> tuple[Move, ...]:
    """Return the seat's moves that no longer stand but whose days stay used (art. 5.2, 7.1).

    A returned placement's stay used, an annulled move's are given back unless the ruling charged
    them. A later annulment to a placement before it gives back whatever was charged.
    """
    charged = [
        *((move, back.at) for move, back in game.returned),
        *((move, ruling.at) for move, ruling in game.annulled if ruling.charged),
    ]
    free = {(ruling.at, ruling.keep) for _, ruling in game.annulled if not ruling.charged}
    return tuple(
        move
        for move, since in charged
        if move.by is seat and not any(at >= since and keep <= index_of(move) for at, keep in free)
    )


def _correct(game: Game, event: ScoreCorrected) -> Game:
    """Put the figures of a standing move right, and the score with them."""
    if not 0 <= event.move < len(game.moves):
        raise BrokenLog("there is no such move to correct")
    move = game.moves[event.move]
    if not isinstance(move, PlacementMade):
        raise BrokenLog("a pass has no points to correct")
    right = replace(move, points=event.points, counted=event.counted)
    moves = (*game.moves[: event.move], right, *game.moves[event.move + 1 :])
    score = game.side(move.by).score + event.counted - move.counted
    after = _with(game, move.by, score=score)
    return replace(after, moves=moves, corrections=(*game.corrections, event))


def _reopen(game: Game, event: GameReopened) -> Game:
    """Take the end back, with what it did to the scores."""
    if game.ended is None:
        raise BrokenLog("only a game that is over can be opened again")
    open_again = _adjusted(game, -game.ended.red_adjustment, -game.ended.blue_adjustment)
    return _judged_anew(replace(open_again, ended=None, received=event.on))
