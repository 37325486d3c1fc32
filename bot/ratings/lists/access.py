"""Who may see which list: a published one anybody, another one only whom it was made for."""

from collections.abc import Container
from typing import TYPE_CHECKING

from bot.documents.tables.names import fold
from bot.ratings.lists import stored_lists
from bot.ratings.lists.stored_lists import ShownList
from bot.ratings.lists.views import Viewer
from engine.errors import Fault, GameStateError
from storage import rated_names, rating_runs

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.people import Person


async def viewer_of(tx: "AsyncConnection", person: "Person", operators: Container[int]) -> Viewer:
    """Return for whom a list is shown: under which name, and whether he may publish."""
    linked = await rated_names.linked(tx, person.id)
    return Viewer(
        key=linked.key if linked is not None else fold(person.name),
        may_publish=person.rating_keeper or person.telegram_id in operators,
    )


async def find_visible(tx: "AsyncConnection", person: "Person", ref: str) -> ShownList:
    """Return a list that the person may see.

    Raises:
        GameStateError: `rating_gone`: there is none, or it is somebody else's.
    """
    shown = await stored_lists.find_list(tx, ref)
    if not shown.version:
        run = await rating_runs.find(tx, shown.run)
        if run is None or run.person != person.id:
            raise GameStateError(Fault("rating_gone"))
    return shown
