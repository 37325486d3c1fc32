"""Lists, changes and histories as tables, and as pictures drawn from stored data."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.render.lists.chart import render_chart
from bot.documents.render.lists.chart_layout import ChartView, RatingSeries
from bot.documents.render.lists.listing import render_listing
from bot.documents.render.lists.listing_layout import ListingView
from bot.documents.views.listing import LEFT, RIGHT, Cell, Column, Table
from bot.ratings.calculation.systems import System
from bot.ratings.calculation.task_results import Courses, unpack_courses
from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists import stored_lists
from bot.ratings.lists.list_texts import (
    change_text,
    counts_text,
    list_text,
    moves_text,
    version_text,
)
from bot.ratings.lists.naming import is_nightly, named_rows
from bot.ratings.lists.rating_list import Course
from bot.ratings.lists.stored_lists import RankChange, StoredList, by_key, moves_of
from bot.runtime.unit import Runtime
from bot.texts.messages import Plain, Text, say
from bot.texts.pictures import RatingChart, RatingListPage, RatingMovesPage
from engine.ratings.statuses import RatedStatus
from storage.ratings import published_lists, rating_runs
from storage.ratings.rated_row import RatedRow

DatedRows = Sequence[tuple[date, RatedRow]]
"""The rows of a player on several lists, each with the list's day."""
_MOST_TICKS: Final = 5
"""The most labels under a chart."""
_SEASON: Final = timedelta(days=300)
"""The longest span in which no date repeats, so that a date needs no year."""


def list_table(stored_list: StoredList, before: StoredList | None, key: str = "") -> Table:
    """Return a list as a table, with the rows of the player with that key marked."""
    earlier = by_key(before.rows) if before is not None else {}
    rows: list[tuple[Cell, ...]] = []
    marked_rows = set()
    section = ""
    for row in stored_list.rows:
        if row.place is None and row.status != section:
            section = row.status
            rows.append((say(f"rating.apart.{section}"),))
        if row.key == key:
            marked_rows.add(len(rows))
        change = (change_text(row, earlier) or "",) if earlier else ()
        place = "" if row.place is None else row.place
        rows.append((place, row.player, row.rating, *change, row.games))
    head = ("place", "player", "rating", *(("change",) if earlier else ()), "games")
    text = list_text(stored_list, before, key or None)
    table = _table(stored_list, head, rows, kind_text(stored_list.kind), text)
    return replace(table, marked=frozenset(marked_rows))


def moves_table(stored_list: StoredList, before: StoredList) -> Table:
    """Return the changes since the list before as a table."""
    moves = moves_of(stored_list.rows, before.rows)
    largest_first = sorted(moves.moves, key=lambda move: -move.change)
    rows = [_cells_of_change(move) for move in largest_first]
    for key, others in (("new", moves.new), ("gone", moves.gone)):
        if others:
            rows.append((say(f"rating.apart.{key}"),))
            rows += [_cells_of_one(row, is_new=key == "new") for row in others]
    title = say(
        "rating.moves_title", kind=kind_text(stored_list.kind), before=before.day.isoformat()
    )
    head = ("player", "before", "rating", "change", "climbed")
    return _table(stored_list, head, rows, title, moves_text(stored_list, before))


def _table(
    stored_list: StoredList,
    head: Sequence[str],
    rows: Sequence[tuple[Cell, ...]],
    title: Text,
    words: Text,
) -> Table:
    """Return the table of a list, with the notes that its rows need."""
    has_provisional = any(
        row.status == RatedStatus.PROVISIONAL and row.place is None for row in stored_list.rows
    )
    is_by_games = System(stored_list.system).traits.settled_from > 0
    note = say("rating.note.early" if is_by_games else "rating.note.provisional")
    return Table(
        key=stored_list.kind,
        over=system_text(stored_list.system),
        title=title,
        name=title,
        columns=tuple(
            Column(
                say(f"rating.column.{name}"),
                LEFT if name == "player" else RIGHT,
                is_wide=name == "player",
                is_strong=name == "rating",
            )
            for name in head
        ),
        rows=tuple(rows),
        words=words,
        notes=tuple(
            text
            for text in (counts_text(stored_list.counts), note if has_provisional else None)
            if text is not None
        ),
    )


def page_view(table: Table, stored_list: StoredList, page: int, plain: Plain) -> ListingView:
    """Return a page of a list's table: its day beside the title, its version and hash below."""
    view = table.view(page, plain)
    number = f" · {view.aside}" if view.aside else ""
    sha256 = stored_list.input_sha256[:12]
    return replace(
        view,
        aside=plain(say("rating.day", day=stored_list.day.isoformat())),
        footer=f"{plain(version_text(stored_list))} · SHA-256 {sha256}{number}",
    )


def _cells_of_change(move: RankChange) -> tuple[Cell, ...]:
    """Return the cells of a player on both lists."""
    change = change_text(move.now, {move.before.key: move.before}) or ""
    climbed: Cell = ""
    if move.climbed:
        key = "rating.climbed_up" if move.climbed > 0 else "rating.climbed_down"
        climbed = Text(key, {"n": abs(move.climbed)})
    return move.now.player, move.before.rating, move.now.rating, change, climbed


def _cells_of_one(row: RatedRow, *, is_new: bool) -> tuple[Cell, ...]:
    """Return the cells of a player on only one of the lists, the new one or the one before."""
    before, now = ("", row.rating) if is_new else (row.rating, "")
    return row.player, before, now, "", ""


def chart_view(
    shown: tuple[str, str],
    histories: Mapping[str, DatedRows],
    courses: Mapping[str, Course],
    plain: Plain,
    lists: int,
) -> ChartView:
    """Return the ratings of some players over time, on lists of a system and kind.

    There is a point for each list, and for each tournament in the terms of the latest one.
    """
    system, kind = shown
    series = tuple(
        RatingSeries(rows[-1][1].player, _points(rows, courses.get(key, ())))
        for key, rows in histories.items()
        if rows
    )
    days = sorted({day for rating_series in series for day, _ in rating_series.points})
    return ChartView(
        over=plain(system_text(system)),
        title=plain(kind_text(kind)),
        series=series,
        ticks=_ticks(days, plain),
        footer=plain(say("rating.lists", n=lists)),
    )


async def _named(tx: AsyncConnection, kind: str, rows: DatedRows) -> list[tuple[date, RatedRow]]:
    """Return a player's rows with their name."""
    named = await named_rows(tx, kind, [row for _, row in rows])
    return [(day, row) for (day, _), row in zip(rows, named, strict=True)]


def course_in(courses: Courses, kind: str) -> Course:
    """Return a player's ratings after their tournaments, as on lists of that kind.

    A nightly list has the first of its system's own kinds.
    """
    first = next(iter(courses.values()), ())
    return first if is_nightly(kind) else courses.get(kind, ())


def _points(rows: DatedRows, course: Course) -> tuple[tuple[date, int], ...]:
    """Return the ratings by day; a list's own figure replaces a tournament's of the same day."""
    last = rows[-1][0]
    points = {day: rating for day, rating in course if day <= last}
    points |= {day: row.rating for day, row in rows}
    return tuple(sorted(points.items()))


def _ticks(days: Sequence[date], plain: Plain) -> tuple[tuple[date, str], ...]:
    """Return the labels under the chart: days for up to a season, months for longer."""
    is_short = bool(days) and days[-1] - days[0] <= _SEASON
    key = "rating.tick_day" if is_short else "rating.tick"
    return tuple((day, plain(Text(key, {"day": day.isoformat()}))) for day in _named_days(days))


def _named_days(days: Sequence[date]) -> list[date]:
    """Return the days to label: the first, the last, and some between at a distance."""
    if len(days) < 2:
        return list(days)
    least = (days[-1] - days[0]) / (_MOST_TICKS - 1)
    named = [days[0]]
    for day in days[1:-1]:
        if day - named[-1] >= least and days[-1] - day >= least:
            named.append(day)
    return [*named, days[-1]]


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
    """Return the chart of the players' ratings over the published lists."""
    async with runtime.database.reading() as tx:
        stored_list = await stored_lists.find_list(tx, picture.of)
        histories = await published_lists.history(
            tx, stored_list.system, stored_list.kind, picture.players
        )
        lists = len(await published_lists.days_of(tx, stored_list.system, stored_list.kind))
        packed = {
            key: await rating_runs.terms_of(tx, stored_list.run, key) for key in picture.players
        }
        histories = {
            key: await _named(tx, stored_list.kind, rows) for key, rows in histories.items()
        }
    if not stored_list.is_published:
        lists += 1
        for key in picture.players:
            row = stored_list.row_of(key)
            if row is not None:
                earlier = [point for point in histories[key] if point[0] < stored_list.day]
                histories[key] = [*earlier, (stored_list.day, row)]
    courses = {
        key: course_in(unpack_courses(sheet), stored_list.kind)
        for key, sheet in packed.items()
        if sheet is not None
    }
    view = chart_view((stored_list.system, stored_list.kind), histories, courses, plain, lists)
    return await asyncio.to_thread(render_chart, view)
