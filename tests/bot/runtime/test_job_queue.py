"""The queue of jobs: urgent ones first, and unwanted ones are stopped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.clock import FixedClock
from bot.runtime.job_queue import JobQueue, RequestedJob
from bot.runtime.shares import Budgets
from bot.runtime.unit import Runtime
from storage.db import Database
from tests.builders import noon


@dataclass
class Counter:
    """A source of jobs, each of which ends when its event is set."""

    at_once: int
    jobs: dict[str, int] = field(default_factory=dict)
    """By key, the mark."""
    by: dict[str, int] = field(default_factory=dict)
    """By key, the person who asked."""
    begun: list[str] = field(default_factory=list)
    broken_off: list[str] = field(default_factory=list)
    ends: dict[str, asyncio.Event] = field(default_factory=dict)

    async def wanted(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Return the remaining jobs in order."""
        del tx
        return [
            RequestedJob(key, mark, partial(self._do, key), by=self.by.get(key, 0))
            for key, mark in self.jobs.items()
        ]

    async def _do(self, key: str) -> None:
        self.begun.append(key)
        self.ends[key] = asyncio.Event()
        try:
            await self.ends[key].wait()
        except asyncio.CancelledError:
            self.broken_off.append(key)
            raise
        del self.jobs[key]


@dataclass
class QueryCounter:
    """A due job without work, so that the number of queries can be counted."""

    runtime: Runtime
    at_once: int = 0
    looked: asyncio.Event = field(default_factory=asyncio.Event)

    async def wanted(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Count the query."""
        del tx
        self.looked.set()
        return []

    async def query(self) -> None:
        """Run one query of the queue and its jobs."""
        for _ in range(5):  # the last query has only begun
            self.looked.clear()
            self.runtime.wanted.set()
            await self.looked.wait()


@asynccontextmanager
async def at_work(
    database: Database, *desks: Counter, budgets: Budgets | None = None
) -> AsyncIterator[QueryCounter]:
    """Run a queue with these sources."""
    queries = QueryCounter(Runtime(database, FixedClock(noon())))
    running = asyncio.create_task(JobQueue(queries.runtime, (*desks, queries), budgets).run())
    try:
        yield queries
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_what_is_no_hurry_waits_until_nothing_else_is_wanted(database: Database) -> None:
    """Low-priority jobs run one after another, and only beside an idle urgent source."""
    urgent, patient = Counter(2, {"a": 1, "b": 1, "c": 1}), Counter(1, {"x": 1, "y": 1})
    async with at_work(database, urgent, patient) as queries:
        await queries.query()
        assert (urgent.begun, patient.begun) == (["a", "b"], [])
        for key in "abc":
            urgent.ends[key].set()
            await queries.query()
        assert urgent.begun == ["a", "b", "c"]
        assert patient.begun == ["x"]
        patient.ends["x"].set()
        await queries.query()
        assert patient.begun == ["x", "y"]


async def test_who_had_the_least_work_in_the_last_hour_comes_first(database: Database) -> None:
    """A person's next table waits behind others' tables; operators are notified of the budget."""
    passed = [0.0]
    desk = Counter(1, {"a": 1, "b": 1, "c": 1}, by={"a": 7, "b": 7, "c": 8})
    budgets = Budgets(10, seconds=lambda: passed[0])
    async with at_work(database, desk, budgets=budgets) as queries:
        await queries.query()
        passed[0] += 11
        for key in "ac":
            desk.ends[key].set()
            await queries.query()
        assert desk.begun == ["a", "c", "b"]
    assert budgets.is_spent(7)
    assert budgets.newly_over() == []  # the queue has told the operators


async def test_what_is_wanted_no_more_or_otherwise_is_broken_off(database: Database) -> None:
    """Its place goes to a wanted job, and other jobs continue."""
    desk = Counter(2, {"a": 1, "b": 1})
    async with at_work(database, desk) as queries:
        await queries.query()
        desk.jobs = {"b": 2}
        await queries.query()
        assert desk.broken_off == ["a", "b"]
        assert desk.begun == ["a", "b", "b"]
