"""Lists, changes and histories as views, and as pictures drawn from stored data."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from bot.documents.render.lists.chart_layout import ChartView, Series
from bot.documents.render.lists.listing_layout import (
    MOST_ROWS,
    Align,
    ListingColumn,
    ListingRow,
    ListingView,
    RowKind,
)
from bot.ratings.jobs.cards import system_text
from bot.ratings.jobs.files import unpack_courses
from bot.ratings.jobs.wording import kind_text
from bot.ratings.lists import stored_lists
from bot.ratings.lists.list_texts import change_text, version_text
from bot.ratings.lists.rating_list import PROVISIONAL, Course
from bot.ratings.lists.stored_lists import Move, ShownList, by_key, moves_of, pages
from bot.texts.messages import Text, Word, say
from bot.texts.pictures import RatingChart, RatingListPage, RatingMovesPage
from storage.ratings import published as ratings
from storage.ratings import rating_runs
from storage.ratings.rated_row import RatedRow

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime


Dated = Sequence[tuple[date, RatedRow]]
_MOST_TICKS: Final = 5
_SEASON: Final = timedelta(days=300)
"""The longest span in which no date repeats, so that a date needs no year."""


def list_pages(shown: ShownList) -> int:
    """Return the number of pictures of a list."""
    return pages([*_rows(shown, {}, "", _silent)], MOST_ROWS)


def list_view(
    shown: ShownList, before: ShownList | None, key: str, page: int, word: Word
) -> ListingView:
    """Return a page of a list, with the row of that key marked."""
    earlier = by_key(before.rows) if before is not None else {}
    rows = [*_rows(shown, earlier, key, word)]
    head = ("place", "player", "rating", *(("change",) if earlier else ()), "games")
    return _view(shown, word, page=page, rows=rows, head=head, title=word(kind_text(shown.kind)))


def _silent(text: Text) -> str:
    del text
    return ""


def _rows(
    shown: ShownList, earlier: Mapping[str, RatedRow], key: str, word: Word
) -> Iterator[ListingRow]:
    apart = ""
    for row in shown.rows:
        if row.place is None and row.status != apart:
            apart = row.status
            empty = ("",) * (4 if earlier else 3)
            yield ListingRow((word(say(f"rating.apart.{apart}")), *empty), RowKind.HEADING)
        place = "" if row.place is None else str(row.place)
        change = (_change(row, earlier, word),) if earlier else ()
        cells = (place, row.player, str(row.rating), *change, str(row.games))
        yield ListingRow(cells, RowKind.MARKED if row.key == key else RowKind.PLAIN)


def _change(row: RatedRow, earlier: Mapping[str, RatedRow], word: Word) -> str:
    change = change_text(row, earlier)
    return "" if change is None else word(change)


_COLUMNS: Final = {
    "place": ListingColumn(heading=""),
    "player": ListingColumn(heading="", align=Align.LEFT, is_wide=True),
    "rating": ListingColumn(heading="", is_strong=True),
}


def _view(  # noqa: PLR0913  (what a page consists of)
    shown: ShownList,
    word: Word,
    *,
    page: int,
    rows: Sequence[ListingRow],
    head: Sequence[str],
    title: str,
) -> ListingView:
    count = pages(rows, MOST_ROWS)
    number = f" · {page + 1}/{count}" if count > 1 else ""
    columns = tuple(
        ListingColumn(
            heading=word(say(f"rating.column.{name}")),
            align=_COLUMNS.get(name, _COLUMNS["place"]).align,
            is_wide=name == "player",
            is_strong=name == "rating",
        )
        for name in head
    )
    notes: tuple[str, ...] = ()
    if any(row.status == PROVISIONAL and row.place is None for row in shown.rows):
        notes = (word(say("rating.note.provisional")),)
    return ListingView(
        over=word(system_text(shown.system)),
        title=title,
        aside=word(say("rating.day", day=shown.day.isoformat())),
        columns=columns,
        rows=tuple(rows[page * MOST_ROWS : (page + 1) * MOST_ROWS]),
        notes=notes if page == count - 1 else (),
        footer=f"{word(version_text(shown))} · SHA-256 {shown.input_sha256[:12]}{number}",
    )


def moves_view(shown: ShownList, before: ShownList, page: int, word: Word) -> ListingView:
    """Return a page of the changes since the list before."""
    moves = moves_of(shown.rows, before.rows)
    rows = [_moved(move, word) for move in sorted(moves.moves, key=lambda one: -one.change)]
    for key, others in (("new", moves.new), ("gone", moves.gone)):
        if others:
            rows.append(ListingRow((word(say(f"rating.apart.{key}")), *[""] * 4), RowKind.HEADING))
            rows += [_alone(row, is_new=key == "new") for row in others]
    title = say("rating.moves_title", kind=kind_text(shown.kind), before=before.day.isoformat())
    head = ("player", "before", "rating", "change", "climbed")
    return _view(shown, word, page=page, rows=rows, head=head, title=word(title))


def moves_pages(shown: ShownList, before: ShownList) -> int:
    """Return the number of pictures of the changes."""
    moves = moves_of(shown.rows, before.rows)
    headings = bool(moves.new) + bool(moves.gone)
    count = len(moves.moves) + len(moves.new) + len(moves.gone) + headings
    return pages(range(count), MOST_ROWS)


def _moved(move: Move, word: Word) -> ListingRow:
    change = _change(move.now, {move.before.key: move.before}, word)
    climbed = ""
    if move.climbed:
        key = "rating.climbed_up" if move.climbed > 0 else "rating.climbed_down"
        climbed = word(Text(key, {"n": abs(move.climbed)}))
    cells = (move.now.player, str(move.before.rating), str(move.now.rating), change, climbed)
    return ListingRow(cells)


def _alone(row: RatedRow, *, is_new: bool) -> ListingRow:
    rating = str(row.rating)
    return ListingRow((row.player, *(("", rating) if is_new else (rating, "")), "", ""))


def chart_view(
    shown: tuple[str, str],
    histories: Mapping[str, Dated],
    courses: Mapping[str, Course],
    word: Word,
    lists: int,
) -> ChartView:
    """Return the ratings of some players over time, on lists of a system and kind.

    There is a point for each list, and for each tournament in the terms of the latest one.
    """
    system, kind = shown
    series = tuple(
        Series(rows[-1][1].player, _points(rows, courses.get(key, ())))
        for key, rows in histories.items()
        if rows
    )
    days = sorted({day for one in series for day, _ in one.points})
    return ChartView(
        over=word(system_text(system)),
        title=word(kind_text(kind)),
        series=series,
        ticks=_ticks(days, word),
        footer=word(say("rating.lists", n=lists)),
    )


def _points(rows: Dated, course: Course) -> tuple[tuple[date, int], ...]:
    """Return the ratings by day; a list's own figure replaces a tournament's of the same day."""
    last = rows[-1][0]
    points = {day: rating for day, rating in course if day <= last}
    points |= {day: row.rating for day, row in rows}
    return tuple(sorted(points.items()))


def _ticks(days: Sequence[date], word: Word) -> tuple[tuple[date, str], ...]:
    """Return the labels under the chart: days for up to a season, months for longer."""
    is_short = bool(days) and days[-1] - days[0] <= _SEASON
    key = "rating.tick_day" if is_short else "rating.tick"
    return tuple((day, word(Text(key, {"day": day.isoformat()}))) for day in _named_days(days))


def _named_days(days: Sequence[date]) -> list[date]:
    """Return the days to label: the first, the last, and some between at a distance."""
    if len(days) < 2:
        return list(days)
    least = (days[-1] - days[0]) / (_MOST_TICKS - 1)
    found = [days[0]]
    for day in days[1:-1]:
        if day - found[-1] >= least and days[-1] - day >= least:
            found.append(day)
    return [*found, days[-1]]


async def picture_of(
    runtime: "Runtime", picture: RatingListPage | RatingMovesPage | RatingChart, word: Word
) -> bytes:
    """Return a list, its changes, or a history as PNG."""
    if isinstance(picture, RatingChart):
        return await _chart(runtime, picture, word)
    async with runtime.database.reading() as tx:
        shown = await stored_lists.find_list(tx, picture.of)
        before = await stored_lists.before(tx, shown)
    from bot.documents.render.lists.listing import render_listing  # noqa: PLC0415  (loaded with the first list)

    if isinstance(picture, RatingListPage):
        view = list_view(shown, before, picture.marked, picture.page, word)
    elif before is not None:
        view = moves_view(shown, before, picture.page, word)
    else:
        view = list_view(shown, before, "", picture.page, word)
    return await asyncio.to_thread(render_listing, view)


async def _chart(runtime: "Runtime", picture: RatingChart, word: Word) -> bytes:
    from bot.documents.render.lists.chart import render_chart  # noqa: PLC0415  (loaded with the first chart)

    async with runtime.database.reading() as tx:
        shown = await stored_lists.find_list(tx, picture.of)
        histories = await ratings.history(tx, shown.system, shown.kind, picture.players)
        lists = len(await ratings.days_of(tx, shown.system, shown.kind))
        packed = {key: await rating_runs.sheet(tx, shown.run, key) for key in picture.players}
    if not shown.version:
        lists += 1
        for key in picture.players:
            row = shown.row_of(key)
            if row is not None:
                earlier = [point for point in histories[key] if point[0] < shown.day]
                histories[key] = [*earlier, (shown.day, row)]
    courses = {
        key: unpack_courses(sheet).get(shown.kind, ())
        for key, sheet in packed.items()
        if sheet is not None
    }
    view = chart_view((shown.system, shown.kind), histories, courses, word, lists)
    return await asyncio.to_thread(render_chart, view)
