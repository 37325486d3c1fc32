"""Claims: work claimed by a running program is not claimed by another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.transport.sending.rate_limiter import CONCURRENT_SENDS
from storage.days import due
from storage.days.due import DueRow
from storage.db import Database
from storage.queues import outbox
from storage.queues.claims import ClaimLostError, Reading, claimed
from storage.queues.outbox import Outgoing
from storage.queues.outbox_due import QueuedMessage
from tests.storage.queued import due_in
from tests.storage.queues.claims_shared import BREAK
from tools.postgres import PostgresServer

NOW = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)


@pytest.fixture
async def two(postgres_url: str) -> AsyncIterator[tuple[Database, Database]]:
    """Give two programs' connections to one database."""
    async with Database(postgres_url) as one, Database(postgres_url) as other:
        yield one, other


async def queued(db: Database, *chats: int) -> list[QueuedMessage]:
    """Queue a message to each of these chats; return those that are due."""
    async with db.transaction() as tx:
        rows = [
            Outgoing(chat=chat, payload="…", about="K/1", dedup_key=f"{chat}") for chat in chats
        ]
        await outbox.queue(tx, rows, NOW)
        return await due_in(tx, NOW)


async def sent(db: Database, row: QueuedMessage) -> None:
    """Record that the message was sent."""
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, row, [1], NOW)


async def test_all_senders_together_leave_connections_for_other_work(postgres_url: str) -> None:
    """While mails and Telegram both keep their senders waiting, moves are still stored."""
    async with Database(postgres_url) as db, AsyncExitStack() as calls:
        for row in await queued(db, *range(1, 2 * CONCURRENT_SENDS + 1)):
            assert await calls.enter_async_context(claimed(db, row, NOW)) is not None
        async with db.reading(), db.reading_latest(), db.transaction() as tx:
            await outbox.queue(tx, [Outgoing(chat=99, payload="later")], NOW)


async def test_a_message_under_way_is_passed_over(two: tuple[Database, Database]) -> None:
    """No other program gets it or its chat's next one; other chats continue."""
    one, other = two
    (first, second) = await queued(one, 7, 8)
    async with other.transaction() as tx:
        await outbox.queue(tx, [Outgoing(chat=7, payload="later")], NOW)
    async with claimed(one, first, NOW) as ours:
        assert ours is not None
        await ours.check()
        async with claimed(other, first, NOW) as theirs:
            assert theirs is None
        async with other.reading() as tx:
            assert await due_in(tx, NOW) == [first, second]  # not "later"
        async with claimed(other, second, NOW) as theirs:
            assert theirs is not None


async def test_what_became_of_a_message_decides_whether_it_can_be_claimed_again(
    two: tuple[Database, Database],
) -> None:
    """A sent message cannot be; a failed one can, when it is due again."""
    one, other = two
    (row, other_row) = await queued(one, 7, 8)
    async with claimed(one, row, NOW):
        await sent(one, row)
    async with claimed(one, other_row, NOW), one.transaction() as tx:
        await outbox.put_back(tx, other_row, NOW + timedelta(seconds=9), "in vain")

    async with claimed(other, row, NOW) as again:
        assert again is None
    async with claimed(other, other_row, NOW) as again:
        assert again is None
    async with claimed(other, other_row, NOW + timedelta(seconds=9)) as again:
        assert again is not None
        assert again.row.attempts == 1


async def test_a_claim_ends_with_its_connection(
    two: tuple[Database, Database], migrated_postgres: PostgresServer, postgres_url: str
) -> None:
    """Another program gets the message at once, and the first learns this before its next call."""
    one, other = two
    (row,) = await queued(one, 7)
    async with claimed(one, row, NOW) as ours:
        assert ours is not None
        migrated_postgres.command(BREAK.format(postgres_url.rpartition("/")[2]))
        with pytest.raises(ClaimLostError):
            await ours.check()
        await other.close()  # its connections were broken, too
        async with claimed(other, row, NOW) as theirs:
            assert theirs is not None


async def test_nobody_waits_for_a_message_under_way(two: tuple[Database, Database]) -> None:
    """A message can be withdrawn during its sending, and even its table can be locked."""
    one, other = two
    (row,) = await queued(one, 7)
    async with asyncio.timeout(60), claimed(one, row, NOW), other.transaction() as tx:
        assert len(await outbox.withdraw(tx, "K/1", "7")) == 1
        await tx.execute(text("LOCK TABLE outbox"))


async def test_a_file_has_one_program_which_claims_nothing(sqlite_url: str) -> None:
    """A program on a file always reads the present message, and no withdrawn one."""
    async with Database(sqlite_url) as db:
        (row, withdrawn) = await queued(db, 7, 8)
        async with claimed(db, row, NOW) as ours:
            assert ours is not None
            assert ours.row == row
            await sent(db, row)
            await ours.check()
        async with db.transaction() as tx:
            await outbox.withdraw(tx, "K/1", "8")
        async with claimed(db, withdrawn, NOW) as nobodys:
            assert nobodys is None


async def test_a_message_just_read_is_read_again_if_it_may_have_changed(sqlite_url: str) -> None:
    """A withdrawal by this program counts at once, one by another program a second later."""
    async with Database(sqlite_url) as db, Database(sqlite_url) as other:
        (row, withdrawn) = await queued(db, 7, 8)
        reading = Reading(NOW, db.changes)
        async with claimed(db, row, NOW, reading) as ours:
            assert ours is not None
            assert ours.row is row
        async with other.transaction() as tx:
            await outbox.withdraw(tx, "K/1", "8")
        for wrong in (NOW + timedelta(seconds=2), NOW - timedelta(seconds=1)):
            async with claimed(db, withdrawn, wrong, reading) as nobodys:
                assert nobodys is None

        async with db.transaction() as tx:
            await outbox.withdraw(tx, "K/1", "7")
        async with claimed(db, row, NOW, reading) as nobodys:
            assert nobodys is None


async def test_a_row_that_is_due_is_executed_by_one(db: Database) -> None:
    """The row is processed as read, or not at all: it may have been processed or postponed."""
    row = DueRow(stream="g/A/1", kind="turn", due_at=NOW)
    async with db.transaction() as tx:
        await due.put(tx, row)
        assert await due.claim(tx, row)
    async with db.transaction() as tx:
        assert await due.claim(tx, row)
        await due.put(tx, DueRow(stream="g/A/1", kind="turn", due_at=NOW + timedelta(days=1)))
        assert not await due.claim(tx, row)
        await due.remove(tx, "g/A/1", "turn")
    async with db.transaction() as tx:
        assert not await due.claim(tx, row)


async def test_rows_due_are_shared_out_and_none_is_executed_twice(
    two: tuple[Database, Database],
) -> None:
    """Each program skips streams claimed by the other, and every row is executed once."""
    rows = [DueRow(stream=f"g/{n}/1", kind=kind, due_at=NOW) for n in range(10) for kind in "ab"]
    async with two[0].transaction() as tx:
        for row in rows:
            await due.put(tx, row)
    executed: list[DueRow] = []

    async def execute_all(db: Database) -> None:
        for row in rows:
            async with db.transaction() as tx:
                if await due.claim(tx, row):
                    executed.append(row)
                    others = [each for each in rows if each.stream == row.stream]
                    await due.replace_all(tx, row.stream, {*others} - {*executed})

    async with asyncio.timeout(60), two[0].transaction() as held:
        assert await due.claim(held, rows[6])
        await execute_all(two[1])
        assert not {rows[6], rows[7]} & {*executed}
    async with asyncio.timeout(60):
        while len(executed) < len(rows):  # both may have stood back from one at which both reached
            await asyncio.gather(*map(execute_all, two))

    assert sorted(executed, key=rows.index) == rows
