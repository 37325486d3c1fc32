"""The job queue: long calculations for people, beside the work of the running bot.

Requests are stored in the database, so a restart begins them again. Each job is a task, which the
queue cancels if the request under its key changes or disappears. Each `JobSource` lists one kind of
job. A job of a source starts only while the sources before it have none. Within a source, jobs of
the person who had the least work in the last hour come first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime import clock
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.shares import Budgets, alert_of
from bot.runtime.unit import Runtime
from engine.ids import PersonId

log = get_logger()

_IDLE: Final = 1.0
"""Seconds after which the requests are read again without an event."""
_POLL_PAUSE: Final = 0.02
"""Seconds between two queries of `settle`."""
FAILED_PAUSE: Final = 60.0
"""Seconds until a job that failed begins again: a full disk needs no more attempts than that."""
JOB_BUDGET: Final = 900.0
"""Seconds of work for one person in an hour: an analysis may take ten minutes."""


@dataclass(frozen=True, slots=True)
class RequestedJob:
    """One requested calculation."""

    key: Hashable
    """The kind and owner of the request; each key has one job at a time, in all sources."""
    mark: Hashable
    """Another mark under the same key means a new request that replaces this one."""
    work: Callable[[], Awaitable[None]]
    """Does the work. It tells the person concerned of its errors, and removes the request.

    If it is cancelled, it must also end any process that it began. An error that it raises, such as
    one of the database, is logged, and the job begins again after `FAILED_PAUSE`.
    """
    by: PersonId | None = None
    """The person who asked; None for work of the bot's own, whose time is not counted."""


class JobSource(Protocol):
    """The source of one kind of job."""

    @property
    def at_once(self) -> int:
        """The number of its jobs that may run at once."""

    async def requested(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Return all requested jobs, the oldest first."""


class _Running(NamedTuple):
    """A running job, with its source and its mark."""

    task: asyncio.Task[None]
    source: JobSource
    mark: Hashable

    def cancel(self) -> None:
        """Cancel the job once: a second time would interrupt it while it ends its processes."""
        if not self.task.cancelling():
            self.task.cancel()


class _Failed(NamedTuple):
    """A request whose work failed."""

    mark: Hashable
    until: float
    """When it may begin again, in the seconds of the queue's clock."""


class JobQueue:
    """Runs all requested jobs."""

    def __init__(
        self,
        runtime: Runtime,
        sources: Sequence[JobSource],
        budgets: Budgets | None = None,
        *,
        seconds: Callable[[], float] = clock.seconds,
    ) -> None:
        """Store the sources, the most urgent first; `seconds` measures the pause after failures."""
        self._budgets = Budgets(JOB_BUDGET) if budgets is None else budgets
        self._runtime = runtime
        self._sources = sources
        self._running: dict[Hashable, _Running] = {}
        """The running jobs by key."""
        self._seconds = seconds
        self._failed: dict[Hashable, _Failed] = {}
        """The requests that wait after a failure, by key."""
        self._is_empty = False
        """Whether the last query found no request, so that `settle` needs none."""
        self._just_ended: set[Hashable] = set()
        """The keys of the jobs that ended since the requests were last read."""

    async def run(self) -> None:
        """Run jobs until cancelled; then cancel every job and wait for its end."""
        try:
            while True:
                self._runtime.job_requested.clear()
                self._is_empty = False
                try:
                    await self._start_requested()
                    await alert_of(self._runtime, self._budgets)
                except Exception as error:  # noqa: BLE001  (after any error the requests are still stored)
                    report(log, "the requested jobs cannot be started", error)
                # Not wait_for: Python 3.11's may swallow a cancellation that comes with the event.
                with suppress(TimeoutError):
                    async with asyncio.timeout(_IDLE):
                        await self._runtime.job_requested.wait()
        finally:
            running = [*self._running.values()]
            for job in running:
                job.cancel()
            await asyncio.gather(*(job.task for job in running), return_exceptions=True)

    async def settle(self) -> None:
        """Return once no job is left, while `run` is active; for tests and the demonstration.

        A job that waits after a failure counts as done.
        """
        while self._running or await self._has_requests():
            self._runtime.job_requested.set()
            await asyncio.sleep(_POLL_PAUSE)

    async def _has_requests(self) -> bool:
        """Return whether a job is requested; the last query may have answered that already."""
        if self._is_empty and not self._runtime.job_requested.is_set():
            return False
        return any(jobs for _, jobs in await self._requests())

    async def _requests(self) -> list[tuple[JobSource, list[RequestedJob]]]:
        """Return the jobs of each source, in the order of the sources.

        A request that waits after a failure is left out, so that it holds up no other source.
        """
        async with self._runtime.database.reading_latest() as tx:
            requests = [(source, await source.requested(tx)) for source in self._sources]
        return [
            (source, [job for job in jobs if not self._waits(job)]) for source, jobs in requests
        ]

    def _waits(self, job: RequestedJob) -> bool:
        """Return whether this very request failed a short time ago."""
        failed = self._failed.get(job.key)
        return failed is not None and failed.mark == job.mark and failed.until > self._seconds()

    async def _start_requested(self) -> None:
        """Start jobs as far as the sources allow, and cancel those no longer requested.

        The query may still list a job that ended meanwhile. Such a job waits for the next query,
        which its end has requested; it would otherwise run twice.
        """
        self._just_ended.clear()
        requests = await self._requests()
        marks = {job.key: job.mark for _, jobs in requests for job in jobs}
        for key, running in self._running.items():
            is_requested = key in marks and marks[key] == running.mark
            if not is_requested:
                running.cancel()
        self._is_empty = not marks
        for source, jobs in requests:
            for job in sorted(jobs, key=self._time_used):
                is_new = job.key not in self._running and job.key not in self._just_ended
                if is_new and self._number_running(source) < source.at_once:
                    self._begin(source, job)
            if jobs or self._number_running(source):
                return  # the sources after it wait

    def _time_used(self, job: RequestedJob) -> float:
        """Return the seconds of work in the last hour for the person who asked; 0 for nobody."""
        return 0.0 if job.by is None else self._budgets.used(job.by)

    def _number_running(self, source: JobSource) -> int:
        """Return how many jobs of the source are running."""
        return sum(running.source is source for running in self._running.values())

    def _begin(self, source: JobSource, job: RequestedJob) -> None:
        """Start the job as a task."""
        task = asyncio.ensure_future(self._work_on(job))
        self._running[job.key] = _Running(task, source, job.mark)
        task.add_done_callback(lambda _: self._note_end(job.key))

    async def _work_on(self, job: RequestedJob) -> None:
        """Do the work of a job, counted as its person's; log an error and hold the job back."""
        try:
            with nullcontext() if job.by is None else self._budgets.spending(job.by):
                await job.work()
        except Exception as error:  # noqa: BLE001  (whatever it is, the request is still stored)
            report(log, "a requested job failed", error, job=str(job.key))
            self._failed[job.key] = _Failed(job.mark, self._seconds() + FAILED_PAUSE)

    def _note_end(self, key: Hashable) -> None:
        """Forget the job that has ended, and request the next query."""
        del self._running[key]
        now = self._seconds()
        self._failed = {key: failed for key, failed in self._failed.items() if failed.until > now}
        self._just_ended.add(key)
        self._runtime.job_requested.set()
