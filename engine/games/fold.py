"""The fold of a game's events.

`evolve` applies one event and never refuses; `replay` folds a whole log. A turn never begins before
its sheets were queued, so an event comes with the instant of its recording; without it, its own
instant counts. The table `TRANSITIONS` lists the possible events; `engine.games.decide` and
`engine.games.orders` decide which are allowed.
`engine.games.moving` applies moves, and takes them back; `engine.games.lifting` lifts an act.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import reduce

from engine.acts import events_of
from engine.errors import BrokenLog
from engine.folding import Recorded, changed, stage_after
from engine.games.endings import end_in_force, lost_as
from engine.games.events import (
    Ending,
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
    QueryClosed,
    SheetsArrived,
    TimeExceeded,
    WordQueried,
)
from engine.games.game import AnnouncedLeave, Game, Side, Stage, stopped_on
from engine.games.in_force import LEFT, LogEntry
from engine.games.lifting import lifted, seen_by
from engine.games.moving import annulled, had_arrived, moved, returned, unasked, with_side
from engine.games.ruling_events import (
    MovesAnnulled,
    RulingLifted,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.ids import Seat
from engine.thinking_time import day_of, is_exceeded

Entry = Event | Recorded[Event]
"""An event of a log, with the instant of its recording where that is known."""

EVENTS = events_of("game")
"""Each event class by its stored name."""

TRANSITIONS: Mapping[tuple[Stage, type[Event]], Stage] = {
    (Stage.NOT_STARTED, GameStarted): Stage.RUNNING,
    **{(Stage.RUNNING, event): Stage.RUNNING for event in EVENTS.values() if event != GameStarted},
    (Stage.RUNNING, GameEnded): Stage.ENDED,
    # A ruling may replace the end, or add a loss to it.
    (Stage.ENDED, GameEnded): Stage.ENDED,
    (Stage.ENDED, SeatTaken): Stage.ENDED,
    # An arbiter may correct the score at any time (art. 5.3).
    (Stage.ENDED, ScoreCorrected): Stage.ENDED,
    # One that stands beside an earlier annulment changes nothing until that one is lifted.
    (Stage.ENDED, MovesAnnulled): Stage.ENDED,
    # The stage without the ruling; the game is built again (`engine.games.lifting`).
    (Stage.ENDED, RulingLifted): Stage.RUNNING,
    # A word that waits for the arbiter outlives the game (art. 5.3, 9.1).
    (Stage.ENDED, QueryClosed): Stage.ENDED,
}
"""Every possible transition; an event without a row here is impossible at that stage."""


def replay(log: Iterable[Entry]) -> Game:
    """Return the game after these events.

    Raises:
        BrokenLog: the log is empty or does not begin with the start of a game.
    """
    entries = iter(log)
    return reduce(evolve, entries, begin(next(entries, None)))


def replay_before(log: Iterable[Entry], at: datetime) -> Game:
    """Return the game just before that instant; the start event always counts.

    Raises:
        BrokenLog: the log is empty or does not begin with the start of a game.
    """
    return replay(entry for number, entry in enumerate(log) if not number or entry.at < at)


def recorded(game: Game, events: Iterable[Event], at: datetime) -> Game:
    """Return the game after these events, which are recorded together at that instant."""
    return reduce(evolve, (Recorded(event=event, at=at) for event in events), game)


def begin(entry: Entry | None) -> Game:
    """Return the game when the arbiter issues its sheets (art. 4.1).

    Raises:
        BrokenLog: this is not the start of a game.
    """
    event = entry.event if isinstance(entry, Recorded) else entry
    if entry is None or not isinstance(event, GameStarted):
        raise BrokenLog("a game's log begins with its start")
    size = event.rules.rack_size
    game = Game(
        id=event.game,
        match=event.match,
        leg=event.leg,
        phase=event.phase,
        rules=event.rules,
        edition=event.edition,
        sequence=event.sequence,
        start=event.start,
        imported=event.imported,
        red=Side(person=event.red, rack=event.sequence[:size], leave=event.red_leave),
        blue=Side(person=event.blue, rack=event.sequence[size : 2 * size], leave=event.blue_leave),
        drawn=2 * size,
        sent=event.start,
    )
    game = changed(game, log=(LogEntry(event=event, at=entry.at, seen=None),))
    return _queued(game, entry.at)


def evolve(game: Game, entry: Entry) -> Game:
    """Return the game after the event, without checking whether the event was allowed.

    The closing, which is not in the log, has no effect on the days that the log charges.

    Raises:
        BrokenLog: the transition does not exist, so this program did not write the log.
    """
    if game.closing is not None:
        after = evolve(changed(game, closing=None, closing_moved=None), entry)
        return changed(after, closing=game.closing, closing_moved=game.closing_moved)
    event = entry.event if isinstance(entry, Recorded) else entry
    if isinstance(event, RulingLifted):
        return lifted(game, Recorded(event=event, at=entry.at), begin(game.log[0]), evolve)
    stage = stage_after(TRANSITIONS, game.stage, event)
    after = _applied(game, event)
    if after.turns != game.turns and entry.at > event.at:
        after = _queued(after, entry.at)
    seen, runs = seen_by(game, event), stage is Stage.RUNNING
    noted = LogEntry(event=event, at=entry.at, seen=seen, after=after.last_move, runs=runs)
    return changed(after, stage=stage, log=(*game.log, noted))


def _queued(game: Game, at: datetime) -> Game:
    """Return the game with a turn whose sheets were queued at that instant (art. 7.1)."""
    on, move = day_of(at, game.rules.time_zone), len(game.moves)
    return _arrived(game, SheetsArrived(at=at, by=game.turn, move=move, sent=game.sent, on=on))


def _applied(game: Game, event: Event) -> Game:  # noqa: PLR0911, PLR0912  (one line for each event)
    match event:
        case PlacementMade() | Passed():
            return moved(game, event)
        case PlacementReturned():
            return returned(game, event)
        case SheetsArrived():
            return _arrived(game, event)
        case PlacementAccepted():
            return replace(game, accepted=(*game.accepted, *game.moves[-1:]))
        case LeaveAnnounced():
            return _on_leave(game, event)
        case LeaveWithdrawn():
            side = game.side(event.by)
            kept = tuple(p for p in side.leave if p != event.period)
            announced = tuple(one for one in side.announced if one.period != event.period)
            return with_side(game, event.by, leave=kept, announced=announced)
        case InterruptionProposed():
            return replace(game, interruption_by=event.by)
        case InterruptionDeclined():
            return replace(game, interruption_by=None)
        case TimeExceeded():
            return with_side(game, event.by, told_late=True)
        case GameEnded():
            return _ended(game, event)
        case WordQueried():
            asked = game.asked or game.day_of(event.since)
            return replace(game, query=event.case, asked=asked)
        case QueryClosed():
            answered = unasked(game)
            return replace(answered, ended=end_in_force(answered))
        case TimeGranted():
            return _granted(game, event)
        case MovesAnnulled():
            return game if event.beside else annulled(game, event)
        case ScoreCorrected():
            return _corrected(game, event)
        case SeatTaken():
            return with_side(game, event.by, person=event.person, left=event.left)
        case _:
            raise AssertionError("the table, or `evolve`, lets no other event happen here")


def _on_leave(game: Game, event: LeaveAnnounced) -> Game:
    """Return the game with the leave, and with what it takes to see if it was too late (7.2)."""
    side, on = game.side(event.by), day_of(event.at, game.rules.time_zone)
    noted = AnnouncedLeave(event.period, on, game.allowance(event.by))
    leave = tuple(sorted((*side.leave, event.period)))
    return with_side(game, event.by, leave=leave, announced=(*side.announced, noted))


def _arrived(game: Game, event: SheetsArrived) -> Game:
    """Return the game whose turn began on that day, unless its sheets were queued later."""
    if event.on <= game.received:
        return game
    return changed(game, arrived=event.on, arrivals=(*game.arrivals, event))


def _ended(game: Game, event: GameEnded) -> Game:
    """Return the game with that end, or with it instead of or on top of an earlier one.

    The first end adds the points for the tiles left on the racks. Whether a player who has left was
    a no-show depends on the board, which a lifted ruling may have changed since (art. 9.1).
    """
    if event.ruling == LEFT and event.by is not None and event.withdrew and not event.unbegun:
        event = replace(event, ending=lost_as(game, event.by, Ending.ABANDONED))
    act = (event.at, event.ending, event.by)
    if any(act == (one.at, one.ending, one.by) for one in game.ends):
        return game  # it followed an inserted move again, and that ruling was lifted
    older = event.acts if not game.ends else ()
    acts = [replace(event, ending=one.ending, by=one.by, silent=one.silent) for one in older]
    if not game.ends:
        game = _over(game, event)
    after = replace(game, ends=(*game.ends, *(acts or (event,))))
    return replace(after, ended=end_in_force(after))


def _over(game: Game, event: GameEnded) -> Game:
    """Return the game stopped by its first end."""
    after = with_side(game, Seat.RED, score=game.red.score + event.red_adjustment)
    after = with_side(after, Seat.BLUE, score=game.blue.score + event.blue_adjustment)
    if game.imported:  # it may have ended elsewhere, before the import began a turn
        after = had_arrived(after, max(game.sent, day_of(event.at, game.rules.time_zone)))
    return replace(after, interruption_by=None, stopped=stopped_on(after, event))


def _granted(game: Game, event: TimeGranted) -> Game:
    """Return the game with a changed allowance; if the time stays exceeded, people are told."""
    side = game.side(event.by)
    granted = side.granted + event.days
    told = side.told_late and is_exceeded(side.days, game.budget + granted)
    made_good = side.made_good
    if event.outage is not None:
        kept = [one for one in made_good if one[0] != event.outage]
        now = [*kept, (event.outage, event.days)] if event.days > 0 else kept
        made_good = tuple(sorted(now))
    return with_side(game, event.by, granted=granted, told_late=told, made_good=made_good)


def _corrected(game: Game, event: ScoreCorrected) -> Game:
    """Return the game with corrected points of a move, and with the corrected score."""
    move = seen_by(game, event)
    if not isinstance(move, PlacementMade):
        raise BrokenLog("there is no such placement to correct")
    right = replace(move, points=event.points, counted=event.counted)
    moves = (*game.moves[: event.move], right, *game.moves[event.move + 1 :])
    score = game.side(move.by).score + event.counted - move.counted
    after = with_side(game, move.by, score=score)
    noted = (*game.corrections, (move, event))
    return replace(after, moves=moves, corrections=noted)
