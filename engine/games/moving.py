"""Moves made, sent back, annulled and restored: changes of board, racks, scores, days and turn.

A move is a play or a pass. The opponent may send a play back; the arbiter may annul or restore
moves, or reopen a game (art. 5.2, 5.3, 10). Taking a move back restores the earlier game and
recalculates its clocks. The events are already decided; `engine.games.fold` applies them.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime

from engine.board import EMPTY_BOARD
from engine.errors import BrokenLog
from engine.folding import changed
from engine.games.events import Passed, PlacementMade, PlacementReturned
from engine.games.game import (
    Books,
    Game,
    Side,
    StoppedTurn,
    VoidedMoves,
    move_notation,
    squares,
)
from engine.games.ruling_events import GameReopened, MovesAnnulled, MovesRestored
from engine.games.turns import charged_stops, days_used, thinking_days
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
        received=event.sent,
        interruption_by=None,
        query="",
        asked=None,
        red=side if event.by is Seat.RED else game.red,
        blue=side if event.by is Seat.BLUE else game.blue,
        **changes,
    )


def had_arrived(game: Game, received: date) -> Game:
    """Return the game without a late arrival that was earlier, as the player states (art. 9.6)."""
    if received >= game.received:
        return game
    arrivals = tuple(late for late in game.arrivals if late.on != game.received)
    return replace(game, received=received, arrivals=arrivals)


def with_side(game: Game, seat: Seat, **changes: object) -> Game:
    """Return the game with these fields of one player's side changed."""
    return changed(game, **_side_field(seat, changed(game.side(seat), **changes)))


def _side_field(seat: Seat, side: Side) -> dict[str, Side]:
    """Return the player's side under its field name in a game."""
    return {"red" if seat is Seat.RED else "blue": side}


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
    entry = (placement, event)
    # Older logs have no day of arrival, so they charge no days for a held move.
    held = () if event.received is None else (entry,)
    before = replace(game.books, held=(*game.books.held, *held))
    noted = replace(
        game,
        returned=(*game.returned, entry),
        held=(*game.held, *held),
        books=replace(before, returned=(*before.returned, entry)),
        before=(*game.before, (event, before)),
        courses=(*game.courses, game.moves),
    )
    return _with_turn(_rewound(noted, len(game.moves) - 1), game, event.on)


def annulled(game: Game, event: MovesAnnulled) -> Game:
    """Return the game with only its first `keep` moves, and recalculate its clocks.

    Raises:
        BrokenLog: there are not more than `keep` moves.
    """
    if not 0 <= event.keep < len(game.moves):
        raise BrokenLog("there is no such placement to go back to")
    gone = tuple((move, event) for move in game.moves[event.keep :])
    stopped = _stopped_by(game, event)
    before = replace(game.books, stopped=(*game.books.stopped, *stopped))
    noted = replace(
        game,
        annulled=(*game.annulled, *gone),
        books=replace(
            game.books,
            annulled=(*game.books.annulled, *gone),
            stopped=(*game.books.stopped, *_wait_of(game, event)),
        ),
        before=(*game.before, (event, before)),
        courses=(*game.courses, game.moves),
    )
    return _with_notices(_with_turn(_rewound(noted, event.keep), game, event.on))


def restored(game: Game, event: MovesRestored) -> Game:
    """Return the game with the moves restored unchanged, and recalculate its clocks.

    Raises:
        BrokenLog: no moves were taken back there at that instant.
    """
    runs = [
        run
        for run in game.voided
        if (run.event.at, run.moves_before) == (event.voided, event.keep)
        and event.first in {"", move_notation(run.moves[0])}
    ]
    if not runs or event.keep != len(game.moves):
        raise BrokenLog("there are no such moves to restore")
    run = runs[-1]
    noted = replace(
        game,
        moves=(*game.moves, *run.moves),
        returned=tuple(entry for entry in game.returned if entry[1] != run.event),
        annulled=tuple(entry for entry in game.annulled if entry[1] != run.event),
        books=_books_after(game, run, exact=event.exact),
        before=tuple(entry for entry in game.before if entry[0] != run.event),
    )
    again = replace(_rewound(noted, len(noted.moves)), returnable=event.returnable)
    return _with_notices(_with_turn(again, game, event.on))


def reopened(game: Game, event: GameReopened) -> Game:
    """Return the game without its end and the end's points; days used before the end stay used.

    Raises:
        BrokenLog: the game is not over.
    """
    ended = game.ended
    if ended is None:
        raise BrokenLog("only a game that is over can be opened again")
    open_again = adjusted(game, -ended.red_adjustment, -ended.blue_adjustment)
    if event.until is not None and event.days:
        dates = game.received, event.until
        open_again = _with_stop(open_again, _stop(game, ended.at, dates, event.days))
    running = replace(open_again, ended=None, stopped=None)
    return _with_notices(_with_turn(running, game, event.on))


def continued(game: Game, at: datetime, until: date, on: date) -> Game:
    """Return the game whose present turn stopped on one day and continues from another (art. 7.1).

    The days before the stop stay used; those between the two days count for nobody. While a move
    waits for the arbiter, only the days before the question count (art. 5.3).
    """
    until = until if game.asked is None else min(until, game.asked)
    days = 0 if game.has_last_tile else thinking_days(game, game.turn, until)
    stopped = _with_stop(game, _stop(game, at, (game.received, until), days)) if days else game
    return _with_notices(_with_turn(stopped, game, on))


def _with_stop(game: Game, stop: StoppedTurn) -> Game:
    """Return the game with the days of that part of a turn used."""
    booked = replace(game, books=replace(game.books, stopped=(*game.books.stopped, stop)))
    return with_side(booked, stop.by, days=days_used(booked, stop.by))


def _stop(game: Game, at: datetime, dates: tuple[date, date], days: int) -> StoppedTurn:
    """Return the part of the turn that the player to move used between the two dates."""
    received, until = dates
    place = len(game.moves)
    by = game.moves[-1].by.partner if game.moves else Seat.RED
    return StoppedTurn(by=by, at=at, move=place, received=received, until=until, days=days)


def _stopped_by(game: Game, event: MovesAnnulled) -> tuple[StoppedTurn, ...]:
    """Return the turn that the annulment stops, if it used any days."""
    if event.received is None or not event.days:
        return ()
    return (_stop(game, event.at, (event.received, event.on), event.days),)


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


def _books_after(game: Game, run: VoidedMoves, *, exact: bool) -> Books:
    """Return the charged days (`Books`) after those moves are restored.

    With `exact` they are the same as before the moves were taken back. Older logs instead keep
    later charges and returned days, except those of moves that replaced the restored ones.
    """
    if exact:
        return [books for event, books in game.before if event == run.event][-1]
    return replace(
        game.books,
        returned=tuple(entry for entry in game.books.returned if entry[1] != run.event),
        annulled=tuple(entry for entry in game.books.annulled if entry[1] != run.event),
        stopped=_stops_after(game, run),
    )


def _stops_after(game: Game, run: VoidedMoves) -> tuple[StoppedTurn, ...]:
    """Return the stopped turns after those moves are restored, as older logs count them.

    The turn stopped by their annulment is included. Days used by moves that replaced the restored
    ones count for nobody.
    """
    uncharged = {
        stop
        for seat in Seat
        for stop in charged_stops(game, seat)
        if stop.move == run.moves_before and stop.at > run.event.at
    }
    kept = tuple(stop for stop in game.books.stopped if stop not in uncharged)
    if not isinstance(run.event, MovesAnnulled):
        return kept
    again = replace(game, moves=(*game.moves, *run.moves))
    return (*kept, *_stopped_by(again, run.event))


def _with_turn(restored_game: Game, game: Game, on: date) -> Game:
    """Return the restored game as the next turn of `game`, sent on that day."""
    return replace(restored_game, sent=on, received=on, turns=game.turns + 1)


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
        received=game.start,
        interruption_by=None,
        query="",
        asked=None,
    )
    for seat, rack in racks.items():
        bare = with_side(bare, seat, rack=rack, score=0, days=0, moves=0)
    return bare
