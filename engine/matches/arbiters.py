"""The arbiter of a match: handed over to another, or a volunteer whom its players asked for.

In a competition `engine.competitions.planning` sets the arbiters. The first volunteer who accepts
is the arbiter from then on, with all powers of one.
"""

from datetime import datetime
from typing import Final

from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.matches.events import (
    ArbiterRequested,
    ArbiterVolunteered,
    HandoverLifted,
    MatchEvent,
    MatchHandedOver,
)
from engine.matches.friendly import must_have_arbiter
from engine.matches.match import Match
from engine.thinking_time import day_of

AGAIN_AFTER_DAYS: Final = 3
"""Days after which the players may ask again, if nobody has accepted."""


def hand_over(
    match: Match, *, by: PersonId, arbiter: PersonId, at: datetime
) -> tuple[MatchEvent, ...]:
    """Make another arbiter responsible for the match, at any stage; `by` decides it.

    Proposals, statements and announcements do not change.

    Raises:
        GameStateError: `handed_with_competition`, if it is in a competition; `no_arbiter_here` or
            `practice_unruled`, if it is played without one; `arbiter_cannot_play`, if the new
            arbiter is a player of it (art. 1.1).
    """
    check_outside_competition(match)
    must_have_arbiter(match)
    if arbiter in match.people:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    if arbiter == match.arbiter:
        return ()
    return (MatchHandedOver(at=at, by=by, arbiter=arbiter),)


def former_arbiter(match: Match) -> PersonId | None:
    """Return the arbiter who had the match before the last handover in force, or None."""
    return match.handed[-1].former if match.handed else None


def lift_handover(
    match: Match, *, by: PersonId, at: datetime, reason: str
) -> tuple[MatchEvent, ...]:
    """Take the last handover back; what the arbiters decided meanwhile stays (art. 10.1).

    Raises:
        GameStateError: `handed_with_competition`; `not_handed_over`; or `arbiter_cannot_play`, if
            the former arbiter is now a player of it (art. 1.1).
    """
    check_outside_competition(match)
    former = former_arbiter(match)
    if former is None:
        raise GameStateError(Fault("not_handed_over", facts={"match": match.code}))
    if former in match.people:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    return (HandoverLifted(at=at, by=by, reason=reason),)


def check_outside_competition(match: Match) -> None:
    """Refuse a match that is in a competition.

    Raises:
        GameStateError: `handed_with_competition`, as its arbiters are responsible.
    """
    if match.competition:
        raise GameStateError(Fault("handed_with_competition", facts={"code": match.competition}))


def request_arbiter(match: Match, *, by: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Let `by`, a player of the match, ask for a volunteer arbiter.

    Raises:
        GameStateError: `arbiter_there`, if the match has an arbiter or is a practice game;
            `arbiter_too_late`, if it is over; or `arbiter_requested`, if a player asked less than
            `AGAIN_AFTER_DAYS` days ago.
    """
    _check_open(match)
    asked = match.arbiter_requested
    zone = match.rules.time_zone
    if asked is not None and (day_of(at, zone) - day_of(asked, zone)).days < AGAIN_AFTER_DAYS:
        day = day_of(asked, zone).isoformat()
        raise GameStateError(Fault("arbiter_requested", facts={"day": day, "n": AGAIN_AFTER_DAYS}))
    return (ArbiterRequested(at=at, person=by),)


def volunteer(match: Match, *, arbiter: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Make the first volunteer who accepts the arbiter of the match.

    Raises:
        GameStateError: `arbiter_there` or `arbiter_too_late`, as above; `arbiter_not_requested`,
            if no player asked for one; `arbiter_cannot_play`, if the volunteer plays it (art. 1.1).
    """
    _check_open(match)
    if match.arbiter_requested is None:
        raise GameStateError(Fault("arbiter_not_requested", facts={"match": match.code}))
    if arbiter in match.people:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    return (ArbiterVolunteered(at=at, arbiter=arbiter),)


def _check_open(match: Match) -> None:
    if not match.is_by_request or match.kind.has_arbiter:
        raise GameStateError(Fault("arbiter_there", facts={"match": match.code}))
    if match.is_over:
        raise GameStateError(Fault("arbiter_too_late", facts={"match": match.code}))
