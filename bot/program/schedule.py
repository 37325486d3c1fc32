"""The schedule: a few jobs that repeat while the bot runs.

Deadlines are not jobs: each is a row in the database, and a repeated sweep finds the due ones. So a
late or repeated job does no harm. A job that fails is logged and runs again later.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger

log = get_logger()

_LENIENT: Final = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
"""A late job still runs (the library would drop it), once, never twice at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedJob:
    """A repeated job: each day at a time, or else again and again."""

    name: str
    run: Callable[[], Awaitable[object]]
    every: timedelta = timedelta(minutes=1)
    """The time between two runs, unless the job runs once a day."""
    daily_at: time | None = None
    """The time of each day's run, in the schedule's zone; in autumn one hour runs twice."""


class Schedule:
    """Runs its jobs from `start` to `stop`, on the clock of the given time zone."""

    def __init__(self, jobs: Sequence[RepeatedJob], zone: ZoneInfo) -> None:
        self._jobs = jobs
        self._zone = zone
        self._scheduler: AsyncIOScheduler | None = None

    def start(self) -> None:
        """Start; no job runs at once."""
        scheduler = AsyncIOScheduler(timezone=self._zone, job_defaults=_LENIENT)
        for job in self._jobs:
            daily = job.daily_at
            if daily is not None:
                when: dict[str, object] = {
                    "trigger": "cron",
                    "hour": daily.hour,
                    "minute": daily.minute,
                }
            else:
                when = {"trigger": "interval", "seconds": job.every.total_seconds()}
            scheduler.add_job(run_job, args=(job,), id=job.name, **when)
        scheduler.start()
        self._scheduler = scheduler

    def stop(self) -> None:
        """Stop; the owner of the event loop cancels a running job."""
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None


async def run_job(job: RepeatedJob) -> None:
    """Run the job once; log a failure and continue."""
    with bound(job=job.name):
        try:
            await job.run()
        except Exception as error:  # noqa: BLE001  (after any error the job runs again later)
            report(log, "a job failed", error)
