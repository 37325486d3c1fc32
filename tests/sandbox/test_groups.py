import pytest
from telegram import Bot, InputMediaPhoto
from telegram.error import BadRequest, Forbidden

from sandbox import Sandbox, SandboxError, SandboxUser
from sandbox.formatting.entities import Formatted
from sandbox.questions import OfferedResult
from tests.sandbox.pictures import picture


async def received(bot: Bot) -> list[str]:
    """Return the texts that the bot receives, and confirm them."""
    updates = await bot.get_updates()
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1)
    return [update.message.text or "" for update in updates if update.message]


async def test_in_a_group_the_bot_gets_what_is_meant_for_it(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The bot gets commands, mentions and replies to it; as administrator it gets everything."""
    group = sandbox.add_group("Club", [ana])
    sent = await bot.send_message(group.id, "Salut!")
    ana.send("ce mai faceți?", chat=group)
    ana.send("/clasament", chat=group)
    ana.send("/clasament@alt_bot", chat=group)
    ana.send(f"/ajutor@{bot.username}", chat=group)
    ana.send(f"@{bot.username} ești?", chat=group)
    ana.send("mersi", chat=group, reply_to=group.messages[0])
    assert sent.chat.title == "Club"
    assert await received(bot) == [
        "/clasament",
        f"/ajutor@{bot.username}",
        f"@{bot.username} ești?",
        "mersi",
    ]

    group.make_bot_admin()
    ana.send("acum auzi?", chat=group)
    assert await received(bot) == ["acum auzi?"]


async def test_a_bot_thrown_out_cannot_write(bot: Bot, sandbox: Sandbox, ana: SandboxUser) -> None:
    """The answer is 403, and its own membership says so."""
    group = sandbox.add_group("Club", [ana], supergroup=True)
    assert (await bot.get_chat_member(group.id, bot.id)).status == "member"
    group.remove_bot(by=ana)
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await bot.send_message(group.id, "Salut!")

    assert (await bot.get_chat_member(group.id, bot.id)).status == "kicked"


async def test_the_bots_rights_are_reported(bot: Bot, sandbox: Sandbox, ana: SandboxUser) -> None:
    """A bot that is an administrator is listed as one, also when it is removed."""
    group = sandbox.add_group("Club", [ana], supergroup=True)
    group.make_bot_admin(by=ana)
    assert (await bot.get_chat_member(group.id, bot.id)).status == "administrator"
    group.remove_bot(by=ana)

    changes = [update.my_chat_member for update in await bot.get_updates()]
    assert [(c.old_chat_member.status, c.new_chat_member.status) for c in changes if c] == [
        ("left", "member"),
        ("member", "administrator"),
        ("administrator", "kicked"),
    ]


async def test_supergroups_number_their_messages_themselves(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The same id may name a message in two chats."""
    group = sandbox.add_group("Club", [ana], supergroup=True)
    sent = await bot.send_message(group.id, "Salut!")

    assert sent.message_id == ana.messages[0].id


async def test_a_forum_has_topics(bot: Bot, sandbox: Sandbox, ana: SandboxUser) -> None:
    """A topic opened by the bot takes messages; another number or a plain group does not."""
    forum = sandbox.add_group("Club", [ana], forum=True)
    forum.make_bot_admin()
    topic = await bot.create_forum_topic(forum.id, "Finala")
    await bot.send_message(forum.id, "Runda 1", message_thread_id=topic.message_thread_id)

    assert forum.messages[-1].thread == topic.message_thread_id
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(forum.id, "?", message_thread_id=999)
    with pytest.raises(BadRequest, match="The chat is not a forum"):
        await bot.create_forum_topic(sandbox.add_group("Alt club").id, "Finala")


async def test_people_write_under_topics(bot: Bot, sandbox: Sandbox, ana: SandboxUser) -> None:
    """A message in a topic says so, an answer may go there, and a deleted topic takes none."""
    forum = sandbox.add_group("Club", [ana], forum=True)
    forum.make_bot_admin()
    topic = (await bot.create_forum_topic(forum.id, "K7QF · Ana – Ion")).message_thread_id
    ana.send("/clasament", chat=forum, topic=topic)
    update = (await bot.get_updates())[-1]
    assert update.message is not None
    assert update.message.is_topic_message
    assert update.message.message_thread_id == topic
    await bot.send_photo(forum.id, picture(), message_thread_id=topic)
    await bot.send_document(forum.id, b"...", filename="a.txt", message_thread_id=topic)
    album = [InputMediaPhoto(picture()), InputMediaPhoto(picture())]
    await bot.send_media_group(forum.id, album, message_thread_id=topic)
    await bot.send_message(forum.id, "tuturor")
    assert len(forum.messages_in("K7QF")) == 5
    assert forum.messages[-1].thread is None

    with pytest.raises(SandboxError):
        ana.send("?", chat=forum, topic=topic + 1)
    forum.delete_topic("K7QF")
    assert [message.text for message in forum.messages if not message.service] == ["tuturor"]
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(forum.id, "?", message_thread_id=topic)


async def test_what_answers_nothing_in_a_topic_answers_its_opening(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """As at Telegram, only a real reply names its message; the bot's goes to the same topic."""
    forum = sandbox.add_group("Club", [ana], forum=True)
    forum.make_bot_admin()
    topic = (await bot.create_forum_topic(forum.id, "Finala")).message_thread_id
    first = ana.send("salut", chat=forum, topic=topic)
    ana.send("și ție", chat=forum, reply_to=first)
    answer = await bot.send_message(forum.id, "!", reply_to_message_id=first.id)

    replied = [u.message.reply_to_message for u in (await bot.get_updates())[-2:] if u.message]
    assert [each and each.message_id for each in replied] == [topic, first.id]
    assert replied[0] is not None
    assert replied[0].forum_topic_created is not None
    assert (answer.message_thread_id, answer.is_topic_message) == (topic, True)


async def test_a_chain_of_replies_is_a_thread_but_no_topic(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """Its number is that of its first message; a plain group has none."""
    for supergroup in (True, False):
        group = sandbox.add_group("Club", [ana], supergroup=supergroup)
        sent = await bot.send_message(group.id, "Salut!")
        first = ana.send("mersi", chat=group, reply_to=group.messages[0])
        again = await bot.send_message(group.id, "!", reply_to_message_id=first.id)
        for message in ((await bot.get_updates())[-1].message, again):
            assert message is not None
            assert message.message_thread_id == (sent.message_id if supergroup else None)
            assert not message.is_topic_message


async def test_a_link_takes_the_bot_to_a_group(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The start has its code, and the bot the rights that the link asks for."""
    group = sandbox.add_group("Club", [ana], forum=True)
    ana.follow(f"https://t.me/{sandbox.username}?startgroup=abc&admin=manage_topics", group=group)
    updates = await bot.get_updates()
    texts = [update.message.text for update in updates if update.message]
    changes = [update.my_chat_member for update in updates if update.my_chat_member]
    assert texts == [f"/start@{sandbox.username} abc"]
    assert [change.new_chat_member.status for change in changes] == ["member", "administrator"]
    assert (await bot.create_forum_topic(group.id, "Finala")).name == "Finala"
    with pytest.raises(SandboxError, match="private chat"):
        ana.follow(f"https://t.me/{sandbox.username}?start=abc", group=group)
    with pytest.raises(SandboxError, match="choose one"):
        ana.follow(f"https://t.me/{sandbox.username}?startgroup=abc")
    with pytest.raises(SandboxError, match="choose one"):
        ana.follow(f"https://t.me/{sandbox.username}?startgroup=")  # without a payload
    sent = ana.follow(f"https://t.me/{sandbox.username}?startgroup=", group=group)
    assert sent.text == f"/start@{sandbox.username}"


async def test_chats_can_be_looked_up(bot: Bot, sandbox: Sandbox, ana: SandboxUser) -> None:
    """GetChat works for people and groups; strangers in a group are known but not started."""
    ion = sandbox.add_user("Ion")
    group = sandbox.add_group("Club", [ana, ion])
    assert (await bot.get_chat(ana.id)).first_name == "Ana"
    assert (await bot.get_chat(group.id)).title == "Club"
    assert (await bot.get_chat_member(group.id, ion.id)).user.first_name == "Ion"
    with pytest.raises(Forbidden, match="can't initiate conversation"):
        await bot.send_message(ion.id, "Salut")


async def test_pinning_deleting_and_typing(bot: Bot, ana: SandboxUser) -> None:
    """A pin is reported, a deleted message disappears, typing ends with the message."""
    await bot.send_chat_action(ana.id, "typing")
    with pytest.raises(BadRequest):
        await bot.send_chat_action(ana.id, "")
    assert ana.chat.action == "typing"  # a refused call changes nothing
    sent = await bot.send_message(ana.id, "Citește!")
    assert ana.chat.action is None
    await bot.pin_chat_message(ana.id, sent.message_id)
    assert "pinned_message" in ana.last.service

    await bot.delete_message(ana.id, sent.message_id)
    assert "Citește!" not in [message.text for message in ana.messages]
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(ana.id, sent.message_id)


def test_the_app_lets_people_do_only_what_telegram_lets_them(
    sandbox: Sandbox, ana: SandboxUser
) -> None:
    """Writing while blocking, editing others' messages and too long texts are refused."""
    mine = ana.send("salut")
    picture_of_mine = ana.send_photo(picture(), caption="fișa")
    for message, text in ((mine, " "), (mine, "a" * 4097), (picture_of_mine, "a" * 1025)):
        with pytest.raises(SandboxError):
            ana.edit(message, text)
    ana.edit(picture_of_mine, "")
    assert (mine.text, picture_of_mine.text) == ("salut", "")
    ion = sandbox.add_user("Ion")
    offered = OfferedResult(id="1", title="", note="", body=Formatted("invitație"), keyboard=())
    with pytest.raises(SandboxError):
        ion.edit(mine, "altceva")
    with pytest.raises(SandboxError):
        ion.send("salut", chat=sandbox.add_group("Club", [ana]))
    with pytest.raises(SandboxError):
        ion.put(offered, sandbox.groups[-1])
    with pytest.raises(SandboxError):
        ana.press(mine, "Da")
    ana.block()
    with pytest.raises(SandboxError):
        ana.send("încă unul")
