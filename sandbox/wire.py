"""Users, chats and messages as the JSON objects of the Bot API."""

from datetime import datetime

from sandbox.chats import ANONYMOUS, Account, Chat, Keyboard, Message, MessageButton
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


def chat(value: Chat) -> Json:
    """Return a `Chat`."""
    if value.is_private:
        account = value.members[value.id]
        body: Json = {"id": value.id, "first_name": account.name, "type": "private"}
        if account.username:
            body["username"] = account.username
        return body
    body = {"id": value.id, "title": value.title, "type": value.type}
    if value.is_forum:
        body["is_forum"] = True
    return body


def photo_sizes(file: SandboxFile) -> list[Json]:
    """Return a photo's `PhotoSize` list, smallest first."""
    width, height = file.small_size()
    sizes: list[Json] = []
    if (width, height) != (file.width, file.height):
        sizes.append(
            {
                "file_id": f"{file.id}s",
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


def _opens(button: MessageButton) -> Json:
    if button.share:
        return {"switch_inline_query_chosen_chat": {"query": button.share}}
    if button.web_app:
        return {"web_app": {"url": button.web_app}}
    return {"url": button.url} if button.url else {"callback_data": button.data}


def keyboard(rows: Keyboard) -> Json:
    """Return an `InlineKeyboardMarkup`."""
    return {
        "inline_keyboard": [
            [{"text": button.label, **_opens(button)} for button in row] for row in rows
        ]
    }


def message(value: Message, *, with_reply: bool = True) -> Json:
    """Return a `Message`; the message that it replies to comes without its own reply."""
    body: Json = {
        "message_id": value.id,
        "from": user(value.sender),
        "chat": chat(value.chat),
        "date": unix(value.date),
    }
    body |= _thread(value)
    if value.sender is ANONYMOUS:
        body["sender_chat"] = chat(value.chat)
    if value.forwarded_from is not None:
        body["forward_origin"] = {
            "type": "user",
            "sender_user": user(value.forwarded_from),
            "date": unix(value.forwarded_date or value.date),
        }
    answered = _answered(value)
    if with_reply and answered is not None and not answered.deleted:
        body["reply_to_message"] = message(answered, with_reply=False)
    if value.edited is not None:
        body["edit_date"] = unix(value.edited)
    return body | _content(value)


def _thread(value: Message) -> Json:
    """Return the fields for a message's topic or chain of replies in a supergroup."""
    if value.thread is not None:
        return {"message_thread_id": value.thread, "is_topic_message": True}
    root = value.reply_to
    if root is None or value.chat.type != "supergroup":
        return {}
    while root.reply_to is not None:
        root = root.reply_to
    return {"message_thread_id": root.id}


def _answered(value: Message) -> Message | None:
    """Return the answered message; without one, in a topic, the topic's first message."""
    if value.reply_to is not None or value.thread in {None, value.id}:
        return value.reply_to
    return value.chat.find(value.thread or 0)


def _content(value: Message) -> Json:
    body: Json = dict(value.service)
    if value.album:
        body["media_group_id"] = value.album
    if value.photo is not None:
        body["photo"] = photo_sizes(value.photo)
    if value.document is not None:
        body["document"] = document(value.document)
    if value.text:
        text, entities = ("caption", "caption_entities") if value.has_file else ("text", "entities")
        body[text] = value.text
        if value.entities:
            body[entities] = [entity.wire() for entity in value.entities]
    if value.keyboard:
        body["reply_markup"] = keyboard(value.keyboard)
    return body
