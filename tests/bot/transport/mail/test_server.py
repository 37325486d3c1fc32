"""Each phase of SMTP fails in its own way, and the address in an answer is not repeated."""

import asyncio
import socket
from dataclasses import replace
from email.message import EmailMessage

import pytest

from bot.texts.delivery_errors import (
    ConnectionFailed,
    DeliveryError,
    MessageRefused,
    OutcomeUnknown,
    Unreachable,
)
from bot.transport.mail.server import MailServer
from tests.smtp import CUT, DATA_REFUSED, RCPT_LATER, RCPT_REFUSED, SILENT, PostBox, post_box

ANA = "ana@example.org"


def server(box: PostBox) -> MailServer:
    """Return that server for the bot, which waits a moment for the last answer."""
    return MailServer(
        host="127.0.0.1", port=box.port, tls="none", sender="Bot <bot@example.org>",
        last_timeout=0.3,
    )  # fmt: skip


def mail() -> EmailMessage:
    """Return a mail with a line that is a dot."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "bot@example.org", ANA, "ș"
    message.set_content("one\n.\ntwo\n")
    return message


async def never() -> None:
    """Fail: the mail of a refused recipient never begins."""
    raise AssertionError


@pytest.mark.parametrize(
    ("fault", "error", "begun", "kept"),
    [
        ("", None, 1, 1),
        (RCPT_REFUSED, Unreachable, 0, 0),
        (RCPT_LATER, ConnectionFailed, 0, 0),
        (DATA_REFUSED, MessageRefused, 1, 0),
        (CUT, OutcomeUnknown, 1, 1),
        (SILENT, OutcomeUnknown, 1, 1),
    ],
)
async def test_the_phase_decides_the_error(
    fault: str, error: type[DeliveryError] | None, begun: int, kept: int
) -> None:
    """The beginning is stored before a server can have the mail, and not for a refused address."""
    times: list[int] = []

    async def begin() -> None:
        times.append(len(box.mails))

    async with post_box() as box:
        box.fault = fault
        if error is None:
            await server(box).send(mail(), ANA, begin)
            content = box.mails[0].get_content()
            assert content.splitlines() == ["one", ".", "two"]
        else:
            with pytest.raises(DeliveryError) as failed:
                await server(box).send(mail(), ANA, begin)
            assert type(failed.value) is error
            assert "@" not in str(failed.value)
        assert times == [0] * begun
        assert len(box.mails) == kept


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("550 5.1.1 no such mailbox", Unreachable),
        ("550 no such user", Unreachable),
        ("550 5.5.0 mailbox unavailable", Unreachable),
        ("554 5.1.1 unknown recipient", Unreachable),
        ("550 5.2.1 mailbox disabled", Unreachable),
        ("556 5.1.10 the domain accepts no mail", Unreachable),
        ("554 5.7.1 Client host rejected", ConnectionFailed),
        ("550 5.7.1 Relaying denied", ConnectionFailed),
        ("553 5.7.1 Sender address rejected: not owned by user", ConnectionFailed),
        ("550 5.1.8 the sender's domain is unknown", ConnectionFailed),
        ("553 5.1.7 bad sender", ConnectionFailed),
        ("530 5.7.0 Authentication required", ConnectionFailed),
        ("503 5.5.1 Error: need MAIL command", ConnectionFailed),
        ("530 log in first", ConnectionFailed),
        ("552 5.2.2 mailbox full", ConnectionFailed),
        ("550 5.2.2 mailbox full", ConnectionFailed),
    ],
)
async def test_only_a_refused_recipient_is_unreachable(
    answer: str, error: type[DeliveryError]
) -> None:
    """A refusal of the sender, client or login in the answer to RCPT marks nobody's address."""
    async with post_box() as box:
        box.fault, box.refusal = RCPT_REFUSED, answer
        with pytest.raises(DeliveryError) as failed:
            await server(box).send(mail(), ANA, never)
    assert type(failed.value) is error


async def test_a_connection_that_fails_at_once_is_closed() -> None:
    """A server that refuses the greeting keeps no connection of ours, however often we come."""
    ended: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        await reader.readline()
        writer.write(b"550 go away\r\n")
        ended.set_result(await reader.read())
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as refusing:
        box = PostBox(port=refusing.sockets[0].getsockname()[1])
        with pytest.raises(ConnectionFailed) as failed:
            await server(box).check()
        async with asyncio.timeout(60):
            await ended
    assert "550" in str(failed.value)


@pytest.mark.parametrize("word", ["tls", "TLS", "none "])
async def test_an_unknown_word_encrypts(word: str) -> None:
    """A slip in the word for the encryption never sends the password readable."""
    async with post_box() as box:
        with pytest.raises(ConnectionFailed):
            await replace(server(box), tls=word, timeout=0.3).check()


async def test_a_server_that_is_not_there_is_asked_again() -> None:
    """Nobody is unreachable because our own server is down."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        box = PostBox(port=held.getsockname()[1])
        with pytest.raises(ConnectionFailed):
            await server(box).check()


def test_the_password_is_not_shown() -> None:
    """A server in a log line has neither user nor password."""
    shown = repr(MailServer(host="h", port=25, sender="a@example.org", user="bot", password="hush"))
    assert "hush" not in shown
