"""Answers as files: `--out FILE.csv`, `.xlsx` or `.pdf`, written completely or not at all."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from bot.cli.output import refuse
from bot.documents.tables.columns import csv_table
from bot.documents.views.spreadsheets import BookSheet, spreadsheet
from bot.texts.i18n import load_catalogue

_NO_DAY: Final = date(2000, 1, 1)


def is_book(path: Path) -> bool:
    """Return whether the path names a spreadsheet."""
    return path.suffix.lower() == ".xlsx"


def is_printed(path: Path) -> bool:
    """Return whether the path names pages to print."""
    return path.suffix.lower() == ".pdf"


def write_printed(path: Path, sheets: Sequence[BookSheet], language: str) -> None:
    """Write tables as pages to print and sign."""
    from bot.documents.views.printed import printed

    write_whole(path, printed(sheets, load_catalogue(language).plain))


def write_sheets(path: Path, sheets: Sequence[BookSheet]) -> None:
    """Write tables as a spreadsheet or pages with a sheet each, or as one CSV with their names."""
    if is_printed(path):
        write_printed(path, sheets, "en")
        return
    if is_book(path):
        write_whole(path, spreadsheet(sheets, _NO_DAY))
        return
    if len(sheets) == 1:
        write_whole(path, csv_table(sheets[0].columns, map(_plain, sheets[0].rows)))
        return
    columns = list(dict.fromkeys(column for sheet in sheets for column in sheet.columns))
    write_whole(path, csv_table(("list", *columns), _rows(sheets, columns)))


def _rows(sheets: Sequence[BookSheet], columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield all rows, each under the columns of all tables."""
    for sheet in sheets:
        places = [columns.index(column) for column in sheet.columns]
        for row in sheet.rows:
            cells: list[object] = [None] * len(columns)
            for place, cell in zip(places, _plain(row), strict=True):
                cells[place] = cell
            yield sheet.name, *cells


def _plain(row: Iterable[object]) -> list[object]:
    """Return the cells, with whole numbers as integers."""
    return [int(one) if isinstance(one, float) and one.is_integer() else one for one in row]


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or end the command and leave any old file unchanged."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with beside.open("wb") as target:
                target.write(content)
                target.flush()
                os.fsync(target.fileno())
            beside.replace(path)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
    except OSError as error:
        refuse(f"{path}: {error.strerror or error}")
