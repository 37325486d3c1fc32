"""The layout of a crosstable: pure geometry, like `layout`.

The number of players decides the size of the picture. With sixteen players, and both games of each
pair in a cell, it stays within the size of a photo in Telegram.
"""

from dataclasses import dataclass
from typing import NamedTuple

from bot.documents.render.layout import Box

EDGE = 40
"""Pixels free on all sides."""
WIDEST = 2560
"""Pixels: the largest side of a photo in Telegram."""
MOST_PLAYERS = 16
"""The most players in a crosstable; with more, figures would be too small to read on a phone."""
MOST_LINES = 32
"""The most players on one picture of the overall standings."""

HEAD_HEIGHT = 172
FOOT_HEIGHT = 76
PLACE, NAME = 84, 310
"""Widths of the columns of ranks and of names."""
COUNT, SUM, DIFFERENCE, POINTS = 48, 150, 108, 108
"""Widths of a column of counts, of the sum, of the difference and of the points."""
ROOMY, NARROW = 168, 95
"""A cell's greatest and least width."""
SUMMARY = (COUNT, COUNT, COUNT, COUNT, SUM, DIFFERENCE, POINTS)
"""Games, wins, draws, losses, sum, difference, points."""
OVERALL_NAME, GROUP, AVERAGE = 430, 150, 150
"""Widths of further columns of the overall standings."""
LINE = 64
"""Height of a line of the overall standings."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The regions of a table; a cell is the crossing of its row and its column."""

    width: int
    height: int
    head: Box
    foot: Box
    headings: Box
    """The strip of column headings."""
    rows: tuple[Box, ...]
    below: tuple[Box, ...]
    """Low rows under the others, without columns, for players who withdrew before the start."""
    place: Box
    name: Box
    cells: tuple[Box, ...]
    """Columns of opponents; the overall standings have none."""
    summary: tuple[Box, ...]
    """Games, wins, draws, losses, sum, difference, points; overall also group and average."""

    @property
    def columns(self) -> tuple[Box, ...]:
        """Return all columns from left to right."""
        return (self.place, self.name, *self.cells, *self.summary)


def crossing(row: Box, column: Box) -> Box:
    """Return the box in which a row and a column cross."""
    return Box(column.x, row.y, column.width, row.height)


def halves(cell: Box) -> tuple[Box, Box]:
    """Return the upper and the lower half of a cell: the home and the return game."""
    height = cell.height // 2
    return (
        cell._replace(height=height),
        Box(cell.x, cell.y + height, cell.width, cell.height - height),
    )


def cell_width(players: int) -> int:
    """Return the width of a cell in a crosstable of that many players."""
    room = (WIDEST - 2 * EDGE - PLACE - NAME - sum(SUMMARY)) // max(players, 1)
    return max(NARROW, min(ROOMY, room))


def figure_size(width: int) -> int:
    """Return the type size of a coefficient in a cell of that width."""
    return min(36, width * 27 // 100)


def crosstable_layout(players: int, below: int = 0) -> TableLayout:
    """Return the regions of a crosstable; `below` is the number of low rows under it."""
    width = cell_width(players)
    row = round(figure_size(width) * 4.5)
    heights = _Heights(row=row, heading=row * 3 // 4 + 30)
    return _table(players, heights, (NAME, *(width,) * players), SUMMARY, below)


def overall_layout(players: int) -> TableLayout:
    """Return the regions of one picture of the overall standings."""
    summary = (GROUP, *SUMMARY[:4], SUM, AVERAGE, DIFFERENCE, POINTS)
    return _table(players, _Heights(row=LINE, heading=LINE), (OVERALL_NAME,), summary)


class _Heights(NamedTuple):
    """The heights of each row and of the strip of headings."""

    row: int
    heading: int


def _table(
    players: int,
    heights: _Heights,
    name_and_cells: tuple[int, ...],
    summary: tuple[int, ...],
    below: int = 0,
) -> TableLayout:
    """Return the layout, from the heights of rows and headings and the widths of the columns."""
    height = heights.row
    widths = (PLACE, *name_and_cells, *summary)
    width = 2 * EDGE + sum(widths)
    head = Box(EDGE, EDGE, width - 2 * EDGE, HEAD_HEIGHT)
    headings = Box(EDGE, head.bottom, head.width, heights.heading)
    rows = tuple(
        Box(EDGE, headings.bottom + number * height, head.width, height)
        for number in range(players)
    )
    bottom = headings.bottom + players * height
    low = tuple(Box(EDGE, bottom + number * LINE, head.width, LINE) for number in range(below))
    foot = Box(EDGE, bottom + below * LINE + 16, head.width, FOOT_HEIGHT)
    columns = []
    x = EDGE
    for size in widths:
        columns.append(Box(x, headings.y, size, bottom - headings.y))
        x += size
    return TableLayout(
        width=width,
        height=foot.bottom + EDGE // 2,
        head=head,
        foot=foot,
        headings=headings,
        rows=rows,
        below=low,
        place=columns[0],
        name=columns[1],
        cells=tuple(columns[2 : -len(summary)]),
        summary=tuple(columns[-len(summary) :]),
    )
