"""Fit the table of moves into its area, however long the game is.

Red is left and Blue right of a column of round numbers; the rows of one round share a band. As a
game grows, first the type shrinks, then the table gets more columns side by side. Every game that
can be played fits completely: the type shrinks until it does.
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
"""Returns the width in pixels of a text at a size."""

LARGEST, SMALLEST = 34, 3
"""The type sizes to try, in pixels."""
COMFORTABLE = 21
"""The type size below which the table gets another column instead of smaller type."""
MOST_COLUMNS = 4
"""The most columns of the table side by side."""
SEPARATOR = " · "
"""Between two adjacent words."""
_ROOMY = 600
"""The width of a half from which its figures get more room than they need."""
_MEASURED = 100
"""The type size at which words are compared."""


@dataclass(frozen=True, slots=True)
class RowText:
    """The texts of a row that decide its height."""

    round: int
    word: str = ""
    adjacent: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row with its box and its lines under the main word."""

    index: int
    """The index of the row among the player's rows."""
    box: Box
    adjacent: tuple[str, ...]
    note: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundBand:
    """One round: both players' rows side by side."""

    round: int
    box: Box
    spine: Box
    rows: tuple[tuple[PlacedRow, ...], tuple[PlacedRow, ...]]
    """Red's and Blue's."""


@dataclass(frozen=True, slots=True)
class SideColumns:
    """The columns of one player's half, each as high as the half."""

    position: Box
    word: Box
    score: Box
    total: Box
    under: Box
    """The box from the word to the right edge, for lines below the first, which have no points."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The layout of the whole table."""

    size: int
    """Type size of the main word."""
    columns: tuple[Box, ...]
    heading: int
    """Height of the headings at the top of each column."""
    bands: tuple[RoundBand, ...]
    """The rounds played, then empty ones to the bottom of the last column."""


def table_columns(area: Box, count: int) -> tuple[Box, ...]:
    """Return that many columns side by side."""
    gap = 40
    width = (area.width - (count - 1) * gap) // count
    return tuple(Box(area.x + n * (width + gap), area.y, width, area.height) for n in range(count))


def halves(column: Box, size: int) -> tuple[Box, Box, Box]:
    """Return Red's half, the column of round numbers and Blue's half, of a column or a band."""
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
    if half.width > _ROOMY:
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
    """Return the words in as few lines as fit the width, without breaking a word."""
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
    """Return the table in the fewest columns with comfortable type, else in the most legible plan.

    For an impossibly large number of rows, the earliest rounds are left out.
    """
    table = _Table(area, (red, blue), measure)
    best: TablePlan | None = None
    legibility = 0
    for count in range(1, MOST_COLUMNS + 1):
        plan = table.largest(count)
        if plan is not None and (of_plan := table.legibility(plan)) > legibility:
            best, legibility = plan, of_plan
        if legibility >= COMFORTABLE:
            break
    return best or table.latest()


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows to be laid out, and the area for them."""

    area: Box
    sides: tuple[Sequence[RowText], Sequence[RowText]]
    measure: Measure

    def legibility(self, plan: TablePlan) -> int:
        """Return the type size that the longest word can have, at most that of the plan."""
        longest = max(
            (self.measure(row.word, _MEASURED) for rows in self.sides for row in rows), default=0
        )
        half, _, _ = halves(plan.columns[0], plan.size)
        room = side_columns(half, plan.size).word.width
        return min(plan.size, room * _MEASURED // longest) if longest else plan.size

    def largest(self, count: int) -> TablePlan | None:
        """Return the plan in the largest type that fits in that many columns, or None."""
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
        """Return the plan in the smallest type with as many of the last rounds as fit."""
        last = max(row.round for rows in self.sides for row in rows)
        rounds = range(1, last + 1)

        def fits_from(first: int) -> bool:
            return self.plan(MOST_COLUMNS, SMALLEST, first) is not None

        # The later the first round, the fewer rows: from some round on, every plan fits.
        left_out = bisect_left(rounds, True, key=fits_from)
        plan = self.plan(MOST_COLUMNS, SMALLEST, 1 + left_out)
        return plan or TablePlan(
            SMALLEST, table_columns(self.area, 1), heading_height(SMALLEST), ()
        )

    def plan(self, count: int, size: int, first: int = 1) -> TablePlan | None:
        """Return the plan from round `first` onwards, or None if it does not fit."""
        area = self.area
        columns = table_columns(area, count)
        heading = heading_height(size)
        rounds = self._rounds(columns[0], size)
        last = max((*rounds[0], *rounds[1]), default=0)
        bands: list[RoundBand] = []
        column, y = 0, area.y + heading
        while True:  # until the columns are full; rounds after the last have no rows
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
        # `number` is the first round without a place.
        return TablePlan(size, columns, heading, tuple(bands)) if number > last else None

    def _rounds(self, column: Box, size: int) -> list[dict[int, list["_Row"]]]:
        """Return Red's and Blue's rows by round, wrapped to the width of their halves."""
        red, _, blue = halves(column, size)
        return [
            _by_round(rows, side_columns(half, size).under.width, size, self.measure)
            for rows, half in zip(self.sides, (red, blue), strict=True)
        ]


@dataclass(frozen=True, slots=True)
class _Row:
    """A player's row before it has a place, with its lines under the main word."""

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
    by_round: dict[int, list[_Row]] = {}
    for index, row in enumerate(rows):
        adjacent = wrap(row.adjacent, width, small, measure, SEPARATOR)
        note = wrap(row.note.split(), width, small, measure, " ")
        entry = _Row(index, tuple(adjacent), tuple(note))
        by_round.setdefault(max(1, row.round), []).append(entry)
    return by_round


def _stack_height(stack: Sequence[_Row], size: int) -> int:
    """Return the height of a player's rows in a round; a round without any is one line high."""
    return sum(row.height(size) for row in stack) or main_height(size) + padding(size)


def _band(number: int, box: Box, size: int, rows: Sequence[Sequence[_Row]]) -> RoundBand:
    red, spine, blue = halves(box, size)
    return RoundBand(number, box, spine, (_stack(red, size, rows[0]), _stack(blue, size, rows[1])))


def _stack(half: Box, size: int, stack: Sequence[_Row]) -> tuple[PlacedRow, ...]:
    """Return the places of a player's rows in a round, from the top of their half."""
    placed: list[PlacedRow] = []
    y = half.y
    for row in stack:
        box = Box(half.x, y, half.width, row.height(size))
        placed.append(PlacedRow(row.index, box, row.adjacent, row.note))
        y = box.bottom
    return tuple(placed)
