"""Rights to see lists, and publishing: a run's lists become the next version of their day."""

from collections.abc import Container
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.tables.names import fold
from bot.ratings.lists import stored_lists
from bot.ratings.lists.stored_lists import ListView
from bot.ratings.lists.views import Viewer
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.people.people import Person
from storage.ratings import published_lists, rating_runs
from storage.ratings.person_keys import key_of
from storage.ratings.published_lists import ListId, PublishedList


async def viewer_of(tx: AsyncConnection, person: Person, operators: Container[int]) -> Viewer:
    """Return the viewer for that person: their name on lists, and whether they may publish."""
    linked = await published_lists.linked(tx, person.id)
    return Viewer(
        key=linked.key if linked is not None else fold(person.name),
        own=key_of(person.id),
        may_publish=person.rating_keeper or person.account in operators,
    )


async def find_visible(tx: AsyncConnection, person: Person, ref: str) -> ListView:
    """Return a list that the person may see.

    Raises:
        GameStateError: `rating_gone`: there is none, or it belongs to another person.
    """
    shown = await stored_lists.find_list(tx, ref)
    if not shown.version:
        run = await rating_runs.find(tx, shown.run)
        if run is None or run.person != person.id:
            raise GameStateError(Fault("rating_gone"))
    return shown


async def versions_of(tx: AsyncConnection, stored_list: ListView) -> dict[str, int]:
    """Return the latest version of every list of the run; 0 for a day without a version."""
    return {
        kind: await published_lists.last_version(
            tx, ListId(system=stored_list.system, kind=kind, day=stored_list.day)
        )
        for kind in stored_list.kinds
    }


async def publish_run(
    tx: AsyncConnection, stored_list: ListView, by: PersonId, at: datetime
) -> list[PublishedList]:
    """Publish all lists of a run, and return them; do nothing if they are already published."""
    run = await rating_runs.find(tx, stored_list.run)
    if run is None or await is_published(tx, stored_list):
        return []
    lists = {
        ListId(system=stored_list.system, kind=each.kind, day=stored_list.day): each.rows
        for each in stored_lists.lists_of(run)
    }
    return await published_lists.publish(tx, run.id, lists, by, at)


async def is_published(tx: AsyncConnection, stored_list: ListView) -> bool:
    """Return whether the run's lists are published."""
    which = ListId(system=stored_list.system, kind=stored_list.kind, day=stored_list.day)
    return any(each.run == stored_list.run for each in await published_lists.versions(tx, which))
