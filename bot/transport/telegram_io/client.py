"""One bot at one Bot API server: receives raw updates, sends parcels, downloads files.

`bot.transport.telegram_io.raw_updates` interprets updates; `bot.transport.telegram_io.posting`
turns parcels into messages. The courier decides when to send and when to retry.
"""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final, cast
from urllib.parse import urlencode

import httpx
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    MenuButton,
    MenuButtonDefault,
    MenuButtonWebApp,
    WebAppInfo,
)
from telegram.request import HTTPXRequest

from bot.runtime.clock import ClockCheck
from bot.texts.delivery import (
    EVERY_GROUP,
    MOST_UPDATES,
    Choices,
    File,
    Menu,
    Parcel,
    Photos,
    Reaction,
    TextMessage,
    Toast,
    WebhookBacklog,
)
from bot.transport.telegram_io.downloads import Files
from bot.transport.telegram_io.errors import our_errors
from bot.transport.telegram_io.posting import Posting
from bot.transport.telegram_io.raw_updates import WANTED

Hook = Callable[[Any], Awaitable[None]]
"""Called with each request before it is sent, or with each response."""
_SENT_AT: Final = "asked"
"""The key of a request's extensions with the seconds at its start."""

PATIENCE = 20.0
"""Seconds that an answer may take by default."""
TOPIC: Final = 128
"""The most characters of a topic's title."""


@dataclass(frozen=True, slots=True)
class BotAccount:
    """The bot's own account: its number and its user name without the @."""

    id: int
    username: str
    is_inline: bool = False
    """Whether @BotFather has turned on inline mode."""


class TelegramIO:
    """One bot at one Bot API server: a Carrier and an UpdateSource."""

    def __init__(
        self,
        token: str,
        base_url: str,
        *,
        patience: float | None = None,
        clock_check: ClockCheck | None = None,
    ) -> None:
        """Prepare the connections.

        `patience` is the seconds that an answer may take; `clock_check` receives the time of each
        answer.
        """
        self._patience = patience = PATIENCE if patience is None else patience
        server = base_url.rstrip("/")
        # One TLS context for both, because reading the certificates takes 50 ms.
        tls = httpx.create_ssl_context(verify=server.startswith("https:"))
        on_request, on_response = _hooks(clock_check) if clock_check else ([], [])
        self._polls = HTTPXRequest(
            connection_pool_size=1,
            connect_timeout=patience,
            httpx_kwargs={
                "verify": tls,
                "event_hooks": {"request": on_request, "response": on_response},
            },
        )
        hooks = {"request": [*on_request, _assemble], "response": on_response}
        self._calls = _connections_for_calls({"verify": tls, "event_hooks": hooks}, patience)
        self._bot = Bot(
            token,
            base_url=f"{server}/bot",
            base_file_url=f"{server}/file/bot",
            request=self._calls,
            get_updates_request=self._polls,
        )
        self._posting = Posting(self._bot)
        self._files = Files(self._bot, tls, patience=patience)

    async def close(self) -> None:
        """Close all connections."""
        await self._polls.shutdown()
        await self._calls.shutdown()
        await self._files.close()

    async def me(self) -> BotAccount:
        """Return the bot's own account.

        Raises:
            TokenRejected: the token is not accepted.
        """
        with our_errors():
            user = await self._bot.get_me()
        return BotAccount(user.id, user.username or "", bool(user.supports_inline_queries))

    async def updates(self, offset: int | None, wait: float) -> Sequence[Mapping[str, Any]]:
        """Return raw updates, waiting up to `wait` seconds for the first (see `UpdateSource`)."""
        with our_errors():
            # Bot.get_updates would parse the updates, and one bad update would spoil all.
            result: Any = await self._polls.post(
                f"{self._bot.base_url}/getUpdates?{_query_of_updates(offset, wait)}",
                read_timeout=wait + self._patience,
            )
        return cast("list[dict[str, Any]]", result)

    async def set_webhook(self, url: str, secret: str) -> None:
        """Register the webhook, with that secret in a header (see `WebhookManager`)."""
        with our_errors():
            await self._bot.set_webhook(url, secret_token=secret, allowed_updates=list(WANTED))

    async def held_updates(self) -> WebhookBacklog:
        """Return the number of updates that Telegram holds for the webhook."""
        with our_errors():
            info = await self._bot.get_webhook_info()
        return WebhookBacklog(
            count=info.pending_update_count,
            reason=info.last_error_message or "",
            url=info.url,
        )

    async def drop_webhook(self) -> None:
        """Remove the webhook, so that updates wait for polling; none is lost."""
        with our_errors():
            await self._bot.delete_webhook(drop_pending_updates=False)

    async def set_commands(
        self, commands: Mapping[str, str], *, language: str = "", chat: int | None = None
    ) -> None:
        """Set the commands, with their descriptions, in the menu of a language or a chat.

        The chat may be `EVERY_GROUP`. Without commands that menu is removed, and a more general one
        applies.
        """
        menu = [BotCommand(name, description) for name, description in commands.items()]
        scope: BotCommandScope | None = None
        if chat is not None:
            is_every_group = chat == EVERY_GROUP
            scope = BotCommandScopeAllGroupChats() if is_every_group else BotCommandScopeChat(chat)
        with our_errors():
            if menu:
                await self._bot.set_my_commands(menu, scope=scope, language_code=language or None)
            else:
                await self._bot.delete_my_commands(scope=scope, language_code=language or None)

    async def set_menu_button(self, label: str, web_app: str) -> None:
        """Make everyone's menu button open the Mini App at that address.

        Without an address the button shows the commands again.
        """
        button: MenuButton = MenuButtonDefault()
        if web_app:
            button = MenuButtonWebApp(label, WebAppInfo(web_app))
        with our_errors():
            await self._bot.set_chat_menu_button(menu_button=button)

    async def set_profile(self, description: str, short: str, *, language: str = "") -> None:
        """Set the texts before Start and on the bot's profile, unless they are the same already."""
        code = language or None
        with our_errors():
            if (await self._bot.get_my_description(code)).description != description:
                await self._bot.set_my_description(description, code)
            known = await self._bot.get_my_short_description(code)
            if known.short_description != short:
                await self._bot.set_my_short_description(short, code)

    async def download(self, file_id: str) -> bytes:
        """Return a person's file (see `pieces`)."""
        return b"".join([piece async for piece in self.pieces(file_id)])

    def pieces(self, file_id: str) -> AsyncGenerator[bytes, None]:
        """Yield a person's file piece by piece.

        Raises:
            OverLimit: the file is larger than 20 MB.
            MessageRefused: the file is no longer available.
            DeliveryError: the download has failed this time, or exceeded the time limit.
        """
        return self._files.pieces(file_id)

    async def open_topic(self, chat: int, title: str) -> int:
        """Open a topic in a group and return its number (see `Carrier`)."""
        with our_errors():
            topic = await self._bot.create_forum_topic(chat, title[:TOPIC])
        return topic.message_thread_id

    async def send(self, parcel: Parcel) -> tuple[int, ...]:
        """Send one parcel; return the ids of the messages sent or changed (see `Carrier`)."""
        with our_errors():
            match parcel:
                case Toast() | Choices() | Reaction():
                    await self._posting.respond(parcel)
                    return ()
                case TextMessage():
                    return (await self._posting.say(parcel),)
                case Photos():
                    return await self._posting.show(parcel)
                case File():
                    return (await self._posting.hand_over(parcel),)
                case Menu():
                    await self.set_commands(parcel.commands, chat=parcel.to)
                    if parcel.web_app:
                        button = MenuButtonWebApp(parcel.board, WebAppInfo(parcel.web_app))
                        await self._bot.set_chat_menu_button(parcel.to, button)
                    return ()


def _hooks(check: ClockCheck) -> tuple[list[Hook], list[Hook]]:
    """Return the hooks of requests and of answers by which the check gets Telegram's time."""

    async def note_start(request: httpx.Request) -> None:
        request.extensions[_SENT_AT] = check.time()

    async def note_time(response: httpx.Response) -> None:
        took = timedelta(seconds=check.time() - response.request.extensions[_SENT_AT])
        with suppress(ValueError):
            at = parsedate_to_datetime(response.headers.get("date", ""))
            check.note_answer(at if at.tzinfo else at.replace(tzinfo=UTC), took)

    return [note_start], [note_time]


def _connections_for_calls(options: dict[str, Any], patience: float) -> HTTPXRequest:
    """Return the connections for all calls except polls."""
    return HTTPXRequest(
        connection_pool_size=16,
        connect_timeout=patience,
        read_timeout=patience,
        write_timeout=patience,
        pool_timeout=patience,
        media_write_timeout=3 * patience,
        httpx_kwargs=options,
    )


async def _assemble(request: httpx.Request) -> None:
    """Assemble a request before it is sent; a picture would otherwise go out in twenty pieces."""
    await request.aread()


def _query_of_updates(offset: int | None, wait: float) -> str:
    """Return the parameters of getUpdates in the form of a query string."""
    wanted = {
        "timeout": int(wait),
        "limit": MOST_UPDATES,
        "allowed_updates": json.dumps(list(WANTED)),
    }
    return urlencode(wanted if offset is None else {**wanted, "offset": offset})
