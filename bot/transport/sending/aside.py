"""Messages set aside while the picture that goes with them is fetched and made anew.

Until then the later messages of the same chat may overtake them, and no hand of the courier waits.
That a message is set aside stands in its row, and ends by itself: whoever starts after a kill finds
it due again, a little later.
"""

import asyncio
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.runtime.log import get_logger
from bot.runtime.troubles import report
from bot.texts.messages import Notice
from storage.queues import outbox_due

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime
    from bot.transport.sending.composing import Composer

log = get_logger()

LONGEST: Final = timedelta(minutes=2)
"""After so long it is looked at again, whatever has become of who set it aside."""

_AGAIN: Final = 1.0
"""Seconds between two looks at one that seems due while its picture is being made."""


class Aside:
    """The messages that wait for their pictures."""

    def __init__(self, runtime: "Runtime", composer: "Composer") -> None:
        self._runtime = runtime
        self._composer = composer
        self._waiting: dict[int, asyncio.Task[None]] = {}
        """Row → what makes its picture."""

    def __bool__(self) -> bool:
        """Return whether any message waits."""
        return bool(self._waiting)

    async def put(self, row: int, notice: Notice) -> None:
        """Set the message aside, and have its picture made."""
        async with self._runtime.database.transaction() as tx:
            await outbox_due.set_aside(tx, row, self._soon())
        if row in self._waiting:
            await asyncio.sleep(_AGAIN)
        else:
            task = asyncio.create_task(self._prepare(row, notice))
            self._waiting[row] = task

    def _soon(self) -> datetime:
        """Return when it is looked at again, at the latest: in hours, if a clock ran hours ahead.

        So Telegram's is believed where ours is ahead of it, though until ours is right again the
        message seems due.
        """
        here, there = self._runtime.clock.now(), self._runtime.witness.now()
        return LONGEST + (here if there is None or here - there < LONGEST else there)

    async def settle(self) -> None:
        """Return once no message waits any more."""
        while self._waiting:
            await asyncio.wait(list(self._waiting.values()))

    async def stop(self) -> None:
        """Leave off; what waits is taken up by whoever comes next."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _prepare(self, row: int, notice: Notice) -> None:
        try:
            await self._composer.prepare(notice)
            async with self._runtime.database.transaction() as tx:
                await outbox_due.set_aside(tx, row, None)
        except Exception as error:  # noqa: BLE001  (it is due again in a while)
            report(log, "a picture could not be made ready", error)
        finally:
            del self._waiting[row]
            self._runtime.queued.set()
