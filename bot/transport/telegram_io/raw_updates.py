"""Converts raw updates to `Incoming` values: a person's actions in the bot's terms."""

import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import datetime
from functools import cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from telegram import (
    CallbackQuery,
    ChatMemberUpdated,
    InlineQuery,
    Message,
    MessageOrigin,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
    Update,
    User,
)
from telegram.constants import MessageAttachmentType

from bot.texts.messages import Forwarded, Incoming, Relayed, Sender, ShownMessage
from engine.typed import visible

WANTED: Final = ("message", "edited_message", "callback_query", "my_chat_member", "inline_query")
"""The kinds of updates that the bot requests and reads."""

LONGEST_QUESTION: Final = 100
"""The characters of an inline query that are read."""
_BIGGEST: Final = 2**52
"""Telegram's numbers have at most 52 significant bits."""
_YEARS: Final = range(2000, 2100)
"""The years of a date that can be meant."""
_ANONYMOUS: Final = 1_087_968_824
"""The account that Telegram shows as sender of anonymous administrators."""

_FIELDS: Final = frozenset(
    (
        *("message_id", "from", "chat", "date", "edit_date", "message_thread_id"),
        *("is_topic_message", "text", "caption", "photo", "document", "reply_to_message"),
        *("migrate_to_chat_id", "reply_markup"),
        *("sender_chat", "forward_origin"),
    )
)
"""The fields of a message that are read; for others only their presence counts."""
_ATTACHED: Final = frozenset(kind.value for kind in MessageAttachmentType) | {"checklist"}
"""Kinds of messages without text; one of these fields is then present."""
_COMMAND: Final = re.compile(r"^/(\w+)@(\w+)")


class UnreadableUpdate(Exception):  # noqa: N818  (named after the problem)
    """An update that violates the Bot API; a retry would not help."""


def parse_update(raw: Mapping[str, Any], received: datetime, username: str) -> Incoming | None:
    """Return the person's action, or None for a kind of update that the bot ignores.

    Args:
        raw: one update as Telegram sent it.
        received: when it was fetched; a button press has no time of its own.
        username: the bot's own; a command for another bot in the group is ignored.

    Raises:
        UnreadableUpdate: the update violates the Bot API.
    """
    try:
        # Other kinds are not parsed, because the library refuses any that lack its newest fields.
        ours = {name: raw[name] for name in ("update_id", *WANTED) if name in raw}
        sent = raw.get("message") or raw.get("edited_message") or {}
        update = Update.de_json(_without_unread_fields(ours), None)
        is_attached = bool(_ATTACHED & {*sent})
        return _check_values(_read(update, received, username, is_attached=is_attached))
    except UnreadableUpdate:
        raise
    # The library raises any exception for a malformed field.
    except Exception as error:
        raise UnreadableUpdate(f"{type(error).__name__}: {error}") from error


def _read(
    update: Update, received: datetime, username: str, *, is_attached: bool
) -> Incoming | None:
    """Return an update as a person's action, or None if it is none."""
    number = update.update_id
    if update.callback_query is not None:
        return _press(number, update.callback_query, received)
    if update.inline_query is not None:
        return _question(number, update.inline_query, received)
    if update.my_chat_member is not None:
        return _membership(number, update.my_chat_member)
    message = update.message or update.edited_message
    if message is None:
        return None
    return _message(number, message, username, is_attached=is_attached)


def _check_values(incoming: Incoming | None) -> Incoming | None:
    """Return the action itself, or None, after checking that each value can be stored.

    The library checks neither the types of values nor their size.

    Raises:
        UnreadableUpdate: a value has another type than its field, or is too large.
    """
    if incoming is not None:
        _check("update", incoming, Incoming)
        if incoming.at.year not in _YEARS:
            raise UnreadableUpdate(f"no year that can be meant: {incoming.at}")
    return incoming


def _check(name: str, value: object, kind: Any) -> None:
    """Check a value, and the values in it, by the annotation of its field.

    Raises:
        UnreadableUpdate: it has another type, or is too large.
    """
    if fields := _fields(kind):
        for field, hint in fields.items():
            _check(field, getattr(value, field), hint)
    elif isinstance(kind, UnionType):
        if value is not None:
            _check(name, value, next(each for each in get_args(kind) if each is not NoneType))
    elif get_origin(kind) is tuple and isinstance(value, tuple):
        first, *others = get_args(kind)
        hints = repeat(first) if others == [...] else (first, *others)
        for each, hint in zip(value, hints, strict=False):
            _check(name, each, hint)
    # The types are compared, because True is an int and the library accepts any JSON value. A time
    # may be of a subclass.
    elif type(value) is not kind and not (kind is datetime and isinstance(value, datetime)):
        raise UnreadableUpdate(f"the {name} is no {kind.__name__}: {value!r:.40}")
    elif isinstance(value, int) and abs(value) >= _BIGGEST:
        raise UnreadableUpdate(f"the {name} is too large: {value!r:.40}")


@cache
def _fields(kind: Any) -> Mapping[str, Any]:
    """Return the annotations of the fields of a record, by name; of any other type, nothing."""
    is_record = is_dataclass(kind) or hasattr(kind, "_fields")
    return get_type_hints(kind) if is_record else {}


def _without_unread_fields(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an update, or a button press, with only the used fields of its messages."""
    update = dict(value)
    for name in ("message", "edited_message", "reply_to_message"):
        if name in update:
            kept = {field: update[name][field] for field in _FIELDS if field in update[name]}
            update[name] = _without_unread_fields(kept)
    if "callback_query" in update:
        update["callback_query"] = _without_unread_fields(update["callback_query"])
    return update


def _message(number: int, message: Message, username: str, *, is_attached: bool) -> Incoming | None:
    """Return a message or an edited one as an action; None if it means nothing to the bot."""
    if message.migrate_to_chat_id is not None:
        return _move(number, message, message.migrate_to_chat_id)
    is_anonymous = _is_anonymous(message)
    if message.from_user is None or (message.from_user.is_bot and not is_anonymous):
        return None
    written = (message.text or message.caption or "").replace("\0", "")
    text = visible(written) or written.strip()  # an invisible text is a text, and is refused
    file = _file(message)
    if is_attached and file is None:
        text = ""  # a video's caption describes the video
        if message.edit_date is not None:
            return None  # a live location that moves, a poll that was answered
    elif not text and file is None:
        return None  # a service message: a new member, a changed title
    if command := _COMMAND.match(text):
        if command[2].lower() != username.lower():
            return None
        text = f"/{command[1]}{text[command.end() :]}"
    replied = message.reply_to_message
    return Incoming(
        update=number,
        sender=_sender(message.from_user),
        chat=message.chat.id,
        is_private=message.chat.type == message.chat.PRIVATE,
        at=message.edit_date or message.date,
        message=message.message_id,
        text=text,
        reply_to=replied.message_id if replied else None,
        reply_text=_notice_text(replied) if replied else "",
        thread=_thread(message),
        forwarded=_forwarded(message),
        is_edited=message.edit_date is not None,
        file=file,
        is_anonymous=is_anonymous,
    )


def _notice_text(message: Message) -> str:
    """Return what the bot wrote in the message; "" if a person wrote it."""
    is_bot = message.from_user is not None and message.from_user.is_bot
    is_notice = is_bot and not _is_anonymous(message)
    return (message.text or message.caption or "") if is_notice else ""


def _forwarded(message: Message) -> Forwarded | None:
    """Return the author of a forwarded message; None for a message of the person's own."""
    origin = message.forward_origin
    if origin is None:
        return None
    author = origin.sender_user.id if isinstance(origin, MessageOriginUser) else 0
    if message.from_user is not None and author == message.from_user.id:
        return None
    return Forwarded(name=_author(origin).replace("\0", ""), at=origin.date, sender=author)


def _author(origin: MessageOrigin) -> str:
    """Return the name of the author as Telegram shows it; "" for a kind that is not known."""
    match origin:
        case MessageOriginUser():
            return origin.sender_user.full_name or ""
        case MessageOriginHiddenUser():
            return origin.sender_user_name or ""
        case MessageOriginChat():
            return origin.sender_chat.title or ""
        case MessageOriginChannel():
            return origin.chat.title or ""
        case _:
            return ""


def _is_anonymous(message: Message) -> bool:
    """Return whether an administrator of a group writes without their own name."""
    sender, behind = message.from_user, message.sender_chat
    is_group = sender is not None and sender.id == _ANONYMOUS
    return is_group and behind is not None and behind.id == message.chat.id


def _move(number: int, message: Message, new: int) -> Incoming:
    """Return that a group has a new number; the author does not matter."""
    return Incoming(
        update=number,
        sender=_sender(message.from_user) if message.from_user else Sender(0, ""),
        chat=message.chat.id,
        is_private=False,
        at=message.date,
        message=message.message_id,
        moved_to=new,
    )


def _press(number: int, press: CallbackQuery, received: datetime) -> Incoming | None:
    """Return the press of a button as an action; None for a button of an inline message."""
    if press.message is None:
        return None  # the button of an inline message, which the bot does not use
    old = press.message if isinstance(press.message, Message) else None
    return Incoming(
        update=number,
        sender=_sender(press.from_user),
        chat=press.message.chat.id,
        is_private=press.message.chat.type == press.message.chat.PRIVATE,
        at=received,
        message=press.message.message_id,
        thread=_thread(old) if old else None,
        callback=press.id,
        data=(press.data or "").replace("\0", ""),
        captioned=bool(old and (old.photo or old.document)),
        shown=_shown(old) if old else None,
    )


def _shown(message: Message) -> ShownMessage:
    """Return what the chat shows of a message of the bot."""
    markup = message.reply_markup
    buttons = tuple(
        (button.text, button.callback_data)
        for row in (markup.inline_keyboard if markup is not None else ())
        for button in row
        if isinstance(button.callback_data, str)
    )
    return ShownMessage(message.text or message.caption or "", buttons)


def _question(number: int, asked: InlineQuery, received: datetime) -> Incoming:
    """Return an inline query; Telegram does not name its chat."""
    return Incoming(
        update=number,
        sender=_sender(asked.from_user),
        chat=asked.from_user.id,
        is_private=True,
        at=received,
        message=0,
        text=asked.query.replace("\0", "")[:LONGEST_QUESTION],
        inline=asked.id,
    )


def _membership(number: int, change: ChatMemberUpdated) -> Incoming | None:
    """Return that a chat has blocked the bot, or no longer does."""
    has_left = change.new_chat_member.status in {
        change.new_chat_member.BANNED,
        change.new_chat_member.LEFT,
    }
    return Incoming(
        update=number,
        sender=_sender(change.from_user),
        chat=change.chat.id,
        is_private=change.chat.type == change.chat.PRIVATE,
        at=change.date,
        message=0,
        blocked=has_left,
    )


def _thread(message: Message) -> int | None:
    """Return the forum topic, or None.

    An answer in a group without topics has a thread, too, which is no topic.
    """
    return message.message_thread_id if message.is_topic_message else None


def _sender(user: User) -> Sender:
    # Without a first name the library returns None, despite its annotation.
    return Sender(user.id, user.full_name or "", user.language_code or "")


def _file(message: Message) -> Relayed | None:
    """Return the message's photo in its largest size, or its document; None without either."""
    if message.photo:
        return Relayed(message.photo[-1].file_id, "", is_photo=True)
    if (document := message.document) is not None:
        name = (document.file_name or "").replace("\0", "")
        size = document.file_size or 0
        return Relayed(document.file_id, name, is_photo=False, size=size)
    return None
