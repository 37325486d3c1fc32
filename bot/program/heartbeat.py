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
"""The time between two records."""
SHORTEST_OUTAGE: Final = timedelta(minutes=15)
"""The shortest gap between two records that is handled as an outage; longer than `BEAT_EVERY`.

`outages.SHORTEST_RECORDED` is less: a press after the return counts from even a short outage.
"""
_UPDATES_LOST_AFTER: Final = KEPT_BY_TELEGRAM.total_seconds()
"""Seconds offline after which Telegram has dropped updates."""


class Heartbeat:
    """Records that the bot runs, and for how long it did not: stopped, or offline.

    It is not called while Telegram is unreachable. The poller and the receiver record such an
    outage first, with `outages.note_back`, because presses count from its end; the heartbeat then
    handles it. `time` returns seconds on a clock that cannot be set, so that a sandbox's moved
    clock is no outage.
    """

    def __init__(
        self, runtime: Runtime, shared: BotSettings, *, time: Callable[[], float] | None = None
    ) -> None:
        """Use that clock; by default the event loop's."""
        self._runtime = runtime
        self._shared = shared
        self._time = time or asyncio.get_running_loop().time
        self._last_beat: datetime | None = None
        """The last record of this run."""
        self._seconds_then = 0.0
        """Seconds on that clock at the last record."""

    async def __call__(self) -> bool:
        """Record that the bot runs; handle an outage before it.

        Return False if that must wait, because updates wait that decide what the outage cost: call
        again once they are handled.
        """
        now = self._runtime.clock.now()
        if self._is_recent(now):
            return True
        looks_back = await self._looks_back()
        if looks_back and await self._backlog():
            return False
        await self._note(now, looks_back=looks_back)
        return True

    async def record_only(self, now: datetime) -> None:
        """Record that the bot runs, by Telegram's time, while its own clock is wrong.

        This handles no outage, and records nothing before the first complete record.
        """
        if self._last_beat is not None and not self._is_recent(now):
            await self._note(now, looks_back=False)

    def _is_recent(self, now: datetime) -> bool:
        """Return whether the last record is recent; one in the future is not: the clock was set."""
        if self._last_beat is None:
            return False
        return timedelta() <= now - self._last_beat < BEAT_EVERY

    async def _looks_back(self) -> bool:
        """Return whether there may be an outage since the last record."""
        if self._last_beat is None:  # the bot was stopped until now
            return True
        if self._time() - self._seconds_then > _UPDATES_LOST_AFTER:  # it ran without a record
            return True
        return await self._was_away(since=self._last_beat)  # Telegram could not be reached

    async def _was_away(self, *, since: datetime) -> bool:
        """Return whether `outages.note_back` recorded an outage since then."""
        async with self._runtime.database.reading_latest() as tx:
            return bool(await outages.ended_after(tx, since))

    async def _backlog(self) -> int:
        """Return the number of updates that wait."""
        async with self._runtime.database.reading_latest() as tx:
            return await inbox.backlog(tx)

    async def _note(self, now: datetime, *, looks_back: bool) -> None:
        """Record that the bot runs; with `looks_back`, handle the outage before it first."""
        async with self._runtime.unit() as unit:
            before = await outages.last_beat(unit.tx) if looks_back else None
            if before is not None and now - before > SHORTEST_OUTAGE:
                await self._note_outage(unit, Downtime(since=before, until=now))
            await outages.beat(unit.tx, now)
        self._last_beat, self._seconds_then = now, self._time()

    async def _note_outage(self, unit: UnitOfWork, downtime: Downtime) -> None:
        """Record the outage, and notify those whose previews were open.

        Where it lost updates, notify the operators and plan what each arbiter checks.
        """
        await outages.record(unit.tx, downtime)
        service = Service(unit, self._shared)
        if downtime.until - downtime.since > KEPT_BY_TELEGRAM:
            await service.outage_rounds.plan_rounds(downtime, self._runtime)
        await outage_previews.notify_authors(service, downtime)
