"""Write lists and tables as files: a spreadsheet (XLSX), pages to print and sign (PDF), or CSV.

Every entrance, chat or command line, writes its files here.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from enum import StrEnum

from bot.documents.tables.csv_writing import csv_table
from bot.documents.views.spreadsheets import BookSheet, spreadsheet
from bot.texts.messages import Plain, say


class FileForm(StrEnum):
    """The kinds of files, by their endings."""

    CSV = "csv"
    XLSX = "xlsx"
    PDF = "pdf"


def exported(sheets: Iterable[BookSheet], form: FileForm, day: date, plain: Plain) -> bytes:
    """Return the lists as a file; the same lists give the same file.

    A spreadsheet is dated `day`. CSV with several lists has their names in its first column, and
    the columns of all.
    """
    if form is FileForm.XLSX:
        return spreadsheet(sheets, day)
    if form is FileForm.PDF:
        # Imported here: the library is slow to load, and the command line rarely needs it.
        from bot.documents.views.printed import pdf_of  # noqa: PLC0415

        return pdf_of(sheets, plain)
    all_sheets = tuple(sheets)
    if len(all_sheets) == 1:
        (only,) = all_sheets
        return csv_table(only.columns, map(_whole_numbers, only.rows))
    columns = list(
        dict.fromkeys(column for sheet in all_sheets for column in _numbered_headings(sheet))
    )
    headings = (plain(say("printed.list")), *(heading for heading, _ in columns))
    return csv_table(headings, _joined_rows(all_sheets, columns))


def _numbered_headings(sheet: BookSheet) -> list[tuple[str, int]]:
    """Return each heading with its number among equal ones.

    A table may have the same heading twice, as pairings do, which name two players.
    """
    return [
        (heading, sheet.columns[:place].count(heading))
        for place, heading in enumerate(sheet.columns)
    ]


def _joined_rows(
    sheets: Sequence[BookSheet], columns: Sequence[tuple[str, int]]
) -> Iterator[tuple[object, ...]]:
    """Yield all rows, each under the columns of all tables."""
    for sheet in sheets:
        places = [columns.index(column) for column in _numbered_headings(sheet)]
        for row in sheet.rows:
            cells: list[object] = [None] * len(columns)
            # A row shorter than its headings leaves the last cells empty.
            for place, cell in zip(places, _whole_numbers(row), strict=False):
                cells[place] = cell
            yield sheet.name, *cells


def _whole_numbers(row: Iterable[object]) -> list[object]:
    """Return the cells, with whole numbers as integers."""
    return [int(cell) if isinstance(cell, float) and cell.is_integer() else cell for cell in row]
