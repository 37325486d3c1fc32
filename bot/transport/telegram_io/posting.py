"""Sends parcels as messages: toasts, texts, pictures and files; edits old messages.

Each is one call, or two if the old message turns out to be gone or of another kind. The library's
errors pass through; `bot.transport.telegram_io.client` converts them.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputMediaPhoto,
    InputTextMessageContent,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
    SwitchInlineQueryChosenChat,
    WebAppInfo,
)
from telegram.error import BadRequest

from bot.texts.delivery import Choices, File, Keyboard, Photos, Reaction, TextMessage, Toast
from bot.texts.splitting import fits_caption
from bot.transport.telegram_io.errors import says
from bot.transport.telegram_io.uploads import Media, Send, Uploads

CACHED: Final = 30
"""Seconds for which Telegram caches inline results; new results and hidden names must show."""
TOAST: Final = 200
"""The most characters that Telegram shows in the answer to a button press."""

_HTML: Final = "HTML"
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
# Parts of Telegram's error texts, which alone tell these errors apart.
_SAME: Final = "not modified"
_NO_TEXT: Final = "no text in the message"
_NO_CAPTION: Final = "no caption in the message"
_GONE: Final = ("message to edit not found", "message can't be edited", "message_id_invalid")
_NO_REACTION: Final = ("message to react not found", "reaction_invalid", "message_id_invalid")
_TOO_LATE: Final = ("query is too old", "query id is invalid", "query_id_invalid")


class Posting:
    """Sends and edits messages, and answers presses, through one bot."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._uploads = Uploads()

    async def respond(self, parcel: Toast | Choices | Reaction) -> None:
        """Send a response that is no message of its own."""
        match parcel:
            case Toast():
                await self.answer(parcel)
            case Choices():
                await self.offer(parcel)
            case Reaction():
                await self.react(parcel)

    async def answer(self, toast: Toast) -> None:
        """Answer a press with at most `TOAST` characters; ignore one that is too old."""
        text = toast.text if len(toast.text) <= TOAST else toast.text[: TOAST - 1] + "…"
        try:
            await self._bot.answer_callback_query(
                toast.press, text=text or None, show_alert=toast.alert
            )
        except BadRequest as error:
            if not says(error, *_TOO_LATE):  # too late to matter: the spinner is gone
                raise

    async def react(self, reaction: Reaction) -> None:
        """Put an emoji on a message; ignore a message that is gone or takes no such emoji."""
        try:
            await self._bot.set_message_reaction(
                reaction.to, reaction.message, reaction=reaction.emoji
            )
        except BadRequest as error:
            if not says(error, *_NO_REACTION):
                raise

    async def offer(self, offered: Choices) -> None:
        """Answer an inline query, for its author alone; ignore one that is too old."""
        results = [
            InlineQueryResultArticle(
                choice.key,
                choice.title,
                InputTextMessageContent(
                    choice.html, parse_mode=_HTML, link_preview_options=_NO_PREVIEW
                ),
                reply_markup=_markup(choice.keyboard),
                description=choice.note,
            )
            for choice in offered.choices
        ]
        try:
            await self._bot.answer_inline_query(
                offered.question, results, cache_time=CACHED, is_personal=True
            )
        except BadRequest as error:
            if not says(error, *_TOO_LATE):
                raise

    async def say(self, message: TextMessage) -> int:
        """Send a text, or change an old message to it; return the id of the message."""
        if message.edits is None:
            return await self._write(message)
        return await self._edit(message, message.edits)

    async def _write(self, message: TextMessage) -> int:
        """Send a text; return the number of its message."""
        sent = await self._bot.send_message(
            message.to,
            message.html,
            parse_mode=_HTML,
            reply_markup=_markup(message.keyboard),
            disable_notification=message.silent,
            reply_parameters=_reply(message.reply_to),
            message_thread_id=message.thread,
            link_preview_options=_NO_PREVIEW,
        )
        return sent.message_id

    async def _edit(self, message: TextMessage, old: int) -> int:
        """Change the text or caption of the old message; send a new one if it is gone."""
        markup = _markup(message.keyboard)
        try:
            if not message.html:
                await self._bot.edit_message_reply_markup(message.to, old, reply_markup=markup)
            elif message.captioned and fits_caption(message.html):
                await self._edit_caption(message, old)
            elif message.captioned:
                return await self._write(replace(message, edits=None))
            else:
                await self._bot.edit_message_text(
                    message.html,
                    message.to,
                    old,
                    parse_mode=_HTML,
                    reply_markup=markup,
                    link_preview_options=_NO_PREVIEW,
                )
        except BadRequest as error:
            return await self._edit_otherwise(message, old, error)
        return old

    async def _edit_caption(self, message: TextMessage, old: int) -> None:
        await self._bot.edit_message_caption(
            message.to,
            old,
            caption=message.html,
            parse_mode=_HTML,
            reply_markup=_markup(message.keyboard),
        )

    async def _edit_otherwise(self, message: TextMessage, old: int, error: BadRequest) -> int:
        """Edit a caption in place of a text, or write again; return the id of the message shown."""
        if says(error, _SAME):
            return old
        if says(error, _NO_TEXT) and fits_caption(message.html):
            try:
                await self._edit_caption(message, old)
            except BadRequest as second:
                if not says(second, _SAME):
                    raise
            return old
        if message.html and says(error, _NO_TEXT, _NO_CAPTION, *_GONE):
            return await self._write(replace(message, edits=None))
        if says(error, *_GONE):
            return old  # the buttons belonged to a deleted message
        raise error

    async def show(self, parcel: Photos) -> tuple[int, ...]:
        """Send pictures, or replace an old one; return the ids of the messages."""
        if len(parcel.photos) > 1:
            return await self._upload(parcel.photos, partial(self._show_album, parcel))
        if parcel.edits is not None:
            return (await self._replace_photo(parcel, parcel.edits),)
        return await self._upload(parcel.photos, partial(self._show_one, parcel))

    async def _upload(self, photos: Sequence[bytes], send: Send) -> tuple[int, ...]:
        # Telegram ignores the names of photos.
        messages = await self._uploads.send([("", photo) for photo in photos], send)
        return tuple(message.message_id for message in messages)

    async def _show_one(self, parcel: Photos, photos: Sequence[Media]) -> Sequence[Message]:
        """Send one picture with its text and buttons."""
        message = await self._bot.send_photo(
            parcel.to,
            photos[0],
            caption=parcel.html or None,
            parse_mode=_HTML,
            reply_markup=_markup(parcel.keyboard),
            disable_notification=parcel.silent,
            reply_parameters=_reply(parcel.reply_to),
            message_thread_id=parcel.thread,
        )
        return (message,)

    async def _show_album(self, album: Photos, photos: Sequence[Media]) -> Sequence[Message]:
        """Send an album, with the text under its first picture."""
        first, *others = photos
        return await self._bot.send_media_group(
            album.to,
            [
                InputMediaPhoto(first, caption=album.html or None, parse_mode=_HTML),
                *(InputMediaPhoto(photo) for photo in others),
            ],
            disable_notification=album.silent,
            reply_parameters=_reply(album.reply_to),
            message_thread_id=album.thread,
        )

    async def _replace_photo(self, parcel: Photos, edits: int) -> int:
        """Replace the photo of a message; send a new one if it is gone. Return the message's id."""

        async def put(photos: Sequence[Media]) -> Sequence[Message]:
            """Put the only photo into the message."""
            photo = InputMediaPhoto(photos[0], caption=parcel.html or None, parse_mode=_HTML)
            changed = await self._bot.edit_message_media(
                photo, parcel.to, edits, reply_markup=_markup(parcel.keyboard)
            )
            return (changed,) if isinstance(changed, Message) else ()

        try:
            await self._upload(parcel.photos, put)
        except BadRequest as error:
            if says(error, _SAME):
                return edits
            if says(error, *_GONE):
                return (await self.show(replace(parcel, edits=None)))[0]
            raise
        return edits

    async def hand_over(self, file: File) -> int:
        """Send a file; return the id of the message."""

        async def send(contents: Sequence[Media]) -> Sequence[Message]:
            """Send the only file."""
            message = await self._bot.send_document(
                file.to,
                contents[0],
                filename=file.name,
                caption=file.html or None,
                parse_mode=_HTML,
                reply_markup=_markup(file.keyboard),
                disable_notification=file.silent,
                reply_parameters=_reply(file.reply_to),
                message_thread_id=file.thread,
                disable_content_type_detection=True,
            )
            return (message,)

        (message,) = await self._uploads.send([(file.name, file.content)], send)
        return message.message_id


def _markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """Return the buttons as Telegram's keyboard; None without buttons."""
    if not keyboard:
        return None
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(
                    key.label,
                    callback_data=key.data or None,
                    url=key.url or None,
                    web_app=WebAppInfo(key.web_app) if key.web_app else None,
                    switch_inline_query_chosen_chat=_to_any_chat(key.share) if key.share else None,
                )
                for key in row
            ]
            for row in keyboard
        ]
    )


def _to_any_chat(query: str) -> SwitchInlineQueryChosenChat:
    return SwitchInlineQueryChosenChat(
        query, allow_user_chats=True, allow_group_chats=True, allow_channel_chats=True
    )


def _reply(message: int | None) -> ReplyParameters | None:
    if message is None:
        return None
    return ReplyParameters(message, allow_sending_without_reply=True)
