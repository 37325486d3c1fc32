"""What is said when something has been worked out."""

from collections.abc import Container
from typing import TYPE_CHECKING

from bot.documents.views.listing import tables_of
from bot.ratings.cnis.views import table_view
from bot.ratings.jobs.packing import unpack
from bot.ratings.lists import stored_lists
from bot.ratings.lists.access import viewer_of
from bot.ratings.lists.views import list_view_of
from bot.texts.messages import Document, DocumentKind, Notice, say
from storage import rating_runs

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.people import Person


async def run_notices(
    tx: "AsyncConnection", number: int, person: "Person", chat: int, operators: Container[int]
) -> tuple[Notice, ...]:
    """Return the messages that show what a run has made: the main list, then the spreadsheet."""
    run = await rating_runs.find(tx, number)
    if run is None:
        return ()
    book = Document(DocumentKind.RATING_BOOK, str(number))
    tables = tables_of(unpack(run.result))
    if tables:
        has_terms = bool(await rating_runs.players_of(tx, number))
        own = table_view(tables, 0, str(number), has_terms=has_terms)
        table = Notice(to=chat, text=own.text, buttons=own.buttons, pictures=(own.picture,))
        return table, Notice(to=chat, text=say("cnis.book"), document=book)
    shown = stored_lists.list_of_run(run)
    if shown is None:
        return ()
    before = await stored_lists.before(tx, shown)
    view = list_view_of(shown, before, await viewer_of(tx, person, operators))
    return (
        Notice(to=chat, text=view.text, buttons=view.buttons, pictures=(view.picture,)),
        Notice(to=chat, text=say("rating.book"), document=book),
    )
