"""A photo sent after a typed move belongs to that move, and is sent with it (art. 4.2)."""

from datetime import timedelta

import pytest

from sandbox import Message, SandboxUser
from tests.e2e.cases.paper_shared import sheet
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.plays import no_word
from tests.e2e.texts import mentions, says, told
from tests.sandbox.pictures import picture


async def photograph(
    table: Table, user: SandboxUser, caption: str = "", *, reply_to: Message | None = None
) -> Message:
    """Have a player send a photographed sheet; return the bot's answer."""
    user.send_photo(picture(300, 400), caption=caption, reply_to=reply_to)
    await table.settle()
    return user.last


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_a_photograph_after_a_typed_placement_goes_on_when_that_is_sent(pair: Pair) -> None:
    """Opponent and arbiter then get it with its caption, and nobody before; a pass has one too."""
    arbiter = pair.table.arbiter
    for author, partner, name, typed in (
        (pair.red, pair.blue, "Ion Rus", "H8 CASA"),
        (pair.blue, pair.red, "Ana Pop", "PAS"),
    ):
        preview = await pair.type(author, typed)
        heard = len(partner.messages), len(arbiter.messages)

        answer = await photograph(pair.table, author, "turul meu")

        assert says(answer, "relayed.joined", move=typed, game=pair.id, partner=name)
        assert not answer.buttons, typed
        assert (len(partner.messages), len(arbiter.messages)) == heard, typed
        await pair.table.press(author, preview, "button.send")
        assert says(preview, "play.sent", placement=typed)
        for reader, seen in zip((partner, arbiter), heard, strict=True):
            (passed_on,) = told(reader.messages[seen:], "relayed.sheet", game=pair.id)
            assert passed_on.photo is not None, typed
            assert mentions(passed_on, "relayed.sheet", note=f"{typed}. turul meu")


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_a_photograph_of_a_placement_that_is_dropped_goes_to_nobody(pair: Pair) -> None:
    """A dropped or retyped move drops its photo, too; of two photos the last counts."""
    preview = await pair.type(pair.red, "H8 CASA")
    await photograph(pair.table, pair.red)
    assert mentions(await photograph(pair.table, pair.red), "relayed.joined_instead")
    await pair.table.press(pair.red, preview, "button.drop")
    await pair.type(pair.red, "H8 CASA")
    await photograph(pair.table, pair.red)

    await pair.place(pair.red, "8H CASA")

    assert len((await pair.game()).moves) == 1
    assert not told(pair.blue.messages, "relayed.sheet")


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_each_game_keeps_the_photograph_of_its_own_placement(
    two_pairs: tuple[Pair, Pair],
) -> None:
    """A photograph joins the last typed move, or the game that it replies to."""
    pair, other = two_pairs
    table = pair.table
    (begun,) = told(pair.red.messages, "leg.started", game=pair.id)
    first = await pair.type(pair.red, f"{pair.code} H8 CASA")
    await table.sandbox.travel(timedelta(minutes=1))
    second = await pair.type(pair.red, f"{other.code} 8H CASA")
    joined = await photograph(table, pair.red, "a doua")
    assert says(joined, "relayed.joined", move="8H CASA", game=other.id)
    joined = await photograph(table, pair.red, "prima", reply_to=begun)
    assert says(joined, "relayed.joined", move="H8 CASA", game=pair.id)

    for preview in (first, second):
        await table.press(pair.red, preview, "button.send")

    for match, note in ((pair, "H8 CASA. prima"), (other, "8H CASA. a doua")):
        (passed_on,) = told(match.blue.messages, "relayed.sheet", game=match.id)
        assert mentions(passed_on, "relayed.sheet", note=note)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_a_photograph_waits_for_the_game_that_is_being_asked_about(
    two_pairs: tuple[Pair, Pair],
) -> None:
    """A sheet sent during the question about the game joins that move."""
    pair, other = two_pairs
    table = pair.table
    (question,) = await table.say(pair.red, "H8 CASA")
    assert says(question, "play.which")
    joined = await photograph(table, pair.red)
    assert says(joined, "relayed.joined_asked", move="H8 CASA")
    chosen = next(each for each in question.buttons if other.id in each.label)
    pair.red.press_button(question, chosen)
    await table.settle()
    assert mentions(pair.red.last, "preview.with_sheet")

    await table.press(pair.red, pair.red.last, "button.send")

    assert told(other.blue.messages, "relayed.sheet", game=other.id)
    assert not told(pair.blue.messages, "relayed.sheet")


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2", "5.3")
async def test_a_photograph_after_a_refused_word_goes_with_the_question(pair: Pair) -> None:
    """The arbiter gets it with the question, the opponent once the move is made."""
    table = pair.table
    refused = await pair.type(pair.red, no_word(await pair.game()))
    assert says(await photograph(table, pair.red), "relayed.joined_refused", game=pair.id)
    assert not told(table.arbiter.messages, "relayed.sheet")

    await table.press(pair.red, refused, "button.query.ask")
    assert told(table.arbiter.messages, "relayed.sheet", game=pair.id)
    assert not told(pair.blue.messages, "relayed.sheet")
    (card,) = [each for each in table.arbiter.messages if "word:" in str(each.buttons)]
    table.arbiter.press_button(card, card.buttons[0])
    await table.settle()

    assert told(pair.blue.messages, "relayed.sheet", game=pair.id)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("7.1")
async def test_a_photograph_does_not_prolong_the_hour_of_its_preview(pair: Pair) -> None:
    """Within the hour the move counts from its message, afterwards from the press."""
    await pair.table.travel_to(bucharest("2025-05-03", "23:30:00"))
    preview = await pair.type(pair.red, "H8 CASA")
    await pair.table.travel_to(bucharest("2025-05-04", "00:20:00"))
    await photograph(pair.table, pair.red)
    await pair.table.travel_to(bucharest("2025-05-04", "00:40:00"))
    await pair.table.press(pair.red, preview, "button.send")

    assert (await pair.game()).moves[0].sent.day == 4


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_without_a_typed_placement_the_bot_asks_what_a_photograph_is(
    two_pairs: tuple[Pair, Pair],
) -> None:
    """The bot asks about a photograph without a typed move, also after sending."""
    pair, other = two_pairs
    table = pair.table
    (begun,) = told(pair.red.messages, "leg.started", game=other.id)
    preview = await pair.type(pair.red, f"{pair.code} H8 CASA")
    asked = await photograph(table, pair.red, reply_to=begun)
    assert says(asked, "relayed.ask", game=other.id)
    await table.press(pair.red, preview, "button.send")
    (asked,) = await sheet(table, pair.red)
    assert says(asked, "relayed.which") or says(asked, "relayed.ask")


@pytest.mark.only_telegram("sends a photograph")
async def test_a_photograph_is_no_answer_in_words_and_is_not_lost(pair: Pair) -> None:
    """While a message is awaited, the bot asks what to do with it; the next text is the message.

    The answer about the photograph says that the message is still awaited.
    """
    (asked,) = await pair.table.say(pair.red, "/mesaj")
    assert mentions(asked, "chat.ask")

    answer = await photograph(pair.table, pair.red, "fișa mea")

    assert mentions(answer, "relayed.ask", partner="Ion Rus", game=pair.id)
    assert mentions(answer, "relayed.asked")
    assert not told(pair.blue.messages, "chat.line")
    await pair.table.say(pair.red, "Ai primit fișa?")
    (line,) = told(pair.blue.messages, "chat.line")
    assert "Ai primit fișa?" in line.text
