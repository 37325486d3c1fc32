"""The messages with which a job ends: its main list or table, then its spreadsheet."""

from collections.abc import Container

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.views.listing import tables_of
from bot.ratings.calculation.picture_messages import PictureMessage
from bot.ratings.calculation.task_results import unpack
from bot.ratings.cnis.table_views import table_view
from bot.ratings.lists import stored_lists
from bot.ratings.lists.access import viewer_of
from bot.ratings.lists.list_messages import list_message
from bot.texts.messages import Notice, say
from bot.texts.pictures import Document, DocumentKind
from storage.people.people import Person
from storage.ratings import rating_runs


async def run_notices(
    tx: AsyncConnection, number: int, person: Person, chat: int, operators: Container[int]
) -> tuple[Notice, ...]:
    """Return the messages that show the run of that number; none if it is no longer stored."""
    run = await rating_runs.find(tx, number)
    if run is None:
        return ()
    book = Document(DocumentKind.RATING_BOOK, str(number))
    tables = tables_of(unpack(run.result))
    if tables:
        has_terms = await rating_runs.has_terms(tx, number)
        message = table_view(tables, 0, str(number), has_terms=has_terms)
        return _picture_notice(chat, message), Notice(to=chat, text=say("cnis.book"), document=book)
    main_list = stored_lists.list_of_run(run)
    if main_list is None:
        return ()
    before = await stored_lists.before(tx, main_list)
    message = list_message(main_list, before, await viewer_of(tx, person, operators))
    return _picture_notice(chat, message), Notice(to=chat, text=say("rating.book"), document=book)


def _picture_notice(chat: int, message: PictureMessage) -> Notice:
    return Notice(to=chat, text=message.text, buttons=message.buttons, pictures=(message.picture,))
