"""The carrier of browsers that also sends mails.

The page shows every message at its commit; a mail sets the day of arrival (art. 7.1). It follows
the path of every message: claim, call, receipt, record. A mail server cannot be asked whether it
has a mail. So the row counts the mails that a server may have, before each one's first byte. After
a lost answer, or a kill, one more mail follows with the same `Message-ID`; then the message counts
as sent. Nobody gets a third.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from hashlib import sha256
from typing import Final, Protocol

from bot.runtime.clock import Clock
from bot.runtime.counts import Counts
from bot.runtime.log import get_logger
from bot.texts.bounces import BounceAddresses
from bot.texts.delivery_errors import (
    ConnectionFailed,
    DeliveryError,
    MessageRefused,
    OutcomeUnknown,
    Unreachable,
)
from bot.texts.mails import Letter
from bot.texts.messages import Notice
from bot.transport.mail.server import Begin
from bot.transport.mail.writing import Drawing, Envelope, write_mail
from bot.transport.sending.browsers import Delivered, NoteBegun, OwnPage
from storage.queues.outbox_due import QueuedMessage
from storage.queues.precedence import Precedence
from storage.queues.receipts import fingerprint

log = get_logger()

MOST_MAILS: Final = 2
"""The most mails of one message that a server may have."""


class Letters(Protocol):
    """Decides which message is mailed, and to whom."""

    async def letter(self, row: int, notice: Notice, precedence: Precedence) -> Letter | None:
        """Return the mail of the message of that row, or None if only the page shows it."""
        ...


class Server(Protocol):
    """Takes mails."""

    @property
    def sender(self) -> str:
        """Return the sender."""
        ...

    @property
    def domain(self) -> str:
        """Return the sender's domain."""
        ...

    async def send(
        self, message: EmailMessage, to: str, begin: Begin, *, reports_to: str = ""
    ) -> None:
        """Give the server the mail; reports about it go to that address.

        Raises:
            DeliveryError: see `bot.transport.mail.server`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MailCarrier:
    """Sends a mail for some messages; the page has them all."""

    server: Server
    letters: Letters
    drawing: Drawing
    clock: Clock
    counts: Counts
    key: bytes
    """The installation's key, which makes a mail's id unpredictable."""
    page: Callable[[str], str]
    """Returns the address of the page for a game, or of its messages for ""."""
    command: str
    """The address that writes a command on the page, to which the command is added."""
    stop: str
    """The address of the unsubscription, to which the letter's own part is added."""
    formal: bool = False
    bounces: BounceAddresses | None = None
    """The addresses for delivery reports; None: they go to the sender."""

    async def carry(
        self, row: QueuedMessage, notice: Notice, begun: NoteBegun, *, bare: bool = False
    ) -> Delivered:
        """Send the message's mail, if it has one.

        Raises:
            DeliveryError: it was not delivered; the page has it all the same.
        """
        mails_before = len(row.parts)
        if mails_before >= MOST_MAILS:
            log.warning("a mail counts as sent: the server may have it twice")
            return self._delivered(row)
        letter = await self.letters.letter(row.id, notice, row.precedence)
        if letter is None:
            return await OwnPage().carry(row, notice, begun)
        mail = await write_mail(
            letter, self._envelope(row, letter), self.drawing, formal=self.formal, bare=bare
        )
        try:
            begin, reports_to = partial(begun, mails_before + 1), self._reports_to(row, letter)
            await self.server.send(mail, letter.address, begin, reports_to=reports_to)
        except OutcomeUnknown:
            self.counts.mails["unknown"] += 1
            if mails_before + 1 < MOST_MAILS:
                raise
            return self._delivered(row)
        except DeliveryError as error:
            is_refused = isinstance(error, Unreachable | MessageRefused)
            self.counts.mails["refused" if is_refused else "failed"] += 1
            await begun(mails_before)
            if is_refused and not await self._is_present(row, notice, letter):
                raise ConnectionFailed("refused at an address that has changed since") from error
            raise
        self.counts.mails["sent"] += 1
        return self._delivered(row, mailed_to=letter.address)

    async def _is_present(self, row: QueuedMessage, notice: Notice, mailed: Letter) -> bool:
        """Return whether the message would be mailed to the same address now.

        A server may take a minute to answer, in which the reader may confirm another address.
        """
        letter = await self.letters.letter(row.id, notice, row.precedence)
        return letter is not None and letter.address == mailed.address

    def _delivered(self, row: QueuedMessage, *, mailed_to: str = "") -> Delivered:
        return Delivered((row.id,), self.clock.now(), mailed_to=mailed_to)

    def _reports_to(self, row: QueuedMessage, letter: Letter) -> str:
        """Return the address for delivery reports; a code's address is not confirmed yet."""
        if self.bounces is None or not letter.stop:
            return ""
        return self.bounces.of(row.id, letter.address)

    def _envelope(self, row: QueuedMessage, letter: Letter) -> Envelope:
        """Return the mail's sender, id and addresses; a repeated mail has the same id."""
        return Envelope(
            sender=self.server.sender,
            message_id=f"<{row.id}.{self._mark(row)}@{self.server.domain}>",
            page=letter.entrance or self.page(letter.game),
            command=self.command,
            stop=f"{self.stop}{letter.stop}" if letter.stop else "",
            at=self.clock.now(),
        )

    def _mark(self, row: QueuedMessage) -> str:
        """Return what tells this row from one of the same number in a restored copy."""
        return hmac.digest(self.key, fingerprint(row).encode(), sha256).hex()[:32]
