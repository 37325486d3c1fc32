"""The turns of a game that cost thinking time, and the days that a player has used (art. 7.1, 7.2).

This is the only place that adds up days: sheets, time log and results all show these turns.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime

from engine.games.events import PlacementMade, PlacementReturned
from engine.games.game import (
    AnnouncedLeave,
    Game,
    Move,
    Stage,
    Turn,
    VoidedMoves,
    index_of,
    stopped_on,
    until_closing,
)
from engine.games.ruling_events import MovesAnnulled
from engine.ids import Seat
from engine.thinking_time import LeavePeriod, days_running, is_exceeded


def turns(game: Game, seat: Seat) -> tuple[Turn, ...]:
    """Return the seat's finished turns that cost days, in the order in which they ended."""
    return tuple(sorted(_charged(game, seat), key=lambda turn: (turn.at, turn.place, turn.days)))


def days_used(game: Game, seat: Seat) -> int:
    """Return the days that the seat's finished turns have used."""
    return sum(turn.days for turn in _charged(game, seat))


def counted_leave(game: Game, seat: Seat) -> tuple[LeavePeriod, ...]:
    """Return the seat's leave that pauses their time in the game (art. 7.2).

    Leave announced after the time was exceeded neither gives back days nor stretches an extension.
    """
    side = game.side(seat)
    if not side.announced:
        return side.leave
    idle = set[LeavePeriod]()
    for one in side.announced:
        # Leave that follows a moved phase is noted after its first day; nobody announced it late.
        if one.on < one.period.first and _was_late(game, seat, one, idle):
            idle.add(one.period)
    return tuple(period for period in side.leave if period not in idle)


def _was_late(game: Game, seat: Seat, said: AnnouncedLeave, idle: Collection[LeavePeriod]) -> bool:
    """Return whether the seat had exceeded its time of then when it announced the leave."""
    side, on = game.side(seat), said.on
    is_running = game.turn is seat and game.received < on and not game.has_last_tile
    if side.days <= said.allowance and not is_running:
        return False
    later = {one.period for one in side.announced if one.on >= on}
    leave = [period for period in side.leave if period not in later and period not in idle]
    used = sum(
        turn.days if turn.until <= on else min(turn.days, days_running(turn.received, on, leave))
        for turn in _charged(game, seat)
        if turn.received < on
    )
    if is_running:
        used += days_running(game.received, _stopped(game, on), leave)
    return is_exceeded(used, said.allowance)


def _stopped(game: Game, on: date) -> date:
    """Return that day, or the earlier one on which the present turn's days stop counting."""
    until = on if game.ended is None else stopped_on(game, game.ended)
    return until_closing(game, min(on, until, game.asked or until))


def thinking_days(game: Game, seat: Seat, sent: date) -> int:
    """Return the days a placement by that seat would use if sent on that day."""
    return days_running(game.received, until_closing(game, sent), counted_leave(game, seat))


def used_and_running(game: Game, seat: Seat, on: date) -> int:
    """Return the days the seat has used by that day, including the current turn.

    A player who only has to accept a last placement uses no days. Rules: art. 7.1.
    """
    side = game.side(seat)
    if game.stage is not Stage.RUNNING or game.turn is not seat or game.waits_for_acceptance:
        return side.days
    return side.days + thinking_days(game, seat, on)


def exceeded(game: Game, seat: Seat, on: date) -> bool:
    """Return whether the seat has used more days than it has, by that day (art. 7.2)."""
    return is_exceeded(counted_days(game, seat, on), game.allowance(seat))


def counted_days(game: Game, seat: Seat, on: date) -> int:
    """Return the days that decide by that day whether the seat's time is exceeded (art. 7.2).

    Of a finished game, the last turn counts up to the day on which the end stopped it. While a
    placement waits for the arbiter, the days since the question do not count (art. 5.3).
    """
    side = game.side(seat)
    if game.turn is not seat or game.has_last_tile:
        return side.days
    until = on if game.ended is None else stopped_on(game, game.ended)
    return side.days + thinking_days(game, seat, _stopped(game, max(until, game.received)))


def overdrawn_in(game: Game, seat: Seat) -> Turn | None:
    """Return the finished turn in which the seat's time ran out; None if there is none."""
    used = 0
    for turn in turns(game, seat):
        used += turn.days
        if is_exceeded(used, game.allowance(seat)):
            return turn
    return None


def turn_of(move: Move) -> Turn:
    """Return the turn that the move ended."""
    return Turn(
        seat=move.by,
        place=index_of(move),
        at=move.at,
        received=move.received,
        until=move.sent,
        days=move.days,
        move=move,
    )


def held_turn(placement: PlacementMade, back: PlacementReturned) -> Turn:
    """Return the turn that ended by sending that placement back (art. 5.2, 7.1)."""
    return Turn(
        seat=back.by,
        place=index_of(placement) + 1,
        at=back.at,
        received=back.received or back.on,
        until=back.on,
        days=back.days,
        move=placement,
    )


def kept_days(event: MovesAnnulled, own: Sequence[Move]) -> int:
    """Return the days of a player's annulled moves that stay used, with a charged wait (5.3)."""
    return sum(move.days + event.waited for move in own if _stays_charged(event, move))


def _stays_charged(event: MovesAnnulled | PlacementReturned, move: Move) -> bool:
    """Return whether the days of a move that was taken back stay used (art. 5.2, 5.3).

    Of the moves after a placement whose words are invalid they do not.
    """
    if isinstance(event, PlacementReturned):
        return True
    return event.charged and (not event.words or index_of(move) == event.keep)


def held(game: Game, seat: Seat) -> list[tuple[PlacementMade, PlacementReturned]]:
    """Return the placements that the seat sent back; older logs charge no days for holding them."""
    return [
        (run.moves[0], run.event)
        for run in _costly(game)
        if isinstance(run.event, PlacementReturned)
        and isinstance(run.moves[0], PlacementMade)
        and run.event.by is seat
        and run.event.received is not None
    ]


def pauses(game: Game, place: int, since: datetime) -> tuple[Turn, ...]:
    """Return the stops of the present turn for that move after that instant."""
    here = (stop for stop in game.stops if stop.place == place and stop.move is None)
    return tuple(stop for stop in here if stop.at > since)


def charged_stops(game: Game, seat: Seat) -> tuple[Turn, ...]:
    """Return the seat's stopped turns, and its charged waits, whose days stay used (art. 7.1).

    A stop that belongs to an accepted move costs none of its own: that move's days include it.
    """
    stops = (stop for stop in (*game.stops, *_waits(game)) if stop.seat is seat)
    unmoved = (stop for stop in stops if stop.days and stop.move is None)
    return tuple(stop for stop in unmoved if not _is_free(game, stop))


def _is_free(game: Game, stop: Turn) -> bool:
    """Return whether a stop costs no days: its move still waits, or an annulment gave them back.

    A turn without a move is given back even if the annulled moves stay charged.
    """
    if game.asked is not None and stop.until > game.asked:
        return True
    after = (one for one in _annulments(game) if one.charged and one.at >= stop.at)
    is_before = any(one.keep < stop.place for one in after)
    return is_before or _is_given_back(game, stop.place, stop.at)


def _waits(game: Game) -> Iterator[Turn]:
    """Yield the waits for the arbiter's answer that annulments charge (art. 5.3)."""
    for run in _costly(game):
        event = run.event
        if isinstance(event, MovesAnnulled) and event.asked and event.answered:
            yield Turn(
                seat=run.moves[0].by,
                place=event.keep,
                at=event.at,
                received=event.asked,
                until=event.answered,
                days=event.waited,
            )


def _charged(game: Game, seat: Seat) -> Iterator[Turn]:
    """Yield the seat's turns that cost days, in no particular order.

    A placement sent back keeps its days used. An annulled move's days are given back unless the
    ruling charged them. Annulling an earlier move later gives all of them back.
    """
    yield from (turn_of(move) for move in game.moves if move.by is seat)
    for run in _costly(game):
        for move in (one for one in run.moves if _stays_charged(run.event, one)):
            if move.by is seat and not _is_given_back(game, index_of(move), run.event.at):
                yield turn_of(move)
    for placement, back in held(game, seat):
        if not _is_given_back(game, index_of(placement), back.at):
            yield held_turn(placement, back)
    yield from charged_stops(game, seat)


def _costly(game: Game) -> Iterator[VoidedMoves]:
    """Yield the moves taken back that may have cost days."""
    return (run for run in game.voided if not run.is_free)


def _annulments(game: Game) -> list[MovesAnnulled]:
    return [run.event for run in game.voided if isinstance(run.event, MovesAnnulled)]


def _is_given_back(game: Game, index: int, since: datetime) -> bool:
    """Return whether an annulment gave back the days charged at that instant for that move."""
    return any(
        one.at >= since and one.keep <= index and (one.since is None or since > one.since)
        for one in _annulments(game)
        if not one.charged
    )
