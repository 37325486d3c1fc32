"""The job queue: works out what people want worked out, beside the running bot.

What is wanted stands in the database, so nothing is lost when the bot stops: it begins again. Each
job is done in a process of its own, which is killed when what is wanted under its key is another
thing, or nothing any more. Which jobs there are is told by desks; what is no hurry waits until
nobody else wants anything.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from bot.runtime.log import get_logger
from bot.runtime.troubles import report

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.unit import Runtime

log = get_logger()

_IDLE: Final = 1.0
_MOMENT: Final = 0.02


@dataclass(frozen=True, slots=True)
class Job:
    """One thing that is wanted."""

    key: Hashable
    """Whose it is: under each key there is one at a time."""
    mark: Hashable
    """Another mark under the same key is another thing that is wanted instead."""
    do: Callable[[], Awaitable[None]]
    """Does it; whatever goes wrong is told whom it concerns, and goes no further."""


class Desk(Protocol):
    """Where one kind of job is asked for."""

    @property
    def at_once(self) -> int:
        """How many of its jobs are done side by side."""

    async def wanted(self, tx: "AsyncConnection") -> list[Job]:
        """Return everything that is wanted, the oldest wish first."""


class _Running(NamedTuple):
    """What is being done, for which desk, and for which wish."""

    task: "asyncio.Task[None]"
    desk: Desk
    mark: Hashable


class JobQueue:
    """Works off whatever is wanted; a desk has its turn when those before it want nothing."""

    def __init__(self, runtime: "Runtime", desks: Sequence[Desk]) -> None:
        """Take the desks, the most urgent first."""
        self._runtime = runtime
        self._desks = desks
        self._running: dict[Hashable, _Running] = {}
        """By key."""

    async def run(self) -> None:
        """Work until cancelled; then leave no process behind."""
        try:
            while True:
                self._runtime.wanted.clear()
                try:
                    await self._look()
                except Exception as error:  # noqa: BLE001  (whatever is wanted is still there)
                    report(log, "what is to be worked out cannot be read", error)
                # Not wait_for: Python 3.11's may swallow a cancellation that comes with the bell.
                with suppress(TimeoutError):
                    async with asyncio.timeout(_IDLE):
                        await self._runtime.wanted.wait()
        finally:
            running = [one.task for one in self._running.values()]
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def settle(self) -> None:
        """Return once nothing is wanted any more, while `run` is at work."""
        while self._running or any(jobs for _, jobs in await self._wanted()):
            self._runtime.wanted.set()
            await asyncio.sleep(_MOMENT)

    async def _wanted(self) -> list[tuple[Desk, list[Job]]]:
        async with self._runtime.database.reading() as tx:
            return [(desk, await desk.wanted(tx)) for desk in self._desks]

    async def _look(self) -> None:
        """Begin what is wanted, as far as there is room; break off what is wanted no more."""
        wanted = await self._wanted()
        marks = {job.key: job.mark for _, jobs in wanted for job in jobs}
        for key, one in self._running.items():
            if key not in marks or marks[key] != one.mark:
                one.task.cancel()
        for desk, jobs in wanted:
            for job in jobs:
                at_work = sum(one.desk is desk for one in self._running.values())
                if job.key not in self._running and at_work < desk.at_once:
                    self._begin(desk, job)
            if jobs or any(one.desk is desk for one in self._running.values()):
                return

    def _begin(self, desk: Desk, job: Job) -> None:
        task = asyncio.ensure_future(job.do())
        self._running[job.key] = _Running(task, desk, job.mark)
        task.add_done_callback(partial(self._ended, job.key))

    def _ended(self, key: Hashable, task: "asyncio.Future[None]") -> None:
        del task, self._running[key]
        self._runtime.wanted.set()
