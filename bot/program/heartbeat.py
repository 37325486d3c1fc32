"""Records every few minutes that the bot runs, and handles outages afterwards.

`bot.service.operations.days.outage_rounds` handles the cost of an outage to games, and the notices;
`bot.service.notices.play.outage_previews` handles previews that were open.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.notices.play import outage_previews
from bot.service.service import Service
from storage.days import outages
from storage.days.outages import KEPT_BY_TELEGRAM, Downtime
from storage.queues import inbox

BEAT_EVERY: Final = timedelta(minutes=10)
SHORTEST_OUTAGE: Final = timedelta(minutes=15)
"""The shortest gap between two records that counts as an outage."""
_LONG: Final = KEPT_BY_TELEGRAM.total_seconds()


class Heartbeat:
    """Records that the bot runs, and for how long it did not: stopped, or offline.

    It is not called while Telegram is unreachable. `time` returns seconds on a clock that cannot be
    set, so that a sandbox's moved clock is no outage.
    """

    def __init__(
        self, runtime: Runtime, shared: BotSettings, *, time: Callable[[], float] | None = None
    ) -> None:
        """Use that clock; by default the event loop's."""
        self._runtime = runtime
        self._shared = shared
        self._time = time or asyncio.get_running_loop().time
        self._beaten: datetime | None = None
        """The last record of this run."""
        self._at = 0.0
        """Seconds on that clock at the last record."""

    async def __call__(self) -> bool:
        """Record that the bot runs; handle an outage before it. Return whether that is done.

        It waits while updates wait, because moves written in time decide what the outage cost.
        """
        now = self._runtime.clock.now()
        if self._beaten is not None and timedelta() <= now - self._beaten < BEAT_EVERY:
            return True
        looks_back = (
            self._beaten is None or self._time() - self._at > _LONG or await self._was_away()
        )
        if looks_back and await self._backlog():
            return False
        await self._note(now, looks_back=looks_back)
        return True

    async def go_on(self, now: datetime) -> None:
        """Record that the bot runs at that instant, while its own clock is wrong.

        This handles no outage, and records nothing before the first complete record.
        """
        if self._beaten is not None and not timedelta() <= now - self._beaten < BEAT_EVERY:
            await self._note(now, looks_back=False)

    async def _was_away(self) -> bool:
        """Return whether an outage was recorded since the bot last ran."""
        async with self._runtime.database.reading_latest() as tx:
            return bool(await outages.ended_after(tx, self._beaten or self._runtime.clock.now()))

    async def _backlog(self) -> int:
        async with self._runtime.database.reading_latest() as tx:
            return await inbox.backlog(tx)

    async def _note(self, now: datetime, *, looks_back: bool) -> None:
        """Record that the bot runs; with `looks_back`, handle the outage before it first."""
        async with self._runtime.unit() as unit:
            before = await outages.last_beat(unit.tx) if looks_back else None
            if before is not None and now - before > SHORTEST_OUTAGE:
                await self._note_outage(unit, Downtime(since=before, until=now))
            await outages.beat(unit.tx, now)
        self._beaten, self._at = now, self._time()

    async def _note_outage(self, unit: UnitOfWork, downtime: Downtime) -> None:
        """Record the outage, and notify the people concerned."""
        await outages.record(unit.tx, downtime)
        service = Service(unit, self._shared)
        if downtime.until - downtime.since > KEPT_BY_TELEGRAM:
            await service.outage_rounds.noticed(downtime, self._runtime)
        await outage_previews.notify_authors(service, downtime)
