"""Find a header and match it with the wanted columns; yield rows with cells in that order.

A title may precede the header. Unwanted columns are ignored, and named in a remark.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.files import Row, TableFile
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.guard import guarded
from bot.documents.tables.headings import columns_of

MOST_TITLES: Final = 10
"""The most rows above the header."""
_SHOWN: Final = 10
"""The most ignored columns that a remark names."""
_LONGEST: Final = 40


def read_columns(
    file: TableFile, faults: FileFaults, required: Sequence[str], optional: Sequence[str] = ()
) -> Iterator[Row]:
    """Yield the rows under the header; cells: required, then optional columns, "" if absent.

    Rows that do not fit the header are recorded as errors and left out.

    Raises:
        TableError: at once for an error in the header; later, if the rest cannot be read.
    """
    rows = read_rows(file)
    header = _header(rows, required, optional)
    _check(header, faults, required)
    _remark(file, header)
    width = len(header.columns)
    wanted = (*required, *optional)
    places = [header.columns.index(one) if one in header.columns else width for one in wanted]
    is_plain = places == list(range(width))
    for number, cells in rows:
        if len(cells) != width and (len(cells) < width or any(map(str.strip, cells[width:]))):
            faults.add("cells", number, count=width, found=len(cells))
        elif is_plain:
            yield number, cells if len(cells) == width else cells[:width]
        else:
            yield number, [cells[place] if place < width else "" for place in places]


class _Header(NamedTuple):
    """A header, and the column that each of its cells names."""

    line: int
    cells: Sequence[str]
    columns: Sequence[str | None]
    """The wanted column of each cell; None for an unwanted one."""
    first_line: int
    """The first line of the file that is not blank; lines from it to the header are a title."""

    @property
    def unknown(self) -> str:
        """Return the headings of the unwanted columns."""
        pairs = zip(self.columns, self.cells, strict=True)
        cells = [cell[:_LONGEST] or "—" for column, cell in pairs if column is None]
        return ", ".join(cells[:_SHOWN]) + (", …" if len(cells) > _SHOWN else "")


def _header(rows: Iterator[Row], required: Sequence[str], optional: Sequence[str]) -> _Header:
    """Return the first row that names all required columns, or the row that names most columns."""
    known = (*required, *optional)
    best, most, first_line = _Header(1, [], [], 1), 0, 0
    for line, cells in islice(rows, 1 + MOST_TITLES):
        first_line = first_line or line
        names = [cell.strip() for cell in cells]
        while names and not names[-1]:
            names.pop()
        found = _Header(line, names, columns_of(names, known), first_line)
        if all(column in found.columns for column in required):
            return found
        count = len(set(found.columns) - {None})
        if count > most:
            best, most = found, count
    return best


def _check(header: _Header, faults: FileFaults, required: Sequence[str]) -> None:
    """Raise `TableError` for a header that lacks a required column, or has a column twice."""
    if not any(header.columns):
        faults.add("header", header.line, columns=",".join(required))
    faults.check()
    pairs = zip(header.columns, header.cells, strict=True)
    faults.headings = {column: cell for column, cell in pairs if column is not None}
    for column in faults.headings:
        if header.columns.count(column) > 1:
            faults.add("column_twice", header.line, column)
    names = header.unknown
    for name in required:
        if name not in header.columns and names:
            faults.add("column_missing_beside", header.line, name, names=names)
        elif name not in header.columns:
            faults.add("column_missing", header.line, name)
    faults.check()


def _remark(file: TableFile, header: _Header) -> None:
    """Add remarks on a title above the header, and on the ignored columns."""
    if header.line > header.first_line:
        file.remark("titles", header.line, first=header.first_line)
    if header.unknown:
        file.remark("columns_ignored", header.line, names=header.unknown)


def csv_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return comma-separated values in UTF-8, the header first."""
    return (csv_lines([columns]) + csv_lines(rows)).encode()


def csv_lines(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV lines, without cells that a spreadsheet would run as formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(map(guarded, row) for row in rows)
    return out.getvalue()
