"""A file that contains a table, and the limits on reading it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from string import ascii_uppercase
from typing import BinaryIO, Final, NoReturn

from bot.documents.tables.faults import TableError, TableFault, lines_text, shortened

Row = tuple[int, list[str]]
"""The line number, as an editor or a spreadsheet counts, and the cells as text."""

MOST_SHEETS: Final = 20
"""The most sheets that are read of one file; more are an error."""
MOST_COLUMNS: Final = 256
"""The most columns that are read; in a text file, more are an error."""
FIRST: Final = ""
"""The name under which the traits of a file's first sheet are stored, where only it is read."""
_MOST_MERGED: Final = 10_000
"""The most merged cells that are looked at in a sheet; a forged file repeats areas endlessly."""
LONGEST_CELL: Final = 1000
"""The most characters of a cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """Limits on what is read of a file."""

    size: int
    """Bytes."""
    rows: int
    """Rows under the header."""
    unpacked: int
    """Bytes of a spreadsheet once unpacked."""


CHAT: Final = FileLimits(size=20 << 20, rows=100_000, unpacked=100 << 20)
"""Limits for files that anybody may send."""
LOCAL: Final = FileLimits(size=1 << 30, rows=5_000_000, unpacked=2 << 30)
"""Limits for files of the person who runs the command."""


@dataclass(slots=True)
class SheetTraits:
    """What the cells of a sheet do not show: hidden rows and columns, and merged cells."""

    hidden_rows: list[int] = field(default_factory=list)
    """The numbers of hidden or filtered rows that have content."""
    hidden_columns: list[str] = field(default_factory=list)
    """The letters of hidden columns."""
    merged: dict[tuple[int, int], str] = field(default_factory=dict)
    """The area of each merged cell without own content, by line from 1 and column from 0."""
    _merged_cells: int = 0
    """How many cells of areas were looked at, repeated ones included."""

    def merge(self, first: tuple[int, int], last: tuple[int, int]) -> None:
        """Record an area of merged cells as far as the limits allow.

        `first` and `last` are its corners, each a line from 1 and a column from 0.
        """
        area = f"{letter(first[1])}{first[0]}:{letter(last[1])}{last[0]}"
        rows, width = range(first[0], last[0] + 1), min(last[1] + 1, MOST_COLUMNS)
        cells = ((row, column) for row in rows for column in range(first[1], width))
        for cell in islice(cells, _MOST_MERGED - self._merged_cells):
            self._merged_cells += 1
            if cell != first:
                self.merged[cell] = area

    def remarks(self, header: int = 0) -> Iterator[TableFault]:
        """Yield what a reader names: hidden rows, hidden columns, merged cells under the header.

        All of them are read like others.
        """
        if self.hidden_rows:
            lines = lines_text(self.hidden_rows)
            yield TableFault("hidden_rows", self.hidden_rows[0], facts={"lines": lines})
        if self.hidden_columns:
            yield TableFault(
                "hidden_columns", facts={"columns_hidden": shortened(self.hidden_columns)}
            )
        inside = dict.fromkeys(
            area for (row, _), area in sorted(self.merged.items()) if row > header
        )
        if inside:
            yield TableFault("merged_cells", facts={"areas": shortened(tuple(inside))})


def letter(position: int) -> str:
    """Return the letters of a column in a spreadsheet, by its index from 0."""
    letters, rest = "", position + 1
    while rest:  # digits from 1 to 26, as there is no letter for zero
        rest, digit = divmod(rest - 1, len(ascii_uppercase))
        letters = ascii_uppercase[digit] + letters
    return letters


@dataclass(slots=True, kw_only=True)
class TableFile:
    """A table's source; the caller opens and closes the file."""

    name: str
    """The file's name in messages."""
    content: BinaryIO
    """The bytes; the stream must be seekable."""
    limits: FileLimits = LOCAL
    remarks: list[TableFault] = field(default_factory=list)
    """Notes on uncertain readings, added during reading."""
    today: date | None = None
    """The day of reading, after which no game was played; None if unknown."""
    traits: dict[str, SheetTraits] = field(default_factory=dict)
    """What the cells of each sheet do not show, by its name; known once its rows are read."""

    def traits_of(self, sheet: str) -> SheetTraits:
        """Return the traits of a sheet, to read or to fill."""
        return self.traits.setdefault(sheet, SheetTraits())

    def remark(self, code: str, line: int = 0, **facts: str | int) -> None:
        """Add a note for the sender of the file that is no error."""
        self.remarks.append(TableFault(code, line, facts=facts))

    def fail(self, code: str, line: int = 0, column: str = "", **facts: str | int) -> NoReturn:
        """Stop reading.

        Raises:
            TableError: with this one error.
        """
        raise TableError(self.name, [TableFault(code, line, column, facts)]) from None
