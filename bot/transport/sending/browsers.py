"""Carriers for people without a Telegram chat: the address decides which one a message gets.

The page shows a message as soon as its row is committed (`bot.web.people.feed`), so the page's
carrier only records that. A carrier that also sends something elsewhere implements the same
protocol.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.texts.messages import Notice
from storage.queues.outbox_due import QueuedMessage


@dataclass(frozen=True, slots=True)
class Delivered:
    """The result of a delivery."""

    messages: Sequence[int]
    """The numbers of the new messages; none for the answer to a press."""
    at: datetime | None = None
    """When it was delivered, if that was before its record; a turn arrives then (art. 7.1)."""
    mailed_to: str = ""
    """The address for which a mail server has accepted it; empty for none."""


NoteBegun = Callable[[int], Awaitable[None]]
"""Stores how many mails of the message a server may have.

Raises:
    ClaimLostError: the message is no longer this program's, or no longer to be sent.
"""


class BrowserCarrier(Protocol):
    """Delivers messages to the addresses of browsers."""

    async def carry(
        self, row: QueuedMessage, notice: Notice, begun: NoteBegun, *, bare: bool = False
    ) -> Delivered:
        """Deliver the message of that row; `bare`: without pictures and files.

        Raises:
            DeliveryError: it was not delivered; the courier handles it like Telegram's errors.
        """
        ...


class OwnPage:
    """The carrier of the page alone."""

    async def carry(
        self, row: QueuedMessage, notice: Notice, begun: NoteBegun, *, bare: bool = False
    ) -> Delivered:
        """Return the row's number, which identifies the message on the page.

        It was delivered at its commit, or when its planned time came. One that waited for its mail,
        which it no longer has, is delivered now: its reader relied on the mail.
        """
        del begun, bare
        is_new = notice.is_message and not notice.edits
        at = max(row.created_at, notice.not_before or row.created_at)
        was_tried = bool(row.attempts or row.parts)
        return Delivered((row.id,) if is_new else (), None if was_tried else at)
