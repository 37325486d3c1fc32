"""Connections to a file work in threads of their own."""

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.exc import DBAPIError

from storage import file_engine
from storage.db import Database
from storage.schema import handled
from tests.databases import empty_database
from tests.full_disk import full_disk

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
T = TypeVar("T")


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Return the address of an empty file."""
    return f"sqlite:///{empty_database(tmp_path / 'tur.db')}"


async def test_a_query_takes_one_trip_to_its_thread(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement with its rows costs one change of threads, not one for each of its steps."""
    trips = []
    run = file_engine.FileThread.run

    async def counted(thread: file_engine.FileThread, step: Callable[[], T]) -> T:
        trips.append(step)
        return await run(thread, step)

    async with Database(url) as db, db.transaction() as tx:
        monkeypatch.setattr(file_engine.FileThread, "run", counted)
        rows = (await tx.exec_driver_sql("SELECT 1 UNION SELECT 2")).all()
        made = len(trips)
    assert [tuple(row) for row in rows] == [(1,), (2,)]
    assert made == 1


async def test_the_event_loop_goes_on_during_a_statement(url: str) -> None:
    """Statements run beside the loop, and each reader beside the others."""
    seen = set[int]()
    async with Database(url) as db, db.reading() as one, db.reading() as other:
        for tx in (one, other):
            seen.add(await tx.run_sync(lambda _: threading.get_ident()))
    assert len(seen) == 2
    assert threading.get_ident() not in seen


async def test_rows_are_read_in_every_way(url: str) -> None:
    """All rows, single rows and values of a result are the statement's, in order."""
    numbers = "SELECT 1 AS n UNION SELECT 2 UNION SELECT 3"
    async with Database(url) as db, db.reading() as tx:
        result = await tx.exec_driver_sql(numbers)
        assert result.fetchone() == (1,)
        assert list(result.fetchmany(1)) == [(2,)]
        assert list(result.fetchall()) == [(3,)]
        assert result.fetchone() is None
        assert (await tx.exec_driver_sql(numbers)).scalars().first() == 1
        assert [row.n for row in await tx.exec_driver_sql(numbers)] == [1, 2, 3]


async def test_a_failed_statement_fails_its_task_alone(url: str) -> None:
    """The error is raised where the statement was asked, and the connection still works."""
    async with Database(url) as db, db.reading() as tx:
        with pytest.raises(DBAPIError, match="nowhere"):
            await tx.exec_driver_sql("SELECT * FROM nowhere")
        assert (await tx.execute(select(func.count()).select_from(handled))).scalar_one() == 0


async def test_a_failed_commit_leaves_nothing_open(url: str) -> None:
    """After each write on a full disk the next transaction begins as usual."""
    row = insert(handled).values(chat=1, message=1, at=AT)
    async with Database(url) as db:
        for _ in range(3):
            with full_disk(), pytest.raises(DBAPIError):
                async with db.transaction() as tx:
                    await tx.execute(row)
        async with db.transaction() as tx:
            await tx.execute(row)
            assert (await tx.execute(select(func.count()).select_from(handled))).scalar_one() == 1


async def test_a_closed_connection_is_refused(url: str) -> None:
    """A connection that was given back cannot act in the transaction of another."""
    async with Database(url) as db:
        async with db.transaction() as tx:
            pass
        with pytest.raises(RuntimeError, match="not open"):
            await tx.execute(insert(handled).values(chat=1, message=1))


async def test_threads_end_with_their_database(url: str) -> None:
    """A few idle connections stay open for the next reader; closing the database ends them all."""
    before = set(threading.enumerate())
    async with Database(url) as db:
        async with asyncio.TaskGroup() as group:
            ready = asyncio.Barrier(6)

            async def read() -> None:
                async with db.reading():
                    await ready.wait()

            for _ in range(6):
                group.create_task(read())
        kept = [each for each in threading.enumerate() if each.name == "sqlite"]
    ours = set(kept) - before
    assert ours
    for each in ours:
        await asyncio.to_thread(each.join)
