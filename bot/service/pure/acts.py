"""A person's decision in the two forms that the engine takes: an act, or an arbiter's order. Pure.

An act is about a competition. An order is about games or a match, and has an article and a reason.
"""

from datetime import datetime

from bot.runtime.shared import UserInput
from engine.competitions.guards import Act
from engine.games.orders import Order
from engine.ids import PersonId


def act(user_input: UserInput) -> Act:
    """Return the person and the instant of an act."""
    return Act(by=user_input.person.id, at=user_input.at)


def order_of(user_input: UserInput, article: str, reason: str, *, case: str = "") -> Order:
    """Return the person's order with its grounds.

    `article` is "" where the regulation has none. `case`: the id of the case with the ruling.
    """
    return Order(
        at=user_input.at,
        arbiter=user_input.person.id,
        article=article,
        reason=reason,
        case=case,
    )


def trial_order(at: datetime, arbiter: PersonId) -> Order:
    """Return an order that is only tried, to learn whether the engine refuses it."""
    return Order(at=at, arbiter=arbiter, article="", reason="")
