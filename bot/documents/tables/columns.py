"""Find a header and match it with the wanted columns; yield rows with cells in that order.

A title may precede the header. Unwanted columns are ignored, and named in a remark.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from bot.documents.tables.cells import parse_number
from bot.documents.tables.checks.body import TableBody, TableHeader
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import Row, TableFile, letter
from bot.documents.tables.headings import DOUBTS, GIVEN_NAMES, columns_of, looks_like, with_surnames

MOST_TITLES: Final = 10
"""The most rows above the header."""
_SAMPLE: Final = 20
"""How many rows show what a column without a heading holds."""


class BesideColumns(NamedTuple):
    """What a reader knows about the columns of its tables, beside those that it reads."""

    unused: Sequence[str] = ()
    """Columns that belong to such tables but are not read."""
    filled: Sequence[str] = ()
    """The columns that every row of data fills; without any, the required ones."""


NOTHING_BESIDE: Final = BesideColumns()


def read_columns(
    file: TableFile,
    faults: FileFaults,
    required: Sequence[str],
    optional: Sequence[str] = (),
    *,
    beside: BesideColumns = NOTHING_BESIDE,
) -> Iterator[Row]:
    """Yield the rows under the header; cells: required, then optional columns, "" if absent.

    A column of given names is joined to that of names; names come without numbering, telephone
    number and club. Rows that do not fit the header are recorded as errors and left out. Notes and
    totals are left out and named in a remark, and so is what is doubtful about the rows.

    Args:
        file: The file.
        faults: Receives the errors of the rows.
        required: The columns that the header must have.
        optional: Other columns that are read.
        beside: What else is known about the columns of such tables.

    Raises:
        TableError: at once for an error in the header; later, if the rest cannot be read.
    """
    rows = read_rows(file)
    header = _header(rows, required, optional, beside.unused)
    _check(header, faults, required)
    sample = list(islice(rows, _SAMPLE))
    _refuse_doubtful(header, faults, sample)
    _remark(file, header)
    body = TableBody(file, faults, header, (*required, *optional), beside.filled or required)
    yield from body.rows(chain(sample, rows))


def _header(
    rows: Iterator[Row],
    required: Sequence[str],
    optional: Sequence[str],
    unused: Sequence[str],
) -> TableHeader:
    """Return the first row that names all required columns, or the row that names most columns."""
    # A table of one person in each row may have their surname in a column of its own.
    persons = [column for column in required if column in GIVEN_NAMES]
    given = [GIVEN_NAMES[column] for column in persons]
    surnames = ["surname"] if persons in (["player"], ["name"]) else []
    known = (*required, *optional, *given, *surnames, *unused)
    best, most_named = TableHeader(1, [], [], 1), 0
    first_line = 0  # not known yet
    for line, cells in islice(rows, 1 + MOST_TITLES):
        first_line = first_line or line
        names = [cell.strip() for cell in cells]
        while names and not names[-1]:
            names.pop()
        columns = columns_of(names, known)
        if surnames:
            columns = with_surnames(columns, persons[0])
        header = TableHeader(line, names, columns, first_line)
        if all(column in header.columns for column in required):
            return header
        count = len(set(header.columns) - {None})
        if count > most_named:
            best, most_named = header, count
    return best


def _check(header: TableHeader, faults: FileFaults, required: Sequence[str]) -> None:
    """Raise `TableError` for a header that lacks a required column, or has a column twice."""
    if not any(header.columns):
        faults.add("header", header.line, columns=",".join(required))
    faults.check()
    pairs = zip(header.columns, header.cells, strict=True)
    faults.headings = {column: cell for column, cell in pairs if column is not None}
    for column in faults.headings:
        if header.columns.count(column) > 1:
            faults.add("column_twice", header.line, column)
    names = header.ignored
    for name in required:
        if name not in header.columns and names:
            faults.add("column_missing_beside", header.line, name, names=names)
        elif name not in header.columns:
            faults.add("column_missing", header.line, name)
    faults.check()


def _refuse_doubtful(header: TableHeader, faults: FileFaults, sample: Sequence[Row]) -> None:
    """Raise `TableError` for an unknown column that looks like a name, a rating, or the like."""
    for place, (column, heading) in enumerate(zip(header.columns, header.cells, strict=True)):
        if column is not None:
            continue
        cells = [cells[place].strip() for _, cells in sample if place < len(cells)]
        kind = looks_like(heading) if heading else _likely_kind(list(filter(None, cells)))
        if kind is not None:
            shown = heading or letter(place)
            faults.add(DOUBTS[kind], header.line, found=shown)
    faults.check()


def _likely_kind(cells: Sequence[str]) -> str | None:
    """Return what the cells of a column without a heading look like, as `looks_like`, or None.

    More than half of them must look so. Row numbers look like nothing.
    """
    numbers = [cell.rstrip(".)") for cell in cells]
    if not cells or numbers == [f"{number}" for number in range(1, len(numbers) + 1)]:
        return None
    if sum(parse_number(cell) is not None for cell in cells) * 2 > len(cells):
        return "result"
    return "name" if sum(_is_word(cell) for cell in cells) * 2 > len(cells) else None


def _is_word(cell: str) -> bool:
    """Return whether a cell has letters and no digit."""
    return len(cell) > 1 and not any(map(str.isdigit, cell)) and any(map(str.isalpha, cell))


def _remark(file: TableFile, header: TableHeader) -> None:
    """Add remarks on a title above the header, and on the ignored columns."""
    if header.line > header.first_line:
        file.remark("titles", header.line, first=header.first_line)
    if header.ignored:
        file.remark("columns_ignored", header.line, names=header.ignored)
