"""The watch: a long silence is noticed, whether the bot was stopped or cut off."""

from datetime import datetime, timedelta

import pytest

from bot.program.heartbeat import Heartbeat
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from sandbox.clock import ShiftedClock
from storage.days import outages
from storage.days.outages import Silence
from storage.db import Database
from storage.queues import inbox
from tests.bot.conftest import MAY_DAY
from tests.bot.documents.dossier.match import shared

HOUR = timedelta(hours=1)


class Passing:
    """A bot's two clocks: the time of day, and the seconds that have really gone by."""

    def __init__(self, database: Database) -> None:
        self.clock = ShiftedClock(FixedClock(MAY_DAY))
        self.seconds = 0.0
        self.runtime = Runtime(database, self.clock)
        self.heartbeat = Heartbeat(self.runtime, shared(), time=lambda: self.seconds)

    def go_by(self, time: timedelta) -> None:
        """Let time go by."""
        self.clock.travel(time)
        self.seconds += time.total_seconds()

    async def noticed(self) -> list[Silence]:
        """Return the outages on record."""
        async with self.runtime.database.reading() as tx:
            return await outages.after(tx, MAY_DAY - HOUR)


@pytest.fixture
def passing(database: Database) -> Passing:
    """Return a bot that has not been at work yet."""
    return Passing(database)


async def store_update(database: Database, at: datetime) -> None:
    """Store an update that nobody has dealt with yet."""
    async with database.transaction() as tx:
        await inbox.store(tx, [inbox.RawUpdate(update_id=1, chat=7, raw="{}")], at)


@pytest.mark.article("7.1")
async def test_days_without_telegram_are_an_outage_though_the_bot_went_on(passing: Passing) -> None:
    """It was not asked as long as its network was gone; what people wrote first is gone as well."""
    assert await passing.heartbeat()
    passing.go_by(30 * HOUR)
    assert await passing.heartbeat()

    assert await passing.noticed() == [Silence(since=MAY_DAY, until=MAY_DAY + 30 * HOUR)]


async def test_what_came_in_after_the_silence_is_dealt_with_first(
    passing: Passing, database: Database
) -> None:
    """A placement written in time decides what the outage has cost."""
    await passing.heartbeat()
    passing.go_by(30 * HOUR)
    await store_update(database, passing.clock.now())
    assert not await passing.heartbeat()
    assert await passing.noticed() == []

    async with database.transaction() as tx:
        pending = await inbox.take(tx, passing.clock.now())
        assert pending is not None
        await inbox.mark_done(tx, pending.id, passing.clock.now())
    assert await passing.heartbeat()

    assert len(await passing.noticed()) == 1


@pytest.mark.parametrize("away", [HOUR, 23 * HOUR])
async def test_telegram_keeps_a_day(passing: Passing, away: timedelta) -> None:
    """After a shorter silence nothing is gone, and nothing is said."""
    await passing.heartbeat()
    passing.go_by(away)
    await passing.heartbeat()

    assert await passing.noticed() == []


async def test_a_journey_through_days_is_no_silence(passing: Passing) -> None:
    """In a sandbox the clock is set on; the bot was at work all the time."""
    await passing.heartbeat()
    passing.clock.travel(72 * HOUR)
    await passing.heartbeat()

    assert await passing.noticed() == []


async def test_a_heartbeat_of_the_future_is_put_right_at_once(passing: Passing) -> None:
    """The clock was ahead and is set back: from then on the last beat is a true one again."""
    passing.clock.travel(20 * HOUR)
    await passing.heartbeat()
    passing.clock.travel(-20 * HOUR)
    await passing.heartbeat()

    async with passing.runtime.database.reading() as tx:
        assert await outages.last_beat(tx) == MAY_DAY


async def test_a_clock_that_was_behind_leaves_no_silence(passing: Passing) -> None:
    """The bot's beats are by Telegram's clock then: once ours is right, it was never away."""
    passing.runtime.clock_check.stated(MAY_DAY + 48 * HOUR)
    await passing.heartbeat()
    passing.clock.travel(48 * HOUR)
    again = Heartbeat(passing.runtime, shared(), time=lambda: 0.0)
    await again()

    assert await passing.noticed() == []
