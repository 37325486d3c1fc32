"""Sending, copying, forwarding, deleting and pinning."""

import asyncio
from datetime import timedelta

from sandbox import limits, wire
from sandbox.buttons import Keyboard
from sandbox.call import Call, Upload
from sandbox.chats import Chat, Message
from sandbox.errors import bad_request, too_many_requests
from sandbox.files import SandboxFile
from sandbox.formatting.entities import Formatted
from sandbox.methods import common
from sandbox.world import World

DELETABLE = timedelta(hours=48)
"""How long after its date a message can be deleted."""


def send_message(world: World, call: Call) -> object:
    """Send a text."""
    chat = common.open_chat(world, call)
    body = common.text_of(call)
    return wire.message(_send(world, call, chat, body))


def send_photo(world: World, call: Call) -> object:
    """Send a picture with a caption."""
    chat = common.open_chat(world, call)
    body = common.caption_of(call)
    photo = _file(world, call, call.text("photo") or "attach://photo", photo=True)
    return wire.message(_send(world, call, chat, body, photo=photo))


def send_document(world: World, call: Call) -> object:
    """Send a file with a caption."""
    chat = common.open_chat(world, call)
    body = common.caption_of(call)
    document = _file(world, call, call.text("document") or "attach://document", photo=False)
    return wire.message(_send(world, call, chat, body, document=document))


def send_media_group(world: World, call: Call) -> object:
    """Send an album of 2 to 10 pictures, or as many documents: all of it or nothing."""
    chat = common.open_chat(world, call)
    media = call.items("media")
    if len(media) not in limits.ALBUM:
        raise bad_request("media group must include 2-10 items")
    if len({str(item.get("type")) for item in media}) > 1:
        raise bad_request("document can't be mixed with other media types")
    parts = [input_media(world, call, item) for item in media]
    reply_to = common.answered_message(call, chat)
    thread = common.thread_of(call, chat, reply_to)
    _admit(world, chat, messages=len(parts))
    album = world.next_album()
    sent = []
    for body, file in parts:
        message = world.post(
            chat,
            world.bot,
            body,
            photo=file if file.is_photo else None,
            document=None if file.is_photo else file,
            album=album,
            reply_to=reply_to,
            thread=thread,
        )
        message.silent = call.flag("disable_notification")
        sent.append(wire.message(message))
    return sent


def input_media(world: World, call: Call, item: dict[str, object]) -> tuple[Formatted, SandboxFile]:
    """Return caption and file of an `InputMedia` object."""
    kind = str(item.get("type"))
    if kind not in {"photo", "document"}:
        raise bad_request(f"type {kind} of input media is not one the sandbox knows")
    item_call = Call(call.method, item)  # an item has its caption in the same parameters as a call
    file = _file(world, call, item_call.text("media"), photo=kind == "photo")
    return common.caption_of(item_call), file


def copy_message(world: World, call: Call) -> object:
    """Send the content of a message again, without its author's name."""
    chat, source = _source(world, call, "to copy")
    if source.service:
        raise bad_request("message can't be copied")
    # A text has no caption; a new caption applies only to a file.
    has_new_caption = source.has_file and "caption" in call.values
    body = common.caption_of(call) if has_new_caption else source.body
    sent = _send(world, call, chat, body, photo=source.photo, document=source.document)
    return {"message_id": sent.id}


def forward_message(world: World, call: Call) -> object:
    """Send a message again, with its author's name."""
    chat, source = _source(world, call, "to forward")
    if source.service:
        raise bad_request("message can't be forwarded")
    sent = _send(world, call, chat, source.body, photo=source.photo, document=source.document)
    sent.forwarded = source.origin
    return wire.message(sent)


def delete_message(world: World, call: Call) -> object:
    """Delete a message: the bot's own, or any in a private chat, within 48 hours."""
    chat = common.open_chat(world, call)
    message = common.named_message(call, chat, "to delete")
    is_too_old = world.now() - message.date >= DELETABLE
    may_delete = message.from_bot or chat.is_private or chat.bot_is_admin
    if is_too_old or not may_delete:
        raise bad_request("message can't be deleted for everyone")
    message.deleted = True
    world.changed(message)
    return True


def pin_chat_message(world: World, call: Call) -> object:
    """Pin a message; the chat reports it."""
    chat = common.open_chat(world, call)
    pinned = common.named_message(call, chat, "to pin")
    if not chat.is_private and not chat.bot_is_admin:
        raise bad_request("not enough rights to manage pinned messages in the chat")
    report = world.post(chat, world.bot, Formatted())
    report.service = {"pinned_message": wire.message(pinned, with_reply=False)}
    return True


def send_chat_action(world: World, call: Call) -> object:
    """Show that the bot is typing or doing something else."""
    chat = common.open_chat(world, call)
    action = call.text("action")
    if not action:
        raise bad_request("wrong parameter action in request")
    chat.action = action
    world.changed()
    return True


def _send(  # noqa: PLR0913  (one function for all kinds of messages)
    world: World,
    call: Call,
    chat: Chat,
    body: Formatted,
    *,
    photo: SandboxFile | None = None,
    document: SandboxFile | None = None,
) -> Message:
    """Post a message of the bot, with the call's buttons, reply and topic; it may come too fast."""
    keyboard: Keyboard = common.keyboard_of(call, chat)
    call.mapping("link_preview_options")  # nothing to preview here, but it must be an object
    reply_to = common.answered_message(call, chat)
    thread = common.thread_of(call, chat, reply_to)
    _admit(world, chat)
    message = world.post(
        chat,
        world.bot,
        body,
        photo=photo,
        document=document,
        reply_to=reply_to,
        thread=thread,
    )
    message.keyboard = keyboard
    message.silent = call.flag("disable_notification")
    return message


def _admit(world: World, chat: Chat, *, messages: int = 1) -> None:
    """Refuse messages (429) that come too fast, if the pace is enforced."""
    now = asyncio.get_running_loop().time()
    if seconds := world.pace.admit(chat.id, now, messages=messages):
        raise too_many_requests(seconds)


def _source(world: World, call: Call, purpose: str) -> tuple[Chat, Message]:
    """Return the chat to write to, and the message to send there again (`from_chat_id`)."""
    chat = common.open_chat(world, call)
    source_chat = common.known_chat(world, call, "from_chat_id")
    return chat, common.named_message(call, source_chat, purpose)


def _file(world: World, call: Call, ref: str, *, photo: bool) -> SandboxFile:
    """Return the file that a parameter names: an upload as `attach://NAME`, or a known file's id.

    It must be a photo, or a document.
    """
    if ref.startswith("attach://"):
        upload = call.files.get(ref.removeprefix("attach://"))
        if upload is None:
            kind = "photo" if photo else "document"
            raise bad_request(f"there is no {kind} in the request")
        return _stored(world, upload, photo=photo)
    if ref.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content (the sandbox fetches nothing)")
    file = world.files.find(ref)
    if file is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if file.is_photo != photo:
        present, needed = ("Photo", "Document") if file.is_photo else ("Document", "Photo")
        raise bad_request(f"can't use file of type {present} as {needed}")
    return file


def _stored(world: World, upload: Upload, *, photo: bool) -> SandboxFile:
    if photo:
        return world.files.add_photo(upload.name, upload.content)
    return world.files.add_document(upload.name, upload.content)


def set_message_reaction(world: World, call: Call) -> object:
    """Put one emoji on a message, or remove the bot's own."""
    chat = common.open_chat(world, call)
    message = common.named_message(call, chat, "to react")
    reactions = call.items("reaction")
    is_known = all(str(reaction.get("emoji")) in limits.REACTIONS for reaction in reactions)
    if len(reactions) > 1 or not is_known:
        raise bad_request("REACTION_INVALID")
    message.reaction = str(reactions[0]["emoji"]) if reactions else None
    world.changed(message)
    return True


METHODS = {
    "setMessageReaction": set_message_reaction,
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendMediaGroup": send_media_group,
    "copyMessage": copy_message,
    "forwardMessage": forward_message,
    "deleteMessage": delete_message,
    "pinChatMessage": pin_chat_message,
    "sendChatAction": send_chat_action,
}
