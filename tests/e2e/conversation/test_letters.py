"""Letters between a player and their arbiter, without a claim."""

import pytest

from engine.matches.letters import LetterWritten
from storage import log
from storage.streams import match_stream
from tests.e2e.harness import Pair
from tests.e2e.texts import mentions, says, told


@pytest.mark.article("9.7")
async def test_a_player_writes_to_their_arbiter_who_answers_by_replying(pair: Pair) -> None:
    """No case opens, the opponent gets nothing, and the match's log has both letters."""
    table, heard = pair.table, len(pair.blue.messages)
    (asked,) = await table.say(pair.red, "/arbitru")
    assert says(asked, "letter.ask")
    (sent,) = await table.say(pair.red, "Când se închide faza?")
    assert says(sent, "letter.sent", game=pair.id)
    (letter,) = told(table.arbiter.messages, "letter.told", who="Ana Pop", about=pair.id)
    assert "Când se închide faza?" in letter.text

    table.arbiter.send("Pe 30 septembrie.", reply_to=letter)
    await table.settle()
    (answer,) = told(pair.red.messages, "letter.answer", about=pair.id)
    assert "Pe 30 septembrie." in answer.text
    pair.red.send("Mulțumesc!", reply_to=answer)
    await table.settle()

    first, second = told(table.arbiter.messages, "letter.told")
    assert first.reply_to is None
    assert second.reply_to is not None
    assert says(second.reply_to, "letter.answered", who="Ana Pop")
    assert len(pair.blue.messages) == heard
    async with table.stored.database.reading() as tx:
        events = [row.event for row in await log.load(tx, match_stream(pair.code))]
    assert len([event for event in events if isinstance(event, LetterWritten)]) == 3


async def test_letters_are_limited_and_help_offers_one(pair: Pair) -> None:
    """Ten letters an hour are sent on; the next is refused with an alternative."""
    (help_,) = (await pair.table.say(pair.red, "/ajutor"))[-1:]
    await pair.table.press(pair.red, help_, "button.letter")
    await pair.table.say(pair.red, "Întrebarea 1")
    for number in range(2, 11):
        await pair.table.say(pair.red, f"/arbitru Întrebarea {number}")
    (refused,) = await pair.table.say(pair.red, "/arbitru Încă una")

    assert mentions(refused, "fault.letters_too_many", n=10)
    assert len(told(pair.table.arbiter.messages, "letter.told")) == 10
