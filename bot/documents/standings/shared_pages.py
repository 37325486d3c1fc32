"""A table to pass on: pages as wide as a phone, with type that is readable there. Pure.

A crosstable has a column for each opponent, so a phone would show its figures far too small. These
pages have fewer columns, and as many pictures as the table needs.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from bot.documents.render.lists.listing_layout import (
    CellAlign,
    ListingColumn,
    ListingRow,
    ListingRowKind,
    ListingView,
)
from bot.documents.render.standings.standings_view import OverallRow, TableHead
from bot.documents.standings.pictures import SceneViews
from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import overall_title, title_text
from bot.texts.messages import Plain, say
from bot.texts.signs import gained
from engine.dates import format_date

MOST_PLAYERS: Final = 20
"""The most players on one picture."""
READABLE: Final = 28
"""Pixels of the smallest type, on a picture 1080 pixels wide."""


def count_pages(players: int) -> int:
    """Return the number of pictures of a table of that many players."""
    return max(1, ceil(players / MOST_PLAYERS))


def group_page(scene: Scene, group: str, page: int, plain: Plain) -> ListingView:
    """Return a picture of a group's table: games, wins, spread, and coefficients."""
    views = SceneViews(scene, plain)
    keys = ("crosstable.games", "crosstable.wins", "crosstable.difference")
    lines = [
        (*_who(row), f"{row.games}", f"{row.wins}", gained(row.difference), row.coefficients)
        if row.coefficients  # a player who withdrew before the start has none
        else (*_who(row), "", "", "", "")
        for row in views.group_rows_with_withdrawn(group)
    ]
    columns = _columns(*keys, "crosstable.coefficients", plain=plain)
    head = views.head(title_text(scene, group))
    return _page(head, columns, lines, page, plain, advance=scene.line_after(group))


def overall_page(scene: Scene, page: int, plain: Plain) -> ListingView:
    """Return a picture of the overall standings: group, games, and coefficients a game."""
    views = SceneViews(scene, plain)
    lines = [(*_who(row), row.group, f"{row.games}", row.average) for row in views.overall_rows()]
    keys = ("crosstable.group", "crosstable.games", "crosstable.average")
    head = views.head(overall_title(scene))
    return _page(head, _columns(*keys, plain=plain), lines, page, plain)


def _who(row: OverallRow) -> tuple[str, str]:
    """Return the cells of rank and name, with the note beside the name."""
    return row.place, f"{row.name} · {row.note}" if row.note else row.name


def _columns(*keys: str, plain: Plain) -> tuple[ListingColumn, ...]:
    """Return the columns of rank and name, and one for each key, the last in bold."""
    return (
        ListingColumn(heading=plain(say("crosstable.place"))),
        ListingColumn(heading=plain(say("crosstable.player")), align=CellAlign.LEFT, is_wide=True),
        *(
            ListingColumn(heading=plain(say(key)), is_strong=number == len(keys))
            for number, key in enumerate(keys, 1)
        ),
    )


def _page(  # noqa: PLR0913, PLR0917  (one parameter for each part of the page)
    head: TableHead,
    columns: tuple[ListingColumn, ...],
    lines: Sequence[tuple[str, ...]],
    page: int,
    plain: Plain,
    advance: int = 0,
) -> ListingView:
    """Return one page of these lines; `advance` is the number of players who advance."""
    first, pages = page * MOST_PLAYERS, count_pages(len(lines))
    number = f" · {page + 1}/{pages}" if pages > 1 else ""
    return ListingView(
        over=head.title,
        title=head.competition,
        aside=f"{head.kind} · {format_date(head.as_of)}",
        columns=columns,
        rows=tuple(_rows(lines[first : first + MOST_PLAYERS], advance - first, plain)),
        footer=f"{head.footer}{number}",
        is_large=True,
        least=READABLE,
    )


def _rows(lines: Sequence[tuple[str, ...]], advance: int, plain: Plain) -> Iterator[ListingRow]:
    """Yield the lines, with a note under the last player who advances."""
    for number, cells in enumerate(lines, 1):
        yield ListingRow(cells)
        if number == advance:
            note = plain(say("crosstable.note_advance"))
            yield ListingRow((note, *[""] * (len(cells) - 1)), ListingRowKind.HEADING)
