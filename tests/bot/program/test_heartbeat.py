"""The heartbeat: a long gap is noticed, whether the bot was stopped or disconnected."""

from datetime import datetime, timedelta

import pytest

from bot.program.heartbeat import Heartbeat
from bot.runtime.clock import ClockCheck, FixedClock, TrustedClock
from bot.runtime.unit import Runtime
from sandbox.clock import ShiftedClock
from storage.days import outages
from storage.days.outages import Downtime
from storage.db import Database
from storage.queues import inbox
from tests.bot.conftest import MAY_DAY
from tests.bot.documents.dossier.match import shared

HOUR = timedelta(hours=1)


class Passing:
    """A bot's two clocks: time of day, and elapsed seconds."""

    def __init__(self, database: Database) -> None:
        self.clock = ShiftedClock(FixedClock(MAY_DAY))
        self.seconds = 0.0
        check = ClockCheck(machine=self.clock, time=lambda: self.seconds)
        self.runtime = Runtime(database, TrustedClock(self.clock, check), clock_check=check)
        self.heartbeat = Heartbeat(self.runtime, shared(), time=lambda: self.seconds)

    def go_by(self, time: timedelta) -> None:
        """Let time go by."""
        self.clock.travel(time)
        self.seconds += time.total_seconds()

    async def noticed(self) -> list[Downtime]:
        """Return the recorded outages."""
        async with self.runtime.database.reading() as tx:
            return await outages.ended_after(tx, MAY_DAY - HOUR)


@pytest.fixture
def passing(database: Database) -> Passing:
    """Return a bot that has never run."""
    return Passing(database)


async def store_update(database: Database, at: datetime) -> None:
    """Store an update that nobody has processed."""
    async with database.transaction() as tx:
        await inbox.store(tx, [inbox.RawUpdate(update_id=1, chat=7, raw="{}")], at)


@pytest.mark.article("7.1")
async def test_days_without_telegram_are_an_outage_though_the_bot_went_on(passing: Passing) -> None:
    """Telegram was not asked while the network was down, so the earliest updates are lost."""
    assert await passing.heartbeat()
    passing.go_by(30 * HOUR)
    assert await passing.heartbeat()

    assert await passing.noticed() == [Downtime(since=MAY_DAY, until=MAY_DAY + 30 * HOUR)]


async def test_what_came_in_after_the_silence_is_dealt_with_first(
    passing: Passing, database: Database
) -> None:
    """A move written in time decides what the outage cost."""
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
    """After a shorter gap nothing is lost, and no notice is sent."""
    await passing.heartbeat()
    passing.go_by(away)
    await passing.heartbeat()

    assert await passing.noticed() == []


async def test_a_journey_through_days_is_no_silence(passing: Passing) -> None:
    """A sandbox moves its clock while the bot runs."""
    await passing.heartbeat()
    passing.clock.travel(72 * HOUR)
    await passing.heartbeat()

    assert await passing.noticed() == []


async def test_a_heartbeat_of_the_future_is_put_right_at_once(passing: Passing) -> None:
    """After the clock is set back, the last heartbeat is true again."""
    passing.clock.travel(20 * HOUR)
    await passing.heartbeat()
    passing.clock.travel(-20 * HOUR)
    await passing.heartbeat()

    async with passing.runtime.database.reading() as tx:
        assert await outages.last_beat(tx) == MAY_DAY


async def test_a_clock_that_was_behind_leaves_no_silence(passing: Passing) -> None:
    """Heartbeats use Telegram's clock, so a corrected clock shows no gap."""
    passing.runtime.clock_check.note_answer(MAY_DAY + 48 * HOUR)
    await passing.heartbeat()
    passing.clock.travel(48 * HOUR)
    again = Heartbeat(passing.runtime, shared(), time=lambda: 0.0)
    await again()

    assert await passing.noticed() == []
