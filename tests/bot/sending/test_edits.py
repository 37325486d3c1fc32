"""A message is changed in place where it can be, and replaced where it cannot."""

import pytest

from bot.messages import Button, Notice, Picture, say
from bot.sandbox import SandboxUser
from tests.bot.conftest import PostOffice
from tests.bot.sending.mail import CLOCK, SHEET, states


async def preview(office: PostOffice, ana: SandboxUser, *pictures: Picture) -> int:
    """Send a preview and return the number of its message."""
    row = (Button(say("fault.game_over"), data="x"),)
    text = say("fault.not_connected")
    await office.say(Notice(to=ana.id, text=text, pictures=pictures, buttons=(row,)))
    async with office.delivering() as courier:
        await courier.settle()
    return ana.last.id


@pytest.mark.parametrize("pictures", [(), (SHEET,)])
async def test_text_and_caption(
    office: PostOffice, ana: SandboxUser, pictures: tuple[Picture, ...]
) -> None:
    """A preview's text changes, with or without a picture, and its buttons go."""
    old = await preview(office, ana, *pictures)
    await office.say(Notice(to=ana.id, text=say("fault.game_over"), edits=old))
    async with office.delivering() as courier:
        await courier.settle()

    assert ana.last.id == old
    assert ana.last.text == "Partida s-a încheiat."
    assert ana.last.buttons == ()


@pytest.mark.parametrize("pictures", [(), (SHEET,)])
async def test_the_same_again_is_no_error(
    office: PostOffice, ana: SandboxUser, pictures: tuple[Picture, ...]
) -> None:
    """An edit that was already carried out counts as sent."""
    old = await preview(office, ana, *pictures)
    change = Notice(to=ana.id, text=say("fault.game_over"), edits=old)
    await office.say(change, change)
    async with office.delivering() as courier:
        await courier.settle()

    assert await states(office.office.database) == {"sent": 3}


async def test_only_the_buttons(office: PostOffice, ana: SandboxUser) -> None:
    """Buttons can be taken away while text and picture stay."""
    old = await preview(office, ana, SHEET)
    await office.say(Notice(to=ana.id, edits=old))
    async with office.delivering() as courier:
        await courier.settle()

    assert ana.last.id == old
    assert ana.last.text.startswith("Depunerea")
    assert ana.last.buttons == ()


async def test_a_new_picture(office: PostOffice, ana: SandboxUser) -> None:
    """A preview's picture is exchanged together with its text."""
    old = await preview(office, ana, SHEET)
    before = ana.last.photo
    await office.say(Notice(to=ana.id, text=say("fault.game_over"), pictures=(CLOCK,), edits=old))
    async with office.delivering() as courier:
        await courier.settle()

    assert ana.last.id == old
    assert ana.last.photo is not before
    assert ana.last.text == "Partida s-a încheiat."


async def test_a_message_that_is_gone(office: PostOffice, ana: SandboxUser) -> None:
    """If the person deleted the message, the news comes as a new one."""
    old = await preview(office, ana)
    ana.last.deleted = True
    await office.say(
        Notice(to=ana.id, text=say("fault.game_over"), edits=old),
        Notice(to=ana.id, edits=old),
        Notice(to=ana.id, text=say("fault.match_over"), pictures=(SHEET,), edits=old),
    )
    async with office.delivering() as courier:
        await courier.settle()

    news = [m.text for m in ana.messages if m.from_bot]
    assert news == ["Partida s-a încheiat.", "Meciul s-a încheiat."]
