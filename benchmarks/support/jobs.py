"""The alternative to the sweep: one APScheduler job for each deadline.

Part of `bench_scale`, which compares it with the sweep. A job only counts itself, because the work
after a deadline is left out of both.
"""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time

from apscheduler.jobstores.base import BaseJobStore
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from benchmarks.support.rows import resident

_LENIENT = {"misfire_grace_time": None, "coalesce": True}
"""The options of the bot's own few jobs: a late job still runs."""
_FAR = timedelta(days=3650)
_events: list[asyncio.Event] = []
"""One event for each job still to run, because a stored job cannot take an event as argument."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCost:
    """The cost of a number of jobs: processor seconds and megabytes."""

    creating: float
    """Seconds to create all jobs."""
    running: float
    """Seconds to find, run and remove the due jobs."""
    memory: float


async def count_job(number: int) -> None:
    """Count the job; a real job would do the work after a deadline."""
    _events[number].set()


def in_memory(jobs: int, due: int) -> JobCost:
    """Measure jobs in memory, which must be created again at every start."""
    return asyncio.run(_measured(MemoryJobStore(), jobs, due))


def in_database(folder: Path, jobs: int, due: int) -> JobCost:
    """Measure jobs in an SQLite file: a transaction for each, the job pickled."""
    store = SQLAlchemyJobStore(url=f"sqlite:///{folder}/jobs.sqlite")
    try:
        return asyncio.run(_measured(store, jobs, due))
    finally:
        store.engine.dispose()


async def _measured(store: BaseJobStore, jobs: int, due: int) -> JobCost:
    _events[:] = [asyncio.Event() for _ in range(due)]
    now = datetime.now(UTC)
    scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=_LENIENT)
    scheduler.add_jobstore(store)
    scheduler.start(paused=True)
    before, begun = resident(), process_time()
    for number in range(jobs):
        when = now if number < due else now + _FAR + timedelta(seconds=number)
        scheduler.add_job(count_job, "date", [number], id=str(number), run_date=when)
    creating, memory = process_time() - begun, resident() - before
    begun = process_time()
    scheduler.resume()
    for event in _events:
        await event.wait()
    running = process_time() - begun
    scheduler.shutdown(wait=False)
    return JobCost(creating=creating, running=running, memory=memory)
