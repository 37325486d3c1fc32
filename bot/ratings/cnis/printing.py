"""What the press makes of a championship: its tables as pictures, and on paper.

Everything is read from what is stored; drawing happens in a thread.
"""

import asyncio
from typing import TYPE_CHECKING

from bot.documents.views.listing import file_name
from bot.ratings.cnis.stored_tables import find_tables
from bot.texts.i18n import catalogue
from bot.texts.messages import TablePage, Word

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime


async def page_of(runtime: "Runtime", picture: TablePage, word: Word) -> bytes:
    """Return a page of a table as PNG."""
    from bot.documents.render.listing import render_listing  # noqa: PLC0415  (loaded with the first table)

    async with runtime.database.reading() as tx:
        tables, number, _ = await find_tables(tx, picture.of)
    view = tables[number].view(picture.page, word)
    return await asyncio.to_thread(render_listing, view)


async def pages_of(runtime: "Runtime", of: str, language: str) -> tuple[str, bytes]:
    """Return a table on A4 pages: the PDF's name and content."""
    from bot.documents.render.listing import render_pages  # noqa: PLC0415

    async with runtime.database.reading() as tx:
        tables, number, _ = await find_tables(tx, of)
    table, words = tables[number], catalogue(language)
    views = [table.view(page, words.plain, on_paper=True) for page in range(table.pages)]
    name = file_name(words.plain(table.title), "pdf")
    return name, await asyncio.to_thread(render_pages, views)
