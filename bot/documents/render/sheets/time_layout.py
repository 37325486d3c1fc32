"""The layout of the thinking-time sheet: pure geometry, like `layout` (art. 7)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from bot.documents.render.layout import FOOT, HEAD, MARGIN, PAGE_WIDTH, Box

BOX_COLUMNS = 10
"""Day boxes and leave boxes in a row."""
EXTRA_BOXES = 10
"""The most boxes drawn for days beyond the budget."""
MOST_BOXES = 100
"""The most boxes of a strip: two such strips leave room for a ledger."""
HEADING = 44
"""Height of the line above a strip of boxes."""
BOX_HEIGHT = 68
"""Height of a box with the gap below it."""
LARGEST, SMALLEST = 30, 3
"""The type sizes of a ledger, in pixels."""
LEDGER_SHARES = (9, 22, 22, 15, 11, 12, 9)
"""Widths in hundredths: round, received, sent, leave, days, total, article."""
NOTE_INDENT = 12
"""The space on both sides of a note in its row."""
_CELL_PADDING = 8
"""The space on both sides of a row's cells."""

Wrap = Callable[[str, int, int], tuple[str, ...]]
"""Returns the lines of a text, for a width and a type size."""


@dataclass(frozen=True, slots=True)
class TimeSide:
    """The regions of one player's half of the thinking-time sheet."""

    band: Box
    name: Box
    left: Box
    """The box of the days left."""
    last_day: Box
    days: Box
    leave: Box
    ledger: Box


def time_layout(day_boxes: int, leave_boxes: int) -> tuple[TimeSide, TimeSide]:
    """Return both halves, Red's first, with room for that many boxes, at most `MOST_BOXES`."""
    gap = 46
    width = (PAGE_WIDTH - 2 * MARGIN - gap) // 2
    right = PAGE_WIDTH - MARGIN - width
    days, leave = _strip_height(day_boxes), _strip_height(leave_boxes)
    return _side(MARGIN, width, days, leave), _side(right, width, days, leave)


def _strip_height(boxes: int) -> int:
    """Return the height of a strip of boxes with its heading; one without boxes has a free row."""
    return HEADING + ceil(max(1, boxes) / BOX_COLUMNS) * BOX_HEIGHT


def _side(x: int, width: int, days_height: int, leave_height: int) -> TimeSide:
    """Return the regions of one player's half."""

    def under(y: int, height: int) -> Box:
        return Box(x, y, width, height)

    band = under(HEAD.bottom + 16, 54)
    name = under(band.bottom + 8, 72)
    left = Box(x, name.bottom + 4, width * 45 // 100, 120)
    last_day = Box(left.right, left.y, width - left.width, 120)
    days = under(left.bottom + 22, days_height)
    leave = under(days.bottom + 22, leave_height)
    top = leave.bottom + 28
    return TimeSide(band, name, left, last_day, days, leave, under(top, FOOT.y - 12 - top))


def strip_boxes(region: Box, count: int) -> tuple[Box, ...]:
    """Return the boxes of a strip of days, `BOX_COLUMNS` to a row, below its heading."""
    gap = 6
    pitch = (region.width + gap) // BOX_COLUMNS
    return tuple(
        Box(
            region.x + place % BOX_COLUMNS * pitch,
            region.y + HEADING + place // BOX_COLUMNS * BOX_HEIGHT,
            pitch - gap,
            BOX_HEIGHT - gap,
        )
        for place in range(count)
    )


@dataclass(frozen=True, slots=True)
class LedgerRowPlan:
    """The layout of a ledger row: its box and the lines of its note."""

    box: Box
    note: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LedgerPlan:
    """The layout of one player's ledger."""

    size: int
    heading: Box
    rows: tuple[LedgerRowPlan, ...]
    """The player's last rows; in any game that can be played, all of them."""
    empty: tuple[Box, ...]
    """Ruled lines to the end of the page."""


def row_height(size: int) -> int:
    """Return the height of a ledger row without a note."""
    return round(size * 1.62)


def note_height(size: int) -> int:
    """Return the height of each line of a note, in which its type always fits."""
    return max(round(size * 0.92), round(note_size(size) * 1.2))


def note_size(size: int) -> int:
    """Return the type size of a note; smaller type cannot be read."""
    return max(6, round(size * 0.74))


def ledger_columns(row: Box) -> tuple[Box, ...]:
    """Return the cells of a ledger row."""
    inner = row._replace(x=row.x + _CELL_PADDING, width=row.width - 2 * _CELL_PADDING)
    edges = [inner.x]
    for share in LEDGER_SHARES:
        edges.append(edges[-1] + inner.width * share // sum(LEDGER_SHARES))
    return tuple(Box(left, row.y, right - left, row.height) for left, right in pairwise(edges))


def plan_ledgers(
    areas: tuple[Box, Box], notes: tuple[Sequence[str], Sequence[str]], wrap: Wrap
) -> tuple[LedgerPlan, LedgerPlan]:
    """Return both ledgers in the largest type in which both fit.

    Every pair has Red's first. `notes` has the note of each row, or "". If the rows never fit, the
    earliest are left out.
    """
    for size in range(LARGEST, SMALLEST, -1):
        red = _plan_ledger(areas[0], notes[0], size, wrap)
        blue = _plan_ledger(areas[1], notes[1], size, wrap)
        if _fits(red, areas[0]) and _fits(blue, areas[1]):
            return red, blue
    return _smallest(areas[0], notes[0], wrap), _smallest(areas[1], notes[1], wrap)


def _smallest(area: Box, notes: Sequence[str], wrap: Wrap) -> LedgerPlan:
    """Return the ledger in the smallest type, with as many of the last rows as fit."""
    rows = _plan_ledger(area, notes, SMALLEST, wrap).rows
    # Without its earliest rows, every later row is higher up by their heights.
    beyond = rows[-1].box.bottom - area.bottom if rows else 0
    top = rows[0].box.y if rows else 0
    left_out = sum(row.box.y - top < beyond for row in rows)
    return _plan_ledger(area, notes[left_out:], SMALLEST, wrap)


def _fits(plan: LedgerPlan, area: Box) -> bool:
    """Return whether all rows of the ledger are within its area."""
    return not plan.rows or plan.rows[-1].box.bottom <= area.bottom


def _plan_ledger(area: Box, notes: Sequence[str], size: int, wrap: Wrap) -> LedgerPlan:
    """Place the rows of a ledger with their wrapped notes, and empty rows below them."""
    heading = area._replace(height=round(size * 1.3) + 8)
    rows: list[LedgerRowPlan] = []
    y = heading.bottom
    for text in notes:
        lines = wrap(text, area.width - 2 * NOTE_INDENT, note_size(size)) if text else ()
        height = row_height(size) + len(lines) * note_height(size)
        rows.append(LedgerRowPlan(Box(area.x, y, area.width, height), lines))
        y += height
    empty: list[Box] = []
    while y + row_height(size) <= area.bottom:
        empty.append(Box(area.x, y, area.width, row_height(size)))
        y += row_height(size)
    return LedgerPlan(size, heading, tuple(rows), tuple(empty))
