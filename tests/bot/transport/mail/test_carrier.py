"""A mail whose address changes while its server answers."""

from datetime import UTC, datetime
from email.message import EmailMessage

import pytest

from bot.runtime.clock import FixedClock
from bot.runtime.counts import Counts
from bot.texts.delivery_errors import ConnectionFailed, DeliveryError, Unreachable
from bot.texts.mails import Letter
from bot.texts.messages import Notice, say
from bot.texts.pictures import NamedFile, Picture
from bot.texts.reader import Reader
from bot.transport.mail.carrier import MailCarrier
from bot.transport.mail.server import Begin
from storage.people.addresses import BROWSERS
from storage.queues.outbox_due import QueuedMessage
from storage.queues.precedence import Precedence

AT = datetime(2025, 5, 1, 12, tzinfo=UTC)
OLD, NEW = "old@example.org", "new@example.org"
NOTICE = Notice(to=BROWSERS + 7, text=say("fault.place_taken"))
ROW = QueuedMessage(
    id=1, chat=BROWSERS + 7, payload="{}", about="", attempts=0, created_at=AT,
    precedence=Precedence.TOLD,
)  # fmt: skip


class AddressBook:
    """Mails each message to the address that its reader has by then."""

    address = OLD

    async def letter(self, row: int, notice: Notice, precedence: Precedence) -> Letter | None:
        """Return a letter to that address."""
        del row, notice, precedence
        words = say("fault.place_taken")
        return Letter(address=self.address, reader=Reader(), subject=words, text=words)


class SlowServer:
    """A server whose answer comes when the reader may have another address."""

    sender, domain = "Bot <bot@example.org>", "example.org"

    def __init__(self, book: AddressBook, address: str, refusal: DeliveryError | None) -> None:
        self._book, self._address, self._refusal = book, address, refusal

    async def send(
        self, message: EmailMessage, to: str, begin: Begin, *, reports_to: str = ""
    ) -> None:
        """Let the reader confirm the address, then accept or refuse the mail."""
        del message, to, reports_to
        await begin()
        self._book.address = self._address
        if self._refusal is not None:
            raise self._refusal


class NoDrawing:
    """Draws nothing, since no letter has a picture."""

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return an empty picture."""
        del picture, language
        return b""

    async def file(self, notice: Notice, language: str) -> NamedFile:
        """Return an empty file."""
        del notice, language
        return NamedFile("", b"")


def carrier(address: str, refusal: DeliveryError | None = None) -> MailCarrier:
    """Return the carrier whose reader has that address once the server answers."""
    book = AddressBook()
    return MailCarrier(
        server=SlowServer(book, address, refusal), letters=book, drawing=NoDrawing(),
        clock=FixedClock(AT), counts=Counts(), key=b"k", page=str, command="", stop="",
    )  # fmt: skip


async def begun(times: int) -> None:
    """Store nothing."""
    del times


@pytest.mark.parametrize(
    ("address", "error"), [(OLD, Unreachable), (NEW, ConnectionFailed)], ids=["same", "new"]
)
async def test_a_refusal_is_of_the_address_that_got_the_mail(
    address: str, error: type[DeliveryError]
) -> None:
    """A new address is not refused for the old one; the message is tried again there."""
    with pytest.raises(error):
        await carrier(address, Unreachable("550")).carry(ROW, NOTICE, begun)


async def test_an_accepted_mail_is_sent_although_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing that could fail comes between the server's answer and the receipt."""
    post = carrier(NEW)
    letters = [await post.letters.letter(ROW.id, NOTICE, ROW.precedence)]

    async def letter(*_: object) -> Letter | None:
        return letters.pop()

    monkeypatch.setattr(post.letters, "letter", letter)
    delivered = await post.carry(ROW, NOTICE, begun)

    assert (delivered.messages, delivered.mailed_to) == ((ROW.id,), OLD)
