"""The layout of the sheets: pure geometry in pixels, without pictures, fonts or words.

Sheets are A4 at 200 dots per inch, upright. A `Measure` gives the widths of words, so that every
figure here can be checked without drawing.
"""

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from engine.board import SIZE, Square

PAGE_WIDTH, PAGE_HEIGHT = 1654, 2339
"""An upright A4 page at 200 dots per inch."""
MARGIN = 56
"""Free at the left and right of a page."""


class Box(NamedTuple):
    """A rectangle: its top left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Return the first x to the right of the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """Return the first y below the box."""
        return self.y + self.height

    def inset(self, by: int) -> "Box":
        """Return the box reduced by that many pixels on each side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


PAGE = Box(0, 0, PAGE_WIDTH, PAGE_HEIGHT)
HEAD = Box(MARGIN, 46, PAGE_WIDTH - 2 * MARGIN, 172)
"""The title block of both sheets."""
FOOT = Box(MARGIN, PAGE_HEIGHT - 78, PAGE_WIDTH - 2 * MARGIN, 34)
"""The last line of both sheets."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A board on the page: the place of its first square, and the size of its squares."""

    x: int
    y: int
    cell: int
    gutter: int
    """Width of the strip of row letters left of the board, and height of the strip above it."""

    @property
    def box(self) -> Box:
        """Return the box of the 225 squares."""
        return Box(self.x, self.y, SIZE * self.cell, SIZE * self.cell)

    @property
    def outer(self) -> Box:
        """Return the box of the squares with their row letters and column numbers."""
        side = SIZE * self.cell
        return Box(
            self.x - self.gutter, self.y - self.gutter, side + self.gutter, side + self.gutter
        )

    def square(self, square: Square) -> Box:
        """Return the box of a square."""
        x, y = self.x + square.column * self.cell, self.y + square.row * self.cell
        return Box(x, y, self.cell, self.cell)


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The regions of the competition sheet."""

    grid: Grid
    red: Box
    blue: Box
    last: Box
    sequence: Box
    table: Box


def sheet_layout() -> SheetLayout:
    """Return the regions of the competition sheet: board and panels on top, table below."""
    gutter, cell, gap = 36, 70, 34
    grid = Grid(MARGIN + gutter, HEAD.bottom + 14 + gutter, cell, gutter)
    left = grid.box.right + gap
    width = PAGE_WIDTH - MARGIN - left
    top = grid.outer.y
    player, last = 220, 186
    sequence = 406
    space = (grid.box.bottom - top - 2 * player - last - sequence) // 3
    red = Box(left, top, width, player)
    blue = Box(left, red.bottom + space, width, player)
    move = Box(left, blue.bottom + space, width, last)
    strip = Box(left, grid.box.bottom - sequence, width, sequence)
    table_top = grid.box.bottom + 30
    table = Box(MARGIN, table_top, PAGE_WIDTH - 2 * MARGIN, FOOT.y - 10 - table_top)
    return SheetLayout(grid, red, blue, move, strip, table)


SEQUENCE_COLUMNS = 10
"""The tiles of the sequence in a row."""


def sequence_cells(box: Box, heading: int, gutter: int, count: int) -> tuple[Box, ...]:
    """Return the boxes of `count` tiles of the sequence in rows, below a heading of that height.

    `gutter` is left free at the left, for the numbers of the rows.
    """
    rows = ceil(max(count, 1) / SEQUENCE_COLUMNS)
    width = (box.width - gutter) // SEQUENCE_COLUMNS
    height = min(width, (box.height - heading) // rows)
    left = box.right - SEQUENCE_COLUMNS * width
    return tuple(
        Box(
            left + place % SEQUENCE_COLUMNS * width,
            box.y + heading + place // SEQUENCE_COLUMNS * height,
            width,
            height,
        )
        for place in range(count)
    )


@dataclass(frozen=True, slots=True)
class PictureLayout:
    """The regions of a picture of the board alone."""

    width: int
    height: int
    grid: Grid
    rack: Box
    band: Box
    """The strip across the top for a prominent notice; empty if there is none."""


def picture_layout(*, with_rack: bool, with_band: bool = False) -> PictureLayout:
    """Return the layout of a board picture as wide as a chat shows it, optionally with a rack."""
    gutter, cell, edge = 40, 68, 18
    above = 68 if with_band else 0
    grid = Grid(gutter + 4, above + gutter, cell, gutter)
    width = grid.box.right + edge
    band = Box(0, 0, width, above)
    rack = Box(grid.x, grid.box.bottom + 26, grid.box.width, 84)
    bottom = rack.bottom + 22 if with_rack else grid.box.bottom + edge
    return PictureLayout(width, bottom, grid, rack, band)
