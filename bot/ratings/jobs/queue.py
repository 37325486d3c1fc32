"""The job queue: works out what people want worked out, beside the running bot.

What is wanted stands in the database, so nothing is lost when the bot stops: it begins again. Each
thing is done in a process of its own (`bot.ratings.jobs.process`), which is killed when its person
wants something else.
"""

import asyncio
from collections.abc import Container
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.runtime.log import get_logger
from bot.runtime.troubles import report
from engine.ids import PersonId
from storage import rating_work
from storage.rating_work import Work

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime
    from bot.texts.delivery import Fetch

log = get_logger()

AT_ONCE: Final = 2
"""Processes at work side by side."""
_IDLE: Final = 1.0
_MOMENT: Final = 0.02


class _Running(NamedTuple):
    """What is being done, and for which wish."""

    task: "asyncio.Task[None]"
    work: Work


class JobQueue:
    """Works off whatever is wanted, one thing at a time for each person."""

    def __init__(
        self,
        runtime: "Runtime",
        fetch: "Fetch",
        operators: Container[int] = (),
        *,
        at_once: int = AT_ONCE,
    ) -> None:
        """Take how to fetch a file, and who, besides rating keepers, may publish."""
        self._runtime = runtime
        self._operators = operators
        self._fetch = fetch
        self._at_once = at_once
        self._running: dict[PersonId, _Running] = {}
        """By person."""

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
        while self._running or await self._wanted():
            self._runtime.wanted.set()
            await asyncio.sleep(_MOMENT)

    async def _wanted(self) -> list[Work]:
        async with self._runtime.database.reading() as tx:
            return await rating_work.wanted(tx)

    async def _look(self) -> None:
        """Begin what is wanted, as far as there is room; break off what is wanted no more."""
        wanted = {work.person: work for work in await self._wanted()}
        for person, one in self._running.items():
            now = wanted.get(person)
            if now is None or (now.token, now.seq) != (one.work.token, one.work.seq):
                one.task.cancel()
        for person, work in wanted.items():
            if person not in self._running and len(self._running) < self._at_once:
                task = asyncio.create_task(self._do(work))
                self._running[person] = _Running(task, work)
                task.add_done_callback(partial(self._ended, person))

    def _ended(self, person: PersonId, task: "asyncio.Task[None]") -> None:
        del task, self._running[person]
        self._runtime.wanted.set()

    async def _do(self, work: Work) -> None:
        """Do one thing; what does it is loaded with the first."""
        from bot.ratings.jobs.runner import Runner  # noqa: PLC0415  (it brings the whole rating side along)

        await Runner(self._runtime, self._fetch, self._operators).do(work)
