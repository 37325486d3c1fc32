"""Acts of an arbiter in a match that can be taken back, beside rulings (art. 10.1).

Lifting one removes it from the match: everything that follows from it is calculated without it.
`engine.games.lifting` has the same for rulings.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.correspondence_events import Origin
from engine.matches.events import ActLifted, LiftableAct, MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.match import Match, MatchStage
from engine.matches.rulings import correct_results


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInForce:
    """An act of an arbiter that can be taken back."""

    act: LiftableAct
    done: datetime
    person: PersonId | None = None
    """The player whose figures were taken over; None for other acts."""


def acts_in_force(match: Match) -> tuple[ActInForce, ...]:
    """Return the acts in the match that can be taken back now, the earliest first."""
    return tuple(sorted(dict.fromkeys(_acts(match)), key=lambda each: each.done))


def _acts(match: Match) -> Iterator[ActInForce]:
    """Yield the acts by their kinds; one that concerns both games comes twice."""
    if match.stage is MatchStage.BETWEEN and match.late_confirmed is not None:
        yield ActInForce(act=LiftableAct.LATE_RETURN, done=match.late_confirmed)
    if not match.is_over:
        ruled = [one for one in match.channels if one.origin is Origin.RULED]
        yield from (ActInForce(act=LiftableAct.CHANNEL, done=one.at) for one in ruled)
    for taken in match.taken_over:
        yield ActInForce(act=LiftableAct.TAKEN_OVER, done=taken.at, person=taken.person)


def lift_act(match: Match, order: Order, act: ActInForce) -> tuple[MatchEvent, ...]:
    """Take the act back; official results are corrected.

    Raises:
        GameStateError: `act_not_in_force`, if it was taken back, or nothing depends on it any more.
    """
    if act not in acts_in_force(match):
        raise GameStateError(Fault("act_not_in_force", order.article, {"match": match.code}))
    lifted = ActLifted(act=act.act, done=act.done, person=act.person, **order.grounds)
    after = evolve_match(match, lifted)
    if after.stage is not MatchStage.HOMOLOGATED:
        return (lifted,)
    return (lifted, *correct_results(after, order))
