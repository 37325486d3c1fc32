"""Two known people who are one: the person gets the seat of the other number in a match."""

from datetime import datetime

from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.matches.events import PersonsMerged
from engine.matches.match import Match


def merge(
    match: Match, arbiter: PersonId, at: datetime, *, person: PersonId, into: PersonId
) -> tuple[PersonsMerged, ...]:
    """Give what `person` has in the match to `into`; return no events without a seat.

    Raises:
        GameStateError: both sit in it (`merge_in_match`), or one of them is its arbiter
            (`arbiter_cannot_play`).
    """
    if {person, into} == {*match.people}:
        raise GameStateError(Fault("merge_in_match", "1.2", {"match": match.code}))
    if person not in match.people:
        return ()
    if match.arbiter in {person, into}:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1", {"player": match.arbiter}))
    return (PersonsMerged(at=at, arbiter=arbiter, person=person, into=into),)
