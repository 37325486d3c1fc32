"""XLSX becomes rows of text, whichever program made it and whatever it contains."""

from datetime import date, datetime
from io import BytesIO

import pytest

from bot.documents.tables.formats.sheets import read_rows
from tests.bot.documents.tables.files import (
    SHEET,
    refused,
    repacked,
    rows,
    table,
    with_saved_values,
    xlsx,
)


def test_cells_are_written_as_in_csv() -> None:
    """Whole numbers without a point, days as dates, rows as wide as the header."""
    book = xlsx(
        ("day", "rating", "note"),
        (date(2025, 5, 31), 120.0, None),
        (datetime(2025, 5, 31, 14, 30), 120.5, "x"),  # noqa: DTZ001  (spreadsheets know no zones)
        (),
        (True,),
    )

    assert rows(book) == [
        (1, ["day", "rating", "note"]),
        (2, ["2025-05-31", "120", ""]),
        (3, ["2025-05-31 14:30:00", "120.5", "x"]),
        (5, ["True", "", ""]),
    ]


def test_101_columns() -> None:
    """A table of the scales 1 … 100 has a column more for the places."""
    assert len(rows(xlsx(range(101)))[0][1]) == 101


def test_blank_cells_to_the_right_are_no_columns() -> None:
    """Spreadsheets keep cells that somebody has emptied."""
    assert rows(xlsx(("a", "", ""), ("b", "", "c"), ("", "", ""))) == [
        (1, ["a"]),
        (2, ["b", "", "c"]),
    ]


def test_formulas_are_their_saved_values() -> None:
    """The saved value of a formula is read, and no formula is calculated."""
    book = with_saved_values(xlsx(("a", "b"), ("=1+1", "=A2&1")), ["2", "7"])

    assert rows(book) == [(1, ["a", "b"]), (2, ["2", "7"])]


def test_a_formula_without_a_value_is_refused_by_its_cell() -> None:
    """A formula without a saved value is refused, with its cell."""
    book = xlsx(("a", "b"), (1, "=1+1"))
    hidden = repacked(book, SHEET, b"<f>", b'<f xml:space="preserve">')
    both = with_saved_values(xlsx(("a", "b"), ("=1+1", "=1+1")), ["2"])

    assert refused(book) == ("formula", 2, "B")
    assert refused(hidden) == ("formula", 2, "B")
    assert refused(both) == ("formula", 2, "B")


def test_errors_in_cells_are_refused() -> None:
    """A cell with an error such as #N/A is refused."""
    book = repacked(xlsx((1,), (1,)), SHEET, b'r="A2" t="n"><v>1', b'r="A2" t="e"><v>#N/A')

    assert refused(book) == ("error", 2, "A")


def test_long_cells_are_refused() -> None:
    """A very long cell is refused as in CSV."""
    assert refused(xlsx(("a",), ("x" * 1001,))) == ("long", 2, "A")


def test_the_first_sheet_is_read_and_that_is_said() -> None:
    """A file of several sheets brings a remark with the sheet read."""
    book = xlsx(("a",))
    other = BytesIO(book)
    from openpyxl import load_workbook

    workbook = load_workbook(other)
    workbook.create_sheet("Second").append(["b"])
    out = BytesIO()
    workbook.save(out)
    file = table(out.getvalue())

    assert list(read_rows(file)) == [(1, ["a"])]
    assert [str(one) for one in file.remarks] == [
        "only the sheet “First” was read; these have data too: Second"
    ]


def test_entities_are_not_expanded() -> None:
    """Ten lines of XML that would grow to gigabytes are refused at once."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))
    book = repacked(
        xlsx(("a",)), SHEET, b"<worksheet", f"<!DOCTYPE x [{laughs}]><worksheet".encode()
    )
    outside = repacked(
        xlsx(("a",)),
        SHEET,
        b"<worksheet",
        b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet',
    )

    assert refused(book) == ("spreadsheet", 0, "")
    assert refused(outside) == ("spreadsheet", 0, "")


@pytest.mark.parametrize("length", [4, 100, 1000, -30])
def test_a_cut_file_is_refused(length: int) -> None:
    """An incomplete download is not a shorter list."""
    assert refused(xlsx(("a",), ("b",))[:length]) == ("spreadsheet", 0, "")


def test_a_protected_file_is_refused() -> None:
    """Encrypted parts are not unpacked."""
    book = bytearray(xlsx(("a",)))
    place = book.index(b"PK\x01\x02")
    book[place + 8] |= 1

    assert refused(bytes(book)) == ("spreadsheet", 0, "")
