"""Drawn lists: nothing overlaps, nothing important is cut, and they match stored pictures."""

from dataclasses import replace

import pytest

from bot.documents.render.layout import Box
from bot.documents.render.lettering import text_width
from bot.documents.render.lists.listing import render_listing
from bot.documents.render.lists.listing_layout import (
    EDGE,
    MOST_ROWS,
    PHONE_WIDTH,
    SIZES,
    CellAlign,
    ListingColumn,
    ListingRow,
    ListingRowKind,
    ListingView,
    listing_layout,
)
from bot.documents.render.theme import Face, Tone
from tests.bot.documents.render.boxes import holds, overlap
from tests.bot.documents.render.listing_shared import NAMES
from tests.bot.documents.render.pictures import assert_like, cut, opened, share

COLUMNS = (
    ListingColumn(heading="loc"),
    ListingColumn(heading="jucător", align=CellAlign.LEFT, is_wide=True),
    ListingColumn(heading="rating", is_strong=True),
    ListingColumn(heading="±"),
    ListingColumn(heading="partide"),
)


def ranking(count: int) -> ListingView:
    """Return a ranking with the fourth row marked, and the last three under a heading."""
    rows = [
        ListingRow(
            (
                str(number + 1),
                NAMES[number % 6] + (f" {number}" if number > 5 else ""),
                str(230 - number),
                ("+5 ↑", "−3 ↓", "=")[number % 3],
                str(20 - number % 7),
            ),
            ListingRowKind.MARKED if number == 3 else ListingRowKind.PLAIN,
        )
        for number in range(count)
    ]
    if count < MOST_ROWS:
        rows.append(ListingRow(("Provizorii", "", "", "", ""), ListingRowKind.HEADING))
        rows += [ListingRow(("", name, "130", "", "2")) for name in NAMES[:3]]
    return ListingView(
        over="FRS 2011",
        title="Duplicat clasic",
        aside="1 martie 2025",
        columns=COLUMNS,
        rows=tuple(rows),
        notes=("Provizorii: sub 3 partide din ultimele 20 (art. 3).",),
        footer="lista 12 · 1/2",
    )


def width(text: str, size: int, is_strong: bool) -> int:
    """Return the width of a text as it is drawn."""
    return text_width(text, Face.BOLD if is_strong else Face.REGULAR, size)


@pytest.mark.parametrize("count", [1, 10, MOST_ROWS])
def test_everything_has_its_place(count: int) -> None:
    """Columns are side by side and rows below each other, all within the picture."""
    view = ranking(count)
    layout = listing_layout(view, width)
    picture = Box(0, 0, layout.width, layout.height)

    boxes = [layout.head, layout.headings, *layout.rows, *layout.notes, layout.foot]
    assert all(holds(picture, box) for box in boxes)
    assert not any(overlap(a, b) for a in boxes for b in boxes if a is not b)
    for left, right in zip(layout.columns, layout.columns[1:], strict=False):
        assert left.right < right.x
    assert layout.columns[-1].right <= layout.width - EDGE
    assert opened(render_listing(view)).size == (PHONE_WIDTH, layout.height)


def test_type_shrinks_before_names_are_cut() -> None:
    """With eight columns a name still has more than a few letters."""
    figures = tuple(ListingColumn(heading="compunere") for _ in range(6))
    row = ListingRow(("120", NAMES[0], *["1234,50"] * 6))
    wide = replace(ranking(1), columns=(*COLUMNS[:2], *figures), rows=(row,))
    layout = listing_layout(wide, width)

    assert SIZES[-1] <= layout.size < SIZES[0]
    assert layout.columns[1].width >= width("Ana-Maria Ștefă…", layout.size, False)


def test_a_long_name_takes_two_lines_before_it_is_cut() -> None:
    """A long name is complete and inside its row; a short name is in the middle of its row."""
    figures = tuple(ListingColumn(heading="compunere") for _ in range(5))
    names = ("Ecaterina-Anastasia Brâncoveanu-Ștefănescu", "Ion Rus")
    rows = tuple(ListingRow(("1", name, *["1234,50"] * 5)) for name in names)
    view = replace(ranking(1), columns=(*COLUMNS[:2], *figures), rows=rows)
    layout = listing_layout(view, width)
    picture = opened(render_listing(view))
    middles, halves = [], []
    for row in layout.rows:
        cell = row._replace(x=layout.columns[1].x, width=layout.columns[1].width)
        half = cell.height // 2
        middle = cell._replace(y=cell.y + half, height=1)
        middles.append(len(cut(picture, middle).getcolors(256) or []) > 1)
        upper, lower = (cell._replace(y=cell.y + n * half, height=half) for n in range(2))
        halves.append([len(cut(picture, box).getcolors(256) or []) > 1 for box in (upper, lower)])

    assert middles == [False, True]
    assert halves[0] == [True, True]


def test_two_columns_of_names_share_the_room() -> None:
    """In pairings each column gets the width that it needs."""
    name = ListingColumn(heading="jucător", align=CellAlign.LEFT, is_wide=True)
    row = ListingRow(("1", NAMES[0], NAMES[0]))
    layout = listing_layout(
        replace(ranking(1), columns=(COLUMNS[0], name, name), rows=(row,)), width
    )

    assert abs(layout.columns[1].width - layout.columns[2].width) <= 1


def test_the_readers_row_stands_out_by_more_than_its_colour() -> None:
    """The reader's row has a bar in front of it."""
    view = ranking(6)
    layout = listing_layout(view, width)
    picture = opened(render_listing(view))
    edges = [cut(picture, row._replace(x=row.x - 12, width=12)) for row in layout.rows]
    marked = [number for number, edge in enumerate(edges) if share(edge, Tone.GOLD) > 0]

    assert marked == [3]


@pytest.mark.parametrize(("count", "name"), [(10, "listing_10"), (MOST_ROWS, "listing_40")])
def test_a_ranking_looks_as_it_was_seen(count: int, name: str) -> None:
    """A short list with a heading and the longest list look like the stored pictures."""
    assert_like(render_listing(ranking(count)), name)
