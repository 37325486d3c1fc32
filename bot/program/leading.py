"""What only one of several programs does: sending, sweeping, keeping time, polling.

Who loses the lead may have sent what he could not note: his connection was cut, or he was killed.
He notes it as soon as he can (`bot.transport.sending.noting`). So whoever follows another sends
nothing for a while; everything else he does at once.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from bot.runtime.log import Counts, get_logger
from storage.lead import Lead

log = get_logger()

LOOK_EVERY: Final = 2.0
"""Seconds between two looks at who leads: how long nobody sends after a leader has died."""

HANDOVER: Final = 8.0
"""Seconds in which nobody sends after another has led: a program that was killed is started again
and has noted what it had sent by then, one that was cut off is connected again."""

Part = Callable[[], Coroutine[Any, Any, None]]


class Leading:
    """Runs its parts while the lead is ours, and ends them when it is lost."""

    def __init__(self, lead: Lead, counts: Counts, parts: Sequence[Part], sends: Part) -> None:
        """Take the parts, and apart from them the one that sends."""
        self._lead = lead
        self._counts = counts
        self._parts = parts
        self._sends = sends
        self._led = self._silent_until = float("-inf")
        """When the lead was ours for the last time, and until when we send nothing; on the loop's
        clock."""
        self._has_waited = False
        """Whether another had the lead when we asked, or nobody could have it."""

    async def run(self) -> None:
        """Wait for the lead, lead, and so on until cancelled or until a part fails for good."""
        try:
            while True:
                if await self._lead.held():
                    self._follow()
                    await self._work()
                self._has_waited = True
                await asyncio.sleep(LOOK_EVERY)
        finally:
            self._counts.leads = False
            await self._lead.leave()

    def _follow(self) -> None:
        """Send nothing for a while, unless nobody can have sent since the lead was ours."""
        now = asyncio.get_running_loop().time()
        if self._has_waited and now - self._led >= HANDOVER:
            self._silent_until = now + HANDOVER

    async def _work(self) -> None:
        """Run the parts until the lead is lost."""
        log.info("leading")
        self._counts.leads = True
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(part()) for part in (*self._parts, self._send)]
            while await self._lead.held():
                self._led = asyncio.get_running_loop().time()
                await asyncio.sleep(LOOK_EVERY)
            for task in tasks:
                task.cancel()
        self._counts.leads = False
        # Whoever leads now asks Telegram: that we hear nothing is well.
        self._counts.heard = self._counts.held = None
        log.warning("the lead is lost")

    async def _send(self) -> None:
        await asyncio.sleep(self._silent_until - asyncio.get_running_loop().time())
        await self._sends()
