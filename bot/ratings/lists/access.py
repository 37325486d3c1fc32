"""Rights to see lists, and publishing: a run's lists become the next version of their day."""

from collections.abc import Container
from datetime import datetime
from typing import TYPE_CHECKING

from bot.documents.tables.names import fold
from bot.ratings.lists import stored_lists
from bot.ratings.lists.stored_lists import ShownList
from bot.ratings.lists.views import Viewer
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.ratings import published as ratings
from storage.ratings import rating_runs
from storage.ratings.person_keys import key_of
from storage.ratings.published import ListId, Published

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.people.people import Person


async def viewer_of(tx: "AsyncConnection", person: "Person", operators: Container[int]) -> Viewer:
    """Return the viewer for that person: their name on lists, and whether they may publish."""
    linked = await ratings.linked(tx, person.id)
    return Viewer(
        key=linked.key if linked is not None else fold(person.name),
        own=key_of(person.id),
        may_publish=person.rating_keeper or person.telegram_id in operators,
    )


async def find_visible(tx: "AsyncConnection", person: "Person", ref: str) -> ShownList:
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


async def versions_of(tx: "AsyncConnection", shown: ShownList) -> dict[str, int]:
    """Return the latest version of every list of the run; 0 for a day without a version."""
    return {
        kind: await ratings.last_version(tx, ListId(system=shown.system, kind=kind, day=shown.day))
        for kind in shown.kinds
    }


async def publish_run(
    tx: "AsyncConnection", shown: ShownList, by: PersonId, at: datetime
) -> list[Published]:
    """Publish all lists of a run, and return them; do nothing if they are already published."""
    run = await rating_runs.find(tx, shown.run)
    if run is None or await is_published(tx, shown):
        return []
    lists = {
        ListId(system=shown.system, kind=each.kind, day=shown.day): each.rows
        for each in stored_lists.lists_of(run)
    }
    return await ratings.publish(tx, run.id, lists, by, at)


async def is_published(tx: "AsyncConnection", shown: ShownList) -> bool:
    """Return whether the run's lists are published."""
    which = ListId(system=shown.system, kind=shown.kind, day=shown.day)
    return any(each.run == shown.run for each in await ratings.versions(tx, which))
