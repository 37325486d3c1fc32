"""Acts that were taken back: the game is built again from all events but theirs (art. 10.1).

They are rulings, ends of the game, and placements sent back. Events that no longer fit are idle:
they stay in the log and are not applied. A later act fits if it happened on the same board, or if
it does not depend on the board.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date

from engine.errors import BrokenLog
from engine.folding import Recorded
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
from engine.games.game import Game, LogEntry, Move, Pause, Stage, is_same, stopped_on
from engine.games.in_force import in_force
from engine.games.moving import continued
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


def took_moves(event: Event) -> bool:
    """Return whether the event takes moves back: a placement sent back, or an annulment."""
    return isinstance(event, MovesAnnulled | PlacementReturned)


def lifted(game: Game, lifting: Recorded[RulingLifted], start: Game, evolve: Evolve) -> Game:
    """Return the game without the events of that ruling.

    It is built again from its start by `engine.games.fold.evolve`.
    """
    event = lifting.event
    entry = LogEntry(event=event, at=lifting.at, seen=None)
    now, stop = _built(start, (*game.log, entry), evolve)
    now = _judged(now) if event.valid else now
    pause = None if stop is None else _pause(game, now, stop, event)
    if pause is not None:
        now = continued(now, event.at, pause)
    same = pause is None and is_same(game.last_move, now.last_move)
    runs = now.stage is Stage.RUNNING
    log = (*game.log, replace(entry, seen=now.last_move, pause=pause, runs=runs))
    return replace(now, log=log, turns=game.turns if same else game.turns + 1)


def _built(now: Game, log: tuple[LogEntry, ...], evolve: Evolve) -> tuple[Game, Event | None]:
    """Return the game from its start and its log, without the rulings that were lifted since.

    Also returned is the first of them that stopped the present turn, if it has not continued since:
    days after that count for nobody, whatever else was lifted meanwhile (art. 7.1).
    """
    idle, stop = list[Event](), None
    acts = in_force(log)
    kept = {id(entry) for entry in acts}
    for entry in log[1:]:
        event = entry.event
        here = is_same(now.last_move, entry.seen)
        if id(entry) not in kept:
            if stop is None and now.stage is Stage.RUNNING and _stops(event, here=here):
                stop = event
            if here and isinstance(event, PlacementReturned):
                now = _judged(now)
            if here and isinstance(event, MovesAnnulled):
                other = _beside(event, acts)
                if other is not None:  # a word ruled invalid meanwhile stays off (art. 5.3)
                    instead = replace(entry, event=replace(other, beside=None))
                    now = replace(_applied(now, instead, evolve) or now, log=now.log)
                    stop = event if event.keep < other.keep else None
            now = replace(now, log=(*now.log, entry))
            continue
        if isinstance(event, RulingLifted):
            if now.stage is Stage.RUNNING and here:
                now = _judged(now) if event.valid else now
                now = continued(now, event.at, entry.pause) if entry.pause else now
                stop = None if entry.runs else stop
            now = replace(now, log=(*now.log, entry))
            continue
        after = _applied(now, entry, evolve)
        if after is None:
            idle.append(event)
            after = replace(now, log=(*now.log, entry))
        if after.turns != now.turns:
            stop = None
        elif stop is not None and now.stopped is None and after.stopped is not None:
            after = replace(after, stopped=min(after.stopped, _stopped_by(stop, now)))
            after = replace(after, ended=end_in_force(after))
        now = after
    return replace(now, idle=tuple(idle)), stop


def _stops(event: Event, *, here: bool) -> bool:
    """Return whether the act, on this board or on another one, stopped the present turn."""
    if isinstance(event, RulingLifted):  # moves came back, so the board changed
        return event.move is not None and not here
    if isinstance(event, MovesAnnulled):
        return here and event.beside is None
    return here and isinstance(event, GameEnded | PlacementMade | PlacementReturned)


def _stopped_by(event: Event, game: Game) -> date:
    """Return the day on which the act stopped the turn."""
    if isinstance(event, MovesAnnulled | PlacementReturned):
        return event.on
    if isinstance(event, GameEnded):
        return stopped_on(game, event)
    return day_of(event.at, game.rules.time_zone)


def _beside(event: Event, acts: Iterable[LogEntry]) -> MovesAnnulled | None:
    """Return which of the acts in force counts in place of an annulment once that is lifted."""
    if not isinstance(event, MovesAnnulled):
        return None
    events = (act.event for act in acts)
    found = (one for one in events if isinstance(one, MovesAnnulled) and one.beside == event.at)
    return min(found, key=lambda one: one.keep, default=None)


def _judged(game: Game) -> Game:
    """Return the game with no question of the player to move about the last move.

    That player has sent the move back before, or an arbiter found its words valid (5.2, 5.3).
    """
    return replace(game, query="", asked=None)


def _applied(game: Game, entry: LogEntry, evolve: Evolve) -> Game | None:
    """Return the game after the event, or None if it no longer fits."""
    try:
        return evolve(game, entry) if _fits(game, entry) else None
    except BrokenLog:
        return None


def _fits(game: Game, entry: LogEntry) -> bool:
    """Return whether the event still means what it meant when it happened."""
    event = entry.event
    by_move = isinstance(event, GameEnded) and event.ending in BY_MOVE
    depends = by_move or isinstance(event, _ON_THE_BOARD)
    return not depends or is_same(seen_by(game, event), entry.seen)


def seen_by(game: Game, event: Event) -> Move | None:
    """Return the move on which the event depends: the corrected one, otherwise the last."""
    if not isinstance(event, ScoreCorrected):
        return game.last_move
    return game.moves[event.move] if 0 <= event.move < len(game.moves) else None


def _pause(was: Game, now: Game, by: Event, event: RulingLifted) -> Pause | None:
    """Return how that act stopped the present turn; None if the turn does not start again."""
    if now.stage is not Stage.RUNNING:
        return None
    until = _stopped_by(by, now)
    if event.closed is not None:
        until = min(until, event.closed)
    # An imported game was queued long after its rulings.
    on = max(day_of(event.at, now.rules.time_zone), now.sent)
    # On another board the turn's sheets are sent again, so it starts again even on the same day.
    # A move that waits for the arbiter needs no sheets, and its days are still open (art. 5.3).
    same_board = is_same(was.last_move, now.last_move)
    ruled = day_of(by.at, now.rules.time_zone)
    is_same_day = ruled >= on if now.query else same_board and until >= on
    if is_same_day and not event.restarts:
        return None
    if event.days is not None:
        return Pause(min(until, on), on, event.days)
    if isinstance(by, MovesAnnulled | PlacementReturned):  # they say the days used
        if _beside(by, in_force(now.log)) is not None:  # of a turn that does not continue
            return Pause(on, on, 0)
        return Pause(min(until, on), on, by.days)
    return Pause(min(until, on), on)
