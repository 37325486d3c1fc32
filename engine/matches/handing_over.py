"""Handing a match over to another arbiter, if its own cannot or will not continue.

In a competition `engine.competitions.planning` sets the arbiters.
"""

from datetime import datetime

from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.matches.events import HandoverLifted, MatchEvent, MatchHandedOver
from engine.matches.friendly import must_have_arbiter
from engine.matches.match import Match


def hand_over(
    match: Match, *, by: PersonId, arbiter: PersonId, at: datetime
) -> tuple[MatchEvent, ...]:
    """Make another arbiter responsible for the match, at any stage; `by` decides it.

    Proposals, statements and announcements do not change.

    Raises:
        GameStateError: `handed_with_competition`, if it is in a competition; `no_arbiter_here`,
            if it is played without one; `arbiter_cannot_play`, if the new arbiter is a player of
            it (art. 1.1).
    """
    must_stand_alone(match)
    must_have_arbiter(match)
    if arbiter in match.people:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    if arbiter == match.arbiter:
        return ()
    return (MatchHandedOver(at=at, by=by, arbiter=arbiter),)


def former_arbiter(match: Match) -> PersonId | None:
    """Return the arbiter who had the match before the last handover in force, or None."""
    return match.handed[-1][0] if match.handed else None


def lift_handover(
    match: Match, *, by: PersonId, at: datetime, reason: str
) -> tuple[MatchEvent, ...]:
    """Take the last handover back; what the arbiters decided meanwhile stays (art. 10.1).

    Raises:
        GameStateError: `handed_with_competition`; `not_handed_over`; or `arbiter_cannot_play`, if
            the former arbiter is now a player of it (art. 1.1).
    """
    must_stand_alone(match)
    former = former_arbiter(match)
    if former is None:
        raise GameStateError(Fault("not_handed_over", facts={"match": match.code}))
    if former in match.people:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    return (HandoverLifted(at=at, by=by, reason=reason),)


def must_stand_alone(match: Match) -> None:
    """Refuse a match that is in a competition.

    Raises:
        GameStateError: `handed_with_competition`, because the competition's arbiters are
            responsible.
    """
    if match.competition:
        raise GameStateError(Fault("handed_with_competition", facts={"code": match.competition}))
