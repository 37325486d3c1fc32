"""Questions that a person cancels."""

import pytest

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


@pytest.mark.parametrize("older_button", ["cl:{game}:conduct", "remark:{match}"])
async def test_dropping_one_question_leaves_a_later_one_open(pair: Pair, older_button: str) -> None:
    """The cancel button of an older question does not cancel the latest one, of any topic."""
    older = await asked(pair, older_button.format(game=pair.id, match=pair.code))
    await asked(pair, f"remark:{pair.id}")

    await pair.table.press(pair.red, older, "button.undecide")
    (answer,) = await pair.table.say(pair.red, "am trimis o fotografie")

    assert says(answer, "remark.sent")
    (told_arbiter,) = told(pair.table.arbiter.messages, "remark.told", about=pair.id)
    assert mentions(told_arbiter, "remark.told", text="am trimis o fotografie")


async def test_each_message_of_a_repeated_question_cancels_it(pair: Pair) -> None:
    """A question that is asked twice is one question, so *Renunț* under either message ends it."""
    first = await asked(pair, f"remark:{pair.id}")
    await pair.table.forge(pair.red, first, f"remark:{pair.id}")

    await pair.table.press(pair.red, first, "button.undecide")
    (answer,) = await pair.table.say(pair.red, "am trimis o fotografie")

    assert says(answer, "play.unknown")


async def test_an_unknown_city_after_the_command_is_asked_for_again(pair: Pair) -> None:
    """After `/setari` with an unknown city, the next text is taken as the city."""
    (refused,) = await pair.table.say(pair.red, "/setari Petrila din Deal")
    await pair.table.say(pair.red, "Toronto")

    assert says(refused, "settings.no_city")
    assert (await pair.table.stored.person(pair.red.id)).time_zone == "America/Toronto"


async def test_a_refused_command_also_ends_the_question(pair: Pair) -> None:
    """After a command with a wrong code, the next text goes to nobody."""
    await asked(pair, f"remark:{pair.id}")
    await pair.table.say(pair.red, "/tabla ZZZZ/1")

    (answer,) = await pair.table.say(pair.red, "bună ziua")

    assert says(answer, "play.unknown")
