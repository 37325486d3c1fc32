"""What goes to Telegram, ready to be sent, and what may go wrong: the courier's side of the wire.

A parcel is one call of the Bot API. Everything in it is final: wording, pictures, buttons.
`bot.transport.sending.composing` makes parcels out of notices, `bot.transport.telegram_io` carries
them out.

    DeliveryError
    ├── Retry           too many messages: wait that long, for this chat
    ├── Trouble         the network or the server failed: the same again, later
    ├── Unreachable     the person has blocked the bot, never started it, or is gone
    ├── Migrated        the group has another number now
    ├── Refused         the message itself is not accepted: the same again would fail again
    │   ├── NoTopic     the group has no such topic
    │   └── TooMuch     it is too large
    ├── Denied          the token is not accepted
    └── Conflicted      another process, or a webhook, takes this bot's updates
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

Fetch = Callable[[str], Awaitable[bytes]]
"""Gets a file that somebody sent, by its id; raises `DeliveryError` where it cannot be had."""
FetchPieces = Callable[[str], AsyncGenerator[bytes, None]]
"""The same, piece by piece: a large one need never be in memory as a whole."""
MOST_UPDATES: Final = 100
"""In one answer: with so many at once there may be more."""
EVERY_GROUP: Final = 0
"""No chat's number: the command menu of all groups."""


class DeliveryError(Exception):
    """Base of everything that can go wrong on the way to Telegram; never raised itself."""


class Retry(DeliveryError):  # noqa: N818  (the courier's tree speaks of outcomes)
    """Too many messages to this chat: it takes the next one in `after` seconds."""

    def __init__(self, after: float) -> None:
        self.after = after
        super().__init__(f"too many messages, again in {after:g} s")


class Trouble(DeliveryError):  # noqa: N818
    """The network or the server failed; whether the call was carried out is not known."""


class Unreachable(DeliveryError):  # noqa: N818
    """The person has blocked the bot, never pressed Start, or is gone."""


class Migrated(DeliveryError):  # noqa: N818
    """The group has become a supergroup: it is to be addressed as `chat` from now on."""

    def __init__(self, chat: int) -> None:
        self.chat = chat
        super().__init__(f"the group is now {chat}")


class Refused(DeliveryError):  # noqa: N818
    """The message is not accepted as it is; sending it again would not help."""


class TooMuch(Refused):
    """It is larger than is taken, here or by Telegram."""


class NoTopic(Refused):
    """The group has no such topic: it was deleted, or there are no topics any more."""


class Denied(DeliveryError):  # noqa: N818
    """The token is not accepted: nothing can be sent or received."""


class Conflicted(DeliveryError):  # noqa: N818
    """Another process (or, with `webhook`, a web address) takes this bot's updates."""

    def __init__(self, reason: str, *, webhook: bool) -> None:
        self.webhook = webhook
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How many updates Telegram holds that our address has not taken yet."""

    count: int
    reason: str = ""
    """What came of its last try that failed, in its own words."""


@dataclass(frozen=True, slots=True)
class Key:
    """A button ready to be shown: it calls back with `data`, opens `url`, or the Mini App."""

    label: str
    data: str = ""
    url: str = ""
    web_app: str = ""
    """The address at which the Mini App opens; in private chats only."""
    share: str = ""
    """What is asked for by inline mode in a chat that is chosen first."""


Keyboard = tuple[tuple[Key, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Toast:
    """The answer to a button press: plain text, as a short toast or as an alert to be closed."""

    press: str
    text: str = ""
    alert: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that may be put into any chat."""

    key: str
    title: str
    note: str
    html: str
    keyboard: Keyboard


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The answer to a question that was asked from any chat."""

    question: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A text message; with `edits`, the new text (or only new buttons) of an old message.

    `captioned`: the old one shows a picture or a file, and the text is its caption.

    Here as in the others, `thread` is the topic of a group that it goes to.
    """

    to: int
    html: str
    keyboard: Keyboard = ()
    silent: bool = False
    reply_to: int | None = None
    thread: int | None = None
    edits: int | None = None
    captioned: bool = False


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


Parcel = Toast | Choices | Words | Photos | File | Menu


class Carrier(Protocol):
    """Carries parcels to Telegram."""

    async def send(self, parcel: Parcel) -> tuple[int, ...]:
        """Carry out one call; return the ids of the messages it made (none for a toast or menu).

        Raises:
            DeliveryError: one of the tree above.
        """
        ...

    async def open_topic(self, chat: int, title: str) -> int:
        """Open a topic in a group and return its number.

        Raises:
            DeliveryError: Refused, where the group has no topics or the bot may not open any.
        """
        ...


class UpdateSource(Protocol):
    """Gives out what people did, in order, until it is acknowledged."""

    async def updates(self, offset: int | None, wait: float) -> Sequence[Mapping[str, Any]]:
        """Return the updates from `offset` on (None: all unacknowledged), waiting up to `wait` s.

        At most `MOST_UPDATES`. Asking with an offset acknowledges everything before it.

        Raises:
            DeliveryError: Trouble, Retry, Denied or Conflicted.
        """
        ...

    async def drop_webhook(self) -> None:
        """Stop updates from going to a web address, without losing any."""
        ...
