"""The carrier of browsers that also announces messages on devices.

An announcement is a hint: it changes neither the day of arrival (art. 7.1) nor the outcome of the
message, which the carrier below decides.
"""

from dataclasses import dataclass
from typing import Protocol

from bot.texts.messages import Notice
from bot.transport.sending.browsers import BrowserCarrier, Delivered, NoteBegun
from storage.queues.outbox_due import QueuedMessage
from storage.queues.precedence import Precedence


class Sender(Protocol):
    """Announces messages. Its module needs a library that an installation may lack."""

    @property
    def public_key(self) -> str:
        """Return the key with which browsers subscribe."""
        ...

    def put(self, notice: Notice, precedence: Precedence) -> None:
        """Announce the message soon, if it is one to announce."""
        ...

    async def again(self) -> None:
        """Try once more what has failed."""
        ...

    async def settle(self) -> None:
        """Return once nothing is being sent."""
        ...

    async def close(self) -> None:
        """Drop what is not sent yet."""
        ...


@dataclass(frozen=True, slots=True)
class AnnouncingCarrier:
    """Announces each message at its first try, and carries it as before."""

    below: BrowserCarrier
    sender: Sender

    async def carry(
        self, row: QueuedMessage, notice: Notice, begun: NoteBegun, *, bare: bool = False
    ) -> Delivered:
        """Announce the message beside its delivery.

        Raises:
            DeliveryError: as the carrier below.
        """
        if not (row.attempts or row.parts or bare):
            self.sender.put(notice, row.precedence)
        return await self.below.carry(row, notice, begun, bare=bare)
