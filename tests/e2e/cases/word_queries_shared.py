"""What `test_word_queries` and other tests share."""

from sandbox import Message
from tests.e2e.harness import Pair
from tests.e2e.plays import no_word
from tests.e2e.texts import says, told


async def asked(pair: Pair) -> tuple[str, Message, Message]:
    """Have Red ask about an invalid word; return the text, its message, and the arbiter's card."""
    laid = pair.table
    typed = no_word(await pair.game())
    (refused,) = await laid.say(pair.red, typed)
    assert says(refused, "play.refused")
    await laid.press(pair.red, refused, "button.query.ask")
    assert says(refused, "query.asked", placement=typed)
    return typed, refused, told(laid.arbiter.messages, "case.card")[-1]
