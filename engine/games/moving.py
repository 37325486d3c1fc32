"""Moves made, sent back and annulled: changes of board, racks, scores, days and turn.

A move is a play or a pass. The opponent may send a play back; the arbiter may annul moves (art.
5.2, 5.3, 10). Taking a move back restores the earlier game and recalculates its clocks. The events
are already decided; `engine.games.fold` applies them.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import reduce

from engine.board import EMPTY_BOARD
from engine.errors import BrokenLog
from engine.folding import changed
from engine.games.events import Passed, PlacementMade, PlacementReturned
from engine.games.game import Game, Move, Stage, Turn, VoidedMoves, with_move
from engine.games.ruling_events import MovesAnnulled
from engine.games.turns import days_used, pauses, thinking_days
from engine.ids import Seat
from engine.thinking_time import is_exceeded
from engine.tiles import without


def moved(game: Game, event: Move) -> Game:
    """Return the game after a play or PASS, with the opponent to move from the day of sending."""
    return _after(_as_if_accepted(unasked(game), event), event)


def _after(game: Game, event: Move) -> Game:
    """Return the game after the move; its days are added, quicker than `days_used` of a game."""
    side = game.side(event.by)
    days = side.days + event.days
    told = side.told_late and is_exceeded(days, game.budget + side.granted)
    now: dict[str, object] = {"days": days, "moves": side.moves + 1, "told_late": told}
    laid: dict[str, object] = {}
    if isinstance(event, PlacementMade):
        drawn = min(game.drawn + len(event.tiles), len(game.sequence))
        now["rack"] = without(side.rack, event.tiles) + game.sequence[game.drawn : drawn]
        now["score"] = side.score + event.counted
        laid = {"board": with_move(game.board, event), "drawn": drawn}
    side = changed(side, **now)
    return changed(
        had_arrived(game, event.received),
        moves=(*game.moves, event),
        turn=event.by.partner,
        turns=game.turns + 1,
        sent=event.sent,
        arrived=None,
        interruption_by=None,
        red=side if event.by is Seat.RED else game.red,
        blue=side if event.by is Seat.BLUE else game.blue,
        **laid,
    )


def unasked(game: Game) -> Game:
    """Return the game without an open query; the days that a stopped turn waited count (5.3)."""
    if game.asked is None:
        return game
    after = replace(game, query="", asked=None)
    return with_side(after, game.turn, days=days_used(after, game.turn))


def _as_if_accepted(game: Game, event: Move) -> Game:
    """Return the game in which nothing since the move's own instant costs days beside it (5.3).

    An accepted move counts from the question. Its own days include the stops of its turn, and moves
    that were made in its place meanwhile, and taken back, were made on a board without it.
    """
    place = len(game.moves)
    since = pauses(game, place, event.at)
    own = [stop for stop in since if stop.received >= event.received]
    runs = () if isinstance(event, Passed) or event.answered is None else game.voided
    late = [run for run in runs if run.event.at > event.at and run.moves_before >= place]
    if not own and not late:
        return game
    stops = (replace(stop, move=event) if stop in own else stop for stop in game.stops)
    voided = (replace(run, is_free=True) if run in late else run for run in game.voided)
    game = replace(game, stops=tuple(stops), voided=tuple(voided))
    for seat in Seat:
        game = with_side(game, seat, days=days_used(game, seat))
    return game


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


def returned(game: Game, event: PlacementReturned) -> Game:
    """Return the game without its last play; its days, and the days it was held, stay used.

    Raises:
        BrokenLog: the last move is no play.
    """
    placement = game.last_move
    if not isinstance(placement, PlacementMade):
        raise BrokenLog("there is no placement to return")
    noted = replace(game, voided=(*game.voided, VoidedMoves(event, (placement,))))
    return _with_turn(_rewound(noted, len(game.moves) - 1), game, event.on)


def annulled(game: Game, event: MovesAnnulled) -> Game:
    """Return the game with only its first `keep` moves, and recalculate its clocks.

    Raises:
        BrokenLog: there are not more than `keep` moves, or the game is over.
    """
    if game.stage is not Stage.RUNNING or not 0 <= event.keep < len(game.moves):
        raise BrokenLog("there is no such placement to go back to")
    gone = VoidedMoves(event, game.moves[event.keep :])
    noted = replace(game, voided=(*game.voided, gone))
    return _with_notices(_with_turn(_rewound(noted, event.keep), game, event.on))


def continued(game: Game, at: datetime, until: date, on: date, days: int | None) -> Game:
    """Return the game whose present turn was stopped on one day and continues on another (7.1).

    The days before the stop stay used: `days`, if the act that stopped it says so. While a move
    waits for the arbiter, the days since the question are a stop of their own (art. 5.3).
    """
    asked = until if game.asked is None else min(until, max(game.asked, game.received))
    if game.has_last_tile:
        days = 0
    elif days is None or game.asked is not None:
        days = thinking_days(game, game.turn, until)
    own = days if asked == until else thinking_days(game, game.turn, asked)
    # The day of the question is the first of the wait.
    waited = max(game.received, asked - timedelta(days=1))
    for received, last, used in (game.received, asked, own), (waited, until, days - own):
        stop = Turn(
            seat=game.turn,
            place=len(game.moves),
            at=at,
            # The turn of an imported game was queued long after it had begun elsewhere.
            received=min(received, last),
            until=last,
            days=used,
        )
        if used or game.asked is not None:
            game = replace(game, stops=(*game.stops, stop))
    game = with_side(game, game.turn, days=days_used(game, game.turn))
    return _with_notices(_with_turn(game, game, on))


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
    """Return the game after its first `keep` moves, with the present people, leave and grants."""
    size = game.rules.rack_size
    racks = {Seat.RED: game.sequence[:size], Seat.BLUE: game.sequence[size : 2 * size]}
    back = changed(
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
        back = with_side(back, seat, rack=rack, score=0, days=0, moves=0)
    back = reduce(_after, game.moves[:keep], back)
    for seat in Seat:
        back = with_side(back, seat, days=days_used(back, seat))
    return back
