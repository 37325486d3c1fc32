"""Rulings that were taken back: the game is built again from all events but theirs (art. 10.1).

Events that no longer fit are idle: they stay in the log and are not applied. A later act fits if it
happened on the same board, or if it does not depend on the board.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime

from engine.errors import BrokenLog
from engine.folding import Recorded
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
from engine.games.game import Game, LogEntry, Move, Stage, move_notation, stopped_on
from engine.games.moving import continued
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    RulingLifted,
    ScoreCorrected,
    TimeGranted,
)

Begin = Callable[[Game], Game]
Evolve = Callable[[Game, Recorded[Event]], Game]
BY_RULING = (
    TimeGranted,
    MovesAnnulled,
    ScoreCorrected,
    GameReopened,
    MovesRestored,
    GameEnded,
)
"""The events that a ruling makes, and that know its case."""
LEFT = "left"
"""The ruling of an end that follows because a player has left, whatever resumed the game."""
_ON_THE_BOARD = (
    PlacementMade,
    Passed,
    PlacementReturned,
    PlacementAccepted,
    SheetsArrived,
    MovesAnnulled,
    MovesRestored,
    WordQueried,
    QueryClosed,
)
"""Acts that depend on the moves before them."""
_BY_MOVE = frozenset({Ending.PLAYED_OUT, Ending.PASSES})


def is_of(event: Event, lifted: RulingLifted) -> bool:
    """Return whether the event was made by that ruling; older events are known by their instant."""
    if not isinstance(event, BY_RULING):
        return False
    if event.ruling not in {"", LEFT}:
        return event.ruling == lifted.case
    # A player's own withdrawal is lifted like a ruling.
    withdrew = isinstance(event, GameEnded) and event.withdrew
    return (withdrew or event.arbiter is not None) and event.at == lifted.ruled


def in_force(log: tuple[LogEntry, ...]) -> list[LogEntry]:
    """Return the entries of the log whose rulings were not lifted later."""
    kept: list[LogEntry] = []
    back: list[RulingLifted] = []
    for entry in reversed(log):
        if isinstance(entry.event, RulingLifted):
            back.append(entry.event)
        if not any(is_of(entry.event, one) for one in back):
            kept.append(entry)
    return kept[::-1]


def lifted(game: Game, event: RulingLifted, at: datetime, begin: Begin, evolve: Evolve) -> Game:
    """Return the game without the events of that ruling; `at` is the instant of the recording.

    `begin` and `evolve` are those of `engine.games.fold`.
    """
    gone = [one.event for one in in_force(game.log) if is_of(one.event, event)]
    now = _built(game, (*game.log, LogEntry(event, at, None)), begin, evolve)
    pause = _pause(game, now, gone, event)
    if pause is not None:
        now = continued(now, event.at, *pause)
    same = pause is None and _is_same(game.last_move, now.last_move)
    log = (*game.log, LogEntry(event, at, now.last_move, pause))
    return replace(now, log=log, turns=game.turns if same else game.turns + 1)


def _built(game: Game, log: tuple[LogEntry, ...], begin: Begin, evolve: Evolve) -> Game:
    """Return the game from its log, without the rulings that were lifted since."""
    now, idle = begin(game), list[Event]()
    for entry in in_force(log)[1:]:
        event = entry.event
        if isinstance(event, RulingLifted):
            if entry.pause and now.stage is Stage.RUNNING and _is_same(now.last_move, entry.seen):
                now = continued(now, event.at, *entry.pause)
            continue
        after = _applied(now, entry, evolve)
        idle += [event] if after is None else []
        now = after or now
    return replace(now, idle=tuple(idle))


def _applied(game: Game, entry: LogEntry, evolve: Evolve) -> Game | None:
    """Return the game after the event, or None if it no longer fits."""
    try:
        return evolve(game, entry.recorded) if _fits(game, entry) else None
    except BrokenLog:
        return None


def _fits(game: Game, entry: LogEntry) -> bool:
    """Return whether the event still means what it meant when it happened."""
    event = entry.event
    if isinstance(event, ScoreCorrected):
        move = game.moves[event.move] if 0 <= event.move < len(game.moves) else None
        return _is_same(move, entry.seen)
    by_move = isinstance(event, GameEnded) and event.ending in _BY_MOVE
    depends = by_move or isinstance(event, _ON_THE_BOARD)
    return not depends or _is_same(game.last_move, entry.seen)


def _is_same(one: Move | None, other: Move | None) -> bool:
    """Return whether these are the same move, whatever was corrected in it."""
    if one is None or other is None:
        return one is other
    return (one.at, move_notation(one)) == (other.at, move_notation(other))


def entry_of(game: Game, event: Event, at: datetime) -> LogEntry:
    """Return the entry of an event that happens in the game now."""
    if isinstance(event, ScoreCorrected) and 0 <= event.move < len(game.moves):
        return LogEntry(event, at, game.moves[event.move])
    return LogEntry(event, at, game.last_move)


def _pause(
    was: Game, now: Game, gone: list[Event], event: RulingLifted
) -> tuple[date, date] | None:
    """Return the days on which the present turn stopped and continues; None if it never did."""
    if now.stage is not Stage.RUNNING or not gone:
        return None
    same_board = _is_same(was.last_move, now.last_move)
    if was.stage is Stage.RUNNING and same_board:
        return None
    until = _stopped(was, gone[0])
    if event.closed is not None:
        until = min(until, event.closed)
    on = now.day_of(event.at)
    ruled = was.day_of(gone[0].at)
    # On another board the turn's sheets are sent again, so it starts again even on the same day.
    # A move that waits for the arbiter needs no sheets, and its days are still open (art. 5.3).
    if now.query and ruled >= on:
        return None
    return None if same_board and until >= on else (min(until, on), on)


def _stopped(was: Game, event: Event) -> date:
    """Return the last day of the turn that counted before the lifted ruling stopped it."""
    if isinstance(event, GameEnded) and was.ended is not None:
        return stopped_on(was, event)
    return was.day_of(event.at) if not isinstance(event, MovesAnnulled) else event.on
