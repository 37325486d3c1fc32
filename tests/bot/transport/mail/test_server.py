"""Each phase of SMTP fails in its own way, and the address in an answer is not repeated."""

import socket
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
