"""Coefficients proposed by a player instead of the calculated ones (art. 8.5).

A player who objects may propose figures. The arbiter sees both and may approve either. Figures that
the arbiter takes over become the result of the game.
"""

import re
from datetime import datetime
from decimal import Decimal

from engine.coefficients import PLACES, coefficient_faults
from engine.errors import Fault, GameStateError, NotationError, refuse
from engine.games.orders import Order
from engine.ids import Leg, PersonId, Seat
from engine.matches.correspondence_events import CoefficientsProposed, ProposalTakenOver
from engine.matches.match import Match, check_proposed

_FIGURE = r"([0-2](?:[.,]\d{1,6})?)"
_TWO_FIGURES = re.compile(rf"{_FIGURE}(?:\s*[-–—/;:]\s*|\s+){_FIGURE}")


def read_coefficients(text: str) -> tuple[Decimal, Decimal]:
    """Return two coefficients as people write them: `1,52 0,48`, `1.5219-0.4781`.

    Raises:
        NotationError: `two_coefficients`.
    """
    found = _TWO_FIGURES.fullmatch(text.strip())
    if found is None:
        raise NotationError(Fault("two_coefficients", "8.5", {"text": text.strip()[:40]}))
    first, second = (Decimal(figure.replace(",", ".")) for figure in found.groups())
    return first, second


def propose_own(  # noqa: PLR0913, PLR0917  (a proposal with author, game and time)
    match: Match, person: PersonId, leg: Leg, own: Decimal, partner: Decimal, at: datetime
) -> tuple[CoefficientsProposed, ...]:
    """Propose other coefficients for a game, the player's own first.

    Raises:
        RuleViolation: `coefficient_out_of_range` or `coefficients_above_two`.
        GameStateError: no results are proposed, or the player has not objected to them.
    """
    check_proposed(match)
    if person not in match.answers.objected:
        raise GameStateError(Fault("object_first", "8.5"))
    refuse(coefficient_faults(own, partner))
    is_red = match.seat_of(person, leg) is Seat.RED
    red, blue = (round(one, PLACES) for one in ((own, partner) if is_red else (partner, own)))
    return (CoefficientsProposed(at=at, person=person, leg=leg, red=red, blue=blue),)


def take_over(match: Match, order: Order, person: PersonId) -> tuple[ProposalTakenOver, ...]:
    """Take over a player's proposal for its games.

    Raises:
        GameStateError: no results are proposed, or `no_own_proposal`, because the objection or the
            proposal is no longer open.
    """
    check_proposed(match)
    if person not in match.answers.objected or not any(
        who == person for who, _ in match.answers.own
    ):
        raise GameStateError(Fault("no_own_proposal", "8.5"))
    taken = ProposalTakenOver(
        person=person, **order.grounds, less_penalties=True, beside=True, keeps_earlier=True
    )
    return (taken,)
