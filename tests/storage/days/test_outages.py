"""The bot's times at work, and updates lost in between."""

from datetime import UTC, datetime, timedelta

from storage.days import outages
from storage.days.outages import Downtime
from storage.db import Database
from storage.queues import inbox

START = datetime(2025, 5, 1, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)


async def received(db: Database, first: int, last: int, at: datetime) -> None:
    """Store updates with these numbers as of that instant."""
    rows = [inbox.RawUpdate(update_id=n, chat=1, raw="{}") for n in range(first, last + 1)]
    async with db.transaction() as tx:
        await inbox.store(tx, rows, at)


async def test_the_last_heartbeat_is_the_one_that_counts(db: Database) -> None:
    """Each replaces the one before, and at first there is none."""
    async with db.transaction() as tx:
        assert await outages.last_beat(tx) is None
        await outages.beat(tx, START)
        await outages.beat(tx, START + DAY)
        assert await outages.last_beat(tx) == START + DAY


async def test_outages_are_found_by_their_ends(db: Database) -> None:
    """A repeated note is one outage, and outages that ended before are left out."""
    early = Downtime(since=START, until=START + 2 * DAY)
    late = Downtime(since=START + 5 * DAY, until=START + 9 * DAY)
    async with db.transaction() as tx:
        for each in (late, early, late):
            await outages.record(tx, each)
        assert await outages.ended_after(tx, START) == [early, late]
        assert await outages.ended_after(tx, START + 3 * DAY) == [late]


async def test_the_numbers_of_updates_show_how_many_never_came(db: Database) -> None:
    """The count is between the last update before the outage and the first after it."""
    downtime = Downtime(since=START + DAY, until=START + 4 * DAY)
    await received(db, 10, 20, START)
    async with db.reading() as tx:
        assert await outages.missing_updates(tx, downtime) is None

    await received(db, 24, 30, START + 4 * DAY)

    async with db.reading() as tx:
        assert await outages.missing_updates(tx, downtime) == 3


async def test_numbers_that_began_again_show_nothing(db: Database) -> None:
    """After a quiet week Telegram may continue with any number."""
    downtime = Downtime(since=START + DAY, until=START + 9 * DAY)
    await received(db, 900_000, 900_001, START)
    await received(db, 17, 18, START + 9 * DAY)

    async with db.reading() as tx:
        assert await outages.missing_updates(tx, downtime) is None
