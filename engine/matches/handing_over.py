"""Handing a match over to another arbiter: its own cannot, or will not, rule it any longer.

In a competition its arbiters rule, and are named there (`engine.competitions.planning`).
"""

from datetime import datetime

from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.matches.events import MatchEvent, MatchHandedOver
from engine.matches.match import Match


def hand_over(
    match: Match, *, by: PersonId, arbiter: PersonId, at: datetime
) -> tuple[MatchEvent, ...]:
    """Let another arbiter rule the match from now on, whatever stage it is at; `by` decides it.

    What is proposed, said and announced stays as it is: who rules it changes nothing else.

    Raises:
        GameStateError: `handed_with_competition`, it is played in one; `arbiter_cannot_play`, he
            plays it (art. 1.1).
    """
    must_stand_alone(match)
    if arbiter in match.people:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    if arbiter == match.arbiter:
        return ()
    return (MatchHandedOver(at=at, by=by, arbiter=arbiter),)


def must_stand_alone(match: Match) -> None:
    """Refuse a match that is in a competition.

    Raises:
        GameStateError: `handed_with_competition`, whose arbiters rule it.
    """
    if match.competition:
        raise GameStateError(Fault("handed_with_competition", facts={"code": match.competition}))
