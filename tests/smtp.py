"""A real SMTP server that fails in the phase that a test names, and keeps every mail it has."""

import asyncio
import email
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

RCPT_REFUSED, RCPT_LATER = "550 rcpt", "451 rcpt"
DATA_REFUSED = "554 data"
CUT, SILENT = "cut", "silent"
"""After the final dot: the connection ends, or no answer comes. The server has the mail."""


@dataclass
class PostBox:
    """The server's faults and mails; aiosmtpd cannot use a handler with slots."""

    port: int = 0
    refusal: str = "550 5.1.1 <{address}> no such mailbox"
    """The answer to RCPT under RCPT_REFUSED."""
    faults: list[str] = field(default_factory=list)
    """The faults of the next mails, one each; "" for none."""
    fault: str = ""
    """The fault of every mail after those."""
    mails: list[EmailMessage] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    """The sender of each mail, to which reports about it go."""
    _server: asyncio.Server | None = None

    @property
    def settings(self) -> dict[str, str]:
        """The bot's configuration with this mail server."""
        return {
            "mail_host": "127.0.0.1",
            "mail_port": str(self.port),
            "mail_tls": "none",
            "mail_sender": "Scrabble <scrabble@example.org>",
        }

    def next_fault(self, phase: str) -> str:
        """Return the present mail's fault if it belongs to that phase; it is then over."""
        present = self.faults[0] if self.faults else self.fault
        if phase == "rcpt" and present not in {RCPT_REFUSED, RCPT_LATER}:
            return ""
        if self.faults:
            self.faults.pop(0)
        return present

    def to(self, address: str) -> list[EmailMessage]:
        """Return the mails to that address, in order."""
        return [each for each in self.mails if each["To"] == address]

    def copies(self) -> Counter[str]:
        """Return how often the server has each mail, by its id."""
        return Counter(str(each["Message-ID"]) for each in self.mails)

    def code(self, address: str) -> str:
        """Return the code of the last mail to that address."""
        found = re.search(r"\b\d{6}\b", str(self.to(address)[-1]["Subject"]))
        assert found is not None
        return found[0]

    async def handle_RCPT(  # noqa: N802  (aiosmtpd calls it so)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept or refuse the recipient."""
        del server, session, options
        fault = self.next_fault("rcpt")
        if fault == RCPT_REFUSED:
            return self.refusal.format(address=address)
        if fault == RCPT_LATER:
            return f"451 4.7.1 <{address}> greylisted"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802  (aiosmtpd calls it so)
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Keep the mail, and answer or not."""
        del session
        fault = self.next_fault("data")
        if fault == DATA_REFUSED:
            return "554 5.7.1 refused"
        content: Any = envelope.content
        message = email.message_from_bytes(content, policy=default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.senders.append(str(envelope.mail_from))
        if fault == CUT:
            transport: Any = server.transport
            transport.abort()
        if fault == SILENT:
            await asyncio.sleep(3600)
        return "250 OK"

    async def up(self) -> None:
        """Listen, always at the same port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: SMTP(self, hostname="mail.example.org", enable_SMTPUTF8=False),
            "127.0.0.1",
            self.port,
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def down(self) -> None:
        """Refuse connections."""
        if self._server is not None:
            self._server.close()
            self._server = None


@asynccontextmanager
async def post_box() -> AsyncIterator[PostBox]:
    """Run a server."""
    box = PostBox()
    await box.up()
    try:
        yield box
    finally:
        await box.down()
