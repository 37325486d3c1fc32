"""An arbiter's orders in a game (art. 5.2, 5.3, 7.2, 10); each order becomes events.

Other modules check who is an arbiter of the game and examine the case. Pure, like
`engine.games.decide`.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import reduce

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.commands import CheckTime
from engine.games.deadlines import counted_on
from engine.games.decide import decide
from engine.games.endings import check_running, lost_by_both, natural_end
from engine.games.events import Ending, Event, GameEnded, PlacementMade, TimeExceeded
from engine.games.fold import evolve
from engine.games.game import (
    Game,
    Stage,
    closed_before,
    move_notation,
    stopped_on,
)
from engine.games.lifting import in_force, is_of
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    Outage,
    RulingLifted,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.games.turns import counted_leave, thinking_days
from engine.ids import PersonId, Seat
from engine.thinking_time import days_running

MOST_DAYS = 60
"""The most days in one order; a higher number is a typing error."""

_RULED_ENDINGS = frozenset(
    {
        Ending.ABANDONED,  # for a player who has stopped answering (art. 7.2)
        Ending.TIME,
        Ending.BOTH_TIME,
        Ending.NO_SHOW,
        Ending.CLOSED,
        Ending.FORFEITED,
        Ending.EXCLUDED,
        Ending.LEVEL,
        Ending.CANCELLED,
    }
)
_BY_MOVE = frozenset({Ending.PLAYED_OUT, Ending.PASSES})


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The arbiter, instant and grounds of an order."""

    at: datetime
    arbiter: PersonId
    article: str
    reason: str
    case: str = ""
    """The id of the case with the ruling; "" without a case."""
    automatic: bool = False
    """Whether the program itself compensates an outage, without an arbiter."""


def grant_time(
    game: Game, order: Order, seat: Seat, days: int, outage: Outage | None = None
) -> tuple[Event, ...]:
    """Give a player more days of thinking time; a negative number takes earlier days back.

    With `outage` the days compensate that outage, as counted by `engine.games.outage`. Time that
    stays exceeded, or is exceeded once days are taken back, is found at once (art. 7.2).

    Raises:
        RuleViolation: `grant_out_of_range`, that number of days cannot be given.
        GameStateError: the game is over.
    """
    check_running(game)
    least = -game.side(seat).granted
    if days == 0 or not least <= days <= MOST_DAYS:
        facts = {"days": days, "least": least, "most": MOST_DAYS}
        raise RuleViolation(Fault("grant_out_of_range", order.article, facts))
    granted = TimeGranted(
        at=order.at,
        arbiter=order.arbiter,
        by=seat,
        days=days,
        article=order.article,
        reason=order.reason,
        outage=outage,
        automatic=order.automatic,
    )
    found = decide(evolve(game, granted), CheckTime(), order.at, ())
    return (granted, *(event for event in found if isinstance(event, TimeExceeded)))


def annul(
    game: Game, order: Order, keep: int, *, charged: bool = False, words: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    """Keep the first `keep` moves and annul the others; a game that is over is reopened.

    `charged`: the days of the annulled moves stay used, like those of a play sent back.

    Raises:
        GameStateError: `no_such_placement`, no move follows that one.
    """
    if not 0 <= keep < len(game.moves):
        facts = {"keep": keep, "moves": len(game.moves)}
        raise GameStateError(Fault("no_such_placement", order.article, facts))
    on = game.day_of(order.at)
    running = game.stage is Stage.RUNNING
    wait = last_wait(game) if charged and words else None
    annulled = MovesAnnulled(
        at=order.at,
        arbiter=order.arbiter,
        keep=keep,
        on=on,
        charged=charged,
        words=words,
        received=game.received if running else None,
        days=_thought(game, counted_on(game, on)) if running else 0,
        returnable=running and game.returnable,
        asked=wait[0] if wait else None,
        answered=wait[1] if wait else None,
        waited=wait[2] if wait else 0,
        article=order.article,
        reason=order.reason,
    )
    return (annulled,) if running else (open_again(game, order), annulled)


def last_wait(game: Game) -> tuple[date, date, int] | None:
    """Return the wait for the arbiter's answer before the last move: its days and their number.

    The days count strictly between the two dates. Return None if there was no wait.
    """
    made = game.last_move
    if not isinstance(made, PlacementMade) or made.answered is None:
        return None
    asked = max(made.received, made.sent - timedelta(days=1))
    days = days_running(asked, made.answered, counted_leave(game, made.by))
    return (asked, made.answered, days) if days else None


def restore(game: Game, order: Order) -> tuple[Event, ...]:
    """Restore the moves that were last annulled or sent back.

    Moves made since then are annulled first.

    Raises:
        GameStateError: `nothing_to_restore`.
    """
    run = next(reversed(game.voided), None)
    if run is None or run.moves_before > len(game.moves):
        raise GameStateError(Fault("nothing_to_restore", order.article))
    back: tuple[Event, ...] = ()
    if run.moves_before < len(game.moves):
        # Days used instead of the restored moves count for nobody; days used before still count.
        back = tuple(
            replace(event, since=run.event.at) if isinstance(event, MovesAnnulled) else event
            for event in annul(game, order, run.moves_before)
        )
    elif game.stage is Stage.ENDED:
        back = (open_again(game, order),)
    restored = MovesRestored(
        at=order.at,
        arbiter=order.arbiter,
        voided=run.event.at,
        keep=run.moves_before,
        first=move_notation(run.moves[0]),
        on=game.day_of(order.at),
        returnable=isinstance(run.event, MovesAnnulled) and run.event.returnable,
        exact=True,
        article=order.article,
        reason=order.reason,
    )
    events: tuple[Event, ...] = (*back, restored)
    return (*events, *natural_end(reduce(evolve, events, game), order.at))


def correct_score(game: Game, order: Order, move: int, points: int) -> tuple[Event, ...]:
    """Correct the points of a play in a running or finished game.

    `move` counts the moves of both players from 0, `points` are uncapped.

    Raises:
        GameStateError: `no_such_placement` or `score_unchanged`.
        RuleViolation: `zero_points`, 0 or less for a play with more than blanks (art. 5.3).
    """
    made = game.moves[move] if 0 <= move < len(game.moves) else None
    if not isinstance(made, PlacementMade):
        facts = {"keep": move, "moves": len(game.moves)}
        raise GameStateError(Fault("no_such_placement", order.article, facts))
    if made.points == points:
        raise GameStateError(Fault("score_unchanged", order.article, {"points": points}))
    if points < 0 or (points == 0 and not made.tiles.islower()):
        raise RuleViolation(Fault("zero_points", "5.3"))
    caps = game.rules.red_caps if made.by is Seat.RED else game.rules.blue_caps
    capped = made.round <= len(caps)
    return (
        ScoreCorrected(
            at=order.at,
            arbiter=order.arbiter,
            move=move,
            points=points,
            counted=min(points, caps[made.round - 1]) if capped else points,
            article=order.article,
            reason=order.reason,
        ),
    )


def reopen(game: Game, order: Order) -> tuple[Event, ...]:
    """Reopen a game that is over; it continues from the day of the order.

    Raises:
        GameStateError: the game is not over. Or its last move ended it (`game_played_out`), even if
            a ruling has replaced that end; then the move must be annulled first.
    """
    if game.ended is None:
        raise GameStateError(Fault("game_not_over", order.article))
    again = open_again(game, order)
    if _ended_by_move(game, again):
        raise GameStateError(Fault("game_played_out", "4.3"))
    return (again,)


def end_as_before(game: Game, order: Order) -> tuple[Event, ...]:
    """Give the game back the end that a ruling replaced (art. 4.3, 10.1, 10.3).

    That is the end by its last move, or the end before a loss as a sanction.

    Raises:
        GameStateError: the game is not over, or no ruling replaced an end (`no_earlier_end`).
    """
    ended = game.ended
    if ended is None:
        raise GameStateError(Fault("game_not_over", order.article))
    again = open_again(game, order)
    if ended.ending not in _BY_MOVE and (found := _ended_by_move(game, again)):
        return (again, *found)
    if ended.ending is not Ending.FORFEITED or ended.was is None:
        raise GameStateError(Fault("no_earlier_end", order.article))
    before = replace(
        ended,
        at=order.at,
        ending=ended.was,
        by=ended.was_by,
        silent=ended.was_silent or (),
        arbiter=order.arbiter,
        reason=order.reason,
        closed=closed_before(game, order.at),
        was=None,
        was_by=None,
        was_silent=None,
        losses=(),
    )
    if ended.was is Ending.BOTH_TIME:
        before = lost_by_both(game, before)
    return (again, before)


def _ended_by_move(game: Game, again: GameReopened) -> tuple[GameEnded, ...]:
    """Return the end that the last move brings to the reopened game; empty if none (art. 4.3)."""
    return natural_end(evolve(game, again), again.at)


def end(
    game: Game,
    order: Order,
    ending: Ending,
    by: Seat | None,
    *,
    declared: tuple[Seat, ...] = (),
) -> tuple[Event, ...]:
    """End the game by a ruling, or change the end of a finished game; the score stays.

    `by` is the player who loses, or None if neither or both are at fault. `declared` are the
    players who declared the state at the closing date (`engine.matches.closing`).

    Raises:
        ValueError: no ruling ends a game that way.
    """
    if ending not in _RULED_ENDINGS:
        raise ValueError(ending)
    before = game.ended
    ended = GameEnded(
        at=order.at,
        ending=ending,
        by=by,
        red_adjustment=before.red_adjustment if before else 0,
        blue_adjustment=before.blue_adjustment if before else 0,
        declared=declared,
        arbiter=order.arbiter,
        reason=order.reason,
        closed=closed_before(game, order.at),
    )
    return (ended,)


def end_unbegun(game: Game, order: Order, out: Container[PersonId]) -> tuple[Event, ...]:
    """End a game at its start, because one or both players are disqualified (art. 9.1, 10.3).

    If both are, neither wins: both are no-shows.
    """
    seats = [seat for seat in Seat if game.side(seat).person in out]
    by = seats[0] if len(seats) == 1 else None
    return tuple(
        replace(event, unbegun=True) if isinstance(event, GameEnded) else event
        for event in end(game, order, Ending.NO_SHOW, by)
    )


def lift(game: Game, order: Order, ruled: datetime) -> tuple[RulingLifted, ...]:
    """Take the ruling of the order's case back, which was made at that instant (art. 10.1).

    Returns nothing if the ruling had no effect in the game.
    """
    lifted = RulingLifted(
        at=order.at,
        arbiter=order.arbiter,
        case=order.case,
        ruled=ruled,
        closed=closed_before(game, order.at),
        article=order.article,
        reason=order.reason,
    )
    counts = any(is_of(one.event, lifted) for one in in_force(game.log))
    return (lifted,) if counts else ()


def take_seat(
    game: Game, at: datetime, seat: Seat, person: PersonId, *, is_free: bool = False
) -> tuple[Event, ...]:
    """Give the seat to another person, also in a finished game.

    With `is_free` it is only reserved for that person, and nobody sits there.

    Raises:
        GameStateError: the person already has the other seat.
    """
    if game.side(seat.partner).person == person:
        raise GameStateError(Fault("already_the_partner", "1.2"))
    left = game.day_of(at) if is_free else None
    return (SeatTaken(at=at, by=seat, person=person, left=left),)


def rename_seat(game: Game, at: datetime, seat: Seat, person: PersonId) -> tuple[Event, ...]:
    """Give the seat to the same player under another number; a free seat stays free."""
    return (SeatTaken(at=at, by=seat, person=person, left=game.side(seat).left),)


def open_again(game: Game, order: Order) -> GameReopened:
    """Return the event that reopens a finished game, whatever its end.

    Days used before the end count again; days since the end count for neither player (art. 7.1).
    The same applies to days since a question that still waits for its answer (art. 5.3).
    """
    until = game.received if game.ended is None else stopped_on(game, game.ended)
    until = min(until, game.asked or until)
    return GameReopened(
        at=order.at,
        arbiter=order.arbiter,
        on=game.day_of(order.at),
        until=until,
        days=_thought(game, until),
        article=order.article,
        reason=order.reason,
    )


def _thought(game: Game, on: date) -> int:
    """Return the days that the player to move had used in the turn; 0 after the last tile."""
    return 0 if game.has_last_tile else thinking_days(game, game.turn, on)
