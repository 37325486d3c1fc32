"""What `test_nightly_lists` and other tests share."""

from bot.program.schedule import run_job
from storage.ratings import published_lists
from storage.ratings.published_lists import PublishedList
from tests.e2e.harness import Table
from tests.e2e.running.nightly_shared import nightly


async def night(table: Table) -> None:
    """Advance the clock over a night on which the lists are due."""
    await table.travel(1)
    await run_job(nightly(table, "ratings"))
    await table.settle()


async def lists_of(table: Table, system: str = "frs") -> list[PublishedList]:
    """Return the lists of competitions, newest first."""
    async with table.stored.database.reading() as tx:
        return await published_lists.days_of(tx, system, "competitions")


async def figures_of(table: Table, list_: PublishedList) -> list[tuple[int | None, str, int]]:
    """Return rank, key and rating of each row of a list."""
    async with table.stored.database.reading() as tx:
        rows = await published_lists.rows_of(tx, list_.id)
    return [(row.place, row.key, row.rating) for row in rows]
