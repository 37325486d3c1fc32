"""Edits of messages that the bot has sent, and answers to pressed buttons."""

from typing import NamedTuple

from sandbox import limits, wire
from sandbox.buttons import Keyboard
from sandbox.call import Call
from sandbox.chats import Message
from sandbox.errors import bad_request
from sandbox.files import SandboxFile
from sandbox.formatting.entities import Formatted
from sandbox.methods import common
from sandbox.methods.messages import input_media
from sandbox.world import World


class _Files(NamedTuple):
    """The file of a message; at most one of the two is set."""

    photo: SandboxFile | None
    document: SandboxFile | None


def edit_message_text(world: World, call: Call) -> object:
    """Change the text and the buttons."""
    message = _own_message(world, call)
    body, keyboard = common.text_of(call), common.keyboard_of(call, message.chat)
    if message.has_file:
        raise bad_request("there is no text in the message to edit")
    return _change(world, message, body, keyboard, _files(message))


def edit_message_caption(world: World, call: Call) -> object:
    """Change the caption and the buttons."""
    message = _own_message(world, call)
    body, keyboard = common.caption_of(call), common.keyboard_of(call, message.chat)
    if not message.has_file:
        raise bad_request("there is no caption in the message to edit")
    return _change(world, message, body, keyboard, _files(message))


def edit_message_reply_markup(world: World, call: Call) -> object:
    """Change only the buttons."""
    message = _own_message(world, call)
    keyboard = common.keyboard_of(call, message.chat)
    return _change(world, message, message.body, keyboard, _files(message))


def edit_message_media(world: World, call: Call) -> object:
    """Replace the picture or document of a message, with caption and buttons."""
    message = _own_message(world, call)
    body, file = input_media(world, call, call.mapping("media"))
    if message.album and file.is_photo != (message.photo is not None):
        raise bad_request("an album's message can't change its type")
    files = _Files(file, None) if file.is_photo else _Files(None, file)
    return _change(world, message, body, common.keyboard_of(call, message.chat), files)


def answer_callback_query(world: World, call: Call) -> object:
    """Answer a pressed button with a toast or an alert, or with nothing."""
    press = world.presses.get(call.text("callback_query_id"))
    if press is None or press.too_old(world.clock.now()):
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    text = call.text("text")
    if len(text) > limits.ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    press.answered = True
    press.text = text
    press.alert = call.flag("show_alert")
    press.url = call.text("url")
    world.changed()
    return True


def _files(message: Message) -> _Files:
    return _Files(message.photo, message.document)


def _own_message(world: World, call: Call) -> Message:
    """Return the message that a call names; refuse it (400) if the bot did not write it."""
    chat = common.open_chat(world, call)
    message = common.named_message(call, chat, "to edit")
    if not message.from_bot or message.service or message.forwarded is not None:
        raise bad_request("message can't be edited")
    return message


def _change(
    world: World, message: Message, body: Formatted, keyboard: Keyboard, files: _Files
) -> object:
    """Change a message; refuse a change that changes nothing, as Telegram does."""
    old_content = (message.body, _files(message))
    if old_content == (body, files) and message.keyboard == keyboard:
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly "
            "the same as a current content and reply markup of the message"
        )
    if old_content != (body, files):
        # A change of buttons alone does not mark a message as edited.
        message.edited = world.now()
        message.edits += 1
    message.body, message.keyboard = body, keyboard
    message.photo, message.document = files
    message.chat.action = None  # as after a new message
    world.changed(message)
    return wire.message(message)


METHODS = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "editMessageMedia": edit_message_media,
    "answerCallbackQuery": answer_callback_query,
}
