"""What is said when something has been worked out, and from where ratings may start."""

from collections.abc import Container
from typing import TYPE_CHECKING

from bot.cnis.views import table_view
from bot.files.listing import tables_of
from bot.messages import Button, Document, DocumentKind, Notice, say
from bot.ratings import shelf
from bot.ratings.packing import unpack
from bot.ratings.ranking import OVERALL
from bot.ratings.views import Viewer, list_view_of
from bot.tables.names import fold
from storage import ratings

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.people import Person

STARTING = ("absp", "fngo")
"""Systems whose published lists may be started from: rating and games are all they need."""


async def starting_lists(tx: "AsyncConnection", system: str, token: str) -> tuple[Button, ...]:
    """Return a button that takes the starting ratings from the latest published list."""
    if system not in STARTING:
        return ()
    latest = await ratings.in_force(tx, system, OVERALL)
    if latest is None:
        return ()
    label = say("button.rating_from_list", day=latest.day.isoformat())
    return (Button(label, f"rat:from:{latest.id}:{token}"),)


async def viewer_of(tx: "AsyncConnection", person: "Person", operators: Container[int]) -> Viewer:
    """Return for whom a list is shown: under which name, and whether he may publish."""
    linked = await ratings.linked(tx, person.id)
    return Viewer(
        key=linked.key if linked is not None else fold(person.name),
        may_publish=person.rating_keeper or person.telegram_id in operators,
    )


async def run_notices(
    tx: "AsyncConnection", number: int, person: "Person", chat: int, operators: Container[int]
) -> tuple[Notice, ...]:
    """Return the messages that show what a run has made: the main list, then the spreadsheet."""
    run = await ratings.find_run(tx, number)
    if run is None:
        return ()
    book = Document(DocumentKind.RATING_BOOK, str(number))
    tables = tables_of(unpack(run.result))
    if tables:
        has_terms = bool(await ratings.players_of(tx, number))
        own = table_view(tables, 0, str(number), has_terms=has_terms)
        table = Notice(to=chat, text=own.text, buttons=own.buttons, pictures=(own.picture,))
        return table, Notice(to=chat, text=say("cnis.book"), document=book)
    shown = shelf.list_of_run(run)
    if shown is None:
        return ()
    before = await shelf.before(tx, shown)
    view = list_view_of(shown, before, await viewer_of(tx, person, operators))
    return (
        Notice(to=chat, text=view.text, buttons=view.buttons, pictures=(view.picture,)),
        Notice(to=chat, text=say("rating.book"), document=book),
    )
