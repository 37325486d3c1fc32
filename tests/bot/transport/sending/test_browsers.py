"""Messages to browsers: the page has them, so the courier only records their delivery."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.texts.messages import Notice, Relayed, say
from bot.texts.pictures import Picture
from sandbox import SandboxUser
from storage.people.addresses import BROWSERS, is_browser, new_browser
from storage.queues import outbox_due
from storage.queues.outbox import put_back
from storage.schema import outbox
from tests.bot.conftest import PostOffice
from tests.bot.transport.sending.mail import SHEET, states

ADDRESS = BROWSERS + 7


@pytest.mark.article("7.1")
async def test_a_browsers_message_is_delivered_at_its_commit(post: PostOffice) -> None:
    """A courier that comes a day later changes nothing: the page had the turn since the commit."""
    committed = post.sandbox.clock.now()
    await post.say(Notice(to=ADDRESS, text=say("fault.place_taken"), pictures=(SHEET,)))
    await post.later(timedelta(days=1).total_seconds())

    async with post.delivering() as courier:
        await courier.settle()

    async with post.runtime.database.reading() as tx:
        row = (await tx.execute(select(outbox).where(outbox.c.chat == ADDRESS))).one()
    assert row.state == "sent"
    assert row.sent_at == committed
    assert row.message_ids == str(row.id)


@pytest.mark.article("7.1")
async def test_a_message_that_waited_for_a_mail_is_delivered_once_there_are_none(
    post: PostOffice,
) -> None:
    """An operator who turns mails off while their server is silent costs no player a day."""
    await post.say(Notice(to=ADDRESS, text=say("fault.place_taken")))
    async with post.runtime.database.transaction() as tx:
        row = await outbox_due.queued(tx, 1)
        assert row is not None
        await put_back(tx, row, post.runtime.clock.now(), "no answer")
    await post.later(timedelta(days=3).total_seconds())
    async with post.delivering() as courier:
        await courier.settle()

    async with post.runtime.database.reading() as tx:
        sent_at = (await tx.execute(select(outbox.c.sent_at))).scalar_one()
    assert sent_at == post.runtime.clock.now()


async def test_a_planned_message_is_delivered_at_its_time(post: PostOffice) -> None:
    """A reminder for the morning is not on the page, and not delivered, before it."""
    morning = post.sandbox.clock.now() + timedelta(hours=9)
    await post.say(Notice(to=ADDRESS, text=say("fault.place_taken"), not_before=morning))
    async with post.delivering() as courier:
        await courier.settle()
        assert await states(post.runtime.database) == {"queued": 1}
        await post.later(timedelta(hours=10).total_seconds())
        await courier.settle()

    async with post.runtime.database.reading() as tx:
        assert (await tx.execute(select(outbox.c.sent_at))).scalar_one() == morning


@pytest.mark.parametrize("pictures", [(), (SHEET, SHEET)])
async def test_nothing_is_drawn_or_called_for_a_browser(
    post: PostOffice, ana: SandboxUser, pictures: tuple[Picture, ...]
) -> None:
    """Neither Telegram nor the press has work, even for a file that nobody can fetch."""
    file = Relayed("unknown", "fisa.jpg", is_photo=True)
    await post.say(
        Notice(to=ADDRESS, text=say("fault.place_taken"), pictures=pictures),
        Notice(to=ADDRESS, relayed=file, text=say("fault.not_connected")),
        Notice(to=ADDRESS, answers="web:1"),
        Notice(to=ADDRESS, menu="ro"),
        Notice(to=ana.id, text=say("fault.not_connected")),
    )
    async with post.delivering() as courier:
        await courier.settle()

    assert await states(post.runtime.database) == {"sent": 5}
    assert len([each for each in ana.messages if each.from_bot]) == 1


def test_browsers_are_apart_from_all_numbers_of_telegram() -> None:
    """A new address is a browser's; people's and groups' numbers are none."""
    assert all(is_browser(new_browser()) for _ in range(1000))
    assert not any(map(is_browser, (None, 0, 5_000_000_000, -1_001_234_567_890, 2**52 - 1, 2**53)))
