"""What `test_handover` and other tests share."""

from sandbox import Message, SandboxUser
from tests.e2e.harness import Table


async def handed(table: Table, user: SandboxUser, code: str) -> Message:
    """Have an arbiter or the operator hand over a match to Dana; return the pressed card."""
    (card,) = await table.say(user, f"/preda {code}")
    await table.press(user, card, "handover.to")
    await table.press(user, card, "button.comp.yes_arbiter_main")
    return card
