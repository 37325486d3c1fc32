"""The queue of jobs: urgent ones first, and unwanted ones are stopped."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection
from structlog.testing import capture_logs

from bot.runtime.clock import FixedClock, seconds
from bot.runtime.job_queue import FAILED_PAUSE, JobQueue, JobSource, RequestedJob
from bot.runtime.shares import Budgets
from bot.runtime.unit import Runtime
from engine.ids import PersonId
from storage.db import Database
from tests.builders import noon

ANA, ION = PersonId(7), PersonId(8)


@dataclass
class Counter:
    """A source of jobs, each of which ends when its event is set."""

    at_once: int
    jobs: dict[str, int] = field(default_factory=dict)
    """By key, the mark."""
    by: dict[str, PersonId] = field(default_factory=dict)
    """By key, the person who asked."""
    begun: list[str] = field(default_factory=list)
    broken_off: list[str] = field(default_factory=list)
    ends: dict[str, asyncio.Event] = field(default_factory=dict)

    async def requested(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Return the remaining jobs in order."""
        del tx
        return [
            RequestedJob(key, mark, partial(self._do, key), by=self.by.get(key))
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
class Broken:
    """A source of one job, whose work always fails."""

    at_once: int = 1
    mark: int = 1
    attempts: int = 0

    async def requested(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Return the job, which no attempt removes."""
        del tx
        return [RequestedJob("a", self.mark, self._fail)]

    async def _fail(self) -> None:
        self.attempts += 1
        raise OSError("no more processes")


@dataclass
class QueryCounter:
    """A due job without work, so that the number of queries can be counted."""

    runtime: Runtime
    at_once: int = 0
    looked: asyncio.Event = field(default_factory=asyncio.Event)

    async def requested(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Count the query."""
        del tx
        self.looked.set()
        return []

    async def query(self) -> None:
        """Run one query of the queue and its jobs."""
        for _ in range(5):  # the last query has only begun
            self.looked.clear()
            self.runtime.job_requested.set()
            await self.looked.wait()


@asynccontextmanager
async def at_work(
    database: Database,
    *desks: JobSource,
    budgets: Budgets | None = None,
    seconds: Callable[[], float] = seconds,
) -> AsyncIterator[QueryCounter]:
    """Run a queue with these sources."""
    queries = QueryCounter(Runtime(database, FixedClock(noon())))
    queue = JobQueue(queries.runtime, (*desks, queries), budgets, seconds=seconds)
    running = asyncio.create_task(queue.run())
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
    desk = Counter(1, {"a": 1, "b": 1, "c": 1}, by={"a": ANA, "b": ANA, "c": ION})
    budgets = Budgets(10, seconds=lambda: passed[0])
    async with at_work(database, desk, budgets=budgets) as queries:
        await queries.query()
        passed[0] += 11
        for key in "ac":
            desk.ends[key].set()
            await queries.query()
        assert desk.begun == ["a", "c", "b"]
    assert budgets.is_spent(ANA)
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


@dataclass
class SlowToEnd:
    """A source of one job, which waits for an event when it is cancelled."""

    at_once: int = 1
    is_wanted: bool = True
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_end: asyncio.Event = field(default_factory=asyncio.Event)
    has_cleaned_up: bool = False

    async def requested(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Return the job as long as it is wanted."""
        del tx
        return [RequestedJob("a", 1, self._work)] if self.is_wanted else []

    async def _work(self) -> None:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await self.may_end.wait()
            self.has_cleaned_up = True


async def test_a_cancelled_job_may_take_its_time_to_end_its_process(database: Database) -> None:
    """Later queries do not interrupt its cleanup, and neither does the end of the queue."""
    desk = SlowToEnd()
    async with at_work(database, desk) as queries:
        await desk.begun.wait()
        desk.is_wanted = False
        await queries.query()
        asyncio.get_running_loop().call_soon(desk.may_end.set)
    assert desk.has_cleaned_up


async def test_a_job_that_fails_begins_again_only_after_a_pause(database: Database) -> None:
    """Its error is logged once for each attempt; jobs of other sources run meanwhile."""
    passed = [0.0]
    broken, patient = Broken(), Counter(1, {"x": 1})
    async with at_work(database, broken, patient, seconds=lambda: passed[0]) as queries:
        with capture_logs() as logs:
            await queries.query()
            await queries.query()
        assert broken.attempts == 1
        assert [line["job"] for line in logs if "requested job failed" in line["event"]] == ["a"]
        assert patient.begun == ["x"]
        passed[0] += FAILED_PAUSE
        patient.ends["x"].set()
        await queries.query()
        assert broken.attempts == 2
        broken.mark += 1
        await queries.query()
        assert broken.attempts == 3, "another request begins at once"
