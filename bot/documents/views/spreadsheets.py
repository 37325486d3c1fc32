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

LONGEST_NAME: Final = 31
"""The most characters of a sheet's name in spreadsheet programs."""
MOST_ROWS: Final = 1_000_000
"""The most rows of a sheet; further rows are left out."""
_NOT_IN_NAMES: Final = re.compile(r"[\[\]:*?/\\]")
_NARROW, _WIDE = 6, 48
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
    bold, decimal = (book.add_format(f) for f in ({"bold": True}, {"num_format": _DECIMAL}))
    taken: set[str] = set()
    for content in sheets:
        _write(book.add_worksheet(_name(content.name, taken)), content, bold, decimal)
    book.close()
    return out.getvalue()


def _name(wanted: str, taken: set[str]) -> str:
    """Return a name that no other sheet has, and that spreadsheet programs accept."""
    plain = " ".join(_NOT_IN_NAMES.sub(" ", wanted).split())[:LONGEST_NAME].strip("'") or "1"
    name, number = plain, 1
    while name.casefold() in taken:
        number += 1
        name = f"{plain[: LONGEST_NAME - 4]} {number}"
    taken.add(name.casefold())
    return name


def _write(sheet: Worksheet, content: BookSheet, bold: Format, decimal: Format) -> None:
    """Write one sheet, with columns as wide as their first rows need."""
    rows = iter(content.rows)
    first = list(islice(rows, _ENOUGH))
    for number, heading in enumerate(content.columns):
        longest = max(
            [len(heading), *(len(_shown(row[number])) for row in first if 1 < len(row) > number)]
        )
        sheet.set_column(number, number, min(_WIDE, max(_NARROW, longest + 2)))
    sheet.freeze_panes(1, 0)
    for number, heading in enumerate(content.columns):
        sheet.write_string(0, number, heading, bold)
    for line, row in enumerate(islice(chain(first, rows), MOST_ROWS), 1):
        for number, value in enumerate(row):
            if isinstance(value, str):
                sheet.write_string(line, number, value)
            elif value is not None:
                sheet.write_number(
                    line, number, value, decimal if isinstance(value, Decimal) else None
                )


def _shown(value: Cell) -> str:
    return "" if value is None else str(value)
