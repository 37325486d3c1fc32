"""What the press makes of ratings: pictures of lists, moves and histories.

Everything is read from what is stored; drawing happens in a thread.
"""

import asyncio
from typing import TYPE_CHECKING

from bot.ratings.lists import stored_lists
from bot.ratings.lists.pictures import chart_view, list_view, moves_view
from bot.texts.messages import RatingChart, RatingListPage, RatingMovesPage, Word
from storage import ratings

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime


async def picture_of(
    runtime: "Runtime", picture: RatingListPage | RatingMovesPage | RatingChart, word: Word
) -> bytes:
    """Return a list, its moves, or a history as PNG."""
    if isinstance(picture, RatingChart):
        return await _chart(runtime, picture, word)
    async with runtime.database.reading() as tx:
        shown = await stored_lists.find_list(tx, picture.of)
        before = await stored_lists.before(tx, shown)
    from bot.documents.render.listing import render_listing  # noqa: PLC0415  (loaded with the first list)

    if isinstance(picture, RatingListPage):
        view = list_view(shown, before, picture.marked, picture.page, word)
    elif before is not None:
        view = moves_view(shown, before, picture.page, word)
    else:
        view = list_view(shown, before, "", picture.page, word)
    return await asyncio.to_thread(render_listing, view)


async def _chart(runtime: "Runtime", picture: RatingChart, word: Word) -> bytes:
    from bot.documents.render.chart import render_chart  # noqa: PLC0415  (loaded with the first chart)

    async with runtime.database.reading() as tx:
        shown = await stored_lists.find_list(tx, picture.of)
        histories = await ratings.history(tx, shown.system, shown.kind, picture.players)
        lists = len(await ratings.days_of(tx, shown.system, shown.kind))
    if not shown.version:
        lists += 1
        for key in picture.players:
            row = shown.row_of(key)
            if row is not None:
                earlier = [point for point in histories[key] if point[0] < shown.day]
                histories[key] = [*earlier, (shown.day, row)]
    view = chart_view((shown.system, shown.kind), histories, word, lists)
    return await asyncio.to_thread(render_chart, view)
