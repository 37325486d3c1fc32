"""Outgoing calls of the Bot API as final values: wording, pictures and buttons are fixed.

A parcel is one call. `bot.transport.sending.composing` makes parcels from notices, and
`bot.transport.telegram_io` sends them; `bot.texts.delivery_errors` has what can go wrong.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

Fetch = Callable[[str], Awaitable[bytes]]
"""Downloads a file that a person sent, by its id; raises `DeliveryError` if that fails."""
FetchPieces = Callable[[str], AsyncGenerator[bytes, None]]
"""Downloads a file in pieces, so that a large one need not fit into memory."""
MOST_UPDATES: Final = 100
"""The most updates in one answer; a full answer means that there may be more."""
EVERY_GROUP: Final = 0
"""Stands for all groups in a command menu; no chat has this number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookBacklog:
    """The number of updates that Telegram holds for our webhook."""

    count: int
    reason: str = ""
    """Telegram's description of the last failed call of the webhook; "" if none failed."""
    url: str = ""
    """The address to which Telegram sends updates; "" if none is set."""


@dataclass(frozen=True, slots=True)
class Key:
    """A finished button: it calls back with `data`, opens `url`, or opens the Mini App."""

    label: str
    data: str = ""
    url: str = ""
    web_app: str = ""
    """The address at which the Mini App opens; only in private chats."""
    share: str = ""
    """The inline query for the chat that the person then chooses."""


Keyboard = tuple[tuple[Key, ...], ...]
"""The buttons under a message, row by row."""


class Wording(NamedTuple):
    """A message in the reader's language: its HTML and its buttons."""

    html: str
    keyboard: Keyboard


@dataclass(frozen=True, slots=True, kw_only=True)
class Toast:
    """The answer to a button press: plain text, as a short toast or as an alert."""

    press: str
    """Telegram's id of the press."""
    text: str = ""
    alert: bool = False
    """Whether the person must close it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InlineChoice:
    """One result of an inline query."""

    key: str
    title: str
    note: str
    html: str
    keyboard: Keyboard


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The answer to an inline query."""

    question: str
    """Telegram's id of the query."""
    choices: tuple[InlineChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMessage:
    """A text message, or the new text (or only new buttons) of an old message.

    In all parcels, `thread` is the topic of a group.
    """

    to: int
    html: str
    keyboard: Keyboard = ()
    silent: bool = False
    reply_to: int | None = None
    thread: int | None = None
    edits: int | None = None
    """The old message that it changes; None for a new message."""
    captioned: bool = False
    """Whether the old message is a picture or a file, with its text as a caption."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Photos:
    """One photo, or an album of up to ten; the text is the caption of the first.

    Buttons and `edits` go with a single photo only.
    """

    to: int
    photos: tuple[bytes, ...]
    html: str = ""
    keyboard: Keyboard = ()
    silent: bool = False
    reply_to: int | None = None
    thread: int | None = None
    edits: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A document with its name and caption."""

    to: int
    name: str
    content: bytes
    html: str = ""
    keyboard: Keyboard = ()
    silent: bool = False
    reply_to: int | None = None
    thread: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """The commands that a chat shows in its menu, each with its description."""

    to: int
    commands: Mapping[str, str]
    board: str
    """The label of the menu button that opens the board."""
    web_app: str = ""
    """The address of the Mini App; "" if the menu button shows the commands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """An emoji on a person's message; it makes no sound."""

    to: int
    message: int
    emoji: str


Parcel = Toast | Choices | Reaction | TextMessage | Photos | File | Menu


class Carrier(Protocol):
    """Sends parcels to Telegram."""

    async def send(self, parcel: Parcel) -> tuple[int, ...]:
        """Carry out one call; return the ids of the new messages (none for a toast or menu).

        Raises:
            DeliveryError: the call failed; `bot.texts.delivery_errors` has the reasons.
        """
        ...

    async def open_topic(self, chat: int, title: str) -> int:
        """Open a topic in a group and return its number.

        Raises:
            DeliveryError: MessageRefused, if the group has no topics or the bot may not open any.
        """
        ...


class UpdateSource(Protocol):
    """Returns updates in order, and repeats them until they are acknowledged."""

    async def updates(self, offset: int | None, wait: float) -> Sequence[Mapping[str, Any]]:
        """Return the updates from `offset` on (None: all unacknowledged); wait up to `wait` s.

        At most `MOST_UPDATES`. A call with an offset acknowledges every update before it.

        Raises:
            DeliveryError: ConnectionFailed, Retry, TokenRejected or UpdatesConflict.
        """
        ...

    async def drop_webhook(self) -> None:
        """Remove the webhook without losing any update."""
        ...
