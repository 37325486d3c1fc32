"""Reading XLS files as rows of text."""

import pytest

from bot.documents.tables.formats.sheets import read_rows
from tests.bot.documents.tables.files import ERROR, refused, table, xls


def test_cells_are_written_as_in_csv() -> None:
    """Numbers, dates, saved values of formulas and letters with diacritics are read as text."""
    file = table(xls(("ș", 120.0, 120.5, (40000.0,)), (), ((3.0, "f"), True), sheets=2))

    assert list(read_rows(file)) == [
        (1, ["ș", "120", "120.5", "2009-07-06"]),
        (3, ["3", "True", "", ""]),
    ]
    assert [one.code for one in file.remarks] == ["first_sheet"]


def test_errors_in_cells_are_refused() -> None:
    """An error in a cell is refused as in XLSX."""
    assert refused(xls(("a",), (1.0, ERROR))) == ("error", 2, "B")


def test_long_cells_are_refused() -> None:
    """A long cell is refused as in CSV."""
    assert refused(xls(("x" * 1001,))) == ("long", 1, "A")


@pytest.mark.parametrize("length", [8, 600, 1100])
def test_a_cut_file_is_refused(length: int) -> None:
    """A file that only begins like a spreadsheet is refused as one that cannot be read."""
    assert refused(xls(("a",))[:length]) == ("spreadsheet", 0, "")
