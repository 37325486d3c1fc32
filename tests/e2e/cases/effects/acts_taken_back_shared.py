"""What `test_acts_taken_back` and other tests share."""

from engine.games.events import GameEnded
from sandbox import Message, SandboxUser
from tests.e2e.bench import rule
from tests.e2e.harness import Pair, Table


async def undone(laid: Table, user: SandboxUser, card: Message) -> None:
    """Have an arbiter take the act on the card back, with a reason and a second tap."""
    await laid.press(user, card, "button.undo")
    (shown,) = await laid.say(user, "Am apăsat greșit.")
    await laid.press(user, shown, "button.decide")


async def instead_of_a_loss(pair: Pair, card: Message, instead: str) -> GameEnded | None:
    """Have the arbiter rule a loss, then a milder ruling in its place; return the game's end."""
    laid = pair.table
    await rule(laid, card, "loss.red")
    assert (await pair.game()).ended is not None
    await rule(laid, card, instead)
    return (await pair.game()).ended
