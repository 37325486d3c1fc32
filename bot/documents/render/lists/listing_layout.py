"""A list as plain values with finished text, and its layout: pure, like `layout`."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol

from bot.documents.render.layout import Box


class CellAlign(Enum):
    """How a cell is aligned in its column."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class ListingRowKind(Enum):
    """The style of a row."""

    PLAIN = auto()
    MARKED = auto()
    """The reader's own row."""
    HEADING = auto()
    """A row whose first cell spans all columns and is a heading for the rows below it.

    Further cells, if any, are headings of their columns from that row.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingColumn:
    """A column: its heading and how its cells are set."""

    heading: str
    align: CellAlign = CellAlign.RIGHT
    is_wide: bool = False
    """Whether the column shares the width that the others leave; for names, not for figures."""
    is_strong: bool = False
    """Whether the column is bold, because the list is about it."""


@dataclass(frozen=True, slots=True)
class ListingRow:
    """A row: a cell for each column."""

    cells: tuple[str, ...]
    kind: ListingRowKind = ListingRowKind.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingView:
    """A list, or one page of it."""

    over: str
    """Small text above the title."""
    title: str
    aside: str
    """Text at the right of the title: a date, or a page number."""
    columns: tuple[ListingColumn, ...]
    rows: tuple[ListingRow, ...]
    notes: tuple[str, ...] = ()
    """Lines of text under the list."""
    footer: str = ""
    is_large: bool = False
    """Whether the type is large: a few rows, readable in the chat without opening the picture."""
    least: int = 0
    """Pixels that no type may be smaller than; a longer text is cut instead."""

    def size(self, wanted: int) -> int:
        """Return that type size, or the least one."""
        return max(self.least, wanted)


class Measure(Protocol):
    """A function that measures texts."""

    def __call__(self, text: str, size: int, *, is_strong: bool) -> int:
        """Return the width in pixels of a text at that type size, in bold if it is strong."""
        ...


MOST_ROWS = 40
"""The most rows on one picture; more would be too small to read on a phone."""
PHONE_WIDTH = 1080
EDGE = 44
GAP = 22
"""Pixels free at the right of each column except the last."""
OVER, TITLE_TOP, TITLE = 40, 46, 84
"""In the title block: the height of the small text, then the top and the height of the title."""
HEAD_RULE = 22
"""From the rule under the title to the end of the block, in pixels."""
HEAD, HEADINGS = TITLE_TOP + TITLE + 16 + HEAD_RULE, 54
"""Heights of the title block and of the strip of headings."""
NOTE = 34
"""Height of a line under the list."""
SIZES = (36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16)
"""Type sizes to try, the largest first."""
_LARGE: Final = (50, 48, 46, 44, 42, 40, 38)
"""Sizes to try before them for a list in large type."""
_LEAST_NAME = 320
"""Pixels that a wide column should have before the type shrinks."""
_ROW_LARGE, _ROW_PHONE = 74, 54
"""Heights of a row in large and in usual type."""


@dataclass(frozen=True, slots=True)
class ListingLayout:
    """The regions of a list; a cell is the crossing of its row and its column."""

    width: int
    height: int
    size: int
    """Type size of the rows, in pixels."""
    head: Box
    headings: Box
    rows: tuple[Box, ...]
    columns: tuple[Box, ...]
    """The boxes of the columns, without the gaps between them."""
    notes: tuple[Box, ...]
    foot: Box


def listing_layout(view: ListingView, measure: Measure) -> ListingLayout:
    """Return the regions of a list of at most `MOST_ROWS` rows."""
    inner = PHONE_WIDTH - 2 * EDGE
    size, widths = _fitted(view, inner, measure)
    row = _ROW_LARGE if view.is_large else _ROW_PHONE
    head = Box(EDGE, EDGE, inner, HEAD)
    headings = Box(EDGE, head.bottom, inner, HEADINGS)
    rows = tuple(
        Box(EDGE, headings.bottom + number * row, inner, row) for number in range(len(view.rows))
    )
    bottom = headings.bottom + len(rows) * row
    notes = tuple(
        Box(EDGE, bottom + 18 + number * NOTE, inner, NOTE) for number in range(len(view.notes))
    )
    low = notes[-1].bottom if notes else bottom + 10
    height = low + NOTE + EDGE
    foot = Box(EDGE, height - EDGE - NOTE + 12, inner, NOTE)
    columns = []
    x = EDGE
    for column in widths:
        columns.append(Box(x, headings.y, column, bottom - headings.y))
        x += column + GAP
    return ListingLayout(
        PHONE_WIDTH, height, size, head, headings, rows, tuple(columns), notes, foot
    )


def _fitted(view: ListingView, room: int, measure: Measure) -> tuple[int, list[int]]:
    """Return the largest size at which names have enough room, and the widths of the columns.

    If they never have, the size is the least one.
    """
    size = view.size(SIZES[-1])
    widths: list[int] = []
    sizes = (*_LARGE, *SIZES) if view.is_large else SIZES
    for size in [fitting for fitting in sizes if fitting >= view.least]:
        natural = _natural(view, size, measure)
        wide = [number for number, column in enumerate(view.columns) if column.is_wide]
        fixed = sum(width for number, width in enumerate(natural) if number not in wide)
        left = room - fixed - GAP * (len(natural) - 1)
        widths = _shared(natural, wide, left)
        needed = sum(min(natural[number], _LEAST_NAME) for number in wide)
        if left >= needed:
            break
    return size, widths


def _natural(view: ListingView, size: int, measure: Measure) -> list[int]:
    """Return the width in pixels that the cells of each column need."""
    small = view.size(heading_size(size))
    plain = [row.cells for row in view.rows if row.kind is not ListingRowKind.HEADING]
    return [
        max(
            [
                measure(column.heading, small, is_strong=True),
                *(measure(cells[number], size, is_strong=column.is_strong) for cells in plain),
            ]
        )
        for number, column in enumerate(view.columns)
    ]


def _shared(natural: Sequence[int], wide: Sequence[int], left: int) -> list[int]:
    """Return the widths; the wide columns share the rest in proportion to their needs."""
    widths = list(natural)
    needed = sum(natural[number] for number in wide) or 1
    for number in wide:
        widths[number] = max(1, left * natural[number] // needed)
    return widths


def heading_size(size: int) -> int:
    """Return the type size of the headings."""
    return max(16, size * 3 // 4)
