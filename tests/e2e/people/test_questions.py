"""Questions that a person cancels."""

from sandbox import Message
from tests.e2e.harness import Pair
from tests.e2e.texts import mentions, says, told


async def asked(pair: Pair, data: str) -> Message:
    """Return the question that Red gets after a press on a button of that data."""
    (card,) = await pair.table.say(pair.red, "/claim")
    seen = len(pair.red.messages)
    await pair.table.forge(pair.red, card, data)
    return pair.red.messages[-1] if len(pair.red.messages) > seen else card


async def test_what_is_written_after_renouncing_is_no_answer(pair: Pair) -> None:
    """The bot takes no text for a cancelled claim, change of leave, or letter to the arbiter."""
    await pair.table.say(pair.red, "/concediu 10.05 12.05")
    red = (await pair.table.stored.person(pair.red.id)).id
    leave = f"chleave:2025-05-10:2025-05-12:{red}"
    for data in (f"cl:{pair.id}:conduct", leave, f"remark:{pair.id}"):
        question = await asked(pair, data)
        before = await pair.events()

        await pair.table.press(pair.red, question, "button.undecide")
        (answer,) = await pair.table.say(pair.red, "bună ziua")

        assert says(question, "confirm.kept")
        assert says(answer, "play.unknown")
        assert await pair.events() == before
    assert not [m for m in pair.table.arbiter.messages if "bună ziua" in m.text]


async def test_dropping_one_question_leaves_a_later_one_open(pair: Pair) -> None:
    """The cancel button of an older question does not cancel the latest one."""
    older = await asked(pair, f"cl:{pair.id}:conduct")
    await asked(pair, f"remark:{pair.id}")

    await pair.table.press(pair.red, older, "button.undecide")
    (answer,) = await pair.table.say(pair.red, "am trimis o fotografie")

    assert says(answer, "remark.sent")
    (told_arbiter,) = told(pair.table.arbiter.messages, "remark.told", about=pair.id)
    assert mentions(told_arbiter, "remark.told", text="am trimis o fotografie")
