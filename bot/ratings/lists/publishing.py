"""Publishing: the lists of a run become the next version of their day."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.lists import stored_lists
from bot.ratings.lists.stored_lists import StoredList
from engine.ids import PersonId
from storage.ratings import published_lists, rating_runs
from storage.ratings.published_lists import PublishedList


async def versions_of(tx: AsyncConnection, stored_list: StoredList) -> dict[str, int]:
    """Return, by kind, the latest version of each list of the run; 0 if it has none."""
    return {
        kind: await published_lists.last_version(tx, stored_list.id_of(kind))
        for kind in stored_list.kinds
    }


async def publish_run(
    tx: AsyncConnection, stored_list: StoredList, by: PersonId, at: datetime
) -> list[PublishedList]:
    """Publish all lists of a run, and return them; do nothing if they are already published."""
    run = await rating_runs.find(tx, stored_list.run)
    if run is None or await has_published_run(tx, stored_list):
        return []
    lists = {
        stored_list.id_of(run_list.kind): run_list.rows for run_list in stored_lists.lists_of(run)
    }
    return await published_lists.publish(tx, run.id, lists, by, at)


async def has_published_run(tx: AsyncConnection, stored_list: StoredList) -> bool:
    """Return whether the run's lists are published."""
    versions = await published_lists.versions(tx, stored_list.id_of(stored_list.kind))
    return any(version.run == stored_list.run for version in versions)
