"""The running bot: its parts side by side, until one fails or the program is stopped."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.program.ending import stop_broken
from bot.program.held_sending import HeldSending
from bot.program.high_water_mark import HighWaterMark
from bot.program.leading import Leading
from bot.program.menus import Menus
from bot.program.schedule import RepeatedJob, Schedule, run_job
from bot.program.sweep import Sweep
from bot.runtime.job_queue import JobQueue
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.transport.push.carrier import Sender
from bot.transport.receiving.poller import Poller
from bot.transport.receiving.receiver import Receiver
from bot.transport.receiving.worker import Worker
from bot.transport.sending.composing import Composer
from bot.transport.sending.courier import Courier
from bot.transport.telegram_io.client import TelegramIO
from storage.lead import Lead

POLL_FIRST: Final = 0.1
"""Seconds in which the next poll is sent, before modules are loaded for what follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """An assembled bot, not yet running."""

    runtime: Runtime
    shared: BotSettings
    telegram: TelegramIO
    updates: Poller | Receiver
    worker: Worker
    composer: Composer
    """Words the messages; the page of a browser words them again."""
    courier: Courier
    sweep: Sweep
    held_sending: HeldSending
    schedule: Schedule
    menus: Menus
    at_start: tuple[RepeatedJob, ...]
    """The jobs that run once more, as soon as no update waits at Telegram."""
    jobs: JobQueue
    high_water_mark: HighWaterMark
    announcing: Sender | None = None
    """Announces messages on devices; None if the operator does not want that."""

    async def run(self) -> None:
        """Run until cancelled, until a part fails for good, or until the database is broken.

        Raises:
            BadDatabase: the database reports damage; nothing more was read or written.
            TokenRejected: the token is no longer accepted.
        """
        working = asyncio.create_task(self._work())
        broken = asyncio.create_task(self.runtime.database.damage.found.wait())
        try:
            await asyncio.wait({working, broken}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            is_broken = self.runtime.database.damage.found.is_set()
            for task in (working, broken):
                task.cancel()
            (outcome, _) = await asyncio.gather(working, broken, return_exceptions=True)
        if is_broken:
            await stop_broken(self.runtime, self.telegram)
        if isinstance(outcome, Exception):
            raise _first(outcome)

    async def _work(self) -> None:
        """Run the parts.

        Every program handles updates, and with a webhook every program receives them. Only the
        leader polls, sends, sweeps and runs the schedule.
        """
        parts_of_leader = [self.jobs.run, self._keep_time, self.held_sending.run]
        async with asyncio.TaskGroup() as group:
            if isinstance(self.updates, Receiver):
                group.create_task(self.updates.run())
            else:
                parts_of_leader.insert(0, self.updates.run)
            group.create_task(self.worker.run())
            group.create_task(self.high_water_mark.run())
            group.create_task(self.courier.recall())
            lead = Lead(self.runtime.database)
            leading = Leading(lead, self.runtime.counts, parts_of_leader, self.courier.run)
            group.create_task(leading.run())

    async def _keep_time(self) -> None:
        """Run the schedule, starting once no update waits at Telegram."""
        await self.updates.up_to_date.wait()
        await asyncio.sleep(POLL_FIRST)
        try:
            self.schedule.start()
            for job in self.at_start:
                await run_job(job)
            await asyncio.Event().wait()
        finally:
            self.schedule.stop()

    async def settle(self) -> None:
        """Return once every update is handled and every due message is sent."""
        await self.worker.settle()
        await self.jobs.settle()
        await self.held_sending.settle()
        await self.sweep()
        await self.courier.settle()
        if self.announcing is not None:
            await self.announcing.settle()


def _first(failure: Exception) -> Exception:
    """Return the first failure among parts that ran side by side."""
    while isinstance(failure, ExceptionGroup):
        failure = failure.exceptions[0]
    return failure
