"""XLSX: the first sheet of a workbook as text, formulas as the values saved with them.

How much an archive unpacks to is looked up before anything is unpacked; XML is parsed by
defusedxml, through openpyxl. Nothing is evaluated.
"""

import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from itertools import repeat
from operator import is_
from typing import TYPE_CHECKING, Any, Final

from bot.tables.faults import TableError
from bot.tables.files import LONGEST_CELL, MOST_COLUMNS, Row, TableFile

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

_MOST_PARTS: Final = 1000
_LAST_ROW: Final = 1 << 20
"""The format has no more rows."""
_MOST_BLANK: Final = 10_000
"""Blank rows, by which the number of a row may be beyond the limit."""
_FORMULA: Final = re.compile(rb"<(?:\w+:)?f[\s/>]")
_CHUNK: Final = 1 << 20
_OVERLAP: Final = 64
"""Bytes of a chunk that are looked at with the next again: no tag of interest is longer."""


def read_xlsx(file: TableFile) -> Iterator[Row]:
    """Yield the rows of the first sheet that are not blank.

    Raises:
        TableError: on the way, where the file is too large, broken, protected or made up; for a
            formula without a saved value, or an error in a cell.
    """
    try:
        has_formulas = _looked_over(file)
        yield from _rows(file, has_formulas=has_formulas)
    except TableError:
        raise
    except Exception:  # noqa: BLE001  (whatever zipfile and openpyxl make of a file, it is broken)
        file.fail("spreadsheet")


def _looked_over(file: TableFile) -> bool:
    """Return whether there are formulas in an archive that is small enough to be unpacked."""
    with zipfile.ZipFile(file.content) as archive:
        parts = archive.infolist()
        if len(parts) > _MOST_PARTS or any(part.flag_bits & 1 for part in parts):
            file.fail("spreadsheet")
        if sum(part.file_size for part in parts) > file.limits.unpacked:
            file.fail("unpacked", most=file.limits.unpacked)
        sheets = [part for part in parts if "worksheets/" in part.filename]
        return any(_has_formula(archive, part) for part in sheets)


def _has_formula(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    """Return whether a sheet's XML has a formula."""
    tail = b""
    with archive.open(part) as source:
        while chunk := source.read(_CHUNK):
            if _FORMULA.search(tail + chunk):
                return True
            tail = chunk[-_OVERLAP:]
    return False


def _rows(file: TableFile, *, has_formulas: bool) -> Iterator[Row]:
    """Yield the rows of the first sheet as text, as many cells in each as in the first."""
    left, width = file.limits.rows + 1, 0
    for number, row, formulas in _cells(file, has_formulas=has_formulas):
        cells = [
            _text(file, cell, number, column, formula)
            for column, (cell, formula) in enumerate(zip(row, formulas, strict=True))
        ]
        while len(cells) > width and not cells[-1]:
            cells.pop()
        if number > file.limits.rows + _MOST_BLANK:
            file.fail("rows", number, most=file.limits.rows)
        if not any(cells):
            continue
        if not left:
            file.fail("rows", number, most=file.limits.rows)
        left -= 1
        width = width or len(cells)
        yield number, cells + [""] * (width - len(cells))


def _cells(
    file: TableFile, *, has_formulas: bool
) -> Iterator[tuple[int, Sequence[Any], Sequence[Any]]]:
    """Yield each row's number, its cells with saved values, and the same cells with formulas."""
    book = _opened(file, values=has_formulas)
    formulas = _opened(file, values=False) if has_formulas else None
    try:
        sheet = book.worksheets[0]
        if len(book.sheetnames) > 1:
            file.remark("first_sheet", name=str(sheet.title), sheets=len(book.sheetnames))
        rows = _sheet_rows(book)
        if formulas is None:
            for number, row in enumerate(rows, 1):
                filled = row[: _end(row)]
                yield number, filled, filled
        else:
            pairs = zip(rows, _sheet_rows(formulas), strict=True)
            for number, (row, beside) in enumerate(pairs, 1):
                end = _end(beside)
                yield number, row[:end], beside[:end]
    finally:
        book.close()
        if formulas is not None:
            formulas.close()


def _end(row: Sequence[Any]) -> int:
    """Return how many cells there are up to the last that is not empty."""
    end = len(row)
    if end and row[0].value is None and all(map(is_, row, repeat(row[0]))):
        return 0  # all are one and the same empty cell; there may be a million such rows
    while end and row[end - 1].value is None:
        end -= 1
    return end


def _opened(file: TableFile, *, values: bool) -> "Workbook":
    from openpyxl import load_workbook  # noqa: PLC0415  (half a second: only where it is needed)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of styles and extensions that nobody needs
        return load_workbook(file.content, read_only=True, keep_links=False, data_only=values)


def _sheet_rows(book: "Workbook") -> Iterator[tuple[Any, ...]]:
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # the file's own word for its size is not to be trusted
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield from sheet.iter_rows(max_col=MOST_COLUMNS, max_row=_LAST_ROW)


def _text(file: TableFile, cell: Any, line: int, column: int, formula: Any) -> str:
    """Return a cell as it would be written in CSV."""
    value = cell.value
    if value is None:
        if formula.data_type == "f":
            file.fail("formula", line, letter(column))
        return ""
    if cell.data_type in {"e", "f"}:
        code = "formula" if cell.data_type == "f" else "error"
        file.fail(code, line, letter(column), found=str(value)[:LONGEST_CELL])
    text = written(value)
    if len(text) > LONGEST_CELL:
        file.fail("long", line, letter(column), most=LONGEST_CELL)
    return text


def letter(position: int) -> str:
    """Return what a spreadsheet calls a column, counted from 0."""
    first, second = divmod(position, 26)
    return (chr(64 + first) if first else "") + chr(65 + second)


def written(value: object) -> str:
    """Return a value of a spreadsheet as text: whole numbers without a point, days as dates."""
    if isinstance(value, datetime):
        return f"{value.date() if value.time() == time() else value}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else str(value)
