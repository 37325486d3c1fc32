"""What only one of several programs does: sending, sweeping, keeping time, polling."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from bot.runtime.counts import Counts
from bot.runtime.log import get_logger
from storage.lead import Lead

log = get_logger()

LOOK_EVERY: Final = 2.0
"""Seconds between two looks at who leads: how long nobody sends after a leader has died."""

Part = Callable[[], Coroutine[Any, Any, None]]


class Leading:
    """Runs its parts while the lead is ours, and ends them when it is lost."""

    def __init__(self, lead: Lead, counts: Counts, parts: Sequence[Part]) -> None:
        self._lead = lead
        self._counts = counts
        self._parts = parts

    async def run(self) -> None:
        """Wait for the lead, lead, and so on until cancelled or until a part fails for good."""
        try:
            while True:
                if await self._lead.held():
                    await self._work()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            self._counts.leads = False
            await self._lead.leave()

    async def _work(self) -> None:
        """Run the parts until the lead is lost."""
        log.info("leading")
        self._counts.leads = True
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(part()) for part in self._parts]
            while await self._lead.held():  # noqa: ASYNC110  (a lock at a server rings no bell)
                await asyncio.sleep(LOOK_EVERY)
            for task in tasks:
                task.cancel()
        self._counts.leads = False
        # Whoever leads now asks Telegram: that we hear nothing is well.
        self._counts.heard = self._counts.held = None
        log.warning("the lead is lost")
