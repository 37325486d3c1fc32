"""Messages that cannot be composed are reported."""

from collections.abc import Sequence

import pytest

from bot.texts.delivery import Parcel
from bot.texts.messages import Button, Notice, say
from bot.texts.reader import Reader
from bot.transport.sending.composing import FRESH, Composer
from sandbox import Sandbox, SandboxUser
from sandbox.faults import Flood, Refuse
from storage.queues import outbox
from tests.bot.conftest import PostOffice
from tests.bot.transport.sending.mail import CLOCK, SHEET, note, numbers


async def test_a_picture_that_cannot_be_drawn(post: PostOffice, ana: SandboxUser) -> None:
    """After a few tries the text is sent alone, and the operator reads the reason."""
    post.press.broken = True
    await post.say(Notice(to=ana.id, text=say("fault.place_taken"), pictures=(SHEET,)))
    async with post.delivering() as courier:
        for _ in range(4):
            await courier.settle()
            await post.later(60)
        message = await ana.receive("Locul este deja ocupat.")
        report = await post.operator.receive("no ink")

    assert message.photo is None
    assert "RuntimeError" in report.text


async def test_a_picture_that_can_be_drawn_after_all(post: PostOffice, ana: SandboxUser) -> None:
    """A temporary failure to draw only delays the message."""
    post.press.broken = True
    await post.say(Notice(to=ana.id, text=say("fault.place_taken"), pictures=(SHEET,)))
    async with post.delivering() as courier:
        await courier.settle()
        post.press.broken = False
        await post.later(60)
        message = await ana.receive()

    assert message.photo is not None


async def test_a_picture_of_what_is_gone(post: PostOffice, ana: SandboxUser) -> None:
    """The text is sent at once without it, and no operator is notified."""
    post.press.is_gone = True
    await post.say(Notice(to=ana.id, text=say("fault.place_taken"), pictures=(SHEET,)))
    async with post.delivering() as courier:
        await courier.settle()
        message = await ana.receive("Locul este deja ocupat.")

    assert message.photo is None
    assert not [each for each in post.operator.messages if each.from_bot]


async def test_pictures_that_are_gone_between_two_calls(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """The text with its buttons follows the album that was sent, though it cannot be redrawn."""
    sandbox.faults.add(Flood(30), method="sendMessage", chat=ana.id)
    button = Button(say("button.read_plain", text="7"), data="x:7")
    text, pictures = say("fault.place_taken"), (SHEET, CLOCK)
    await post.say(Notice(to=ana.id, text=text, pictures=pictures, buttons=((button,),)))
    async with post.delivering() as courier:
        await sandbox.wait_for(lambda: sandbox.calls_of("sendMessage"))
        await courier.settle()
        post.press.is_gone = True
        await post.later(FRESH.total_seconds())
        message = await ana.receive("Locul este deja ocupat.")

    assert message.buttons
    assert len(sandbox.calls_of("sendMediaGroup")) == 1


async def test_a_text_that_cannot_be_worded(post: PostOffice, ana: SandboxUser) -> None:
    """A text without an entry becomes a dead letter, is reported, and the chat continues."""
    await post.say(Notice(to=ana.id, text=say("no.such" + ".key")), note(ana, 2))
    async with post.delivering() as courier:
        for _ in range(4):
            await courier.settle()
            await post.later(60)
        await ana.receive("2")
        await post.operator.receive("no.such.key")

    assert numbers(ana) == [2]


async def test_words_that_cannot_be_composed_once(
    post: PostOffice, ana: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pictures are not allowed, a temporary failure only delays the words."""
    reason = "Bad Request: not enough rights to send photos to the chat"
    post.sandbox.faults.add(Refuse(400, reason), method="sendPhoto", chat=ana.id, times=9)
    compose, failures = Composer.compose, [RuntimeError("no words")]

    async def failing_once(
        self: Composer, notice: Notice, reader: Reader, *, bare: bool = False
    ) -> Sequence[Parcel]:
        if bare and failures:
            raise failures.pop()
        return await compose(self, notice, reader, bare=bare)

    monkeypatch.setattr(Composer, "compose", failing_once)
    await post.say(Notice(to=ana.id, text=say("fault.place_taken"), pictures=(SHEET,)))
    async with post.delivering() as courier:
        await courier.settle()
        await post.later(60)
        message = await ana.receive("Locul este deja ocupat.")

    assert message.photo is None
    assert not failures


async def test_a_menu_that_no_version_knows_any_more(post: PostOffice, ana: SandboxUser) -> None:
    """A message that cannot be composed even without pictures does not stop the chat."""
    await post.say(Notice(to=ana.id, menu="ro:gone"), note(ana, 2))
    async with post.delivering() as courier:
        for _ in range(4):
            await courier.settle()
            await post.later(60)
        await ana.receive("2")
        await post.operator.receive("MenuRole")


async def test_a_row_that_cannot_be_read(post: PostOffice, ana: SandboxUser) -> None:
    """A row of another program version does not stop the chat."""
    async with post.runtime.unit() as unit:
        row = outbox.Outgoing(chat=ana.id, payload='{"something": "else"}')
        await outbox.queue(unit.tx, [row], unit.now)
        unit.say(note(ana, 2))
    async with post.delivering():
        await ana.receive("2")
        await post.operator.receive("pus deoparte")
