"""Whether the bot is at work: noted every few minutes, and looked back at when it starts.

What it cost the games, and who hears of it, is `bot.desk.absences`.
"""

from datetime import datetime, timedelta
from typing import Final

from bot.desk.absences import KEPT_BY_TELEGRAM
from bot.desk.desk import Desk
from bot.office.shared import Shared
from bot.office.unit import Office
from storage import inbox, outages
from storage.outages import Silence

BEAT_EVERY: Final = timedelta(minutes=10)


class Watch:
    """Notes that the bot is at work, and, when it starts, for how long it was not."""

    def __init__(self, office: Office, shared: Shared) -> None:
        self._office = office
        self._shared = shared
        self._beaten: datetime | None = None

    async def __call__(self) -> bool:
        """Note it; the first time, look back as well. Return whether that has been done.

        It has to wait while updates wait: what was written in time decides what there is to say.
        """
        now = self._office.clock.now()
        if self._beaten is not None and now - self._beaten < BEAT_EVERY:
            return True
        if self._beaten is None and await self._backlog():
            return False
        await self._note(now)
        return True

    async def _backlog(self) -> int:
        async with self._office.database.reading() as tx:
            return (await inbox.counts(tx))[inbox.NEW]

    async def _note(self, now: datetime) -> None:
        async with self._office.unit() as unit:
            before = await outages.last_beat(unit.tx)
            if self._beaten is None and before is not None and now - before > KEPT_BY_TELEGRAM:
                silence = Silence(since=before, until=now)
                await outages.record(unit.tx, silence)
                await Desk(unit, self._shared).absences.noticed(silence, self._office)
            await outages.beat(unit.tx, now)
        self._beaten = now
