"""Write spreadsheets (XLSX) row by row, so that memory use does not depend on their length.

Figures are written as numbers, so that a reader can recalculate them; decimals show four places.
Texts are always written as texts: a name that begins with `=` is no formula.
"""

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from itertools import chain, islice
from typing import Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

Cell = str | int | float | Decimal | None
"""The content of a cell; None is an empty one."""

LONGEST_NAME: Final = 31
"""The most characters of a sheet's name in spreadsheet programs."""
MOST_ROWS: Final = 1_000_000
"""The most rows of a sheet; further rows are left out."""
_NOT_IN_NAMES: Final = re.compile(r"[\[\]:*?/\\]")
_NARROW, _WIDE = 6, 48
"""The least and the greatest width of a column, in characters."""
_DECIMAL: Final = "0.0000"
_ENOUGH: Final = 200
"""The number of rows examined for the widths of the columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSheet:
    """A sheet: its name, columns and rows; the rows may come from a generator."""

    name: str
    columns: tuple[str, ...]
    rows: Iterable[tuple[Cell, ...]]
    title: str = ""
    """The heading of printed pages; empty: the name."""
    over: str = ""
    """What the list belongs to, such as a competition, above the printed heading."""
    notes: tuple[str, ...] = ()
    """Sentences below the printed list."""
    keys: int = 2
    """The number of first columns that each part of a list wider than a page repeats."""


def spreadsheet(sheets: Iterable[BookSheet], day: date) -> bytes:
    """Return the sheets as an XLSX file; the same sheets and day give the same file."""
    out = io.BytesIO()
    book = Workbook(out, {"constant_memory": True})
    book.set_properties({"created": datetime.combine(day, time())})
    bold, decimal = book.add_format({"bold": True}), book.add_format({"num_format": _DECIMAL})
    taken: set[str] = set()
    for sheet in sheets:
        _write(book.add_worksheet(_name(sheet.name, taken)), sheet, bold, decimal)
    book.close()
    return out.getvalue()


def _name(wanted: str, taken: set[str]) -> str:
    """Return a name that spreadsheet programs accept, and add it to those `taken`, in any case."""
    plain = " ".join(_NOT_IN_NAMES.sub(" ", wanted).split())[:LONGEST_NAME].strip("'") or "1"
    name, number = plain, 1
    while name.casefold() in taken:
        number += 1
        name = f"{plain[: LONGEST_NAME - 4]} {number}"
    taken.add(name.casefold())
    return name


def _write(worksheet: Worksheet, sheet: BookSheet, bold: Format, decimal: Format) -> None:
    """Write one sheet, with columns as wide as their first rows need."""
    rows = iter(sheet.rows)
    first = list(islice(rows, _ENOUGH))
    for number, heading in enumerate(sheet.columns):
        longest = max(
            [
                len(heading),
                *(len(_cell_text(row[number])) for row in first if 1 < len(row) > number),
            ]
        )
        worksheet.set_column(number, number, min(_WIDE, max(_NARROW, longest + 2)))
    worksheet.freeze_panes(1, 0)
    for number, heading in enumerate(sheet.columns):
        worksheet.write_string(0, number, heading, bold)
    for line, row in enumerate(islice(chain(first, rows), MOST_ROWS), 1):
        for number, cell in enumerate(row):
            if isinstance(cell, str):
                worksheet.write_string(line, number, cell)
            elif cell is not None:
                worksheet.write_number(
                    line, number, cell, decimal if isinstance(cell, Decimal) else None
                )


def _cell_text(cell: Cell) -> str:
    return "" if cell is None else str(cell)
