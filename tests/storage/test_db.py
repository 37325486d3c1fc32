"""Transactions: all or nothing, one writer at a time, always ended."""

import asyncio
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.db import Database, is_cut, savepoint
from storage.errors import BadDatabase
from storage.schema import handled, inbox
from tests.storage.queues.claims_shared import BREAK
from tools.postgres import PostgresServer

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
SLOW = """
    WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < 2000000)
    SELECT max(n) FROM number
"""
"""A query that takes at least a tenth of a second, also on a machine five times as fast."""


async def write(db: Database, message: int) -> None:
    """Store a row in two steps, the second of which completes it."""
    async with db.transaction() as tx:
        await tx.execute(insert(handled).values(chat=1, message=message, at=AT))
        await asyncio.sleep(0.001)
        async with savepoint(tx):
            await tx.execute(insert(handled).values(chat=2, message=message, at=AT))
            await asyncio.sleep(0)


async def rows(db: Database, chat: int) -> int:
    """Count a chat's rows."""
    async with db.reading() as tx:
        query = select(func.count()).where(handled.c.chat == chat)
        return int((await tx.execute(query)).scalar_one())


async def test_an_error_undoes_the_whole_transaction(db: Database) -> None:
    """Writes before the error are rolled back, and earlier commits stay."""
    await write(db, 1)

    async def fail() -> None:
        async with db.transaction() as tx:
            await tx.execute(insert(handled).values(chat=1, message=2, at=AT))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()

    assert await rows(db, 1) == 1


async def test_readers_see_the_last_commit_and_wait_for_nobody(db: Database) -> None:
    """A reader during a write sees the earlier state."""
    await write(db, 1)
    async with db.transaction() as tx:
        await tx.execute(insert(handled).values(chat=1, message=2, at=AT))

        assert await rows(db, 1) == 1
    assert await rows(db, 1) == 2


async def test_a_reader_sees_one_state_to_the_end(url: str) -> None:
    """Another program's commit is seen only by the next reader."""
    query = select(func.count()).select_from(handled)
    async with Database(url) as ours, Database(url) as other:
        async with ours.reading() as tx:
            before = (await tx.execute(query)).scalar_one()
            await write(other, 1)
            after = (await tx.execute(query)).scalar_one()

        assert (before, after) == (0, 0)
        assert await rows(ours, 1) == 1


async def test_many_writers_queue_politely(db: Database) -> None:
    """Forty tasks that write at once succeed without a lock error."""
    await asyncio.gather(*(write(db, n) for n in range(40)))

    assert await rows(db, 1) == 40


async def test_a_transaction_inside_a_transaction_is_refused(db: Database) -> None:
    """The task gets an error, and its own transaction is rolled back."""
    with pytest.raises(RuntimeError, match="wait for itself"):
        async with db.transaction():
            await write(db, 1)

    await write(db, 2)


async def test_writers_of_another_process_are_waited_for(sqlite_url: str) -> None:
    """A writer elsewhere delays ours without failure."""
    async with Database(sqlite_url) as one, Database(sqlite_url) as other:
        async with one.transaction() as tx:
            task = asyncio.create_task(write(other, 1))
            await asyncio.sleep(0.05)
            await tx.execute(insert(handled).values(chat=3, message=1, at=AT))
        await task

        assert await rows(one, 1) == 1
        assert await rows(one, 3) == 1


async def test_a_look_sees_what_was_committed_before_each_query(url: str) -> None:
    """A connection outside a transaction keeps no state and delays no writer."""
    async with Database(url) as db, Database(url) as other, db.reading_latest() as tx:
        query = select(func.count()).where(handled.c.chat == 1)
        counted = [(await tx.execute(query)).scalar_one()]
        for message in (1, 2):
            await write(other, message)
            counted.append((await tx.execute(query)).scalar_one())
        assert counted == [0, 1, 2]


async def test_a_connection_of_a_file_serves_again_unless_its_use_failed(sqlite_url: str) -> None:
    """The next use takes up the open connection; after an error it takes another."""
    async with Database(sqlite_url) as db:
        for use in (db.transaction, db.reading, db.reading_latest):
            async with use() as first:
                await first.execute(select(1))
            with suppress(RuntimeError):
                async with use() as second:
                    raise RuntimeError
            async with use() as third:
                await third.execute(select(1))

            assert second is first
            assert third is not first
            assert first.closed


async def test_a_cancelled_opening_leaves_no_connection(url: str) -> None:
    """As many tasks as there are connections may be cancelled while theirs opens."""
    async with Database(url) as db:
        for wait in range(40):
            task = asyncio.create_task(rows(db, 1))
            for _ in range(wait % 8):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        assert await rows(db, 1) == 0


async def test_a_version_tells_what_this_program_wrote(sqlite_url: str) -> None:
    """It rises with a commit that writes one of the tables, and with one of unknown tables."""
    async with Database(sqlite_url) as db:
        versions = [db.version(handled)]
        await write(db, 1)
        versions.append(db.version(handled))
        async with db.transaction() as tx:
            await tx.execute(delete(inbox))
        with suppress(RuntimeError):
            async with db.transaction() as tx:
                await tx.execute(insert(handled).values(chat=1, message=2, at=AT))
                raise RuntimeError
        async with db.reading() as tx:
            await tx.execute(select(handled))
        assert db.version(handled) == versions[1]
        assert db.version(handled, inbox) > versions[1] > versions[0]
        async with db.transaction() as tx:
            await tx.execute(text("DELETE FROM handled"))
        assert db.version(handled) > versions[1]


async def test_a_commit_of_a_cancelled_task_counts(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache of this program does not stay as it was before a commit that was completed."""
    async with Database(sqlite_url) as db:
        before, commit = db.version(handled), AsyncConnection.commit

        async def interrupted(connection: AsyncConnection) -> None:
            writing.cancel()
            await commit(connection)

        monkeypatch.setattr(AsyncConnection, "commit", interrupted)
        writing = asyncio.create_task(write(db, 1))
        with pytest.raises(asyncio.CancelledError):
            await writing

        assert await rows(db, 1) == 1
        assert db.version(handled) > before


async def test_a_reader_cannot_write(sqlite_url: str) -> None:
    """Writing outside a writer's transaction is refused at once."""
    async with Database(sqlite_url) as db:
        with pytest.raises(DBAPIError, match="readonly"):
            async with db.reading() as tx:
                await tx.execute(insert(handled).values(chat=1, message=1, at=AT))
        await write(db, 1)


async def test_a_cancelled_task_leaves_nothing_open(sqlite_url: str) -> None:
    """A writer cancelled anywhere wrote all or nothing, and the next can begin."""
    chance = random.Random(7)
    file = sqlite_url.removeprefix("sqlite:///")
    async with Database(sqlite_url) as db:
        began = time.perf_counter()
        for n in range(1000, 1010):
            await write(db, n)
        usual = (time.perf_counter() - began) / 10
        for n in range(90):
            task = asyncio.create_task(write(db, n))
            for _ in range(chance.randrange(60)):
                await asyncio.sleep(0)
            await asyncio.sleep(chance.random() * usual * 2)
            task.cancel()
            if chance.random() < 0.3:
                await asyncio.sleep(0)
                task.cancel()
            await asyncio.gather(task, return_exceptions=True)

            stranger = sqlite3.connect(file, timeout=0, isolation_level=None)
            stranger.execute("BEGIN IMMEDIATE")
            stranger.close()
        await write(db, 1010)
        first, second = await rows(db, 1), await rows(db, 2)

    assert first == second
    assert 11 < first < 101, "the cancellations should fall before, within and after the commits"


async def test_a_writer_cancelled_before_its_rows_are_read_holds_no_lock(sqlite_url: str) -> None:
    """Unread rows keep a connection alive, but its transaction has ended."""
    file = sqlite_url.removeprefix("sqlite:///")
    async with Database(sqlite_url) as db:

        async def slow() -> None:
            async with db.transaction() as tx:
                await tx.execute(insert(handled).values(chat=1, message=1, at=AT))
                await tx.execute(text(SLOW))

        with pytest.raises(TimeoutError) as cut_short:
            await asyncio.wait_for(slow(), 0.1)
        stranger = sqlite3.connect(file, timeout=0, isolation_level=None)
        stranger.execute("BEGIN IMMEDIATE")
        stranger.close()

        assert cut_short.traceback  # the frames of the cut statement are still there
        assert await rows(db, 1) == 0


async def test_a_cancelled_writer_in_the_queue_lets_the_others_pass(db: Database) -> None:
    """A cancelled waiting task affects neither the one before nor the one after."""
    async with db.transaction():
        waiting = [asyncio.create_task(write(db, n)) for n in range(3)]
        await asyncio.sleep(0.01)
        waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)

    assert await rows(db, 1) == 2


async def test_a_deadline_is_felt_although_the_transaction_ends_first(db: Database) -> None:
    """A time-out in a transaction is reported, and nothing was written."""

    async def write_slowly() -> None:
        async with db.transaction() as tx:
            await tx.execute(insert(handled).values(chat=1, message=1, at=AT))
            await asyncio.sleep(5)

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(write_slowly(), 0.02)

    assert await rows(db, 1) == 0


async def test_foreign_keys_hold(db: Database) -> None:
    """A preview needs an existing person."""
    with pytest.raises(DBAPIError, match=r"(?i)foreign key"):
        async with db.transaction() as tx:
            await tx.execute(
                text("INSERT INTO waiting (person, key, value, at) VALUES (5, 'a', '', :at)"),
                {"at": "2025-05-03 08:00:00.000000"} if tx.dialect.name == "sqlite" else {"at": AT},
            )


CRASHING = """
import asyncio, os, signal, sys
from sqlalchemy import insert
from storage.db import Database, is_cut, savepoint
from storage.schema import handled
from datetime import UTC, datetime
AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)

async def main():
    db = Database(sys.argv[1])
    async with db.transaction() as tx:
        await tx.execute(insert(handled).values(chat=1, message=1, at=AT))
    async with db.transaction() as tx:
        await tx.execute(insert(handled).values(chat=1, message=2, at=AT))
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_what_was_committed_survives_a_kill(sqlite_url: str) -> None:
    """After SIGKILL during a transaction the committed row exists and the other does not."""
    killed = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", CRASHING, sqlite_url],
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )

    assert killed.returncode == -signal.SIGKILL
    async with Database(sqlite_url) as db:
        assert await rows(db, 1) == 1
        await write(db, 3)


async def test_the_file_is_careful(sqlite_url: str) -> None:
    """Write-ahead log, full synchronisation and foreign keys are on."""
    async with Database(sqlite_url) as db, db.transaction() as tx:
        found = [
            (await tx.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert found == ["wal", 2, 1]


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    """Other users of the machine cannot read it, because it has people's names."""
    Database(f"sqlite:///{tmp_path}/deep/down/new.db")

    mode = (tmp_path / "deep" / "down" / "new.db").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "",
        "mysql://localhost/x",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?uri=true",
        "sqlite:////dev/null/x.db",
        "postgresql://localhost:port/x",
    ],
)
def test_an_address_that_cannot_work_is_refused_at_once(address: str) -> None:
    """The error gives the reason before anything is opened."""
    with pytest.raises(BadDatabase, match=r"database|create"):
        Database(address)


@pytest.mark.parametrize(
    "address",
    [
        "mysql://me:hidden@db/x",
        "postgresql:/me:hidden@db",
        "//me:hid/den@db",
        "x:hidden@",
        "postgresql://me:hidden@db:port/x",
        "postgresql://me@db:port/x?password=hidden",
        "postgresql://me@db/x?password=hidden&port=y",
        "postgresql://me@db/x?dsn=postgresql://me:hidden@db/x",
    ],
)
def test_a_refused_address_keeps_its_password(address: str) -> None:
    """Refusals go to screen and logs, so they mask a possible password."""
    with pytest.raises(BadDatabase) as refusal:
        Database(address)
    assert "den" not in str(refusal.value)


def test_a_password_among_the_options_is_hidden_like_any_other() -> None:
    """Errors and the log show the address, wherever it has its password."""
    database = Database("postgresql://me@db/x?password=a&password=hid%26den&ssl=require")
    assert database.url.password == "hid&den"
    assert "den" not in str(database)


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("postgresql://me@db/x?sslmode=require", "'sslmode'"),
        ("postgresql://me@db/x?prepared_statement_cache_size=none", "'none'"),
        ("postgresql:///x?host=one:1&host=two", "ports"),
    ],
)
def test_an_option_that_the_driver_cannot_take_is_named(address: str, named: str) -> None:
    """A mistake after the address's `?` is a refusal that names it, never a traceback."""
    with pytest.raises(BadDatabase, match=named):
        Database(address)


async def test_what_a_statement_carries_is_in_no_error(db: Database) -> None:
    """Errors reach logs and operators, so they have no rack, name or line."""
    with pytest.raises(SQLAlchemyError) as failure:
        async with db.transaction() as tx:
            await tx.execute(text("INSERT INTO nowhere VALUES (:rack)"), {"rack": "ZXQVJHG"})
    assert "ZXQVJHG" not in str(failure.value)


def test_a_missing_file_is_not_made_by_who_only_looks(tmp_path: Path) -> None:
    """`create=False` refuses a wrong path and creates no file."""
    with pytest.raises(BadDatabase, match="no such database"):
        Database(f"sqlite:///{tmp_path}/typo.db", create=False)

    assert not (tmp_path / "typo.db").exists()


async def test_a_step_that_is_taken_back_takes_back_what_came_before_it_in_the_same_step(
    db: Database,
) -> None:
    """A failure through two steps rolls back both, and earlier work stays."""
    async with db.transaction() as tx:
        await tx.execute(insert(handled).values(chat=1, message=1, at=AT))
        with suppress(LookupError):
            async with savepoint(tx):
                await tx.execute(insert(handled).values(chat=2, message=1, at=AT))
                async with savepoint(tx):
                    await tx.execute(insert(handled).values(chat=3, message=1, at=AT))
                    raise LookupError
        async with savepoint(tx):
            await tx.execute(insert(handled).values(chat=4, message=1, at=AT))

    assert [await rows(db, chat) for chat in (1, 2, 3, 4)] == [1, 0, 0, 1]


async def test_an_instant_without_a_zone_is_refused(db: Database) -> None:
    """No column of instants takes a naive one."""
    with pytest.raises(SQLAlchemyError, match="needs its time zone"):
        async with db.transaction() as tx:
            await tx.execute(insert(handled).values(chat=1, message=1, at=AT.replace(tzinfo=None)))


async def test_a_server_that_was_away_fails_those_connected_and_nobody_later(
    migrated_postgres: PostgresServer, postgres_url: str
) -> None:
    """One broken connection ends all that were open with it."""
    first = select(inbox.c.id).limit(1)
    async with Database(postgres_url) as db:
        async with db.reading() as one, db.reading() as other, db.transaction() as tx:
            for each in (one, other, tx):
                assert (await each.execute(first)).first() is None
        async with db.transaction() as tx:
            migrated_postgres.command(BREAK.format(postgres_url.rpartition("/")[2]))
            with pytest.raises(DBAPIError):
                await tx.execute(insert(handled).values(chat=1, message=1, at=AT))
            await tx.rollback()
        async with db.reading() as one, db.reading() as other, db.transaction() as tx:
            for each in (one, other, tx):
                assert (await each.execute(first)).first() is None


async def test_a_server_without_a_free_connection_is_no_fault_of_an_update(
    migrated_postgres: PostgresServer, postgres_url: str
) -> None:
    """Several programs may use up the server's connections; the work is then repeated."""
    role = f"few_{postgres_url.rpartition('/')[2]}"
    migrated_postgres.command(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 1")
    try:
        async with Database(postgres_url.replace("postgres@", f"{role}@")) as db, db.transaction():
            with pytest.raises(DBAPIError) as refused:
                async with db.reading():
                    pass
    finally:
        migrated_postgres.command(f"DROP ROLE {role}")

    assert is_cut(refused.value)


async def test_a_statement_that_is_cut_short_leaves_nothing_behind(postgres_url: str) -> None:
    """Its transaction is rolled back, and the next one does not wait."""
    async with Database(postgres_url) as db:

        async def slow() -> None:
            async with db.transaction() as tx:
                await tx.execute(insert(handled).values(chat=1, message=1, at=AT))
                await tx.execute(select(func.pg_sleep(600)))

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(slow(), 0.2)
        assert await rows(db, 1) == 0
