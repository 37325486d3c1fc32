"""Questions to the bot that it must answer in time: pressed buttons and inline queries."""

from dataclasses import dataclass
from datetime import datetime

from sandbox.buttons import Keyboard, MessageButton
from sandbox.chats import Account, Message
from sandbox.formatting.entities import Formatted
from sandbox.updates import PRESS_RETENTION


@dataclass(slots=True, kw_only=True, eq=False)
class _Question:
    """A question, and whether the bot has answered it."""

    id: str
    at: datetime
    answered: bool = False

    def too_old(self, now: datetime) -> bool:
        """Return whether Telegram would no longer accept an answer."""
        return now - self.at >= PRESS_RETENTION


@dataclass(slots=True, kw_only=True, eq=False)
class ButtonPress(_Question):
    """A pressed button, and the bot's answer so far."""

    person: Account
    message: Message
    button: MessageButton
    text: str = ""
    """The text that the person sees: a short toast, or an alert to close."""
    alert: bool = False
    url: str = ""
    """The address that the answer opens, if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedResult:
    """A result that the bot offers for a chat."""

    id: str
    title: str
    note: str
    body: Formatted
    keyboard: Keyboard


@dataclass(slots=True, kw_only=True, eq=False)
class InlineQuestion(_Question):
    """An inline query from some chat, and the bot's offers so far."""

    text: str
    offered: tuple[OfferedResult, ...] = ()
