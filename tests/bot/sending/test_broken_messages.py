"""What cannot be composed is not lost in silence."""

from bot.messages import Notice, say
from bot.sandbox import SandboxUser
from storage import outbox
from tests.bot.conftest import PostOffice
from tests.bot.sending.mail import SHEET, note, numbers


async def test_a_picture_that_cannot_be_drawn(office: PostOffice, ana: SandboxUser) -> None:
    """After a few tries the words go alone, and the operator is told why."""
    office.press.broken = True
    await office.say(Notice(to=ana.id, text=say("fault.game_over"), pictures=(SHEET,)))
    async with office.delivering() as courier:
        for _ in range(4):
            await courier.settle()
            await office.later(60)
        message = await ana.receive("Partida s-a încheiat.")
        report = await office.operator.receive("no ink")

    assert message.photo is None
    assert "RuntimeError" in report.text


async def test_a_picture_that_can_be_drawn_after_all(office: PostOffice, ana: SandboxUser) -> None:
    """A passing failure to draw costs nothing but a moment."""
    office.press.broken = True
    await office.say(Notice(to=ana.id, text=say("fault.game_over"), pictures=(SHEET,)))
    async with office.delivering() as courier:
        await courier.settle()
        office.press.broken = False
        await office.later(60)
        message = await ana.receive()

    assert message.photo is not None


async def test_a_text_that_cannot_be_worded(office: PostOffice, ana: SandboxUser) -> None:
    """A text without an entry is set aside, the operator is told, and the chat goes on."""
    await office.say(Notice(to=ana.id, text=say("no.such" + ".key")), note(ana, 2))
    async with office.delivering() as courier:
        for _ in range(4):
            await courier.settle()
            await office.later(60)
        await ana.receive("2")
        await office.operator.receive("no.such.key")

    assert numbers(ana) == [2]


async def test_a_row_that_cannot_be_read(office: PostOffice, ana: SandboxUser) -> None:
    """A row of another version of the program does not stop the chat."""
    async with office.office.unit() as unit:
        row = outbox.Outgoing(chat=ana.id, payload='{"something": "else"}')
        await outbox.queue(unit.tx, [row], unit.now)
        unit.say(note(ana, 2))
    async with office.delivering():
        await ana.receive("2")
        await office.operator.receive("pus deoparte")
