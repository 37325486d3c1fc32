"""Messages postponed while their picture is downloaded and re-encoded.

Meanwhile later messages of the same chat may overtake them, and no sender waits. The postponement
is stored in the row and expires by itself, so after a restart the message is due again soon.
"""

import asyncio
from datetime import timedelta
from typing import Final

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.messages import Notice
from bot.transport.sending.composing import Composer
from storage.queues import outbox_due

log = get_logger()

LONGEST_WAIT: Final = timedelta(minutes=2)
"""The time after which the message is due again, even if its program has ended."""

_PAUSE: Final = 1.0
"""Seconds between two tries of a message that seems due while its picture is being made."""


class PostponedMessages:
    """The messages that wait for their pictures."""

    def __init__(self, runtime: Runtime, composer: Composer) -> None:
        self._runtime = runtime
        self._composer = composer
        self._waiting: dict[int, asyncio.Task[None]] = {}
        """Row → the task that makes its picture."""

    def __bool__(self) -> bool:
        """Return whether any message waits."""
        return bool(self._waiting)

    async def put(self, row: int, notice: Notice) -> None:
        """Postpone the message, and start its picture."""
        async with self._runtime.database.transaction() as tx:
            await outbox_due.set_aside(tx, row, self._runtime.clock.now() + LONGEST_WAIT)
        if row in self._waiting:
            await asyncio.sleep(_PAUSE)
        else:
            task = asyncio.create_task(self._prepare(row, notice))
            self._waiting[row] = task
            task.add_done_callback(lambda _: self._end(row))  # also if it never began

    async def settle(self) -> None:
        """Return once no message waits any more."""
        while self._waiting:
            await asyncio.wait(list(self._waiting.values()))

    async def stop(self) -> None:
        """Stop all work. Postponed messages stay queued and are sent after the next start."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _prepare(self, row: int, notice: Notice) -> None:
        """Make the picture of a postponed message ready, and the message due."""
        try:
            await self._composer.prepare(notice)
            async with self._runtime.database.transaction() as tx:
                await outbox_due.set_aside(tx, row, None)
        except Exception as error:  # noqa: BLE001  (after any error the message is due again later)
            report(log, "a picture could not be made ready", error)

    def _end(self, row: int) -> None:
        """Forget a task that has ended, and let the senders look for its message."""
        del self._waiting[row]
        self._runtime.queued.set()
