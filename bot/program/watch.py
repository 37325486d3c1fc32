"""Whether the bot is at work: noted every few minutes, and looked back at after a long silence.

What it cost the games, and who hears of it, is `bot.service.days.absences`; previews that
stood are `bot.service.play.standing_previews`.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.program.timekeeping import TOLERANCE
from bot.runtime.shared import Shared
from bot.runtime.unit import Runtime
from bot.service.days.absences import KEPT_BY_TELEGRAM
from bot.service.play import standing_previews
from bot.service.service import Service
from storage.days import outages
from storage.days.outages import Silence
from storage.queues import inbox

BEAT_EVERY: Final = timedelta(minutes=10)
TOLD_OF: Final = timedelta(minutes=15)
"""A shorter gap between two notes is no outage worth a word."""
_LONG: Final = KEPT_BY_TELEGRAM.total_seconds()


class Watch:
    """Notes that the bot is at work, and for how long it was not: stopped, or cut off.

    It is not asked while Telegram cannot be reached. `time` gives seconds on a clock that nobody
    sets: a sandbox's journey through days is no silence.
    """

    def __init__(
        self, runtime: Runtime, shared: Shared, *, time: Callable[[], float] | None = None
    ) -> None:
        self._runtime = runtime
        self._shared = shared
        self._time = time or asyncio.get_running_loop().time
        self._beaten: datetime | None = None
        self._at = 0.0
        """Seconds at that beat."""

    async def __call__(self) -> bool:
        """Note it; after a long silence, look back as well. Return whether that has been done.

        It has to wait while updates wait: what was written in time decides what there is to say.
        """
        now = self._now()
        if self._beaten is not None and timedelta() <= now - self._beaten < BEAT_EVERY:
            return True
        looks_back = (
            self._beaten is None or self._time() - self._at > _LONG or await self._was_away()
        )
        if looks_back and await self._backlog():
            return False
        await self._note(now, looks_back=looks_back)
        return True

    def _now(self) -> datetime:
        """Return what time it is: by Telegram's clock where ours is far behind it.

        A beat of the past would be taken for a silence once the clock is put right.
        """
        here, there = self._runtime.clock.now(), self._runtime.witness.now()
        return there if there is not None and there - here > TOLERANCE else here

    async def go_on(self, now: datetime) -> None:
        """Note that it is at work at that instant, while its own clock is not to be believed.

        Nothing is looked back at; nor is anything noted before that has been done once.
        """
        if self._beaten is not None and not timedelta() <= now - self._beaten < BEAT_EVERY:
            await self._note(now, looks_back=False)

    async def _was_away(self) -> bool:
        """Return whether an outage was noted since it was last at work."""
        async with self._runtime.database.reading() as tx:
            return bool(await outages.after(tx, self._beaten or self._now()))

    async def _backlog(self) -> int:
        async with self._runtime.database.reading() as tx:
            return (await inbox.counts(tx))[inbox.NEW]

    async def _note(self, now: datetime, *, looks_back: bool) -> None:
        async with self._runtime.unit() as unit:
            before = await outages.last_beat(unit.tx)
            if looks_back and before is not None and now - before > TOLD_OF:
                silence = Silence(since=before, until=now)
                await outages.record(unit.tx, silence)
                service = Service(unit, self._shared)
                if now - before > KEPT_BY_TELEGRAM:
                    await service.rounds.noticed(silence, self._runtime)
                await standing_previews.tell(service, silence)
            await outages.beat(unit.tx, now)
        self._beaten, self._at = now, self._time()
