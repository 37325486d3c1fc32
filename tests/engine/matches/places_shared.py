"""What `test_places` and other tests share."""

from engine.games.orders import Order
from tests.builders import noon
from tests.engine.matches.staged import ARBITER


def order(day: int = 0) -> Order:
    """Return an arbiter's order of that day."""
    return Order(at=noon(day), arbiter=ARBITER, article="", reason="greșeală")
