"""Acts that were taken back: the game is built again from all events but theirs (art. 10.1).

They are rulings, ends of the game, and placements sent back. Events that no longer fit are idle:
they stay in the log and are not applied. A later act fits if it happened on the same board, or if
it does not depend on the board.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from engine.errors import BrokenLog
from engine.folding import Recorded, changed
from engine.games.endings import end_in_force
from engine.games.events import (
    Ending,
    Event,
    GameEnded,
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    QueryClosed,
    SheetsArrived,
    WordQueried,
)
from engine.games.game import Game, Move, Stage, is_same, stopped_on
from engine.games.in_force import LEFT, LogEntry, in_force, places_taken_back, took_moves
from engine.games.moving import continued, unasked
from engine.games.ruling_events import MovesAnnulled, RulingLifted, ScoreCorrected
from engine.thinking_time import day_of

Evolve = Callable[[Game, Recorded[Event]], Game]
_ON_THE_BOARD = (
    PlacementMade,
    Passed,
    PlacementReturned,
    PlacementAccepted,
    SheetsArrived,
    MovesAnnulled,
    ScoreCorrected,
    WordQueried,
    QueryClosed,
)
"""Acts that depend on the moves before them."""
BY_MOVE = frozenset({Ending.PLAYED_OUT, Ending.PASSES})
"""The endings that follow from the last move."""


def lifted(game: Game, lifting: Recorded[RulingLifted], start: Game, evolve: Evolve) -> Game:
    """Return the game without the acts that this event takes back.

    It is built again from its start by `engine.games.fold.evolve`.
    """
    event = lifting.event
    entry = LogEntry(
        event=event, at=lifting.at, seen=None, takes_back=places_taken_back(game.log, event)
    )
    kept = in_force((*game.log, entry))
    built, stop = _built(start, game.log, kept, evolve)
    # Words found valid, and a placement sent back before, leave no question about it (5.2, 5.3).
    now = _continued(unasked(built) if event.valid else built, event, stop, game.last_move, kept)
    is_same_turn = now.turns == built.turns and is_same(game.last_move, now.last_move)
    last, runs = now.last_move, now.stage is Stage.RUNNING
    log = (*game.log, replace(entry, seen=last, after=last, runs=runs))
    return replace(now, log=log, turns=game.turns if is_same_turn else game.turns + 1)


def _built(
    now: Game, log: tuple[LogEntry, ...], kept: Mapping[int, LogEntry], evolve: Evolve
) -> tuple[Game, Event | None]:
    """Return the game from its start and its log, with the acts in force alone.

    Also returned is the event that stopped the present turn, if it has not continued since. A turn
    is stopped while the game of that time was over, or was on another board: these days count for
    nobody, whatever was lifted since (art. 7.1).
    """
    idle, stop, board = list[Event](), None, None
    # One order may lift an end and make another, so only its last act says what it left.
    left_by_order = {entry.at: entry for entry in log}
    for place, entry in enumerate(log[1:], 1):
        event, before = entry.event, now
        if place not in kept:
            now = _without(now, entry)
        elif not isinstance(event, RulingLifted):
            after = _applied(now, entry, evolve)
            idle += [event] if after is None else []
            now = after or now
        if now is before:
            now = _instead(now, entry, kept.values(), evolve)
        if now.turns != before.turns:
            stop = None
        elif stop is not None and before.stopped is None and now.stopped is not None:
            now = replace(now, stopped=min(now.stopped, _stopped_by(stop, before)))
            now = replace(now, ended=end_in_force(now))
        if now.stage is Stage.RUNNING:
            then = left_by_order[entry.at]
            if not then.runs or not is_same(now.last_move, then.after):
                # A turn that this act begins is stopped by a later one of the same order.
                stop = stop or (event if now.turns == before.turns else then.event)
            elif isinstance(event, RulingLifted):
                now = unasked(now) if event.valid and place in kept else now
                now, stop = _continued(now, event, stop, board, kept), None
        now, board = changed(now, log=log[: place + 1]), entry.after
    return replace(now, idle=tuple(idle)), stop


def _without(now: Game, entry: LogEntry) -> Game:
    """Return the game in which an act was taken back since."""
    is_return = isinstance(entry.event, PlacementReturned) and is_same(now.last_move, entry.seen)
    return unasked(now) if is_return else now


def _instead(now: Game, entry: LogEntry, acts: Iterable[LogEntry], evolve: Evolve) -> Game:
    """Return the game after an act without effect; a word ruled invalid meanwhile is off (5.3)."""
    other = _beside(entry.event, acts)
    return now if other is None else _applied(now, other, evolve) or now


def _continued(
    now: Game,
    event: RulingLifted,
    stop: Event | None,
    board: Move | None,
    kept: Mapping[int, LogEntry],
) -> Game:
    """Return the game whose present turn continues with a lifting, if an act had stopped it.

    `board`: the last move before the lifting. On the same day the turn just runs on.
    """
    if stop is None or now.stage is not Stage.RUNNING:
        return now
    # An imported game was queued long after its rulings.
    on = max(day_of(event.at, now.rules.time_zone), now.sent)
    until = min(_stopped_by(stop, now), event.closed or on)
    # On another board the turn's sheets are sent again, so it starts again even on the same day.
    # A move that waits for the arbiter needs no sheets, and its days are still open (art. 5.3).
    same_board = is_same(board, now.last_move)
    ruled = day_of(stop.at, now.rules.time_zone)
    is_same_day = ruled >= on if now.query else same_board and until >= on
    if is_same_day and not event.restarts:
        return now
    until, days = min(until, on), event.days
    if days is None and took_moves(stop):  # such an act states the days
        # They are those of another turn if another annulment counts in its place.
        is_other = _beside(stop, kept.values()) is not None
        until, days = (on, 0) if is_other else (until, stop.days)
    return continued(now, event.at, until, on, days)


def _stopped_by(event: Event, game: Game) -> date:
    """Return the day on which the act stopped the turn."""
    if took_moves(event):
        return event.on
    if isinstance(event, GameEnded):
        return stopped_on(game, event)
    return day_of(event.at, game.rules.time_zone)


def _beside(event: Event, acts: Iterable[LogEntry]) -> LogEntry | None:
    """Return which of the acts in force counts in place of an annulment without effect, or None."""
    if not isinstance(event, MovesAnnulled):
        return None
    found = {
        act.event.keep: replace(act, event=replace(act.event, beside=None))
        for act in acts
        if isinstance(act.event, MovesAnnulled) and act.event.beside == event.at
    }
    return found[min(found)] if found else None


def _applied(game: Game, entry: LogEntry, evolve: Evolve) -> Game | None:
    """Return the game after the event, or None if it no longer fits."""
    try:
        return evolve(game, entry) if _fits(game, entry) else None
    except BrokenLog:
        return None


def _fits(game: Game, entry: LogEntry) -> bool:
    """Return whether the event still means what it meant when it happened."""
    event, depends = entry.event, isinstance(entry.event, _ON_THE_BOARD)
    if isinstance(event, MovesAnnulled) and event.beside:
        return True  # it changes nothing here
    if isinstance(event, GameEnded):
        if game.ended is not None and not _may_follow_an_end(event):
            return False
        depends = event.ending in BY_MOVE
    return not depends or is_same(seen_by(game, event), entry.seen)


def _may_follow_an_end(event: GameEnded) -> bool:
    """Return whether the act changes the end of a finished game, as an arbiter's ruling may.

    Nobody resigns from a finished game, or loses it by leaving (art. 9.1, 10.3).
    """
    is_ruled = bool(event.ruling) or event.arbiter is not None
    by_leaving = event.ruling == LEFT or event.ending in {Ending.ABANDONED, Ending.EXCLUDED}
    return is_ruled and not by_leaving


def seen_by(game: Game, event: Event) -> Move | None:
    """Return the move on which the event depends: the one it names, otherwise the last.

    A corrected score names its play, and an annulment the first of its moves; all later moves
    depend on that one. None if the move is no longer in the game.
    """
    if isinstance(event, ScoreCorrected):
        return _at(game.moves, event.move)
    if not isinstance(event, MovesAnnulled) or not (event.words or event.of_move):
        return game.last_move
    if event.beside is None:
        return _at(game.moves, event.keep)
    gone = [run for run in game.voided if run.event.at == event.beside]
    return _at(gone[0].moves, event.keep - gone[0].moves_before) if gone else None


def _at(moves: Sequence[Move], place: int) -> Move | None:
    """Return the move at that index; None if there is none."""
    return moves[place] if 0 <= place < len(moves) else None
