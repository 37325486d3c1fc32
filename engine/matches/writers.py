"""Who writes for a player that cannot: by the arbiter's leave alone, match by match (art. 9.6).

Writing is the player's own business; in an exceptional case the arbiter may let another do it. Here
that is his partner or an arbiter of the match: both have the sheets anyway, and gain no letter they
could not see. What is written so is marked, and what the partner writes the arbiter confirms.
"""

from collections.abc import Collection
from datetime import datetime

from engine.errors import Fault, GameStateError, RuleViolation
from engine.ids import PersonId
from engine.matches.events import MatchEvent, PlayerJoined, WriterAllowed, WriterWithdrawn
from engine.matches.match import UNFINISHED, Match


def allow_writer(  # noqa: PLR0913  (each is a fact of the ruling)
    match: Match,
    *,
    arbiter: PersonId,
    person: PersonId,
    writer: PersonId,
    arbiters: Collection[PersonId],
    reason: str,
    at: datetime,
    everywhere: bool = False,
) -> tuple[MatchEvent, ...]:
    """Let the partner or an arbiter write for a player; one who has not joined takes his place so.

    `everywhere`: it is said of all the player's matches of the competition; so it is recorded also
    where the writer writes already.

    Raises:
        GameStateError: the match is over, or he is no player of it.
        RuleViolation: `writer_too_far`, it is neither his partner nor an arbiter of the match.
    """
    _check(match, person)
    if writer not in {match.partner(person), *arbiters}:
        raise RuleViolation(Fault("writer_too_far", "9.6"))
    if match.writers.get(person) == writer and not everywhere:
        return ()
    allowed = WriterAllowed(
        at=at,
        arbiter=arbiter,
        person=person,
        writer=writer,
        reason=reason,
        everywhere=everywhere,
    )
    if person in match.joined:
        return (allowed,)
    return (PlayerJoined(at=at, invited=person, person=person), allowed)


def withdraw_writer(  # noqa: PLR0913  (each is a fact of the ruling)
    match: Match,
    *,
    arbiter: PersonId,
    person: PersonId,
    reason: str,
    at: datetime,
    everywhere: bool = False,
) -> tuple[MatchEvent, ...]:
    """Have the player write himself again; `everywhere` as in `allow_writer`.

    Raises:
        GameStateError: the match is over, or he is no player of it.
    """
    _check(match, person)
    if person not in match.writers and not everywhere:
        return ()
    return (
        WriterWithdrawn(
            at=at, arbiter=arbiter, person=person, reason=reason, everywhere=everywhere
        ),
    )


def _check(match: Match, person: PersonId) -> None:
    if person not in match.people:
        raise GameStateError(Fault("writer_for_nobody", "9.6"))
    if match.stage not in UNFINISHED:
        raise GameStateError(Fault("match_over", "9.6"))
