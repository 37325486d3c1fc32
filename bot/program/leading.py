"""The tasks of the leader, one of several programs: sending, sweeping, scheduling, polling.

A program that loses the lead may have sent a message that it could not record: it was killed, or
its connection was cut. It records the message as soon as it can (`bot.transport.sending.outcomes`).
So a new leader sends nothing for a while; all its other tasks start at once.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from bot.runtime.counts import Counts
from bot.runtime.log import get_logger
from storage.lead import Lead

log = get_logger()

QUERY_EVERY: Final = 2.0
"""Seconds between two queries for the lead: the pause in sending after a leader has died."""

HANDOVER: Final = 8.0
"""Seconds without sending after another leader.

In that time a killed program restarts and records its messages, or one cut off reconnects.
"""

Part = Callable[[], Coroutine[Any, Any, None]]
"""A task that runs until it is cancelled."""


class Leading:
    """Runs its parts while this program has the lead, and ends them when the lead is lost."""

    def __init__(self, lead: Lead, counts: Counts, parts: Sequence[Part], sends: Part) -> None:
        """Store the parts, and separately the part that sends."""
        self._lead = lead
        self._counts = counts
        self._parts = parts
        self._sends = sends
        self._led_until = self._silent_until = float("-inf")
        """When this program last had the lead, and when it may send again, on the loop's clock."""
        self._has_waited = False
        """Whether another program had the lead at the last query, or nobody could get it."""

    async def run(self) -> None:
        """Wait for the lead, run the parts, and repeat, until cancelled or a part fails."""
        try:
            while True:
                if await self._lead.acquire():
                    self._plan_silence()
                    await self._work()
                self._has_waited = True
                await asyncio.sleep(QUERY_EVERY)
        finally:
            self._counts.leads = False
            await self._lead.leave()

    def _plan_silence(self) -> None:
        """Start a pause in sending, unless no other program can have sent since our last lead."""
        now = asyncio.get_running_loop().time()
        if self._has_waited and now - self._led_until >= HANDOVER:
            self._silent_until = now + HANDOVER

    async def _work(self) -> None:
        """Run the parts until the lead is lost."""
        log.info("leading")
        self._counts.leads = True
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(part()) for part in (*self._parts, self._send)]
            while await self._lead.acquire():
                self._led_until = asyncio.get_running_loop().time()
                await asyncio.sleep(QUERY_EVERY)
            for task in tasks:
                task.cancel()
        self._counts.leads = False
        # The new leader polls Telegram now, so silence here is no failure.
        self._counts.heard = self._counts.held = None
        log.warning("the lead is lost")

    async def _send(self) -> None:
        """Run the part that sends, after the pause."""
        await asyncio.sleep(self._silent_until - asyncio.get_running_loop().time())
        await self._sends()
