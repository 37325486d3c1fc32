"""The players' channel: an alternative reported to the arbiter, or photographed sheets only."""

from io import BytesIO

import pytest
from PIL import Image

from sandbox import Message
from tests.e2e.cases.paper_shared import sheet
from tests.e2e.conversation.channel_shared import agree
from tests.e2e.harness import Pair, label
from tests.e2e.plays import no_word
from tests.e2e.texts import mentions, says, told, worded


def head_of(message: Message) -> bytes:
    """Return the pixels of the top part of the sheet in a message."""
    assert message.photo is not None
    return Image.open(BytesIO(message.photo.content)).crop((0, 0, 1100, 90)).tobytes()


@pytest.mark.article("6.1")
async def test_another_channel_is_agreed_reported_to_the_arbiter_and_set_by_them(
    pair: Pair,
) -> None:
    """A channel is on the sheets once both players agree or the arbiter decides."""
    table = pair.table
    before = (await table.say(pair.red, "/fisa"))[-1]
    await agree(pair, worded("channel.whatsapp"))
    (heard,) = told(table.arbiter.messages, "means.told_agreed", match=pair.code)
    assert "WhatsApp" in heard.text
    after = (await table.say(pair.red, "/fisa"))[-1]
    assert head_of(before) != head_of(after)

    (refused,) = await table.say(pair.red, "/legatura 0722 123 456")
    assert mentions(refused, "fault.channel_name")
    await table.say(pair.red, f"/legatura {pair.code} Signal")
    asked = told(pair.blue.messages, "means.proposed")[-1]
    await table.press(pair.blue, asked, "button.means.no")
    assert told(pair.red.messages, "means.was_refused", who="Ion Rus")
    (why,) = await table.say(table.arbiter, f"/legatura {pair.code} e-mail")
    table.arbiter.press(why, worded("means.usual"))
    await table.settle()
    await table.press(table.arbiter, why, "button.decide")
    for user in (pair.red, pair.blue):
        (ruled,) = told(user.messages, "means.told_ruled", match=pair.code)
        assert "E-mail" in ruled.text


async def test_a_mistyped_code_is_proposed_to_nobody_as_a_channel(pair: Pair) -> None:
    """It is refused in capitals and in small letters; a short channel is none."""
    for code in ("9ZZ9", "9zz9"):
        (refused,) = await pair.table.say(pair.red, f"/legatura {code} whatsapp")
        assert mentions(refused, "fault.no_such_match", match=code.upper())
    await pair.table.say(pair.red, "/legatura mail")
    (asked,) = told(pair.blue.messages, "means.proposed", match=pair.code)
    assert "mail" in asked.text


@pytest.mark.article("6.1")
async def test_what_a_player_has_proposed_is_not_offered_again(pair: Pair) -> None:
    """The button leaves their card until the answer comes; the opponent's card keeps it."""
    table, whatsapp = pair.table, worded("channel.whatsapp")
    (card,) = await table.say(pair.red, "/legatura")
    assert whatsapp in card.labels

    pair.red.press(card, whatsapp)
    await table.settle()

    assert whatsapp not in card.labels
    (partners,) = await table.say(pair.blue, "/legatura")
    assert whatsapp in partners.labels


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_agreed_on_sheets_only_a_placement_needs_its_photograph(pair: Pair) -> None:
    """A typed move cannot be sent alone, only with a photo, until one player ends this."""
    table = pair.table
    shown = await pair.type(pair.red, "H8 CASA")
    await table.say(pair.blue, "/conditie H8 CASA -> PAS")
    card = await agree(pair, label("button.means.sheets"))
    assert told(pair.blue.messages, "means.conditions_dropped", game=pair.id)
    await table.press(pair.red, shown, "button.send")
    assert says(shown, "play.needs_sheet", move="H8 CASA")
    typed = await pair.type(pair.red, "H8 CASA")
    assert mentions(typed, "preview.needs_sheet", move="H8 CASA")
    assert not typed.buttons
    unknown = await pair.type(pair.red, no_word(await pair.game()))
    assert not unknown.buttons
    assert len(await pair.events()) == 1

    await pair.type(pair.red, "H8 CASA")
    (preview,) = await sheet(table, pair.red)
    assert mentions(preview, "preview.with_sheet")
    await table.press(pair.red, preview, "button.send")
    assert says(preview, "play.sent", placement="H8 CASA")
    assert told(pair.blue.messages, "relayed.sheet", game=pair.id)

    (asked,) = await sheet(table, pair.red)
    await table.press(pair.red, asked, "button.sheet_send")
    assert says(asked, "relayed.done", game=pair.id)
    (passes,) = await sheet(table, pair.blue, "PAS")
    assert mentions(passes, "preview.with_sheet")

    (card,) = await table.say(pair.blue, f"/legatura {pair.code}")
    await table.press(pair.blue, card, "button.means.end_sheets")
    assert told(pair.red.messages, "means.told_ended", who="Ion Rus")
    assert says(await pair.place(pair.blue, "PAS"), "play.sent")


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2", "5.3")
async def test_the_photograph_waits_with_a_word_put_to_the_arbiter(pair: Pair) -> None:
    """If the word is valid, the sheet is sent with the move; before, the opponent reads nothing."""
    table = pair.table
    await agree(pair, label("button.means.sheets"))
    (refused,) = await sheet(table, pair.red, no_word(await pair.game()))
    await table.press(pair.red, refused, "button.query.ask")
    assert not told(pair.blue.messages, "relayed.sheet")
    (card,) = [each for each in table.arbiter.messages if "word:" in str(each.buttons)]
    table.arbiter.press_button(card, card.buttons[0])
    await table.settle()

    assert told(pair.blue.messages, "relayed.sheet", game=pair.id)


@pytest.mark.article("6.1")
async def test_an_arbiter_is_asked_for_no_reason_that_would_be_refused(pair: Pair) -> None:
    """Of a channel that is set already, the arbiter reads so at once, not after the reason."""
    table, arbiter = pair.table, pair.table.arbiter
    (why,) = await table.say(arbiter, f"/legatura {pair.code} e-mail")
    arbiter.press(why, worded("means.usual"))
    await table.settle()
    await table.press(arbiter, why, "button.decide")

    (again,) = await table.say(arbiter, f"/legatura {pair.code} e-mail")

    assert mentions(again, "fault.means_hold")
    (days,) = await table.say(arbiter, f"/prelungire {pair.id} ana 0")
    assert mentions(days, "fault.grant_out_of_range")


@pytest.mark.article("6.1")
async def test_the_bot_named_as_a_channel_is_the_bot(pair: Pair) -> None:
    """A player who wants back to the bot types its name, and leaves for no channel so called."""
    table = pair.table
    (refused,) = await table.say(pair.red, "/legatura bot")
    assert mentions(refused, "fault.means_hold")
    await agree(pair, worded("channel.whatsapp"))

    await table.say(pair.red, "/legatura bot")

    assert not (await table.stored.match(pair.code)).channel_settings.channel
    assert not told(pair.blue.messages, "means.proposed")
