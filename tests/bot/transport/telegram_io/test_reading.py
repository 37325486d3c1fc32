from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.messages import Incoming, Relayed, Sender, ShownMessage
from bot.transport.telegram_io.raw_updates import UnreadableUpdate, parse_update
from sandbox.world import ADMIN_RIGHTS

NOON = datetime(2025, 5, 3, 9, 0, tzinfo=UTC)
LATER = datetime(2025, 5, 3, 9, 0, 30, tzinfo=UTC)
ANA = {"id": 7, "is_bot": False, "first_name": "Ana", "last_name": "Pop", "language_code": "ro-RO"}
BOT = {"id": 99, "is_bot": True, "first_name": "Tur-Retur", "username": "turreturbot"}
PRIVATE = {"id": 7, "type": "private", "first_name": "Ana"}
GROUP = {"id": -5, "type": "group", "title": "Cerc"}


def message(**fields: Any) -> dict[str, Any]:
    """Return a private message from Ana with these fields."""
    base = {"message_id": 11, "from": ANA, "chat": PRIVATE, "date": int(NOON.timestamp())}
    return {**base, **fields}


def read(**update: Any) -> Incoming | None:
    """Return the parsed update; `None` if it is ignored."""
    return parse_update({"update_id": 5, **update}, LATER, "turreturbot")


def test_a_message() -> None:
    """A parsed text has its sender, its chat and the instant at which it was sent."""
    assert read(message=message(text="H8 CASA")) == Incoming(
        update=5,
        sender=Sender(7, "Ana Pop", "ro-RO"),
        chat=7,
        is_private=True,
        at=NOON,
        message=11,
        text="H8 CASA",
    )


def test_a_reply_names_its_message() -> None:
    """A reply has the number of its original, so the bot finds the game by its sheet."""
    incoming = read(message=message(text="PAS", reply_to_message=message(message_id=3, text="x")))

    assert incoming is not None
    assert incoming.reply_to == 3


@pytest.mark.parametrize("is_bot", [True, False])
def test_a_reply_tells_what_the_bot_wrote(*, is_bot: bool) -> None:
    """The text replied to is read if a bot wrote it, not if a person did."""
    author = {"id": 9, "is_bot": is_bot, "first_name": "T"}
    notice = message(message_id=3, text="Partida K7QF/1") | {"from": author}
    incoming = read(message=message(text="PAS", reply_to_message=notice))

    assert incoming is not None
    assert incoming.reply_text == ("Partida K7QF/1" if is_bot else "")


def test_an_edit_is_marked() -> None:
    """An edited message is marked as edited and has the instant of the edit."""
    incoming = read(edited_message=message(text="H8 CASE", edit_date=int(LATER.timestamp())))

    assert incoming is not None
    assert incoming.is_edited
    assert incoming.at == LATER


def test_who_has_no_first_name_is_read_all_the_same() -> None:
    """An account without a first name can write, and is identified by its number."""
    nobody = {"id": 7, "is_bot": False, "first_name": ""}
    incoming = read(message=message(**{"from": nobody, "text": "x"}))

    assert incoming is not None
    assert incoming.sender == Sender(7, "")


def test_a_button_press() -> None:
    """A press has the button's data, its message, and, as Telegram gives no time, its arrival."""
    link = {"text": "Site", "url": "https://example.org"}
    markup = {"inline_keyboard": [[{"text": "Trimite", "callback_data": "send:1"}], [link]]}
    press = {
        "id": "p1",
        "from": ANA,
        "chat_instance": "1",
        "data": "send:1",
        "message": message(**{"from": BOT, "text": "?", "reply_markup": markup}),
    }

    assert read(callback_query=press) == Incoming(
        update=5,
        sender=Sender(7, "Ana Pop", "ro-RO"),
        chat=7,
        is_private=True,
        at=LATER,
        message=11,
        callback="p1",
        data="send:1",
        shown=ShownMessage("?", (("Trimite", "send:1"),)),
    )


def test_a_press_on_an_old_message() -> None:
    """A press on a message too old for Telegram to show is still read."""
    press = {
        "id": "p1",
        "from": ANA,
        "chat_instance": "1",
        "data": "x",
        "message": {"message_id": 2, "chat": PRIVATE, "date": 0},
    }
    incoming = read(callback_query=press)

    assert incoming is not None
    assert (incoming.message, incoming.data) == (2, "x")


@pytest.mark.parametrize(("status", "blocked"), [("kicked", True), ("member", False)])
def test_blocking_and_coming_back(status: str, blocked: bool) -> None:
    """The bot reads that a person blocked it or allowed it again, with the instant."""
    member: dict[str, Any] = {"user": BOT, "status": status}
    if status == "kicked":
        member["until_date"] = 0
    change = {
        "chat": PRIVATE,
        "from": ANA,
        "date": int(NOON.timestamp()),
        "old_chat_member": {"user": BOT, "status": "member"},
        "new_chat_member": member,
    }
    incoming = read(my_chat_member=change)

    assert incoming is not None
    assert incoming.blocked is blocked
    assert incoming.at == NOON


@pytest.mark.parametrize("status", ["member", "administrator", "kicked", "left"])
def test_a_group_lets_the_bot_in_or_shows_it_out(status: str) -> None:
    """A change of the bot's membership in a group is read as the group's, not a person's."""
    rights = dict.fromkeys(ADMIN_RIGHTS, True) if status == "administrator" else {}
    extra = {"until_date": 0} if status == "kicked" else {}
    more = {"can_be_edited": False, "is_anonymous": False} if rights else {}
    change = {
        "chat": GROUP,
        "from": ANA,
        "date": int(NOON.timestamp()),
        "old_chat_member": {"user": BOT, "status": "member"},
        "new_chat_member": {"user": BOT, "status": status, **rights, **extra, **more},
    }
    incoming = read(my_chat_member=change)

    assert incoming is not None
    assert not incoming.is_private
    assert incoming.chat == GROUP["id"]
    assert incoming.blocked is (status in {"kicked", "left"})


def test_a_group_that_moves_names_its_new_number() -> None:
    """The report of the old chat has the new number, from any author; the new chat's has none."""
    for sender in (ANA, BOT):
        moved = read(message=message(chat=GROUP, migrate_to_chat_id=-1005, **{"from": sender}))
        assert moved is not None
        assert (moved.chat, moved.moved_to, moved.is_private) == (-5, -1005, False)
    arrived = message(chat={**GROUP, "id": -1005, "type": "supergroup"}, migrate_from_chat_id=-5)
    assert read(message=arrived) is None


def test_a_topic_is_known_to_its_messages_and_presses() -> None:
    """A message or press in a topic has the topic's number, so that the answer goes there."""
    forum = {"id": -1005, "type": "supergroup", "title": "Cerc", "is_forum": True}
    there = message(chat=forum, text="/clasament", message_thread_id=9, is_topic_message=True)
    reply = message(chat=forum, text="/clasament", message_thread_id=9)
    press = {"id": "1", "from": ANA, "chat_instance": "1", "data": "std:X", "message": there}
    found = [read(message=there), read(message=reply), read(callback_query=press)]

    assert [each.thread for each in found if each is not None] == [9, None, 9]


def test_a_photo_and_a_document() -> None:
    """The bot takes a photo's largest size, a document's name, and the caption as text."""
    sizes = [
        {"file_id": name, "file_unique_id": name, "width": side, "height": side}
        for name, side in (("small", 90), ("large", 900))
    ]
    photo = read(message=message(photo=sizes, caption="fișa mea"))
    paper = {"file_id": "d", "file_unique_id": "d", "file_name": "fișa.jpg"}
    document = read(message=message(document=paper))

    assert photo is not None
    assert photo.file == Relayed("large", "", is_photo=True)
    assert photo.text == "fișa mea"
    assert document is not None
    assert document.file == Relayed("d", "fișa.jpg", is_photo=False)


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("/jocuri@TurReturBot", "/jocuri"),
        ("/meci@turreturbot Ana - Ion", "/meci Ana - Ion"),
        ("/jocuri@otherbot", None),
        ("/jocuri", "/jocuri"),
    ],
)
def test_commands_in_groups(text: str, read_as: str | None) -> None:
    """A command loses this bot's user name; a command to another bot is ignored."""
    incoming = read(message=message(chat=GROUP, text=text))

    assert (incoming.text if incoming else None) == read_as


@pytest.mark.parametrize(
    "update",
    [
        {"message": message(new_chat_title="x")},
        {"message": message(**{"from": BOT, "text": "hello"})},
        {"channel_post": message(chat={"id": -9, "type": "channel", "title": "c"}, text="x")},
        {"poll_answer": {"poll_id": "1", "option_ids": [], "user": ANA}},
        {"something_new": {"x": 1}},
        {},
    ],
)
def test_what_is_no_business_of_ours(update: dict[str, Any]) -> None:
    """Service messages, bots, channels and unknown kinds of update are ignored."""
    assert read(**update) is None


WORDLESS = ("sticker", "voice", "video", "video_note", "poll", "location", "dice", "checklist")


@pytest.mark.parametrize("kind", WORDLESS)
def test_a_sticker_is_something_a_person_said(kind: str) -> None:
    """A message of any kind without text reaches the handlers.

    Its caption describes the film or voice message, so it is neither a move nor a message to
    anybody.
    """
    sent = message(**{kind: {"from the future": 1}, "caption": "H8 CASA"})
    incoming = read(message=sent)

    assert incoming is not None
    assert (incoming.text, incoming.file) == ("", None)
    assert read(edited_message={**sent, "edit_date": int(LATER.timestamp())}) is None


def test_what_is_replied_to_need_not_be_understood() -> None:
    """A reply to a poll, or a press below one, is read like any other."""
    poll = message(message_id=3, poll={"from the future": 1})
    press = {"id": "p1", "from": ANA, "chat_instance": "1", "data": "x", "message": poll}
    found = [read(message=message(text="PAS", reply_to_message=poll)), read(callback_query=press)]

    assert [each and (each.reply_to or each.message) for each in found] == [3, 3]


KEYS_WITH_NUMBERS = {"inline_keyboard": [[{"text": 5, "callback_data": "show:K7QF/1"}]]}


@pytest.mark.parametrize(
    "update",
    [
        {"message": {"message_id": "many"}},
        {"message": message(date="yesterday", text="x")},
        {"message": message(chat=5, text="x")},
        {"callback_query": {"id": "p1"}},
        {"message": "hello"},
        *(
            {"message": message(text="x") | {"from": {"id": 7, "is_bot": False, "first_name": x}}}
            for x in (5, [1])
        ),
        {"message": message(text="x", message_id=None)},
        {"message": message(text="x", message_id=2**60)},
        *({"message": message(text="x", date=date)} for date in (None, 1, 253402300799)),
        {"message": message(text="x", chat=PRIVATE | {"id": None})},
        {"message": message(text=[1])},
        *(
            {"callback_query": {"id": "p1", "from": ANA, "chat_instance": "1", "message": pressed}}
            for pressed in (message(text=[1]), message(reply_markup=KEYS_WITH_NUMBERS))
        ),
    ],
)
def test_an_update_against_the_rules_is_named_as_such(update: dict[str, Any]) -> None:
    """An update that breaks the Bot API raises one kind of error, whatever is wrong."""
    with pytest.raises(UnreadableUpdate):
        read(**update)


junk = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(
    st.dictionaries(
        st.sampled_from(["message", "callback_query", "my_chat_member"]),
        junk | st.dictionaries(st.sampled_from([*message(), "text", "photo"]), junk),
        max_size=2,
    )
)
def test_no_update_can_raise_anything_else(update: dict[str, Any]) -> None:
    """Any update is read, ignored, or refused by that one kind of error."""
    with suppress(UnreadableUpdate):
        read(**update)


def test_no_zero_byte_comes_in() -> None:
    """Zero bytes, which PostgreSQL refuses, are removed from texts, data and file names."""
    press = {"id": "1", "from": ANA, "chat_instance": "x", "data": "show:\0K7QF/1"}
    incoming = read(callback_query=press | {"message": message(text="x")})
    assert incoming is not None
    assert incoming.data == "show:K7QF/1"
    sent = {"file_id": "f", "file_unique_id": "u", "file_name": "a\0.csv"}
    incoming = read(message=message(document=sent, caption="\0x"))
    assert incoming is not None
    assert incoming.file is not None
    assert (incoming.file.name, incoming.text) == ("a.csv", "x")


def hidden(number: int, name: str) -> dict[str, object]:
    """Return a command in a group, sent by one of Telegram's service accounts."""
    sender = {"id": number, "is_bot": True, "first_name": name, "username": name}
    return message(text="/leaga COD", chat=GROUP, sender_chat=GROUP) | {"from": sender}


def test_who_hides_behind_a_channel_is_nobody() -> None:
    """A message sent as a channel, or by a bot with Telegram's name, is ignored."""
    assert read(message=hidden(136_817_688, "Channel_Bot")) is None
    other = {"id": -6, "type": "channel", "title": "x"}
    sent = hidden(1_087_968_824, "GroupAnonymousBot") | {"sender_chat": other}
    assert read(message=sent) is None


def test_an_anonymous_administrator_is_read_as_nobody_in_particular() -> None:
    """The bot reads an anonymous administrator's message and marks it as anonymous."""
    incoming = read(message=hidden(1_087_968_824, "GroupAnonymousBot"))
    assert incoming is not None
    assert incoming.is_anonymous


def test_a_forwarded_text_is_by_its_sender_at_the_time_of_forwarding() -> None:
    """A forwarded text has the forwarding person and instant, not those of the original."""
    origin = {"type": "user", "sender_user": ANA | {"id": 8, "first_name": "Ion"}, "date": 1}
    incoming = read(message=message(text="H8 CASA", forward_origin=origin))
    assert incoming is not None
    assert (incoming.sender.id, incoming.at) == (ANA["id"], NOON)
    assert incoming.forwarded is not None
    assert (incoming.forwarded.sender, incoming.forwarded.at.timestamp()) == (8, 1)


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ({"type": "hidden_user", "sender_user_name": "Dan Cel"}, "Dan Cel"),
        ({"type": "chat", "sender_chat": {"id": -5, "type": "group", "title": "Club"}}, "Club"),
        (
            {"type": "channel", "chat": {"id": -6, "type": "channel", "title": "Știri"}}
            | {"message_id": 3},
            "Știri",
        ),
        ({"type": "unheard_of"}, ""),
    ],
)
def test_every_kind_of_author_of_a_forwarded_text_is_named(
    origin: dict[str, object], name: str
) -> None:
    """People who hide their account, groups and channels are authors, too."""
    incoming = read(message=message(text="H8 CASA", forward_origin=origin | {"date": 1}))
    assert incoming is not None
    assert incoming.forwarded is not None
    assert (incoming.forwarded.name, incoming.forwarded.sender) == (name, 0)


def test_ones_own_forwarded_text_is_as_typed() -> None:
    """A person who forwards their own words is their author."""
    origin = {"type": "user", "sender_user": ANA, "date": 1}
    incoming = read(message=message(text="H8 CASA", forward_origin=origin))
    assert incoming is not None
    assert incoming.forwarded is None
