"""What `test_closing` and other tests share."""

from sandbox import Message
from tests.e2e.harness import Table
from tests.e2e.texts import told


async def end_all(table: Table) -> Message:
    """Have the arbiter end every unfinished game of the phase by one press; return the card."""
    over = told(table.arbiter.messages, "closing.closed")[-1]
    for key in ("closing.end_all", "closing.usual", "button.decide"):
        await table.press(table.arbiter, over, key)
    return over
