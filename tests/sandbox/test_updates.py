import asyncio
from datetime import timedelta

import pytest
from telegram import Bot
from telegram.error import Conflict

from sandbox import Sandbox, SandboxUser, serve
from tests.sandbox.conftest import client
from tests.sandbox.messages_shared import buttons


async def texts(bot: Bot, offset: int | None = None, limit: int = 100) -> list[str]:
    """Return the texts in the updates of a poll."""
    updates = await bot.get_updates(offset=offset, limit=limit)
    return [update.message.text or "" for update in updates if update.message]


async def test_updates_stay_until_an_offset_confirms_them(bot: Bot, ana: SandboxUser) -> None:
    """Without an offset the same come again; an offset confirms those before it for good."""
    for text in ("unu", "doi", "trei"):
        ana.send(text)
    first = (await bot.get_updates(limit=1))[0].update_id

    assert await texts(bot) == ["unu", "doi", "trei"]
    assert await texts(bot, offset=first + 1, limit=1) == ["doi"]
    assert await texts(bot) == ["doi", "trei"]
    assert await texts(bot, offset=-1) == ["trei"]
    assert [m.fetched for m in ana.messages[-3:]] == [True, True, False]


async def test_a_long_poll_ends_when_something_happens(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The poll waits, and answers at once when an update comes."""
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await sandbox.wait_for(lambda: sandbox.updates.is_polling)
    ana.send("H8 CASA")
    (update,) = await poll

    assert update.message is not None
    assert update.message.text == "H8 CASA"


async def test_the_earlier_of_two_pollers_is_sent_away(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The newer poll gets the updates, and the earlier one ends in a conflict."""
    earlier = asyncio.create_task(bot.get_updates(timeout=30))
    await sandbox.wait_for(lambda: sandbox.updates.is_polling)
    later = asyncio.create_task(bot.get_updates(timeout=30))
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await earlier
    ana.send("salut")

    assert len(await later) == 1


async def test_updates_are_kept_a_day_and_presses_150_seconds(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """An update not fetched in time is dropped, by the sandbox's clock."""
    await bot.send_message(ana.id, "Trimiți?", reply_markup=buttons("Da"))
    ana.press(ana.last, "Da")
    ana.send("salut")
    await sandbox.travel(timedelta(seconds=149))
    assert len(await bot.get_updates()) == 2
    await sandbox.travel(timedelta(seconds=1))
    assert await texts(bot) == ["salut"]
    await sandbox.travel(timedelta(days=1))

    assert not await bot.get_updates()


async def test_only_wanted_kinds_are_queued(bot: Bot, ana: SandboxUser) -> None:
    """allowed_updates applies from then on, and is stored."""
    await bot.get_updates(allowed_updates=["message"])
    message = ana.send("unu")
    ana.edit(message, "doi")
    assert [set(update.to_dict()) for update in await bot.get_updates()] == [
        {"update_id", "message"}
    ]
    await bot.get_updates(allowed_updates=[])
    ana.edit(message, "trei")

    assert (await bot.get_updates())[-1].edited_message is not None


async def test_waiting_for_the_bot_fails_if_its_updates_were_dropped(
    sandbox: Sandbox, ana: SandboxUser
) -> None:
    """No update is left to confirm, so the wait ends."""
    ana.send("unu")
    waiting = asyncio.create_task(sandbox.drained())
    await asyncio.sleep(0)
    sandbox.updates.drop_pending()

    await waiting


async def test_deliveries_can_be_repeated_and_reordered(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """Held updates can come reversed and twice, even if confirmed."""
    sandbox.updates.hold()
    ana.send("unu")
    ana.send("doi")
    assert not await bot.get_updates()
    sandbox.updates.release(backwards=True, twice=True)
    batch = await bot.get_updates()
    assert [u.message and u.message.text for u in batch] == ["doi", "doi", "unu", "unu"]
    newest = max(update.update_id for update in batch)
    assert not await bot.get_updates(offset=newest + 1)

    sandbox.updates.repeat()

    again = await bot.get_updates(offset=newest + 1)
    assert [update.update_id for update in again] == [newest]
    assert not await bot.get_updates(offset=newest + 1)


async def test_no_update_is_repeated_if_none_is_asked_for(
    sandbox: Sandbox, ana: SandboxUser
) -> None:
    """A count of 0 repeats nothing, and a greater one no more than there are."""
    ana.send("Unu")
    ana.send("Doi")
    sandbox.updates.repeat(0)
    assert len(sandbox.updates.pending) == 2
    sandbox.updates.repeat(9)
    assert len(sandbox.updates.pending) == 4


async def test_update_numbers_may_start_elsewhere(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """After a quiet week Telegram may continue with any number."""
    sandbox.updates.next_id = 5
    ana.send("salut")

    assert [update.update_id for update in await bot.get_updates()] == [5]


async def test_a_poller_that_hangs_up_takes_nothing(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """If a bot is killed during a poll, its next poll gets all updates since."""
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await sandbox.wait_for(lambda: sandbox.updates.is_polling)
    poll.cancel()
    await sandbox.wait_for(lambda: not sandbox.updates.is_polling)
    ana.send("salut")
    sandbox.updates.repeat()

    assert await texts(bot) == ["salut", "salut"]


async def test_an_outage_of_the_server_loses_nothing(sandbox: Sandbox, ana: SandboxUser) -> None:
    """Served again on the same port, it still has all updates."""
    async with serve(sandbox) as base_url:
        pass
    ana.send("salut")
    port = int(base_url.rpartition(":")[2])
    async with serve(sandbox, port) as again, client(sandbox, again) as bot:
        poll = await texts(bot)

    assert again == base_url
    assert poll == ["salut"]
