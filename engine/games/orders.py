"""An arbiter's orders in a game (art. 5.2, 5.3, 7.2, 10); each order becomes events.

Other modules check who is an arbiter of the game and examine the case. Pure, like
`engine.games.decide`.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import reduce

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.commands import CheckTime
from engine.games.deadlines import counted_on
from engine.games.decide import decide
from engine.games.endings import absent, natural_end
from engine.games.events import Ending, Event, GameEnded, PlacementMade, TimeExceeded
from engine.games.fold import evolve
from engine.games.game import (
    Game,
    Stage,
    closed_before,
    stopped_on,
    thinking_days,
    written,
)
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    Outage,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.ids import PersonId, Seat

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
_SANCTIONS = frozenset({Ending.FORFEITED, Ending.EXCLUDED})


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
    _check_running(game)
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
    after = evolve(game, granted)
    lifted = game.side(seat).time_exceeded and not after.side(seat).time_exceeded
    if days > 0 and not lifted:
        return (granted,)
    found = decide(after, CheckTime(), order.at, ())
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
        article=order.article,
        reason=order.reason,
    )
    return (annulled,) if running else (open_again(game, order), annulled)


def restore(game: Game, order: Order) -> tuple[Event, ...]:
    """Restore the moves that were last annulled or sent back.

    Moves made since then are annulled first.

    Raises:
        GameStateError: `nothing_to_restore`.
    """
    run = next(reversed(game.voided), None)
    if run is None or run.keep > len(game.moves):
        raise GameStateError(Fault("nothing_to_restore", order.article))
    back: tuple[Event, ...] = ()
    if run.keep < len(game.moves):
        # Days used instead of the restored moves count for nobody; days used before still count.
        back = tuple(
            replace(event, since=run.event.at) if isinstance(event, MovesAnnulled) else event
            for event in annul(game, order, run.keep)
        )
    elif game.stage is Stage.ENDED:
        back = (open_again(game, order),)
    restored = MovesRestored(
        at=order.at,
        arbiter=order.arbiter,
        voided=run.event.at,
        keep=run.keep,
        first=written(run.moves[0]),
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
        GameStateError: the game is not over, or all tiles were played (`game_played_out`); the
        second
            needs an annulment first.
    """
    if game.ended is None:
        raise GameStateError(Fault("game_not_over", order.article))
    if game.ended.ending in {Ending.PLAYED_OUT, Ending.PASSES}:
        raise GameStateError(Fault("game_played_out", "4.3"))
    return (open_again(game, order),)


def end(
    game: Game,
    order: Order,
    ending: Ending,
    by: Seat | None,
    *,
    declared: tuple[Seat, ...] = (),
) -> tuple[Event, ...]:
    """End the game by a ruling, or change the end of a finished game; the score stays.

    `by` is the player who loses; None where neither is at fault, or both are.
    `engine.matches.closing`
    finds the players who declared the state at the closing date, and those who said nothing.

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
    if ending in _SANCTIONS and by is not None and absent(game) is by:
        ended = replace(ended, silent=(by,))
    if before is None:
        return (ended,)
    if ending is Ending.FORFEITED:
        ended = _instead_of(before, ended)
    return (open_again(game, order), ended)


def _instead_of(before: GameEnded, ended: GameEnded) -> GameEnded:
    """Return the loss with the end that it replaces: that before the first of several losses."""
    if before.ending is Ending.FORFEITED:
        return replace(ended, was=before.was, was_by=before.was_by, declared=before.declared)
    return replace(ended, was=before.ending, was_by=before.by, declared=before.declared)


def end_unbegun(game: Game, order: Order, out: Container[PersonId]) -> tuple[Event, ...]:
    """End a game at its start, because players were disqualified before (art. 9.1, 10.3).

    If both were, neither is given the win: both are no-shows.
    """
    seats = [seat for seat in Seat if game.side(seat).person in out]
    by = seats[0] if len(seats) == 1 else None
    return tuple(
        replace(event, unbegun=True) if isinstance(event, GameEnded) else event
        for event in end(game, order, Ending.NO_SHOW, by)
    )


def take_seat(game: Game, at: datetime, seat: Seat, person: PersonId) -> tuple[Event, ...]:
    """Give the seat to another person, also in a finished game.

    Raises:
        GameStateError: the person already has the other seat.
    """
    if game.side(seat.partner).person == person:
        raise GameStateError(Fault("already_the_partner", "1.2"))
    return (SeatTaken(at=at, by=seat, person=person),)


def _check_running(game: Game) -> None:
    if game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3", {"game": game.id}))


def open_again(game: Game, order: Order, asked: date | None = None) -> GameReopened:
    """Return the event that reopens a finished game, whatever its end.

    Days used before the end count again; days since the end count for nobody (art. 7.1). So do
    days since `asked`, the day of a question about a word that is now accepted (art. 5.3).
    """
    until = game.received if game.ended is None else stopped_on(game, game.ended)
    until = until if asked is None else min(until, asked)
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
    """Return the days that the player to move had used; 0 after the last tile."""
    is_laid = not game.left_in_sequence and not game.side(game.turn.partner).rack
    return 0 if is_laid else thinking_days(game, game.turn, on)
