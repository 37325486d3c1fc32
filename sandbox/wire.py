"""Users, chats and messages as the JSON objects of the Bot API."""

from datetime import datetime

from sandbox.buttons import ButtonKind, Keyboard, MessageButton
from sandbox.chats import ANONYMOUS, Account, Chat, Message
from sandbox.files import SandboxFile

Json = dict[str, object]


def unix(at: datetime) -> int:
    """Return the instant in whole seconds since 1970, like Telegram's dates."""
    return int(at.timestamp())


def user(account: Account) -> Json:
    """Return a `User`."""
    body: Json = {"id": account.id, "is_bot": account.is_bot, "first_name": account.name}
    if account.username:
        body["username"] = account.username
    if account.language_code:
        body["language_code"] = account.language_code
    return body


def chat(source: Chat) -> Json:
    """Return a `Chat`."""
    if source.is_private:
        account = source.members[source.id]
        body: Json = {"id": source.id, "first_name": account.name, "type": "private"}
        if account.username:
            body["username"] = account.username
        return body
    body = {"id": source.id, "title": source.title, "type": source.type}
    if source.is_forum:
        body["is_forum"] = True
    return body


def photo_sizes(file: SandboxFile) -> list[Json]:
    """Return a photo's `PhotoSize` list, smallest first."""
    width, height = file.thumbnail_size()
    sizes: list[Json] = []
    if (width, height) != (file.width, file.height):
        sizes.append(
            {
                "file_id": file.thumbnail_id,
                "file_unique_id": f"{file.unique_id}s",
                "width": width,
                "height": height,
            }
        )
    sizes.append(
        {
            "file_id": file.id,
            "file_unique_id": file.unique_id,
            "width": file.width,
            "height": file.height,
            "file_size": file.size,
        }
    )
    return sizes


def document(file: SandboxFile) -> Json:
    """Return a `Document`."""
    return {
        "file_id": file.id,
        "file_unique_id": file.unique_id,
        "file_name": file.name,
        "mime_type": file.mime_type,
        "file_size": file.size,
    }


def _effect(button: MessageButton) -> Json:
    """Return the field of an `InlineKeyboardButton` that says what the button does."""
    match button.kind:
        case ButtonKind.SHARE:
            return {"switch_inline_query_chosen_chat": {"query": button.target}}
        case ButtonKind.MINI_APP:
            return {"web_app": {"url": button.target}}
        case ButtonKind.LINK:
            return {"url": button.target}
        case ButtonKind.CALL_BACK:
            return {"callback_data": button.target}


def keyboard(rows: Keyboard) -> Json:
    """Return an `InlineKeyboardMarkup`."""
    return {
        "inline_keyboard": [
            [{"text": button.label, **_effect(button)} for button in row] for row in rows
        ]
    }


def message(source: Message, *, with_reply: bool = True) -> Json:
    """Return a `Message`; the message that it replies to comes without its own reply."""
    body: Json = {
        "message_id": source.id,
        "from": user(source.sender),
        "chat": chat(source.chat),
        "date": unix(source.date),
    }
    body |= _thread(source)
    if source.sender is ANONYMOUS:
        body["sender_chat"] = chat(source.chat)
    if source.forwarded is not None:
        body["forward_origin"] = {
            "type": "user",
            "sender_user": user(source.forwarded.sender),
            "date": unix(source.forwarded.date),
        }
    replied_to = _replied_to(source)
    if with_reply and replied_to is not None and not replied_to.deleted:
        body["reply_to_message"] = message(replied_to, with_reply=False)
    if source.edited is not None:
        body["edit_date"] = unix(source.edited)
    return body | _content(source)


def _thread(source: Message) -> Json:
    """Return the fields for a message's topic or chain of replies in a supergroup."""
    if source.thread is not None:
        return {"message_thread_id": source.thread, "is_topic_message": True}
    root = source.reply_to
    if root is None or source.chat.type != "supergroup":
        return {}
    while root.reply_to is not None:
        root = root.reply_to
    return {"message_thread_id": root.id}


def _replied_to(source: Message) -> Message | None:
    """Return the answered message; without one, in a topic, the topic's first message; or None."""
    if source.reply_to is not None:
        return source.reply_to
    if source.thread is None or source.thread == source.id:
        return None
    return source.chat.find(source.thread)


def _content(source: Message) -> Json:
    """Return the fields of text, file, buttons and the chat's own report."""
    body: Json = dict(source.service)
    if source.album:
        body["media_group_id"] = source.album
    if source.photo is not None:
        body["photo"] = photo_sizes(source.photo)
    if source.document is not None:
        body["document"] = document(source.document)
    if source.text:
        body["caption" if source.has_file else "text"] = source.text
        if source.entities:
            name = "caption_entities" if source.has_file else "entities"
            body[name] = [entity.wire() for entity in source.entities]
    if source.keyboard:
        body["reply_markup"] = keyboard(source.keyboard)
    return body
