"""One bot at one Bot API server: raw updates in, parcels out, files down.

What an update means is read in `bot.telegram_io.reading`; when to send, and when to try again, is
the courier's business.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import httpx
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.error import BadRequest
from telegram.request import HTTPXRequest

from bot.delivery import EVERY_GROUP, File, Keyboard, Menu, Parcel, Photos, Refused, Toast, Words
from bot.language.pages import pages
from bot.telegram_io.errors import our_errors, says
from bot.telegram_io.reading import WANTED

OFFICIAL: Final = "https://api.telegram.org"
PATIENCE = 20.0
"""Seconds that an answer may take, unless something else is said."""
CAPTION: Final = 1024
TOAST: Final = 200
"""Characters Telegram shows in the answer to a button press."""
TOPIC: Final = 128
"""Characters in a topic's title."""
DOWNLOAD: Final = 20 * 2**20

# httpcore looks for this module at every call, on the whole path: a sixth of what a call costs.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]  # None says that there is none

_HTML: Final = "HTML"
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
_SAME: Final = "not modified"
_NO_TEXT: Final = "no text in the message"
_GONE: Final = ("message to edit not found", "message can't be edited", "message_id_invalid")
_TOO_LATE: Final = ("query is too old", "query id is invalid", "query_id_invalid")


@dataclass(frozen=True, slots=True)
class Self:
    """Who the bot is: its number and its user name without the @."""

    id: int
    username: str


class _RawBot(Bot):
    """A bot that hands out updates as they came, so that one bad update spoils no other."""

    async def raw_updates(
        self, offset: int | None, wait: float, patience: float
    ) -> list[dict[str, Any]]:
        """Return the result of getUpdates, unparsed."""
        wanted = {
            "offset": offset,
            "timeout": int(wait),
            "limit": 100,
            "allowed_updates": list(WANTED),
        }
        result: list[dict[str, Any]] = await self._post(
            "getUpdates", wanted, read_timeout=wait + patience
        )
        return result


class TelegramIO:
    """One bot at one Bot API server: a Carrier and an UpdateSource."""

    def __init__(
        self, token: str, base_url: str = OFFICIAL, *, patience: float | None = None
    ) -> None:
        """Prepare the connections; `patience` is how many seconds an answer may take."""
        self._patience = patience = PATIENCE if patience is None else patience
        server = base_url.rstrip("/")
        # One TLS context for both: reading the certificates takes 50 ms.
        tls = httpx.create_ssl_context(verify=server.startswith("https:"))
        self._polls = HTTPXRequest(
            connection_pool_size=1, connect_timeout=patience, httpx_kwargs={"verify": tls}
        )
        self._calls = HTTPXRequest(
            connection_pool_size=16,
            connect_timeout=patience,
            read_timeout=patience,
            write_timeout=patience,
            pool_timeout=patience,
            media_write_timeout=3 * patience,
            httpx_kwargs={"verify": tls, "event_hooks": {"request": [_made_whole]}},
        )
        self._bot = _RawBot(
            token,
            base_url=f"{server}/bot",
            base_file_url=f"{server}/file/bot",
            request=self._calls,
            get_updates_request=self._polls,
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._polls.shutdown()
        await self._calls.shutdown()

    async def me(self) -> Self:
        """Return who the bot is; raises Denied when the token is not accepted."""
        with our_errors():
            user = await self._bot.get_me()
        return Self(user.id, user.username or "")

    async def updates(self, offset: int | None, wait: float) -> Sequence[Mapping[str, Any]]:
        """Return raw updates, waiting up to `wait` seconds for the first (see UpdateSource)."""
        with our_errors():
            return await self._bot.raw_updates(offset, wait, self._patience)

    async def set_webhook(self, url: str, secret: str) -> None:
        """Have every update sent to that address, with that secret in a header (see HookKeeper)."""
        with our_errors():
            await self._bot.set_webhook(url, secret_token=secret, allowed_updates=list(WANTED))

    async def pending_updates(self) -> int:
        """Return how many updates Telegram holds that our address has not taken yet."""
        with our_errors():
            return (await self._bot.get_webhook_info()).pending_update_count

    async def drop_webhook(self) -> None:
        """Have updates kept for polling again; none is lost."""
        with our_errors():
            await self._bot.delete_webhook(drop_pending_updates=False)

    async def set_commands(
        self, commands: Mapping[str, str], *, language: str = "", chat: int | None = None
    ) -> None:
        """Show these commands, with their descriptions, in the menu of a language or a chat.

        The chat may be `EVERY_GROUP`.
        """
        menu = [BotCommand(name, description) for name, description in commands.items()]
        scope: BotCommandScope | None = None
        if chat is not None:
            is_one = chat != EVERY_GROUP
            scope = BotCommandScopeChat(chat) if is_one else BotCommandScopeAllGroupChats()
        with our_errors():
            await self._bot.set_my_commands(menu, scope=scope, language_code=language or None)

    async def download(self, file_id: str) -> bytes:
        """Return a file somebody sent; raises Refused when it is larger than 20 MB."""
        with our_errors():
            file = await self._bot.get_file(file_id)
            if (file.file_size or 0) > DOWNLOAD:
                raise Refused(f"the file has {file.file_size} bytes")
            return bytes(await file.download_as_bytearray())

    async def open_topic(self, chat: int, title: str) -> int:
        """Open a topic in a group and return its number (see Carrier)."""
        with our_errors():
            topic = await self._bot.create_forum_topic(chat, title[:TOPIC])
        return topic.message_thread_id

    async def send(self, parcel: Parcel) -> tuple[int, ...]:
        """Carry out one parcel; return the ids of the messages made or changed (see Carrier)."""
        with our_errors():
            match parcel:
                case Toast():
                    await self._answer(parcel)
                    return ()
                case Words():
                    return (await self._say(parcel),)
                case Photos():
                    return await self._show(parcel)
                case File():
                    return (await self._hand_over(parcel),)
                case Menu():
                    await self.set_commands(parcel.commands, chat=parcel.to)
                    return ()

    async def _answer(self, toast: Toast) -> None:
        text = toast.text if len(toast.text) <= TOAST else toast.text[: TOAST - 1] + "…"
        try:
            await self._bot.answer_callback_query(
                toast.press, text=text or None, show_alert=toast.alert
            )
        except BadRequest as error:
            if not says(error, *_TOO_LATE):  # too late to matter: the spinner has gone
                raise

    async def _say(self, words: Words) -> int:
        if words.edits is None:
            return await self._write(words)
        return await self._edit(words, words.edits)

    async def _write(self, words: Words) -> int:
        message = await self._bot.send_message(
            words.to,
            words.html,
            parse_mode=_HTML,
            reply_markup=_markup(words.keyboard),
            disable_notification=words.silent,
            reply_parameters=_reply(words.reply_to),
            message_thread_id=words.thread,
            link_preview_options=_NO_PREVIEW,
        )
        return message.message_id

    async def _edit(self, words: Words, old: int) -> int:
        """Change text or caption, whichever the old message has; write anew if it is gone."""
        markup = _markup(words.keyboard)
        try:
            if not words.html:
                await self._bot.edit_message_reply_markup(words.to, old, reply_markup=markup)
            else:
                await self._bot.edit_message_text(
                    words.html,
                    words.to,
                    old,
                    parse_mode=_HTML,
                    reply_markup=markup,
                    link_preview_options=_NO_PREVIEW,
                )
        except BadRequest as error:
            return await self._edit_otherwise(words, old, error)
        return old

    async def _edit_otherwise(self, words: Words, old: int, error: BadRequest) -> int:
        if says(error, _SAME):
            return old
        if says(error, _NO_TEXT) and len(pages(words.html, CAPTION)) == 1:
            try:
                await self._bot.edit_message_caption(
                    words.to,
                    old,
                    caption=words.html,
                    parse_mode=_HTML,
                    reply_markup=_markup(words.keyboard),
                )
            except BadRequest as second:
                if not says(second, _SAME):
                    raise
            return old
        if words.html and says(error, _NO_TEXT, *_GONE):
            return await self._write(replace(words, edits=None))
        if says(error, *_GONE):
            return old  # buttons of a message that is gone
        raise error

    async def _show(self, parcel: Photos) -> tuple[int, ...]:
        if len(parcel.photos) > 1:
            return await self._show_album(parcel)
        if parcel.edits is not None:
            return (await self._replace_photo(parcel, parcel.edits),)
        message = await self._bot.send_photo(
            parcel.to,
            parcel.photos[0],
            caption=parcel.html or None,
            parse_mode=_HTML,
            reply_markup=_markup(parcel.keyboard),
            disable_notification=parcel.silent,
            reply_parameters=_reply(parcel.reply_to),
            message_thread_id=parcel.thread,
        )
        return (message.message_id,)

    async def _show_album(self, album: Photos) -> tuple[int, ...]:
        first, *others = album.photos
        messages: tuple[Message, ...] = await self._bot.send_media_group(
            album.to,
            [
                InputMediaPhoto(first, caption=album.html or None, parse_mode=_HTML),
                *(InputMediaPhoto(photo) for photo in others),
            ],
            disable_notification=album.silent,
            reply_parameters=_reply(album.reply_to),
            message_thread_id=album.thread,
        )
        return tuple(message.message_id for message in messages)

    async def _replace_photo(self, parcel: Photos, edits: int) -> int:
        photo = InputMediaPhoto(parcel.photos[0], caption=parcel.html or None, parse_mode=_HTML)
        try:
            await self._bot.edit_message_media(
                photo, parcel.to, edits, reply_markup=_markup(parcel.keyboard)
            )
        except BadRequest as error:
            if says(error, _SAME):
                return edits
            if says(error, *_GONE):
                return (await self._show(replace(parcel, edits=None)))[0]
            raise
        return edits

    async def _hand_over(self, file: File) -> int:
        message = await self._bot.send_document(
            file.to,
            file.content,
            filename=file.name,
            caption=file.html or None,
            parse_mode=_HTML,
            reply_markup=_markup(file.keyboard),
            disable_notification=file.silent,
            reply_parameters=_reply(file.reply_to),
            message_thread_id=file.thread,
            disable_content_type_detection=True,
        )
        return message.message_id


async def _made_whole(request: httpx.Request) -> None:
    """Put a request together before it is sent: a picture's would go out in twenty pieces."""
    await request.aread()


def _markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    if not keyboard:
        return None
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(key.label, callback_data=key.data or None, url=key.url or None)
                for key in row
            ]
            for row in keyboard
        ]
    )


def _reply(message: int | None) -> ReplyParameters | None:
    if message is None:
        return None
    return ReplyParameters(message, allow_sending_without_reply=True)
