"""How the table of placements fits its place, whatever the length of the game.

Red stands left and Blue right of a spine of round numbers; the rows of one round share a band. As
a game grows the type first shrinks, then the table continues in more columns side by side. Nothing
is left out of any game that can be played: the type shrinks until all fits.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.documents.render.layout import Box
from bot.documents.render.sheets.table_sizes import (
    heading_height,
    main_height,
    padding,
    small_height,
    small_size,
    spine_width,
)

Measure = Callable[[str, int], int]
"""The width in pixels of a text at a size."""

LARGEST, SMALLEST = 34, 3
COMFORTABLE = 21
"""Below this size of type the table takes another column rather than shrink."""
MOST_COLUMNS = 4
SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class RowText:
    """The words of a row that decide its height."""

    round: int
    word: str = ""
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
    under: Box
    """From the word to the right edge: of the lines below the first, where no points stand."""


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
    position, score, total = round(size * 2.1), round(size * 2.4), round(size * 2.5)
    if half.width > 600:
        position, score, total = position + 14, score + 44, total + 16
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
        cell(word_left, right - word_left),
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
    """Return the table in as few columns as stay comfortable, else the one easiest to read.

    Rows without number, which no game has, push out the earliest rounds.
    """
    table = _Table(area, (red, blue), measure)
    best: TablePlan | None = None
    ease = 0
    for count in range(1, MOST_COLUMNS + 1):
        plan = table.largest(count)
        if plan is not None and (found := table.ease(plan)) > ease:
            best, ease = plan, found
        if ease >= COMFORTABLE:
            break
    return best or table.latest()


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows to be placed, and where."""

    area: Box
    sides: tuple[Sequence[RowText], Sequence[RowText]]
    measure: Measure

    def ease(self, plan: TablePlan) -> int:
        """Return how large the longest word can be: how easy the table is to read."""
        longest = max(
            (self.measure(row.word, 100) for rows in self.sides for row in rows), default=0
        )
        half, _, _ = halves(plan.columns[0], plan.size)
        room = side_columns(half, plan.size).word.width
        return min(plan.size, room * 100 // longest) if longest else plan.size

    def largest(self, count: int) -> TablePlan | None:
        """Return the plan in the largest type that fits that many columns, by halving."""
        best: TablePlan | None = None
        low, high = SMALLEST, LARGEST
        while low <= high:
            size = (low + high) // 2
            plan = self.plan(count, size)
            if plan is None:
                high = size - 1
            else:
                best, low = plan, size + 1
        return best

    def latest(self) -> TablePlan:
        """Return the plan in the smallest type of as many of the last rounds as fit."""
        last = max(row.round for rows in self.sides for row in rows)
        rounds = range(1, last + 1)
        start = bisect_left(rounds, True, key=lambda n: bool(self.plan(MOST_COLUMNS, SMALLEST, n)))
        plan = self.plan(MOST_COLUMNS, SMALLEST, 1 + start)
        return plan or TablePlan(
            SMALLEST, table_columns(self.area, 1), heading_height(SMALLEST), ()
        )

    def plan(self, count: int, size: int, first: int = 1) -> TablePlan | None:
        """Return the plan from round `first` on, or None where it does not fit."""
        area = self.area
        columns = table_columns(area, count)
        heading = heading_height(size)
        rounds = self._rounds(columns[0], size)
        last = max((*rounds[0], *rounds[1]), default=0)
        bands: list[Band] = []
        column, y = 0, area.y + heading
        while True:
            number = len(bands) + first
            rows = tuple(side.get(number, []) for side in rounds)
            height = max(_stack_height(stack, size) for stack in rows)
            if y + height > area.bottom:
                column, y = column + 1, area.y + heading
                if column == count or y + height > area.bottom:
                    break
            box = Box(columns[column].x, y, columns[column].width, height)
            bands.append(_band(number, box, size, rows))
            y += height
        return TablePlan(size, columns, heading, tuple(bands)) if number > last else None

    def _rounds(self, column: Box, size: int) -> list[dict[int, list["_Row"]]]:
        red, _, blue = halves(column, size)
        return [
            _by_round(rows, side_columns(half, size).under.width, size, self.measure)
            for rows, half in zip(self.sides, (red, blue), strict=True)
        ]


@dataclass(frozen=True, slots=True)
class _Row:
    index: int
    adjacent: tuple[str, ...]
    note: tuple[str, ...]

    def height(self, size: int) -> int:
        lines = (len(self.adjacent) + len(self.note)) * small_height(size)
        return main_height(size) + lines + padding(size)


def _by_round(
    rows: Sequence[RowText], width: int, size: int, measure: Measure
) -> dict[int, list[_Row]]:
    """Return a player's rows with their wrapped lines, by round."""
    small = small_size(size)
    found: dict[int, list[_Row]] = {}
    for index, row in enumerate(rows):
        adjacent = wrap(row.adjacent, width, small, measure, SEPARATOR)
        note = wrap(row.note.split(), width, small, measure, " ")
        entry = _Row(index, tuple(adjacent), tuple(note))
        found.setdefault(max(1, row.round), []).append(entry)
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
