import pytest
from telegram import Bot, ReplyParameters
from telegram.error import BadRequest, Forbidden

from sandbox import Sandbox, SandboxUser
from tests.sandbox.conftest import MAY_DAY
from tests.sandbox.messages_shared import buttons


async def test_a_message_arrives_as_the_library_understands_it(bot: Bot, ana: SandboxUser) -> None:
    """What the bot sends is what the person sees, and the answer parses."""
    sent = await bot.send_message(
        ana.id, "Ai <b>5 zile</b> &amp; 20 de puncte", parse_mode="HTML", reply_markup=buttons("Da")
    )
    seen = await ana.receive("5 zile")

    assert seen.text == "Ai 5 zile & 20 de puncte"
    assert seen.html == "Ai <b>5 zile</b> &amp; 20 de puncte"
    assert seen.labels == ("Da",)
    assert sent.message_id == seen.id
    assert sent.date == MAY_DAY
    assert sent.from_user is not None
    assert sent.from_user.is_bot


async def test_a_text_reaches_the_bot_with_its_sender_and_date(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """An update has name, language, date and the message replied to."""
    await bot.send_message(ana.id, "Sfârșit?")
    ana.send("/fisa acum", reply_to=ana.last)
    (update,) = await bot.get_updates()

    assert update.message is not None
    assert update.message.text == "/fisa acum"
    assert update.message.date == MAY_DAY
    assert update.message.from_user is not None
    assert update.message.from_user.language_code == "ro-RO"
    assert update.message.entities[0].type == "bot_command"
    assert update.message.reply_to_message is not None
    assert update.message.reply_to_message.text == "Sfârșit?"
    assert not sandbox.users[ana.id].last.from_bot


async def test_a_pressed_button_is_answered_with_a_toast(bot: Bot, ana: SandboxUser) -> None:
    """The press reaches the bot with its data; the person sees the answer."""
    await bot.send_message(ana.id, "Trimiți?", reply_markup=buttons("Trimite", "Renunță"))
    press = ana.press(ana.last, "Trimite")
    (update,) = await bot.get_updates()
    assert update.callback_query is not None
    assert update.callback_query.data == "trimite"

    await update.callback_query.answer("Gata", show_alert=True)

    assert (await ana.answered(press)).text == "Gata"
    assert press.alert


async def test_an_edit_changes_what_the_person_sees(bot: Bot, ana: SandboxUser) -> None:
    """Text and buttons change in place; the same content again is refused."""
    sent = await bot.send_message(ana.id, "Trimiți?", reply_markup=buttons("Da"))
    await bot.edit_message_text("Trimis.", ana.id, sent.message_id)

    assert ana.last.text == "Trimis."
    assert ana.last.labels == ()
    assert ana.last.edited == MAY_DAY
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_text("Trimis.", ana.id, sent.message_id)


async def test_changed_buttons_alone_are_no_edit(bot: Bot, ana: SandboxUser) -> None:
    """The text stays without an edit mark, and a person's message has no buttons."""
    sent = await bot.send_message(ana.id, "Trimiți?", reply_markup=buttons("Da"))
    await bot.edit_message_reply_markup(ana.id, sent.message_id, reply_markup=buttons("Nu"))

    assert (ana.last.text, ana.last.labels, ana.last.edited) == ("Trimiți?", ("Nu",), None)
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_reply_markup(ana.id, ana.messages[0].id)


async def test_a_person_who_blocks_the_bot_gets_nothing(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """403 while blocked, and an update each time; a stranger cannot be written to."""
    ana.block()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(ana.id, "Ești?")
    ana.unblock()
    await bot.send_message(ana.id, "Ești?")

    changes = [update.my_chat_member for update in await bot.get_updates()]
    statuses = [change.new_chat_member.status for change in changes if change]
    assert statuses == ["kicked", "member"]
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(sandbox.add_user("Ion").id, "Salut")


async def test_a_reply_names_its_message(bot: Bot, ana: SandboxUser) -> None:
    """A reply shows its message, and a reply to a missing message is refused."""
    question = ana.send("Cât e scorul?")
    await bot.send_message(
        ana.id, "20-10", reply_parameters=ReplyParameters(message_id=question.id)
    )

    assert ana.last.reply_to is question
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(ana.id, "?", reply_parameters=ReplyParameters(message_id=99))
