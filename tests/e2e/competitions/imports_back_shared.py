"""What `test_imports_back` and other tests share."""

from sandbox import Message
from tests.e2e.harness import Table
from tests.e2e.texts import mentions

REASON = "Formularul era al altui an."


async def lifted(table: Table, message: Message, key: str) -> Message:
    """Press the button that takes back or restores, give the reason and confirm."""
    (asked, *_) = await table.press(table.arbiter, message, key)
    assert mentions(asked, "decision.why")
    (shown, *_) = await table.say(table.arbiter, REASON)
    assert mentions(shown, "decision.confirm", reason=REASON)
    await table.press(table.arbiter, shown, "button.decide")
    return shown


async def card(table: Table, code: str) -> Message:
    """Return the competition's card, as its arbiter sees it."""
    (shown, *_) = await table.say(table.arbiter, f"/campionat {code}")
    return shown
