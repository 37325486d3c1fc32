"""Writers: people who enter moves for a player, with the arbiter's permission (art. 9.6).

Players enter their own moves. In exceptional cases the arbiter may permit a writer in a match: the
opponent or an arbiter of the match. Both have the sheets anyway and see no additional tiles.
Entered moves are marked, and the arbiter confirms moves entered by the opponent.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.events import MatchEvent, PersonsMerged, WriterAllowed, WriterWithdrawn
from engine.matches.match import Match, check_unfinished


def allow_writer(  # noqa: PLR0913  (each is a fact of the ruling)
    match: Match,
    order: Order,
    *,
    person: PersonId,
    writer: PersonId,
    arbiters: Collection[PersonId],
    everywhere: bool = False,
) -> tuple[MatchEvent, ...]:
    """Permit the opponent or an arbiter to enter a player's moves; this also takes the seat.

    `everywhere` means that it applies to all the player's matches of the competition. It is then
    recorded even if the writer is permitted already.

    Raises:
        GameStateError: the match is over, or the person is not a player of it.
        RuleViolation: `writer_too_far`, if the writer is neither the opponent nor its arbiter.
    """
    _check_plays(match, person)
    if writer not in {match.partner(person), *arbiters}:
        raise RuleViolation(Fault("writer_too_far", "9.6"))
    if match.writers.get(person) == writer and not everywhere:
        return ()
    return (WriterAllowed(**order.act, person=person, writer=writer, everywhere=everywhere),)


def withdraw_writer(
    match: Match, order: Order, *, person: PersonId, everywhere: bool = False
) -> tuple[MatchEvent, ...]:
    """Let the player enter their own moves again; `everywhere` is as in `allow_writer`.

    Raises:
        GameStateError: the match is over, or the person is not a player of it.
    """
    _check_plays(match, person)
    if person not in match.writers and not everywhere:
        return ()
    return (WriterWithdrawn(**order.act, person=person, everywhere=everywhere),)


def lasting_decisions(events: Iterable[MatchEvent]) -> list[WriterAllowed | WriterWithdrawn]:
    """Return the decisions that apply to all matches of the player in the competition, in order.

    A player who was merged since is named by the number that they have now.
    """
    decisions: list[WriterAllowed | WriterWithdrawn] = []
    for event in events:
        if isinstance(event, PersonsMerged):
            decisions = [
                replace(each, person=event.into) if each.person == event.person else each
                for each in decisions
            ]
        elif isinstance(event, WriterAllowed | WriterWithdrawn) and event.everywhere:
            decisions.append(event)
    return decisions


def _check_plays(match: Match, person: PersonId) -> None:
    """Refuse a person who does not play the match, or whose match is over."""
    if person not in match.people:
        raise GameStateError(Fault("writer_for_nobody", "9.6"))
    check_unfinished(match, "9.6")
