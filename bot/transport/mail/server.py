"""The SMTP server: gives it one mail, and turns its answers into delivery errors.

    the recipient is refused for good    Unreachable
    the mail is refused for good         MessageRefused
    any other refusal or fault           ConnectionFailed: repeat it later
    no answer after the last byte        OutcomeUnknown: the server may have the mail

A refused password, sender or client is no fault of the recipient, so that mail is repeated, too.
Many servers refuse those only in the answer to RCPT, so its code decides whom it is about. Answers
may repeat the recipient's address, so they are shown without addresses.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP as SMTP_LINES
from email.utils import parseaddr
from ssl import create_default_context
from typing import Final

import aiosmtplib

from bot.runtime.config.sections import PLAIN, STARTTLS
from bot.runtime.config.settings import Config
from bot.texts.delivery_errors import ConnectionFailed, MessageRefused, OutcomeUnknown, Unreachable

TIMEOUT: Final = 20.0
"""Seconds for each answer but the last."""
LAST_TIMEOUT: Final = 60.0
"""Seconds for the answer to the whole mail; the server may check it first."""
# The codes of RFC 5321 that decide.
_READY: Final = 354
_DONE: Final = range(200, 300)
_FOR_GOOD: Final = range(500, 600)
_OF_MAILBOX: Final = frozenset({550, 551, 553, 556})
"""No such mailbox or domain (RFC 5321, RFC 7504); other refusals are of the login or the space."""
_REASON: Final = re.compile(r"5\.(?P<subject>\d{1,3})\.(?P<detail>\d{1,3})\b")
"""A failure for good in the form of RFC 3463, with which most answers begin."""
_OF_ADDRESS: Final = "1"
_OF_POLICY: Final = "7"
"""Two subjects of such a reason; a policy is about who sends."""
_OF_OTHERS: Final = frozenset({("1", "7"), ("1", "8"), ("2", "2")})
"""The sender's address, twice, and a full mailbox, which may become empty."""
_ADDRESS: Final = re.compile(r"<?\S+@\S+>?")
_LONGEST: Final = 200
"""The most characters of an answer that are shown."""
_LINES: Final = SMTP_LINES.clone(max_line_length=200)
"""Headers in one line where they can be: some readers misread the folded address of a link."""
_DOT: Final = re.compile(rb"(?m)^\.")
"""A dot that begins a line, which gets another: one alone would end the mail (RFC 5321)."""

Begin = Callable[[], Awaitable[None]]
"""Called before the mail's first byte, when the server expects it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """The configured server."""

    host: str
    port: int
    sender: str
    tls: str = STARTTLS
    user: str = ""
    password: str = ""
    timeout: float = TIMEOUT
    last_timeout: float = LAST_TIMEOUT

    def __repr__(self) -> str:
        """Return host and port; the password is never shown."""
        return f"MailServer({self.host}:{self.port})"

    @property
    def domain(self) -> str:
        """Return the sender's domain."""
        return parseaddr(self.sender)[1].rpartition("@")[2]

    async def check(self) -> None:
        """Connect, encrypt and log in, as for a mail.

        Raises:
            ConnectionFailed: with the reason.
        """
        async with self._connected():
            pass

    async def send(
        self, message: EmailMessage, to: str, begin: Begin, *, reports_to: str = ""
    ) -> None:
        """Give the server the mail; return once it has answered that it has it.

        `reports_to`: the address for delivery reports, the sender's by default.

        Raises:
            DeliveryError: as described above.
        """
        body = _DOT.sub(b"..", message.as_bytes(policy=_LINES))
        async with self._connected() as smtp:
            answer = await _answer_to(
                smtp.execute_command, b"MAIL", _path(b"FROM", reports_to or self.sender)
            )
            _expect(answer)
            answer = await _answer_to(smtp.execute_command, b"RCPT", _path(b"TO", to))
            if _refuses_recipient(answer):
                raise Unreachable(_shown(answer))
            _expect(answer)
            await self._hand_over(smtp, body, begin)

    async def _hand_over(self, smtp: aiosmtplib.SMTP, body: bytes, begin: Begin) -> None:
        """Send the mail itself; from its last byte on, the server may have it."""
        answer = await _answer_to(smtp.execute_command, b"DATA")
        if answer.code in _FOR_GOOD:
            raise MessageRefused(_shown(answer))
        if answer.code != _READY or smtp.protocol is None:
            raise ConnectionFailed(_shown(answer))
        await begin()
        try:
            smtp.protocol.write(body + b".\r\n")
        except aiosmtplib.SMTPServerDisconnected as error:
            raise ConnectionFailed("the connection was lost before the mail") from error
        try:
            answer = await smtp.protocol.read_response(timeout=self.last_timeout)
        except (aiosmtplib.SMTPException, OSError) as error:
            raise OutcomeUnknown("no answer after the mail") from error
        if answer.code in _FOR_GOOD:
            raise MessageRefused(_shown(answer))
        _expect(answer)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[aiosmtplib.SMTP]:
        """Yield a connection, encrypted and logged in as configured."""
        smtp = aiosmtplib.SMTP(
            hostname=self.host,
            port=self.port,
            timeout=self.timeout,
            # An unknown word encrypts, so that no slip sends the password readable.
            use_tls=self.tls not in {STARTTLS, PLAIN},
            start_tls=self.tls == STARTTLS,
            tls_context=None if self.tls == PLAIN else create_default_context(),
            username=self.user or None,
            password=self.password or None,
            local_hostname=self.domain or None,
        )
        # No QUIT: its answer says nothing, and a silent server would delay the outcome.
        with closing(smtp):
            try:
                await smtp.connect()
                if smtp.is_ehlo_or_helo_needed:
                    await smtp.ehlo()
            except aiosmtplib.SMTPResponseException as error:
                raise ConnectionFailed(_shown(error)) from error
            except (aiosmtplib.SMTPException, OSError, ValueError) as error:
                raise ConnectionFailed(f"{self.host}: {_without_addresses(str(error))}") from error
            yield smtp


def _path(verb: bytes, mailbox: str) -> bytes:
    return verb + b":<" + parseaddr(mailbox)[1].encode("ascii") + b">"


async def _answer_to(
    call: Callable[..., Awaitable[aiosmtplib.SMTPResponse]], *words: bytes
) -> aiosmtplib.SMTPResponse:
    """Return the answer to a command before the mail."""
    try:
        return await call(*words)
    except aiosmtplib.SMTPResponseException as error:
        raise ConnectionFailed(_shown(error)) from error
    except (aiosmtplib.SMTPException, OSError) as error:
        raise ConnectionFailed(_without_addresses(str(error))) from error


def _refuses_recipient(answer: aiosmtplib.SMTPResponse) -> bool:
    """Return whether an answer to RCPT refuses the recipient for good, not the sender or us.

    A server that gives no reason after the code, as Exim, is believed to speak of the recipient.
    """
    reason = _REASON.match(answer.message)
    if answer.code not in _FOR_GOOD or reason is None:
        return answer.code in _OF_MAILBOX
    if reason.groups() in _OF_OTHERS or reason["subject"] == _OF_POLICY:
        return False
    return reason["subject"] == _OF_ADDRESS or answer.code in _OF_MAILBOX


def _expect(answer: aiosmtplib.SMTPResponse) -> None:
    """Raise ConnectionFailed unless the server has done what it was told."""
    if answer.code not in _DONE:
        raise ConnectionFailed(_shown(answer))


def _shown(answer: aiosmtplib.SMTPResponse | aiosmtplib.SMTPResponseException) -> str:
    return f"SMTP {answer.code} {_without_addresses(answer.message)}".strip()


def _without_addresses(text: str) -> str:
    return _ADDRESS.sub("…", text)[:_LONGEST]


def mail_server(config: Config) -> MailServer:
    """Return the configured mail server.

    Raises:
        ConfigError: the password cannot be read.
    """
    mail, password = config.mail, config.mail_password()
    return MailServer(
        host=mail.host,
        port=mail.port,
        tls=mail.tls,
        user=mail.user,
        password=password.reveal() if password else "",
        sender=mail.sender,
    )
