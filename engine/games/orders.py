"""What an arbiter may order in a game (art. 5.2, 5.3, 7.2, 10): each order becomes new events.

Who is an arbiter of the game is asked elsewhere; so is what the case was. Pure, as
`engine.games.decide`.
"""

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
"""No order gives more days at once: a slip of the finger, not a decision."""

_RULED_ENDINGS = frozenset(
    {
        Ending.ABANDONED,  # of one who has fallen silent (art. 7.2)
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
    """Who orders it, when, and on what grounds."""

    at: datetime
    arbiter: PersonId
    article: str
    reason: str
    case: str = ""
    """The id of the case in which it is ruled; empty: in none."""
    automatic: bool = False
    """Whether nobody orders it: the program makes good what an outage of its own has cost."""


def grant_time(
    game: Game, order: Order, seat: Seat, days: int, outage: Outage | None = None
) -> tuple[Event, ...]:
    """Give a player more days of thinking time; a negative number takes earlier ones back.

    With `outage` they make that outage good, as `engine.games.outage` has counted its days. Time
    that stays exceeded in spite of them is found again at once (art. 7.2).

    Raises:
        RuleViolation: `grant_out_of_range`, it is no number of days that can be given.
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
    if not game.side(seat).time_exceeded or after.side(seat).time_exceeded:
        return (granted,)
    found = decide(after, CheckTime(), order.at, ())
    return (granted, *(event for event in found if isinstance(event, TimeExceeded)))


def annul(
    game: Game, order: Order, keep: int, *, charged: bool = False, words: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    """Take the game back to its first `keep` moves; a game that is over is opened again.

    `charged`: the days of the annulled moves stay used, as those of a returned placement do.

    Raises:
        GameStateError: `no_such_placement`, there is no move after that one to annul.
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
    """Let what was annulled or returned last stand again, as it stood.

    If the game has gone on since, it is taken back to there first.

    Raises:
        GameStateError: `nothing_to_restore`.
    """
    run = next(reversed(game.voided), None)
    if run is None or run.keep > len(game.moves):
        raise GameStateError(Fault("nothing_to_restore", order.article))
    back: tuple[Event, ...] = ()
    if run.keep < len(game.moves):
        # Only what was used instead of the restored moves is nobody's, not what was used before.
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
    """Put the points of a standing placement right, in a running game or one that is over.

    `move` counts the standing moves of both players from 0, `points` are those before any cap.

    Raises:
        GameStateError: `no_such_placement` or `score_unchanged`.
        RuleViolation: `zero_points`, 0 or less for a placement of more than jokers (art. 5.3).
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
    """Let a game that was over go on, from the day of the order.

    Raises:
        GameStateError: it is not over, or the players played it out (`game_played_out`): then
            there is nothing to go on with, unless moves are annulled.
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
    """End the game by a decision, or give a game that is over another end; the score stays.

    `by` is who lost it so; None where the end is nobody's fault, or both players' alike. Who
    declared its state at the closing date, and who said nothing, `engine.matches.closing` has
    found.

    Raises:
        ValueError: no ruling ends a game like that.
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
    """Return the loss with the end it takes the place of: that of the first of several losses."""
    if before.ending is Ending.FORFEITED:
        return replace(ended, was=before.was, was_by=before.was_by, declared=before.declared)
    return replace(ended, was=before.ending, was_by=before.by, declared=before.declared)


def end_unbegun(game: Game, order: Order, by: Seat | None) -> tuple[Event, ...]:
    """End a game as it begins: the player was excluded before it (art. 9.1, 10.3)."""
    return tuple(
        replace(event, unbegun=True) if isinstance(event, GameEnded) else event
        for event in end(game, order, Ending.NO_SHOW, by)
    )


def take_seat(game: Game, at: datetime, seat: Seat, person: PersonId) -> tuple[Event, ...]:
    """Give the seat to another person: its match has let him in, or keeps it for somebody else.

    A game that is over goes with the place as well.

    Raises:
        GameStateError: he holds the other seat.
    """
    if game.side(seat.partner).person == person:
        raise GameStateError(Fault("already_the_partner", "1.2"))
    return (SeatTaken(at=at, by=seat, person=person),)


def _check_running(game: Game) -> None:
    if game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3"))


def open_again(game: Game, order: Order) -> GameReopened:
    """Return what lets a game that is over go on, whatever had ended it.

    The days used before the end are used again; those since are nobody's (art. 7.1).
    """
    until = game.received if game.ended is None else stopped_on(game, game.ended)
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
    """Return the days that the player to move had used of the turn; none with all tiles laid."""
    is_laid = not game.left_in_sequence and not game.side(game.turn.partner).rack
    return 0 if is_laid else thinking_days(game, game.turn, on)
