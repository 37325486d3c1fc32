"""The queue of jobs: what is urgent goes first, what is wanted no more is broken off."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from bot.runtime.clock import FixedClock
from bot.runtime.job_queue import Job, JobQueue
from bot.runtime.unit import Runtime
from storage.db import Database
from tests.builders import noon

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass
class Counter:
    """A desk whose jobs end when they are told to."""

    at_once: int
    jobs: dict[str, int] = field(default_factory=dict)
    """By key, the mark."""
    begun: list[str] = field(default_factory=list)
    broken_off: list[str] = field(default_factory=list)
    ends: dict[str, asyncio.Event] = field(default_factory=dict)

    async def wanted(self, tx: "AsyncConnection") -> list[Job]:
        """Return what is still to be done, in order."""
        del tx
        return [Job(key, mark, partial(self._do, key)) for key, mark in self.jobs.items()]

    async def _do(self, key: str) -> None:
        self.begun.append(key)
        self.ends[key] = asyncio.Event()
        try:
            await self.ends[key].wait()
        except asyncio.CancelledError:
            self.broken_off.append(key)
            raise
        del self.jobs[key]


@asynccontextmanager
async def at_work(database: Database, *desks: Counter) -> AsyncIterator[Runtime]:
    """Run a queue of these desks."""
    runtime = Runtime(database, FixedClock(noon()))
    running = asyncio.create_task(JobQueue(runtime, desks).run())
    try:
        yield runtime
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def rung(runtime: Runtime) -> None:
    """Have the queue look, and give what it does its turn."""
    for _ in range(3):
        runtime.wanted.set()
        await asyncio.sleep(0.02)


async def test_what_is_no_hurry_waits_until_nothing_else_is_wanted(database: Database) -> None:
    """One after the other, and only beside an idle desk of what is urgent."""
    urgent, patient = Counter(2, {"a": 1, "b": 1, "c": 1}), Counter(1, {"x": 1, "y": 1})
    async with at_work(database, urgent, patient) as runtime:
        await rung(runtime)
        assert (urgent.begun, patient.begun) == (["a", "b"], [])
        for key in "abc":
            urgent.ends[key].set()
            await rung(runtime)
        assert urgent.begun == ["a", "b", "c"]
        assert patient.begun == ["x"]
        patient.ends["x"].set()
        await rung(runtime)
        assert patient.begun == ["x", "y"]


async def test_what_is_wanted_no_more_or_otherwise_is_broken_off(database: Database) -> None:
    """It leaves its place to what is wanted instead; what others want goes on."""
    desk = Counter(2, {"a": 1, "b": 1})
    async with at_work(database, desk) as runtime:
        await rung(runtime)
        desk.jobs = {"b": 2}
        await rung(runtime)
        assert desk.broken_off == ["a", "b"]
        assert desk.begun == ["a", "b", "b"]
