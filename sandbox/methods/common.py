"""Parameters that many methods share: chat, text, buttons, and the message that is answered.

Each function refuses a wrong parameter as Telegram does: `ApiError`, with its code.
"""

import re
from urllib.parse import SplitResult, urlsplit

from sandbox import limits
from sandbox.buttons import ButtonKind, Keyboard, MessageButton
from sandbox.call import Call
from sandbox.chats import Chat, Message
from sandbox.errors import bad_request, forbidden
from sandbox.formatting.entities import (
    Formatted,
    entities_from_wire,
    trimmed,
    utf16_length,
    with_found_entities,
)
from sandbox.formatting.html_mode import parse_html
from sandbox.world import World


def known_chat(world: World, call: Call, field: str = "chat_id") -> Chat:
    """Return the chat that a call names, if the bot knows it."""
    if not call.text(field):
        raise bad_request(f"{field} is empty")
    number = call.chat_id(field)
    chat = None if number is None else world.book.chats.get(number)
    if chat is None or not (chat.knows_bot or _shares_group(world, chat)):
        raise bad_request("chat not found")
    return chat


def open_chat(world: World, call: Call) -> Chat:
    """Return the chat that a call names, if the bot may write there."""
    chat = known_chat(world, call)
    if chat.upgraded_to is not None:
        raise bad_request(
            "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.upgraded_to
        )
    if chat.is_private and not chat.knows_bot:
        raise forbidden("bot can't initiate conversation with a user")
    if chat.bot_is_shut_out:
        if chat.is_private:
            raise forbidden("bot was blocked by the user")
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    return chat


def _shares_group(world: World, chat: Chat) -> bool:
    """Return whether a private chat's person is in a group with the bot."""
    return chat.is_private and any(
        chat.id in other.members and not other.is_private for other in world.book.chats.values()
    )


def formatted(
    source: str,
    parse_mode: str,
    entities: list[dict[str, object]],
    *,
    most: int = limits.TEXT,
    kind: str = "message",
) -> Formatted:
    """Return a text with Telegram's formatting; `most` is its longest length in UTF-16 units.

    The text is in that parse mode, or plain with those entities. `kind` names it in a refusal.
    """
    if entities and not parse_mode:
        body = _with_entities(source, entities)
    elif parse_mode.upper() == "HTML":
        body = parse_html(source)
    elif parse_mode:
        raise bad_request(f"unsupported parse_mode (the sandbox reads HTML, not {parse_mode})")
    else:
        body = Formatted(source)
    body = trimmed(body)
    if utf16_length(body.text) > most:
        raise bad_request(f"{kind} is too long")
    return with_found_entities(body)


def _with_entities(source: str, entities: list[dict[str, object]]) -> Formatted:
    """Return a plain text with these entities, or refuse them (400) with Telegram's reason."""
    try:
        return Formatted(source, entities_from_wire(entities))
    except ValueError as error:
        raise bad_request("can't parse MessageEntity: offset and length must be numbers") from error


def text_of(call: Call) -> Formatted:
    """Return the text of a call; it may not be empty."""
    body = formatted(call.text("text"), call.text("parse_mode"), call.items("entities"))
    if not body.text:
        raise bad_request("message text is empty")
    return body


def caption_of(call: Call) -> Formatted:
    """Return the caption of a call, which may be empty."""
    return formatted(
        call.text("caption"),
        call.text("parse_mode"),
        call.items("caption_entities"),
        most=limits.CAPTION,
        kind="message caption",
    )


def keyboard_of(call: Call, chat: Chat) -> Keyboard:
    """Return the inline keyboard of a call to a chat; other kinds of markup are ignored."""
    keyboard = buttons_of(call.mapping("reply_markup"))
    if not chat.is_private and any(
        button.kind is ButtonKind.MINI_APP for row in keyboard for button in row
    ):
        raise bad_request("BUTTON_TYPE_INVALID")
    return keyboard


def buttons_of(markup: dict[str, object]) -> Keyboard:
    """Return the inline keyboard of a markup, for any chat."""
    rows = markup.get("inline_keyboard") or []
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request("can't parse inline keyboard: Array of Arrays expected")
    keyboard = tuple(tuple(_button(item) for item in row) for row in rows if row)
    if sum(map(len, keyboard)) > limits.BUTTONS:
        raise bad_request("reply markup is too long")
    return keyboard


def _button(item: object) -> MessageButton:
    """Return an `InlineKeyboardButton`, or refuse it (400) with Telegram's reason."""
    if not isinstance(item, dict):
        raise bad_request("can't parse inline keyboard button: Object expected")
    label = str(item.get("text", ""))
    if not label.strip():
        raise bad_request("can't parse inline keyboard button: Text must be non-empty")
    if "url" in item:
        return MessageButton(label, _button_url(str(item["url"])), ButtonKind.LINK)
    if "web_app" in item:
        return MessageButton(label, web_app_url(item["web_app"]), ButtonKind.MINI_APP)
    if isinstance(chosen := item.get("switch_inline_query_chosen_chat"), dict):
        return MessageButton(label, str(chosen.get("query", "")), ButtonKind.SHARE)
    if "callback_data" not in item:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    data = str(item["callback_data"])
    if not 1 <= len(data.encode()) <= limits.CALLBACK_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    return MessageButton(label, data)


def address_parts(url: str) -> SplitResult:
    """Return the parts of an address, without any part if it cannot be parsed."""
    try:
        parts = urlsplit(url)
        return parts if parts.port != 0 else urlsplit("")
    except ValueError:  # brackets that do not match, or a port that is none
        return urlsplit("")


def _button_url(url: str) -> str:
    """Return the address of a button unchanged, if Telegram accepts it."""
    parts = address_parts(url if "://" in url else f"http://{url}")
    if parts.scheme == "tg":
        return url
    if parts.scheme not in {"http", "https"} or not re.search(r"\w\.\w", parts.hostname or ""):
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    return url


def web_app_url(web_app: object) -> str:
    """Return the address in a `WebAppInfo`: HTTPS, or this machine's own address in the sandbox."""
    url = str(web_app.get("url", "")) if isinstance(web_app, dict) else ""
    parts = address_parts(url)
    is_here = parts.scheme == "http" and parts.hostname in {"127.0.0.1", "localhost"}
    if not parts.hostname or not (parts.scheme == "https" or is_here):
        raise bad_request(
            f"inline keyboard button Web App URL '{url}' is invalid: Only HTTPS links are allowed"
        )
    return url


def answered_message(call: Call, chat: Chat) -> Message | None:
    """Return the message that a call replies to; None if it names none."""
    parameters = Call(call.method, call.mapping("reply_parameters"))
    message_id = parameters.number("message_id") or call.number("reply_to_message_id")
    if message_id is None:
        return None
    message = chat.find(message_id)
    if message is None and not parameters.flag("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return message


def thread_of(call: Call, chat: Chat, reply_to: Message | None) -> int | None:
    """Return the forum topic that a call names, or that of the answered message, or None."""
    thread = call.number("message_thread_id")
    if thread is None:
        return reply_to.thread if reply_to else None
    if thread not in chat.topics:
        raise bad_request("message thread not found")
    return thread


def named_message(call: Call, chat: Chat, purpose: str) -> Message:
    """Return the message that a call names; `purpose` completes the refusal, such as “to edit”."""
    message = chat.find(call.number("message_id") or 0)
    if message is None:
        raise bad_request(f"message {purpose} not found")
    return message
