"""A message is edited if possible, and replaced otherwise."""

import pytest

from bot.texts.messages import Button, Notice, say
from bot.texts.pictures import Picture
from sandbox import SandboxUser
from tests.bot.conftest import PostOffice
from tests.bot.transport.sending.mail import CLOCK, SHEET, states


async def preview(post: PostOffice, ana: SandboxUser, *pictures: Picture) -> int:
    """Send a preview and return the number of its message."""
    row = (Button(say("fault.place_taken"), data="x"),)
    text = say("fault.not_connected")
    await post.say(Notice(to=ana.id, text=text, pictures=pictures, buttons=(row,)))
    async with post.delivering() as courier:
        await courier.settle()
    return ana.last.id


@pytest.mark.parametrize("pictures", [(), (SHEET,)])
async def test_text_and_caption(
    post: PostOffice, ana: SandboxUser, pictures: tuple[Picture, ...]
) -> None:
    """A preview's text changes, with or without a picture, and its buttons disappear."""
    old = await preview(post, ana, *pictures)
    await post.say(Notice(to=ana.id, text=say("fault.place_taken"), edits=old))
    async with post.delivering() as courier:
        await courier.settle()

    assert ana.last.id == old
    assert ana.last.text == "Locul este deja ocupat."
    assert ana.last.buttons == ()


@pytest.mark.parametrize("pictures", [(), (SHEET,)])
async def test_the_same_again_is_no_error(
    post: PostOffice, ana: SandboxUser, pictures: tuple[Picture, ...]
) -> None:
    """An edit that was already carried out counts as sent."""
    old = await preview(post, ana, *pictures)
    change = Notice(to=ana.id, text=say("fault.place_taken"), edits=old)
    await post.say(change, change)
    async with post.delivering() as courier:
        await courier.settle()

    assert await states(post.runtime.database) == {"sent": 3}


async def test_only_the_buttons(post: PostOffice, ana: SandboxUser) -> None:
    """Buttons can be taken away while text and picture stay."""
    old = await preview(post, ana, SHEET)
    await post.say(Notice(to=ana.id, edits=old))
    async with post.delivering() as courier:
        await courier.settle()

    assert ana.last.id == old
    assert ana.last.text.startswith("Depunerea")
    assert ana.last.buttons == ()


async def test_a_new_picture(post: PostOffice, ana: SandboxUser) -> None:
    """A preview's picture and text are replaced together."""
    old = await preview(post, ana, SHEET)
    before = ana.last.photo
    await post.say(Notice(to=ana.id, text=say("fault.place_taken"), pictures=(CLOCK,), edits=old))
    async with post.delivering() as courier:
        await courier.settle()

    assert ana.last.id == old
    assert ana.last.photo is not before
    assert ana.last.text == "Locul este deja ocupat."


async def test_a_message_that_is_gone(post: PostOffice, ana: SandboxUser) -> None:
    """If the person deleted the message, the news is a new message."""
    old = await preview(post, ana)
    ana.last.deleted = True
    await post.say(
        Notice(to=ana.id, text=say("fault.place_taken"), edits=old),
        Notice(to=ana.id, edits=old),
        Notice(to=ana.id, text=say("fault.match_over"), pictures=(SHEET,), edits=old),
    )
    async with post.delivering() as courier:
        await courier.settle()

    news = [m.text for m in ana.messages if m.from_bot]
    assert news == ["Locul este deja ocupat.", "Meciul s-a încheiat."]
