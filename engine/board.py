"""The board: squares, the premium layout, and the words on a line.

A board stores its letters twice, by rows and by columns. Each is one string with an empty cell
between lines, so a query along a line is a plain string search. The premium layout is symmetric
about the diagonal, so both axes share all code.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

SIZE = 15
EMPTY = "."
STRIDE = SIZE + 1
"""Cells from one line to the next: 15 squares and one empty cell."""
ROW_NAMES = "ABCDEFGHIJKLMNO"


class Axis(Enum):
    """The direction of a word; letter first is across (`H8`), number first is down (`8H`)."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> "Axis":
        """Return the direction of the words that cross this one."""
        return Axis.DOWN if self is Axis.ACROSS else Axis.ACROSS


class Square(NamedTuple):
    """A square by row and column, both counted from 0 at the top left."""

    row: int
    """The row from the top, 0 to 14."""
    column: int
    """The column from the left, 0 to 14."""

    @property
    def name(self) -> str:
        """Return the square's name, row letter first: `H8` is the centre."""
        return self.position(Axis.ACROSS)

    def position(self, axis: Axis) -> str:
        """Return `H8` for a word across from this square, `8H` for one down (art. 4.2)."""
        letter, number = ROW_NAMES[self.row], self.column + 1
        return f"{letter}{number}" if axis is Axis.ACROSS else f"{number}{letter}"


CENTRE = Square(7, 7)


def squares(square: Square, axis: Axis, length: int) -> Iterator[Square]:
    """Yield the squares of a word of that length, in reading order, even past the edge."""
    row, column = square
    for step in range(length):
        yield Square(row, column + step) if axis is Axis.ACROSS else Square(row + step, column)


def offset(square: Square, axis: Axis) -> int:
    """Return the index of a square in the line string of that axis."""
    line, place = square if axis is Axis.ACROSS else (square.column, square.row)
    return 1 + line * STRIDE + place


_QUARTER = (
    "W..l...W",
    ".w...L..",
    "..w...l.",
    "l..w...l",
    "....w...",
    ".L...L..",
    "..l...l.",
    "W..l...w",
)
"""The top left corner: W/w triple and double word, L/l triple and double letter."""

_TOP = tuple(half + half[-2::-1] for half in _QUARTER)
PREMIUMS: tuple[str, ...] = _TOP + _TOP[-2::-1]
"""The premium of each square, row by row: `W` `w` triple/double word, `L` `l` letter, `.` none."""

_BY_OFFSET = EMPTY + "".join(row + EMPTY for row in PREMIUMS)
LETTER_FACTOR = tuple({"L": 3, "l": 2}.get(sign, 1) for sign in _BY_OFFSET)
"""By offset, the factor for the value of a tile on that square (the same on both axes)."""
WORD_FACTOR = tuple({"W": 3, "w": 2}.get(sign, 1) for sign in _BY_OFFSET)
"""By offset, the factor for a word over that square (the same on both axes)."""


@dataclass(frozen=True)
class Board:
    """The letters on the board: upper case is a tile, lower case a blank, `.` an empty square."""

    rows: tuple[str, ...] = (EMPTY * SIZE,) * SIZE
    """The 15 rows from the top, each of 15 characters."""

    @classmethod
    def from_rows(cls, rows: Iterable[str]) -> "Board":
        """Return the board drawn as 15 lines of 15 characters.

        Raises:
            ValueError: the drawing is not 15 × 15, or has a character other than letters and dots.
        """
        lines = tuple(rows)
        if len(lines) != SIZE:
            raise ValueError(f"a board has {SIZE} lines, not {len(lines)}")
        for number, line in enumerate(lines, 1):
            if len(line) != SIZE:
                raise ValueError(f"line {number} has {len(line)} squares, not {SIZE}")
            for character in line:
                if character != EMPTY and not (character.isascii() and character.isalpha()):
                    raise ValueError(f"line {number}: {character!r} is no letter and no dot")
        return cls(lines)

    @cached_property
    def across(self) -> str:
        """All rows as one line string; see `offset`."""
        return EMPTY + "".join(row + EMPTY for row in self.rows)

    @cached_property
    def down(self) -> str:
        """All columns as one line string; see `offset`."""
        return EMPTY + "".join("".join(column) + EMPTY for column in zip(*self.rows, strict=True))

    def lines(self, axis: Axis) -> str:
        """Return the line string of that axis."""
        return self.across if axis is Axis.ACROSS else self.down

    @cached_property
    def is_empty(self) -> bool:
        """Return whether no tile has been laid yet."""
        return all(row == EMPTY * SIZE for row in self.rows)

    def __getitem__(self, square: Square) -> str:
        """Return the character on that square."""
        return self.rows[square.row][square.column]

    def lay(self, tiles: Iterable[tuple[Square, str]]) -> "Board":
        """Return the board with these tiles added; the caller must choose empty squares."""
        rows = list(self.rows)
        for (number, column), tile in tiles:
            row = rows[number]
            rows[number] = row[:column] + tile + row[column + 1 :]
        return Board(tuple(rows))

    def tiles(self) -> Iterator[tuple[Square, str]]:
        """Yield every square that holds a tile, with the tile."""
        for row, line in enumerate(self.rows):
            for column, tile in enumerate(line):
                if tile != EMPTY:
                    yield Square(row, column), tile


EMPTY_BOARD = Board()
