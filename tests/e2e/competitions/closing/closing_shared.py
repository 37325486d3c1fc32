"""What `test_closing` and other tests share."""

from sandbox import Message
from tests.e2e.harness import Table
from tests.e2e.texts import told


async def end_all(table: Table, card: Message | None = None) -> Message:
    """Have the arbiter end every settled game of a card; return the message that confirms it.

    Without a card, it is the last one that the bot sent at a closing.
    """
    over = card or told(table.arbiter.messages, "closing.closed")[-1]
    (asked,) = await table.press(table.arbiter, over, "closing.end_all")
    for key in ("closing.usual", "button.decide"):
        await table.press(table.arbiter, asked, key)
    return asked
