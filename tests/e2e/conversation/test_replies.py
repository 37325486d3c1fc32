"""A reply goes to the author of its message: a claim's defence, a chat line, a case card."""

import pytest

from sandbox import Message
from tests.e2e.bench import card_of, case_now, claim, rule
from tests.e2e.harness import Pair, button
from tests.e2e.players import unreachable_of
from tests.e2e.texts import mentions, says, told, worded


@pytest.mark.article("7.2")
async def test_a_reply_to_a_claim_is_the_defence(pair: Pair) -> None:
    """A reply to a claim or to its answer is a statement, without button or command.

    Once the claim is over, the bot refuses the text with the reason, and stores none of it.
    """
    table = pair.table
    case = await claim(pair, pair.red, "conduct")
    (told_so,) = told(pair.blue.messages, "claim.told", case=case)

    (kept,) = await table.say(pair.blue, "Am fost plecat din țară.", reply_to=told_so)

    assert says(kept, "case.defence_kept", case=case)
    (defence,) = (await case_now(table, case)).defences
    (heard,) = told(pair.red.messages, "claim.answered", who="Ion Rus", case=case)
    assert "plecat din țară" in heard.text
    button(heard, "button.answer")
    assert mentions(card_of(table.arbiter, case), "case.defence", who="Ion Rus")
    (more,) = await table.say(pair.red, "Nu m-ai anunțat.", reply_to=heard)
    assert says(more, "case.comment_kept", case=case)
    (again,) = told(pair.blue.messages, "claim.more", who="Ana Pop", case=case)
    await table.say(pair.blue, "Ba da, pe 3 mai.", reply_to=again)
    assert len((await case_now(table, case)).defences) == 2
    assert defence.by == (await table.stored.person(pair.blue.id)).id

    await rule(table, card_of(table.arbiter, case), "rejected")
    (late,) = await table.say(pair.blue, "Și totuși...", reply_to=told_so)
    assert mentions(late, "fault.case_over", case=case)
    assert len((await case_now(table, case)).defences) == 2


async def test_a_placement_that_replies_to_a_claim_is_a_placement(pair: Pair) -> None:
    """Under any message, a typed move is made in that message's game."""
    case = await claim(pair, pair.blue, "conduct")
    (told_so,) = told(pair.red.messages, "claim.told", case=case)

    (preview,) = await pair.table.say(pair.red, "H8 CASA", reply_to=told_so)

    assert says(preview, "preview.placement")
    assert not (await case_now(pair.table, case)).defences


async def test_a_reply_to_an_opponents_line_goes_to_them(pair: Pair) -> None:
    """No dash is needed; replies to the question for a line and to its button work, too."""
    table = pair.table
    await table.say(pair.red, f"/mesaj {pair.id} Salut!")
    (line,) = told(pair.blue.messages, "chat.line", who="Ana Pop")

    (sent,) = await table.say(pair.blue, "Noroc, Ana!", reply_to=line)

    assert says(sent, "chat.sent", partner="Ana Pop")
    (back,) = told(pair.red.messages, "chat.line", who="Ion Rus", text="Noroc, Ana!")
    (question,) = await table.press(pair.red, back, "button.answer")
    await table.say(pair.red, "Mult succes!", reply_to=question)
    assert told(pair.blue.messages, "chat.line", text="Mult succes!")
    (preview,) = await table.say(pair.red, "H8 CASA", reply_to=back)
    assert says(preview, "preview.placement")


async def test_an_arbiter_who_replies_to_a_card_says_for_whom_it_is(pair: Pair) -> None:
    """A reply to a player is sent as a letter; a second or forged press sends nothing."""
    table, arbiter = pair.table, pair.table.arbiter
    case = await claim(pair, pair.red, "conduct")
    card = card_of(arbiter, case)

    asked = await _replied(pair, card, "În ce mesaj te-a jignit?")

    assert says(asked, "case.reply_to_whom", case=case)
    assert worded("button.case.my_opinion") not in asked.labels
    to_ana = next(one for one in asked.buttons if one.label.endswith("Ana Pop"))
    arbiter.press_button(asked, to_ana)
    arbiter.press_button(asked, to_ana)
    await table.settle()
    (letter,) = told(pair.red.messages, "letter.answer", about=pair.id)
    assert "În ce mesaj te-a jignit?" in letter.text
    button(letter, "button.answer")
    assert not told(pair.blue.messages, "letter.answer")
    await table.say(pair.red, "În cel de ieri.", reply_to=letter)
    assert told(arbiter.messages, "letter.told", who="Ana Pop")
    await table.forge(pair.blue, pair.blue.messages[-1], to_ana.data)
    assert mentions(pair.blue.messages[-1], "fault.not_your_match")


async def _replied(pair: Pair, card: Message, text: str) -> Message:
    """Have the arbiter reply to a card; return the bot's question."""
    (asked,) = await pair.table.say(pair.table.arbiter, text, reply_to=card)
    return asked


async def test_other_words_are_offered_to_opponent_and_arbiter(pair: Pair) -> None:
    """A reply to a sheet that is not a move is sent to either only after a press."""
    table = pair.table
    sheet = next(each for each in reversed(pair.red.messages) if each.photo is not None)

    (offered,) = await table.say(pair.red, "Mi se pare că lipsește o literă", reply_to=sheet)
    assert says(offered, "play.unknown")
    await table.press(pair.red, offered, "button.letter")

    (letter,) = told(table.arbiter.messages, "letter.told", who="Ana Pop", about=pair.id)
    assert "lipsește o literă" in letter.text


async def test_words_for_somebody_who_has_blocked_the_bot_hold_up_nothing(pair: Pair) -> None:
    """An answer and a claim wait, the arbiter is notified, and all else continues."""
    table = pair.table
    await table.say(pair.blue, f"/arbitru {pair.id} O întrebare")
    (letter,) = told(table.arbiter.messages, "letter.told", who="Ion Rus")
    pair.blue.block()
    await table.settle()
    table.dead_messages = 2

    (answered,) = await table.say(table.arbiter, "Da.", reply_to=letter)
    assert says(answered, "letter.answered_unread", who="Ion Rus")
    await claim(pair, pair.red, "conduct")

    assert len(told(table.arbiter.messages, unreachable_of(pair.blue), who="Ion Rus")) == 1
    assert (await table.say(pair.red, "/timp"))[0].photo is not None
