"""A header is found and matched with the columns wanted; rows then come as cells in that order.

Above the header there may be a title. Columns that nobody wants are left aside, and named.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bot.documents.tables.faults import Faults
from bot.documents.tables.formats.files import Row, TableFile
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.guard import guarded
from bot.documents.tables.headings import columns_of

MOST_TITLES: Final = 10
"""Rows above the header at most."""
_SHOWN: Final = 10
"""Columns that are named where they are left aside."""
_LONGEST: Final = 40


def read_columns(
    file: TableFile, faults: Faults, required: Sequence[str], optional: Sequence[str] = ()
) -> Iterator[Row]:
    """Yield the rows under the header, cells in the order required, then optional; "" if absent.

    Rows that do not fit the header are noted among the faults and left out.

    Raises:
        TableError: for the header at once; on the way, where the file cannot be read on.
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
    """A header, and what each of its columns is."""

    line: int
    cells: Sequence[str]
    columns: Sequence[str | None]
    """None: a column that is not wanted."""
    first_line: int
    """Of the file: what stands from there to the header is a title."""

    @property
    def unknown(self) -> str:
        """Return what the columns are called that are not wanted."""
        pairs = zip(self.columns, self.cells, strict=True)
        cells = [cell[:_LONGEST] or "—" for column, cell in pairs if column is None]
        return ", ".join(cells[:_SHOWN]) + (", …" if len(cells) > _SHOWN else "")


def _header(rows: Iterator[Row], required: Sequence[str], optional: Sequence[str]) -> _Header:
    """Return the first row that names all required columns, or the one that names most of any."""
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


def _check(header: _Header, faults: Faults, required: Sequence[str]) -> None:
    """Refuse a header that lacks a column, or has one twice."""
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
    """Name what stands above the header, and the columns that are left aside."""
    if header.line > header.first_line:
        file.remark("titles", header.line, first=header.first_line)
    if header.unknown:
        file.remark("columns_ignored", header.line, names=header.unknown)


def csv_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return comma-separated values in UTF-8, the header first."""
    return (csv_lines([columns]) + csv_lines(rows)).encode()


def csv_lines(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as lines of comma-separated values, none of them a formula to a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(map(guarded, row) for row in rows)
    return out.getvalue()
