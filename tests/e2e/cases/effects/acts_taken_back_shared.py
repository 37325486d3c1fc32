"""What `test_acts_taken_back` and other tests share."""

from sandbox import Message, SandboxUser
from tests.e2e.harness import Table


async def undone(laid: Table, user: SandboxUser, card: Message) -> None:
    """Have an arbiter take the act on the card back, with a reason and a second tap."""
    await laid.press(user, card, "button.undo")
    (shown,) = await laid.say(user, "Am apăsat greșit.")
    await laid.press(user, shown, "button.decide")
