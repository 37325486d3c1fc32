"""What `test_channel` and other tests share."""

from sandbox import Message
from tests.e2e.harness import Pair
from tests.e2e.texts import told


async def agree(pair: Pair, button: str) -> Message:
    """Have Red propose by that button of `/legatura`, and Blue accept; return Red's card."""
    (card,) = await pair.table.say(pair.red, "/legatura")
    pair.red.press(card, button)
    await pair.table.settle()
    (asked,) = told(pair.blue.messages, "means.proposed", match=pair.code, who="Ana Pop")
    await pair.table.press(pair.blue, asked, "button.means.yes")
    return card
