"""The effects of a ruling on a match: a game resumes, ends differently, or costs points.

`engine.games.orders` has the orders in a game. Other modules check who may rule, and why.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

from engine.coefficients import ZERO, check_penalty
from engine.errors import Fault, GameStateError
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.orders import Order
from engine.ids import Leg, PersonId, Seat, game_id
from engine.matches.decide import end_leg
from engine.matches.events import MatchEvent
from engine.matches.leg_ends import leg_ended
from engine.matches.match import Match, MatchStage
from engine.matches.outstanding import is_overdrawn, overdrawn
from engine.matches.result_events import (
    LegCorrected,
    LegEnded,
    LegReopened,
    PenaltySet,
    ResultsCorrected,
    ResultsProposed,
    ResultUpheld,
    UpholdingLifted,
)
from engine.matches.results import leg_results


def follow_ruling(match: Match, game: Game, at: datetime) -> tuple[MatchEvent, ...]:
    """Return the match's events after a ruling in one of its games; none if the result is the same.

    A resumed home game runs beside the return game, if that has begun (art. 5.2).

    Raises:
        GameStateError: `results_homologated`, because no game resumes after results are
            official.
    """
    known = match.end_of(game.leg)
    if known is None:
        return end_leg(match, game, at)
    if game.ended is None:
        if match.stage is MatchStage.HOMOLOGATED:
            raise GameStateError(Fault("results_homologated", "8.5", {"match": match.code}))
        return (LegReopened(at=at, leg=game.leg, until=_play_until(match, known, game, at)),)
    now = replace(leg_ended(game, known.at), on=known.on)
    return () if match.judged(now) == known else (LegCorrected(at=at, ended=now),)


def _play_until(match: Match, known: LegEnded, game: Game, at: datetime) -> date | None:
    """Return the last day of play of a game that is reopened after the closing; else None.

    The game has the whole thinking time of the phase from that day on (art. 7.1), once. An end that
    was ruled later took only the days from then on, which the game gets back.
    """
    today, until = game.day_of(at), match.play_until
    if game.closing is None or (until is not None and game.closing < until):
        return None  # there is no closing, or the same ruling has moved it for the other game
    if until is not None:
        return until + (today - known.on) if known.on <= until else None
    if today <= game.closing:
        return None
    is_of_closing = known.on <= game.closing or known.ending is Ending.CLOSED
    return today + timedelta(days=game.budget) if is_of_closing else None


def propose_results(match: Match, at: datetime) -> tuple[MatchEvent, ...]:
    """Propose the results once both games are over, or again after a ruling (art. 8.5)."""
    if match.stage is not MatchStage.PLAYED:
        return ()
    return (ResultsProposed(at=at, results=leg_results(match)),)


def set_penalty(
    match: Match, order: Order, person: PersonId, leg: Leg, points: Decimal
) -> tuple[MatchEvent, ...]:
    """Take points off a player's coefficient in one game, or lift a penalty (art. 10.3).

    Penalties of several cases add up; a new one in the order's own case replaces the earlier one.

    Raises:
        RuleViolation: `penalty_out_of_range`, neither 0 nor from 0.1 to 1 point; or
            `penalty_step`.
        GameStateError: that game has not started, there is `no_penalty` to lift, or this case
            has given the same one (`ruling_unchanged`).
    """
    check_penalty(points)
    if leg not in {one.leg for one in match.started}:
        raise GameStateError(Fault("no_such_game", facts={"game": game_id(match.code, leg)}))
    own = {(person, leg, order.case), (person, leg, "")}
    if not points and not own & match.fines.keys():
        raise GameStateError(Fault("no_penalty", order.article))
    if points and match.fines.get((person, leg, order.case)) == points:
        raise GameStateError(Fault("ruling_unchanged", order.article, {"case": order.case}))
    grounds = order.grounds
    return (PenaltySet(person=person, leg=leg, points=points, **grounds, case=order.case),)


def lift_penalties(match: Match, order: Order, leg: Leg) -> tuple[MatchEvent, ...]:
    """Lift the penalty of the order's case in that game, because of a new ruling (art. 10.3)."""
    if not order.case:
        return ()
    return tuple(
        event
        for person, fined_in, case in match.fines
        if (fined_in, case) == (leg, order.case)
        for event in set_penalty(match, order, person, leg, ZERO)
    )


def uphold_result(
    match: Match, order: Order, game: Game, by: Seat | None
) -> tuple[MatchEvent, ...]:
    """Let a result count as played although that player exceeded their time (art. 9.4).

    Raises:
        GameStateError: the game is not over, or its results are official; the time is not
            exceeded (`time_not_exceeded`), or was ruled on (`ended_so_already`).
    """
    if game.ended is None:
        raise GameStateError(Fault("game_not_over", order.article))
    if match.stage is MatchStage.HOMOLOGATED:
        raise GameStateError(Fault("results_homologated", "8.5", {"match": match.code}))
    if by is None or not is_overdrawn(game, by):
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    if by not in {one.seat for one in overdrawn(match, (game,))}:
        raise GameStateError(Fault("ended_so_already", order.article, {"game": game.id}))
    return (ResultUpheld(leg=game.leg, by=by, **order.grounds, case=order.case),)


def lift_upholding(match: Match, order: Order, leg: Leg) -> tuple[MatchEvent, ...]:
    """Take back that the case let a result count as played, because of a new ruling in it."""
    return tuple(
        UpholdingLifted(leg=leg, by=seat, **order.grounds)
        for (upheld_in, seat), case in match.upheld.items()
        if order.case and (upheld_in, case) == (leg, order.case)
    )


def correct_results(match: Match, order: Order) -> tuple[MatchEvent, ...]:
    """Recalculate official results after a ruling; return no events if they are unchanged.

    Raises:
        GameStateError: they are not official.
    """
    if match.stage is not MatchStage.HOMOLOGATED:
        raise GameStateError(Fault("not_homologated", "8.5", {"game": match.code}))
    results = leg_results(match)
    if results == match.results:
        return ()
    return (ResultsCorrected(results=results, **order.grounds),)
