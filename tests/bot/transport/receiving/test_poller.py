import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from errno import ENOSPC
from typing import Any

import pytest

from bot.chat.input_kinds import is_of_move
from bot.texts.delivery import MOST_UPDATES
from bot.texts.delivery_errors import TokenRejected, UpdatesConflict
from bot.transport.receiving.poller import FEW, Poller
from bot.transport.receiving.rivals import Rivals
from bot.transport.receiving.storing import raw_update
from bot.transport.telegram_io.client import TelegramIO
from sandbox import Sandbox, SandboxUser
from sandbox.faults import AnswerLost, BadGateway, DropConnection, Flood, ServerError, TimeOut
from sandbox.waiting import PATIENCE
from storage.queues import inbox
from tests.bot.conftest import PostOffice
from tests.bot.transport.sending.mail import states


async def stored(post: PostOffice) -> list[str]:
    """Return the texts of stored updates in order, and mark them as done."""
    texts = []
    async with post.runtime.database.transaction() as tx:
        while pending := await inbox.take(tx, post.runtime.clock.now()):
            update = json.loads(pending.raw)
            texts.append(update["message"]["text"])
            await inbox.mark_done(tx, pending.id, post.runtime.clock.now())
    return texts


async def test_updates_are_stored_before_they_are_acknowledged(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """Telegram forgets an update only once it is in the database."""
    ana.send("H8 CASA")
    async with post.runtime.database.transaction(), post.polling():
        await sandbox.wait_for(lambda: sandbox.calls_of("getUpdates"))
        await asyncio.sleep(0.05)
        assert len(sandbox.updates.pending) == 1
    assert await stored(post) == []
    async with post.polling():
        await sandbox.drained()

    assert await stored(post) == ["H8 CASA"]


async def test_a_restart_fetches_again_and_stores_once(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """An update stored but not acknowledged comes again after a restart, and is stored once."""
    for number in range(3):
        ana.send(f"mesaj {number}")
    first = Poller(post.telegram, post.runtime, long_poll=5)
    await first._poll()
    assert len(sandbox.updates.pending) == 3
    ana.send("mesaj 3")
    async with post.polling():
        await sandbox.drained()

    assert await stored(post) == [f"mesaj {number}" for number in range(4)]


async def test_numbers_that_begin_again_after_a_quiet_week_lose_no_update(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """Telegram then chooses the next number at random, so it may be below the last one."""
    poller = Poller(post.telegram, post.runtime, long_poll=5)
    for number in (1, 2):
        ana.send(f"mesaj {number}")
        await poller._poll()
    await post.later(7 * 24 * 3600)
    sandbox.updates.next_id = 5

    ana.send("mesaj 3")
    await poller._poll()

    assert await stored(post) == ["mesaj 1", "mesaj 2", "mesaj 3"]


async def test_more_than_come_at_once_are_not_all_there_yet(
    post: PostOffice, ana: SandboxUser
) -> None:
    """After a full batch no time runs out until Telegram has sent the rest."""
    poller = Poller(post.telegram, post.runtime, long_poll=5)
    await poller._poll()
    assert poller.up_to_date.is_set()
    seen = []
    for count in (MOST_UPDATES, FEW + 1, FEW, MOST_UPDATES, 0):
        for number in range(count):
            ana.send(f"mesaj {number}")
        await poller._poll()
        seen.append(poller.up_to_date.is_set())

    assert seen == [False, False, True, False, True]


async def test_a_failing_network_loses_nothing(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """Whatever happens to a poll, every update is stored once, in order."""
    for trouble in (AnswerLost(), DropConnection(), BadGateway(), TimeOut(), Flood(1)):
        sandbox.faults.add(trouble, method="getUpdates")
    for number in range(3):
        ana.send(f"mesaj {number}")
    async with post.polling():
        await sandbox.drained()
        ana.send("mesaj 3")
        await sandbox.drained()

    assert await stored(post) == [f"mesaj {number}" for number in range(4)]


async def test_no_time_runs_out_while_moves_may_be_under_way(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """The poller is up to date once Telegram has no more, but not while polls fail."""
    ana.send("H8 CASA")
    async with post.polling() as poller:
        await asyncio.wait_for(poller.up_to_date.wait(), PATIENCE)
        assert await stored(post) == ["H8 CASA"]
        sandbox.faults.add(ServerError(), method="getUpdates", times=10)
        ana.send("I8 STIRE")
        await until(lambda: not poller.up_to_date.is_set())
        await asyncio.wait_for(poller.up_to_date.wait(), PATIENCE)
        assert await stored(post) == ["I8 STIRE"]


async def test_a_program_that_leads_again_knows_nothing_of_the_time_between(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """Updates that another leader has stored are not missed, and those that wait come first.

    Nor does `/health` stay unwell by a conflict with that leader.
    """
    poller = Poller(post.telegram, post.runtime, long_poll=5)
    other = Poller(post.telegram, post.runtime, long_poll=5)
    for number, leader in enumerate((poller, other, poller), 1):
        ana.send(f"mesaj {number}")
        leading = asyncio.create_task(leader.run())
        await asyncio.sleep(0)
        assert not leader.up_to_date.is_set()
        await sandbox.drained()
        post.runtime.counts.rival = post.runtime.clock.now()
        leading.cancel()
        with suppress(asyncio.CancelledError):
            await leading
        assert post.runtime.counts.rival is None

    assert await stored(post) == [f"mesaj {number}" for number in (1, 2, 3)]
    assert await states(post.runtime.database) == {}


async def test_a_second_process(post: PostOffice, ana: SandboxUser, sandbox: Sandbox) -> None:
    """A second poller of the same bot is reported, and this one continues."""
    async with post.polling() as poller:
        await asyncio.wait_for(poller.up_to_date.wait(), PATIENCE)
        other = TelegramIO(sandbox.token, post.base_url)
        await other.updates(None, 0)
        await other.close()
        await until(lambda: not poller.up_to_date.is_set())
        ana.send("H8 CASA")
        await sandbox.drained()

    assert await stored(post) == ["H8 CASA"]


async def test_a_forgotten_web_address(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A web address set for the bot is removed, and no waiting update is lost."""
    sandbox.updates.webhook_url = "http://127.0.0.1:9/hook"
    ana.send("H8 CASA")
    async with post.polling():
        await sandbox.drained()

    assert await stored(post) == ["H8 CASA"]


async def test_a_token_that_is_not_accepted(post: PostOffice) -> None:
    """The bot stops with a message and does not retry for ever."""
    telegram = TelegramIO("1:wrong", post.base_url)
    poller = Poller(telegram, post.runtime)
    with pytest.raises(TokenRejected, match="token"):
        await asyncio.wait_for(poller.run(), PATIENCE)
    await telegram.close()


async def test_polling_continues_when_a_conflict_cannot_be_recorded(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second bot and a full disk at once do not end the program."""

    async def full(_self: Rivals, _reason: str) -> None:
        raise OSError(ENOSPC, "No space left on device")

    conflicts = [UpdatesConflict("terminated by other getUpdates request", webhook=False)]

    async def updates(offset: int | None, wait: float) -> Sequence[Mapping[str, Any]]:
        if conflicts:
            raise conflicts.pop()
        return await TelegramIO.updates(post.telegram, offset, wait)

    monkeypatch.setattr(Rivals, "note_conflict", full)
    monkeypatch.setattr(post.telegram, "updates", updates)
    ana.send("H8 CASA")
    async with post.polling():
        await sandbox.drained()

    assert not conflicts
    assert await stored(post) == ["H8 CASA"]


async def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  (what is watched has no bell)
            await asyncio.sleep(0.002)


class TestRawUpdates:
    """Any update is stored unchanged, in its chat's queue if it has a chat."""

    def test_the_chat_is_found(self) -> None:
        """Messages, edits and presses of one chat share a queue."""
        message = {"message_id": 1, "chat": {"id": 7}}
        updates = (
            {"update_id": 1, "message": message},
            {"update_id": 2, "edited_message": message},
            {"update_id": 3, "callback_query": {"id": "1", "message": message}},
            {"update_id": 4, "my_chat_member": {"chat": {"id": 7}}},
        )
        rows = [raw_update(update, is_of_move) for update in updates]

        assert [row and row.chat for row in rows] == [7, 7, 7, 7]
        assert [json.loads(row.raw) for row in rows if row] == list(updates)

    def test_nonsense_is_kept_too(self) -> None:
        """An unreadable update is stored, too, and the worker moves it to dead letters."""
        strange = (
            {"update_id": 1},
            {"update_id": 1, "message": "hello"},
            {"update_id": 1, "message": {"chat": {"id": "seven"}}},
            {"update_id": 1, "message": {"chat": {"id": 2**70}}},
            {"update_id": 1, "callback_query": {"message": [1, 2]}},
        )
        for update in strange:
            row = raw_update(update, is_of_move)
            assert row is not None
            assert row.chat is None

    def test_without_an_id_there_is_no_update(self) -> None:
        """Data without an id can be neither stored nor acknowledged, so it is ignored."""
        for update in ({}, {"update_id": "1"}, {"update_id": True}, "hello", None, 5):
            assert raw_update(update, is_of_move) is None
