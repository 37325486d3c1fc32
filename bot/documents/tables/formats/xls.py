"""XLS, the Excel format before 2007: the first sheet as text, formulas as saved values."""

import io
from collections.abc import Iterator
from datetime import datetime, time
from typing import Any

import xlrd
from xlrd.sheet import Sheet

from bot.documents.tables.faults import TableError, shortened
from bot.documents.tables.formats.foreign import kind_of_old_office
from bot.documents.tables.formats.table_file import (
    FIRST,
    LONGEST_CELL,
    MOST_COLUMNS,
    Row,
    TableFile,
    letter,
)


def read_xls(file: TableFile) -> Iterator[Row]:
    """Yield the rows of the first sheet that are not blank.

    Raises:
        TableError: at once, for a broken, protected or forged file; later, for an error in a cell
            or too many rows.
    """
    try:
        rows = _rows(file)
    except TableError:
        raise
    except Exception:  # noqa: BLE001  (any error of xlrd means a broken file)
        file.content.seek(0)
        kind = kind_of_old_office(file.content.read())
        if kind is not None:
            file.fail("foreign", found=kind)
        file.fail("spreadsheet")
    if len(rows) > file.limits.rows + 1:
        file.fail("rows", rows[file.limits.rows + 1][0], most=file.limits.rows)
    yield from rows


def _rows(file: TableFile) -> list[Row]:
    """Return the rows of the first visible sheet."""
    log = io.StringIO()  # xlrd prints its warnings there
    content = file.content.read()
    with xlrd.open_workbook(file_contents=content, logfile=log, formatting_info=True) as book:
        sheets = book.sheets()
        visible = (sheet for sheet in sheets if not sheet.visibility)  # 0 is not hidden
        sheet = next(visible, sheets[0])
        others = [other.name for other in sheets if other is not sheet and other.nrows]
        if others:
            file.remark("first_sheet", name=sheet.name, others=shortened(others))
        traits = file.traits_of(FIRST)
        # Rows and columns from 0, each range without its end; traits count rows from 1.
        for first, end, left, right in sheet.merged_cells:
            traits.merge((first + 1, left), (end, right - 1))
        hidden = (place for place, column in sorted(sheet.colinfo_map.items()) if column.hidden)
        traits.hidden_columns += [letter(place) for place in hidden if place < MOST_COLUMNS]
        rows = []
        for number in range(sheet.nrows):
            cells = [
                _text(file, sheet, number, column, book.datemode)
                for column in range(min(sheet.row_len(number), MOST_COLUMNS))
            ]
            if any(cells):
                rows.append((number + 1, cells))
                row = sheet.rowinfo_map.get(number)
                if row is not None and row.hidden:
                    traits.hidden_rows.append(number + 1)
        return rows


def _text(file: TableFile, sheet: Sheet, row: int, column: int, datemode: int) -> str:
    """Return a cell in the form that CSV would have."""
    kind = sheet.cell_type(row, column)
    value: Any = sheet.cell_value(row, column)
    if kind == xlrd.XL_CELL_ERROR:
        file.fail("error", row + 1, letter(column), found=str(value))
    if kind == xlrd.XL_CELL_DATE:
        moment: datetime = xlrd.xldate_as_datetime(value, datemode)
        return _csv_text(moment)
    text = _csv_text(bool(value) if kind == xlrd.XL_CELL_BOOLEAN else value).strip()
    if len(text) > LONGEST_CELL:
        file.fail("long", row + 1, letter(column), most=LONGEST_CELL)
    return text


def _csv_text(value: object) -> str:
    """Return a value as text: whole numbers without a decimal point, days as dates."""
    if isinstance(value, datetime):
        return f"{value.date() if value.time() == time() else value}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
