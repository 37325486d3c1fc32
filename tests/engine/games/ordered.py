"""An arbiter's orders in a game of three moves, applied at once."""

from engine.games.endings import natural_end
from engine.games.events import Event
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.orders import Order, lift, lift_ends
from tests.builders import ARBITER, START, noon, play

MOVES = ("H7 CASA", "I8 STIRE", "J8 TIN")


def order(day: int = 0, article: str = "10.1", case: str = "") -> Order:
    """Return an order given at noon of that day."""
    why = "Întrerupere de curent"
    return Order(at=noon(day), arbiter=ARBITER, article=article, reason=why, case=case)


def obeyed(game: Game, events: tuple[Event, ...]) -> Game:
    """Return the game after the ordered events."""
    for event in events:
        game = evolve(game, event)
    return game


def slowly(game: Game, days: int = 4) -> Game:
    """Return the game with two more moves, each sent this many days after its arrival."""
    at = (game.received - START).days
    return play(play(game, "PAS", at=noon(at + days)), "PAS", at=noon(at + 2 * days))


def reopen(game: Game, order: Order) -> tuple[Event, ...]:
    """Return the events that take every end of the game back."""
    return lift_ends(game, order)


def restore(game: Game, order: Order) -> tuple[Event, ...]:
    """Return the events that take back what took moves back last, and the end of the game."""
    if not game.voided:
        return ()
    ends = lift_ends(game, order)
    now = obeyed(game, ends)
    back = lift(now, order, now.voided[-1].event.at)
    return (*ends, *back, *natural_end(obeyed(now, back), order.at))
