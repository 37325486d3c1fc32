"""Pictures of rating lists, their changes and players' histories, drawn from stored data."""

import asyncio
from datetime import date

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.render.lists.chart import render_chart
from bot.documents.render.lists.listing import render_listing
from bot.ratings.calculation.task_results import Course, Courses, unpack_courses
from bot.ratings.lists import stored_lists
from bot.ratings.lists.list_charts import DatedRows, chart_view
from bot.ratings.lists.list_tables import list_table, moves_table, page_view
from bot.ratings.lists.naming import is_nightly, named_rows
from bot.runtime.unit import Runtime
from bot.texts.messages import Plain
from bot.texts.pictures import RatingChart, RatingListPage, RatingMovesPage
from storage.ratings import published_lists, rating_runs
from storage.ratings.rated_row import RatedRow


async def picture_of(
    runtime: Runtime, picture: RatingListPage | RatingMovesPage | RatingChart, plain: Plain
) -> bytes:
    """Return a list, its changes, or a history as PNG."""
    if isinstance(picture, RatingChart):
        return await _chart(runtime, picture, plain)
    async with runtime.database.reading() as tx:
        rating_list = await stored_lists.find_list(tx, picture.of)
        before = await stored_lists.before(tx, rating_list)
    if isinstance(picture, RatingMovesPage) and before is not None:
        table = moves_table(rating_list, before)
    else:
        marked = picture.marked if isinstance(picture, RatingListPage) else ""
        table = list_table(rating_list, before, marked)
    view = page_view(table, rating_list, picture.page, plain)
    return await asyncio.to_thread(render_listing, view)


async def _chart(runtime: Runtime, picture: RatingChart, plain: Plain) -> bytes:
    """Return the chart of the players' ratings as PNG."""
    async with runtime.database.reading() as tx:
        stored_list = await stored_lists.find_list(tx, picture.of)
        histories = await published_lists.history(
            tx, stored_list.system, stored_list.kind, picture.players
        )
        list_days = [
            published.day
            for published in await published_lists.days_of(tx, stored_list.system, stored_list.kind)
        ]
        packed = {
            key: await rating_runs.terms_of(tx, stored_list.run, key) for key in picture.players
        }
        histories = {
            key: await _named(tx, stored_list.kind, rows) for key, rows in histories.items()
        }
    courses = {
        key: _course_in(unpack_courses(sheet), stored_list.kind)
        for key, sheet in packed.items()
        if sheet is not None
    }
    view = chart_view(stored_list, histories, courses, list_days, plain)
    return await asyncio.to_thread(render_chart, view)


async def _named(tx: AsyncConnection, kind: str, rows: DatedRows) -> list[tuple[date, RatedRow]]:
    """Return a player's rows with their name."""
    named = await named_rows(tx, kind, [row for _, row in rows])
    return [(day, row) for (day, _), row in zip(rows, named, strict=True)]


def _course_in(courses: Courses, kind: str) -> Course:
    """Return a player's ratings after their tournaments, as on lists of that kind.

    A nightly list has one kind; its run has the same ratings under the system's main kind.
    """
    first = next(iter(courses.values()), ())
    return first if is_nightly(kind) else courses.get(kind, ())
