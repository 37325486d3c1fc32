"""What `test_endings` and other tests share."""

from typing import Any

from sandbox import SandboxUser
from tests.e2e.harness import Pair, Table, casa_placed, continues


async def resign(pair: Pair, user: SandboxUser) -> None:
    """Have a player resign the game."""
    (question,) = await pair.table.say(user, f"/abandon {pair.id}")
    await pair.table.press(user, question, "button.abandon")


@continues(casa_placed)
async def both_have_moved(laid: Table) -> tuple[Any, ...]:
    """Have Blue pass after Red's move, so that the game has begun for both."""
    pair = Pair(laid, *laid.done)
    await pair.place(pair.blue, "PAS")
    return laid.done
