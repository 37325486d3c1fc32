"""A sheet is drawn only as often as necessary."""

import asyncio

import pytest

from bot.texts.messages import Notice, say
from sandbox import Sandbox, SandboxUser
from tests.bot.conftest import PostOffice, started
from tests.bot.transport.sending.mail import CLOCK, SHEET


@pytest.mark.article("7.2")
async def test_a_sheet_asked_for_again_tomorrow_is_drawn_again(
    post: PostOffice, ana: SandboxUser
) -> None:
    """Its days change even if the game does not, so no old picture is used."""
    sheet = Notice(to=ana.id, text=say("fault.place_taken"), pictures=(CLOCK,))
    async with post.delivering():
        await post.say(sheet)
        await ana.receive()
        await post.say(sheet)
        await ana.receive()
        assert len(post.press.drawn) == 1
        await post.later(24 * 60 * 60)
        await post.say(sheet)
        await ana.receive()

    assert len(post.press.drawn) == 2


async def test_a_sheet_for_three_is_drawn_once_a_language(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """A sheet for several people is drawn once for each of their languages."""
    other = started(sandbox, "Eve")
    post.directory.languages[other.id] = "en"
    text = say("fault.place_taken")
    await post.say(
        *(Notice(to=user.id, text=text, pictures=(SHEET, CLOCK)) for user in (ana, ion, other))
    )
    async with post.delivering() as courier:
        await courier.settle()

    assert all(len([m for m in user.messages if m.photo]) == 2 for user in (ana, ion, other))
    assert len(post.press.drawn) == 4
    assert set(post.press.drawn) == {(p, lang) for p in (SHEET, CLOCK) for lang in ("ro", "en")}


@pytest.mark.parametrize("is_move", [True, False])
async def test_no_sheet_waits_before_what_its_reader_has_just_asked_for(
    post: PostOffice,
    ion: SandboxUser,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_move: bool,
) -> None:
    """Sheets wait while moves arrive; a preview or an answer is drawn at once."""
    monkeypatch.setattr("bot.runtime.unit.PATIENCE", 3600.0)
    olga = post.operator
    post.runtime.idle.clear()
    await post.say(*(Notice(to=user.id, pictures=(SHEET,)) for user in (olga, ion)))
    async with post.delivering():
        while not post.runtime.turn.locked():  # noqa: ASYNC110  (nothing signals the wait)
            await asyncio.sleep(0.001)
        async with post.runtime.unit() as unit:
            unit.asked_in, unit.is_move = olga.id, is_move
            unit.say(Notice(to=olga.id, text=say("fault.place_taken")))
        await olga.receive()
        await olga.receive()

    heard = [message for message in olga.messages if message.from_bot]
    assert [message.photo is not None for message in heard] == [True, False]
    assert not any(message.from_bot for message in ion.messages)
