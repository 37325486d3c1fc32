"""Spreadsheets: cells are read exactly as they were written."""

import io
from datetime import date
from decimal import Decimal

from openpyxl import load_workbook

from bot.documents.views.spreadsheets import LONGEST_NAME, BookSheet, Cell, spreadsheet

DAY = date(2025, 3, 1)


def read(content: bytes) -> dict[str, list[tuple[object, ...]]]:
    """Return the cells of every sheet."""
    book = load_workbook(io.BytesIO(content))
    return {
        sheet.title: [tuple(cell.value for cell in row) for row in sheet.rows]
        for sheet in book.worksheets
    }


def test_figures_are_numbers_and_names_are_text() -> None:
    """A name that begins like a formula or an address is still a name."""
    rows: list[tuple[Cell, ...]] = [
        ("=1+1", 187, 186.5),
        ("@Ana", None, Decimal("12.25")),
        ("https://example.org", -3, 0),
    ]
    content = spreadsheet([BookSheet(name="Listă", columns=("a", "b", "c"), rows=rows)], DAY)
    book = load_workbook(io.BytesIO(content))

    (sheet,) = book.worksheets
    assert [[cell.data_type for cell in row] for row in sheet.rows][1] == ["s", "n", "n"]
    assert read(content) == {
        "Listă": [
            ("a", "b", "c"),
            ("=1+1", 187, 186.5),
            ("@Ana", None, 12.25),
            ("https://example.org", -3, 0),
        ]
    }


def test_sheets_have_names_that_programs_accept() -> None:
    """Forbidden characters are removed, long names cut, and all names differ."""
    names = ["Locul 1/2: [a]", "Locul 1 2 a", "x" * 60, "x" * 50, "'"]
    sheets = [BookSheet(name=name, columns=("a",), rows=()) for name in names]
    found = list(read(spreadsheet(sheets, DAY)))

    assert found == ["Locul 1 2 a", "Locul 1 2 a 2", "x" * LONGEST_NAME, "x" * 27 + " 2", "1"]


def test_the_same_sheets_give_the_same_file() -> None:
    """Every byte is equal, so a published spreadsheet can be compared by its hash."""

    def made() -> bytes:
        rows = ((f"jucător {number}", number / 3) for number in range(500))
        return spreadsheet([BookSheet(name="a", columns=("a", "b"), rows=rows)], DAY)

    assert made() == made()
    assert len(read(made())["a"]) == 501
