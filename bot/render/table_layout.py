"""How the table of placements fits its place, whatever the length of the game.

Red stands left and Blue right of a spine of round numbers; the rows of one round share a band. As
a game grows the type first shrinks, then the table continues in two or three columns side by side.
Nothing is ever left out: the type shrinks until all fits.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.render.layout import Box

Measure = Callable[[str, int], int]
"""The width in pixels of a text at a size."""

LARGEST, SMALLEST = 34, 7
COMFORTABLE = 21
"""Below this size of type the table takes another column rather than shrink."""
MOST_COLUMNS = 3
SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class RowText:
    """The words of a row that decide its height."""

    round: int
    adjacent: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row with its place and its lines under the main word."""

    index: int
    """Which of the player's rows it is."""
    box: Box
    adjacent: tuple[str, ...]
    note: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """One round: both players' rows side by side."""

    round: int
    box: Box
    spine: Box
    rows: tuple[tuple[PlacedRow, ...], tuple[PlacedRow, ...]]
    """Red's and Blue's."""


@dataclass(frozen=True, slots=True)
class SideColumns:
    """The columns of one player's half: left edges and widths, from the half's left edge."""

    position: Box
    word: Box
    score: Box
    total: Box


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The whole table, placed."""

    size: int
    """Size of the main word's type."""
    columns: tuple[Box, ...]
    heading: int
    """Height of the headings at the top of each column."""
    bands: tuple[Band, ...]
    """The rounds played, then empty ones to the end of the last column."""


def main_height(size: int) -> int:
    """Return the height of a row's first line."""
    return round(size * 1.24)


def small_size(size: int) -> int:
    """Return the size of the type under the main word."""
    return max(6, round(size * 0.7))


def small_height(size: int) -> int:
    """Return the height of each line under the first."""
    return round(size * 0.88)


def padding(size: int) -> int:
    """Return the free height above and below a band's lines together."""
    return round(size * 0.44)


def spine_width(size: int) -> int:
    """Return the width of the strip of round numbers."""
    return round(size * 1.9) + 6


def table_columns(area: Box, count: int) -> tuple[Box, ...]:
    """Return that many columns side by side."""
    gap = 40
    width = (area.width - (count - 1) * gap) // count
    return tuple(Box(area.x + n * (width + gap), area.y, width, area.height) for n in range(count))


def halves(column: Box, size: int) -> tuple[Box, Box, Box]:
    """Return Red's half, the spine and Blue's half of a column or of a band in it."""
    spine = spine_width(size)
    half = (column.width - spine) // 2
    red = Box(column.x, column.y, half, column.height)
    middle = Box(red.right, column.y, spine, column.height)
    blue = Box(middle.right, column.y, column.right - middle.right, column.height)
    return red, middle, blue


def side_columns(half: Box, size: int) -> SideColumns:
    """Return the columns of a player's half: position, word, points, total."""
    edge = round(size * 0.4)
    position, score, total = round(size * 2.1), round(size * 2.5), round(size * 2.1)
    if half.width > 600:
        position, score, total = position + 14, score + 34, total + 24
    left, right = half.x + edge, half.right - edge
    word_left = left + position
    word_right = right - score - total

    def cell(x: int, width: int) -> Box:
        return Box(x, half.y, width, half.height)

    return SideColumns(
        cell(left, position),
        cell(word_left, word_right - word_left),
        cell(word_right, score),
        cell(word_right + score, total),
    )


def wrap(words: Sequence[str], width: int, size: int, measure: Measure, sep: str) -> list[str]:
    """Return the words in as few lines as fit the width, none broken."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}{sep}{word}" if lines else word
        if lines and measure(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def plan_table(
    area: Box, red: Sequence[RowText], blue: Sequence[RowText], measure: Measure
) -> TablePlan:
    """Return the table in the largest type that fits, in as few columns as stay comfortable."""
    best: TablePlan | None = None
    for count in range(1, MOST_COLUMNS + 1):
        plan = _plan_in(area, count, (red, blue), measure)
        if plan is not None and (best is None or plan.size > best.size):
            best = plan
        if best is not None and best.size >= COMFORTABLE:
            break
    if best is None:
        raise ValueError("the table has no room at all")
    return best


def heading_height(size: int) -> int:
    """Return the height of the headings: the players' names over the captions."""
    return name_height(size) + caption_height(size)


def name_height(size: int) -> int:
    """Return the height of the strip with the players' names."""
    return round(size * 1.5) + 4


def caption_height(size: int) -> int:
    """Return the height of the strip with the columns' captions."""
    return round(size * 0.66) + 10


def _plan_in(
    area: Box, count: int, sides: tuple[Sequence[RowText], Sequence[RowText]], measure: Measure
) -> TablePlan | None:
    """Return the plan in the largest type that fits that many columns, by halving."""
    best: TablePlan | None = None
    low, high = SMALLEST, LARGEST
    while low <= high:
        size = (low + high) // 2
        plan = _plan_at(area, count, size, sides, measure)
        if plan is None:
            high = size - 1
        else:
            best, low = plan, size + 1
    return best


def _plan_at(
    area: Box,
    count: int,
    size: int,
    sides: tuple[Sequence[RowText], Sequence[RowText]],
    measure: Measure,
) -> TablePlan | None:
    columns = table_columns(area, count)
    heading = heading_height(size)
    red, _, blue = halves(columns[0], size)
    rounds = (
        _by_round(sides[0], side_columns(red, size).word.width, size, measure),
        _by_round(sides[1], side_columns(blue, size).word.width, size, measure),
    )
    last = max((*rounds[0], *rounds[1]), default=0)
    bands: list[Band] = []
    column, y = 0, area.y + heading
    while True:
        number = len(bands) + 1
        rows = tuple(side.get(number, []) for side in rounds)
        height = max(_stack_height(stack, size) for stack in rows)
        if y + height > area.bottom:
            column, y = column + 1, area.y + heading
            if column == count or y + height > area.bottom:
                break
        box = Box(columns[column].x, y, columns[column].width, height)
        bands.append(_band(number, box, size, rows))
        y += height
    return TablePlan(size, columns, heading, tuple(bands)) if len(bands) >= last else None


@dataclass(frozen=True, slots=True)
class _Row:
    index: int
    adjacent: tuple[str, ...]
    note: tuple[str, ...]

    def height(self, size: int) -> int:
        lines = len(self.adjacent) + len(self.note)
        return main_height(size) + lines * small_height(size) + padding(size)


def _by_round(
    rows: Sequence[RowText], width: int, size: int, measure: Measure
) -> dict[int, list[_Row]]:
    """Return a player's rows with their wrapped lines, by round."""
    small = small_size(size)
    found: dict[int, list[_Row]] = {}
    for index, row in enumerate(rows):
        adjacent = wrap(row.adjacent, width, small, measure, SEPARATOR)
        note = wrap(row.note.split(), width, small, measure, " ")
        found.setdefault(max(1, row.round), []).append(_Row(index, tuple(adjacent), tuple(note)))
    return found


def _stack_height(stack: Sequence[_Row], size: int) -> int:
    return sum(row.height(size) for row in stack) or main_height(size) + padding(size)


def _band(number: int, box: Box, size: int, rows: Sequence[Sequence[_Row]]) -> Band:
    red, spine, blue = halves(box, size)
    return Band(number, box, spine, (_stack(red, size, rows[0]), _stack(blue, size, rows[1])))


def _stack(half: Box, size: int, stack: Sequence[_Row]) -> tuple[PlacedRow, ...]:
    placed: list[PlacedRow] = []
    y = half.y
    for row in stack:
        box = Box(half.x, y, half.width, row.height(size))
        placed.append(PlacedRow(row.index, box, row.adjacent, row.note))
        y = box.bottom
    return tuple(placed)
