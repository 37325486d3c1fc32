"""A volunteer arbiter for a match that began by a request, if a player asks for one.

The first volunteer who accepts is the arbiter of the match from then on, with all powers of one.
"""

from datetime import datetime
from typing import Final

from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.matches.events import ArbiterRequested, ArbiterVolunteered, MatchEvent
from engine.matches.match import Match
from engine.thinking_time import day_of

AGAIN_AFTER: Final = 3
"""Days after which the players may ask again, if nobody has accepted."""


def request_arbiter(match: Match, *, by: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Let a player ask for a volunteer arbiter.

    Raises:
        GameStateError: `arbiter_there`, if the match has an arbiter or is a practice game;
            `arbiter_too_late`, if it is over; or `arbiter_requested`, if a player asked less than
            `AGAIN_AFTER` days ago.
    """
    _must_be_open(match)
    asked = match.arbiter_requested
    zone = match.rules.time_zone
    if asked is not None and (day_of(at, zone) - day_of(asked, zone)).days < AGAIN_AFTER:
        day = day_of(asked, zone).isoformat()
        raise GameStateError(Fault("arbiter_requested", facts={"day": day, "n": AGAIN_AFTER}))
    return (ArbiterRequested(at=at, person=by),)


def volunteer(match: Match, *, arbiter: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Make the first volunteer who accepts the arbiter of the match.

    Raises:
        GameStateError: `arbiter_there` or `arbiter_too_late`, as above; `arbiter_not_requested`,
            if no player asked for one; `arbiter_cannot_play`, if the volunteer plays the match
            (art. 1.1).
    """
    _must_be_open(match)
    if match.arbiter_requested is None:
        raise GameStateError(Fault("arbiter_not_requested", facts={"match": match.code}))
    if arbiter in match.people:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    return (ArbiterVolunteered(at=at, arbiter=arbiter),)


def _must_be_open(match: Match) -> None:
    if not match.is_by_request or match.kind.has_arbiter:
        raise GameStateError(Fault("arbiter_there", facts={"match": match.code}))
    if match.is_over:
        raise GameStateError(Fault("arbiter_too_late", facts={"match": match.code}))
