"""Moves made, sent back and annulled: changes of board, racks, scores, days and turn.

A move is a play or a pass. The opponent may send a play back; the arbiter may annul moves (art.
5.2, 5.3, 10). Taking a move back restores the earlier game and recalculates its clocks. The events
are already decided; `engine.games.fold` applies them.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime

from engine.board import EMPTY_BOARD
from engine.errors import BrokenLog
from engine.folding import changed
from engine.games.events import Passed, PlacementMade, PlacementReturned
from engine.games.game import Game, Pause, StoppedTurn, squares
from engine.games.ruling_events import MovesAnnulled
from engine.games.turns import days_used, pauses, thinking_days
from engine.ids import Seat
from engine.thinking_time import is_exceeded
from engine.tiles import without


def placed(game: Game, event: PlacementMade) -> Game:
    """Return the game with the tiles on the board and the next tiles on the rack."""
    side = game.side(event.by)
    drawn = min(game.drawn + len(event.tiles), len(game.sequence))
    word = zip(squares(event.square, event.axis, len(event.word)), event.word, strict=True)
    rack = without(side.rack, event.tiles) + game.sequence[game.drawn : drawn]
    now = {"rack": rack, "score": side.score + event.counted}
    board = game.board.lay(word)
    return _moved(game, event, now, board=board, drawn=drawn, returnable=game.may_return)


def passed(game: Game, event: Passed) -> Game:
    """Return the game after PASS: only the days and the turn change."""
    return _moved(game, event, {}, returnable=False)


def _moved(
    game: Game, event: PlacementMade | Passed, now: Mapping[str, object], **changes: object
) -> Game:
    """Return the game with the move's days used, and the opponent to move from the day of sending.

    `now` are the author's other changes. The days are added, which is quicker than `days_used` for
    a whole game.
    """
    game = _unstopped(game, event)
    side = game.side(event.by)
    days = side.days + event.days
    told = side.told_late and is_exceeded(days, game.budget + side.granted)
    side = changed(side, days=days, moves=side.moves + 1, told_late=told, **now)
    return changed(
        had_arrived(game, event.received),
        moves=(*game.moves, event),
        turn=event.by.partner,
        turns=game.turns + 1,
        sent=event.sent,
        arrived=None,
        interruption_by=None,
        query="",
        asked=None,
        red=side if event.by is Seat.RED else game.red,
        blue=side if event.by is Seat.BLUE else game.blue,
        **changes,
    )


def _unstopped(game: Game, event: PlacementMade | Passed) -> Game:
    """Return the game without the stops of a turn whose move began before them (art. 5.3).

    An accepted move counts from the question, so its own days include those before the stop.
    """
    since = pauses(game, len(game.moves), event.at)
    own = [stop for stop in since if stop.received >= event.received]
    if not own:
        return game
    game = replace(game, stops=tuple(stop for stop in game.stops if stop not in own))
    return with_side(game, event.by, days=days_used(game, event.by))


def had_arrived(game: Game, received: date) -> Game:
    """Return the game without a late arrival that was earlier, as the player states (art. 9.6)."""
    if received >= game.received:
        return game
    arrivals = tuple(late for late in game.arrivals if late.on != game.received)
    return replace(game, arrived=received, arrivals=arrivals)


def with_side(game: Game, seat: Seat, **changes: object) -> Game:
    """Return the game with these fields of one player's side changed."""
    side = changed(game.side(seat), **changes)
    return changed(game, red=side) if seat is Seat.RED else changed(game, blue=side)


def adjusted(game: Game, red: int, blue: int) -> Game:
    """Return the game with these points added to the two scores."""
    return with_side(
        with_side(game, Seat.RED, score=game.red.score + red),
        Seat.BLUE,
        score=game.blue.score + blue,
    )


def returned(game: Game, event: PlacementReturned) -> Game:
    """Return the game without its last play; its days, and the days it was held, stay used.

    Raises:
        BrokenLog: the last move is no play.
    """
    placement = game.last_move
    if not isinstance(placement, PlacementMade):
        raise BrokenLog("there is no placement to return")
    noted = replace(game, returned=(*game.returned, (placement, event)))
    return _with_turn(_rewound(noted, len(game.moves) - 1), game, event.on)


def annulled(game: Game, event: MovesAnnulled) -> Game:
    """Return the game with only its first `keep` moves, and recalculate its clocks.

    Raises:
        BrokenLog: there are not more than `keep` moves.
    """
    if not 0 <= event.keep < len(game.moves):
        raise BrokenLog("there is no such placement to go back to")
    gone = tuple((move, event) for move in game.moves[event.keep :])
    stops = (*game.stops, *_wait_of(game, event))
    noted = replace(game, annulled=(*game.annulled, *gone), stops=stops)
    return _with_notices(_with_turn(_rewound(noted, event.keep), game, event.on))


def continued(game: Game, at: datetime, pause: Pause) -> Game:
    """Return the game whose present turn was stopped and continues (art. 7.1).

    The days before the stop stay used. While a move waits for the arbiter, only the days before the
    question count (art. 5.3).
    """
    until = pause.until if game.asked is None else min(pause.until, game.asked)
    days = pause.days if game.asked is None else None
    if game.has_last_tile:
        days = 0
    elif days is None:
        days = thinking_days(game, game.turn, until)
    stopped = _with_stop(game, _stop(game, at, (game.received, until), days)) if days else game
    return _with_notices(_with_turn(stopped, game, pause.on))


def _with_stop(game: Game, stop: StoppedTurn) -> Game:
    """Return the game with the days of that part of a turn used."""
    noted = replace(game, stops=(*game.stops, stop))
    return with_side(noted, stop.by, days=days_used(noted, stop.by))


def _stop(game: Game, at: datetime, dates: tuple[date, date], days: int) -> StoppedTurn:
    """Return the part of the turn that the player to move used between the two dates."""
    received, until = dates
    place = len(game.moves)
    by = game.moves[-1].by.partner if game.moves else Seat.RED
    # The turn of an imported game was queued long after it had begun elsewhere.
    since = min(received, until)
    return StoppedTurn(by=by, at=at, move=place, received=since, until=until, days=days)


def _wait_of(game: Game, event: MovesAnnulled) -> tuple[StoppedTurn, ...]:
    """Return the wait for the arbiter's answer that the annulment charges, if any (art. 5.3)."""
    if event.asked is None or event.answered is None:
        return ()
    return (
        StoppedTurn(
            by=game.moves[event.keep].by,
            at=event.at,
            move=event.keep,
            received=event.asked,
            until=event.answered,
            days=event.waited,
        ),
    )


def _with_turn(restored_game: Game, game: Game, on: date) -> Game:
    """Return the restored game as the next turn of `game`, sent on that day."""
    return replace(restored_game, sent=on, arrived=None, turns=game.turns + 1)


def _with_notices(game: Game) -> Game:
    """Return the game in which nobody counts as told of a time that is no longer exceeded."""
    for seat in Seat:
        side = game.side(seat)
        told = side.told_late and is_exceeded(side.days, game.allowance(seat))
        game = with_side(game, seat, told_late=told)
    return game


def _rewound(game: Game, keep: int) -> Game:
    """Return the game after its first `keep` moves, with the present leave and granted days."""
    back = _at_start(game)
    for move in game.moves[:keep]:
        back = placed(back, move) if isinstance(move, PlacementMade) else passed(back, move)
    for seat in Seat:
        back = with_side(back, seat, days=days_used(back, seat))
    return replace(back, returnable=False)


def _at_start(game: Game) -> Game:
    """Return the game before its first move, with the present people, leave and granted days."""
    size = game.rules.rack_size
    racks = {Seat.RED: game.sequence[:size], Seat.BLUE: game.sequence[size : 2 * size]}
    bare = replace(
        game,
        board=EMPTY_BOARD,
        drawn=2 * size,
        moves=(),
        turn=Seat.RED,
        sent=game.start,
        arrived=None,
        interruption_by=None,
        query="",
        asked=None,
    )
    for seat, rack in racks.items():
        bare = with_side(bare, seat, rack=rack, score=0, days=0, moves=0)
    return bare
