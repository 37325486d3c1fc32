"""ODS files: LibreOffice's cells read as in CSV, and hostile files are refused."""

from dataclasses import replace

import pytest

from bot.documents.tables.formats.sheets import read_book, read_rows
from bot.documents.tables.formats.table_file import CHAT, MOST_COLUMNS
from tests.bot.documents.tables.files import ODS_KIND, ods, ods_cell, ods_row, refused, rows, table

HUGE = 999_999_999


def test_values_come_as_in_csv() -> None:
    """Dates, times, numbers and booleans use their saved values; cell notes are left out."""
    note = "<office:annotation><text:p>verificat</text:p></office:annotation>"
    name = '<text:p>Ana<text:s text:c="2"/><text:span>Pop</text:span></text:p>'
    cells = (
        ods_cell('office:value-type="date" office:date-value="2025-03-01"', "1 mart. 25"),
        ods_cell('office:value-type="date" office:date-value="2025-03-01T10:30:00"', "x"),
        ods_cell('office:value-type="time" office:time-value="PT10H05M00S"', "10:05"),
        ods_cell('office:value-type="float" office:value="400"', "400,00"),
        ods_cell('office:value-type="float" office:value="120.5" table:formula="of:=1"', "120,5"),
        ods_cell('office:value-type="boolean" office:boolean-value="true"', "ADEVĂRAT"),
        f'<table:table-cell office:value-type="string">{note}{name}</table:table-cell>',
    )

    assert rows(ods(ods_row(*cells))) == [
        (1, ["2025-03-01", "2025-03-01 10:30:00", "10:05:00", "400", "120.5", "True", "Ana  Pop"])
    ]


def test_what_is_written_once_stands_as_often_as_it_says() -> None:
    """Repeated cells and rows are expanded; blank ones up to the end are dropped."""
    blank = '<table:table-cell table:number-columns-repeated="16384"/>'
    twice = ods_cell('office:value-type="float" office:value="1" table:number-columns-repeated="2"')
    sheet = ods_row("a", "b", "c", blank) + ods_row(repeated=3) + ods_row(twice, "x", repeated=2)

    assert rows(ods(sheet + ods_row(blank, repeated=1_048_000))) == [
        (1, ["a", "b", "c"]),
        (5, ["1", "1", "x"]),
        (6, ["1", "1", "x"]),
    ]


def test_the_first_sheet_is_read() -> None:
    """The first sheet is read, and a remark says that there are others."""
    file = table(ods(ods_row("a", "b"), ods_row("c", "d")))

    assert list(read_rows(file)) == [(1, ["a", "b"])]
    assert [str(remark) for remark in file.remarks] == [
        "only the sheet “S0” was read; these have data too: S1"
    ]


def test_a_hidden_sheet_is_not_read() -> None:
    """The first visible sheet is read, and the hidden one is named."""
    content = ods(ods_row("old"), ods_row("a", "b"), hides=0)
    file, book = table(content), table(content)

    assert list(read_rows(file)) == [(1, ["a", "b"])]
    assert [str(remark) for remark in file.remarks] == [
        "only the sheet “S1” was read; these have data too: S0"
    ]
    assert read_book(book) == {"S1": [(1, ["a", "b"])]}
    assert [str(remark) for remark in book.remarks] == ["hidden sheets, which were not read: S0"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (ods(ods_row("a") + ods_row("b", repeated=HUGE)), ("rows", 2, "")),
        (ods(ods_row("a") + ods_row("b", repeated=0)), ("spreadsheet", 0, "")),
        (ods(), ("spreadsheet", 0, "")),
        (ods(ods_row("a", ods_cell('calcext:value-type="error"', "#N/A"))), ("error", 1, "B")),
        (ods(ods_row("a", '<table:table-cell table:formula="of:=1"/>')), ("formula", 1, "B")),
        (ods(ods_row("a" * 1001)), ("long", 1, "A")),
        (ods("<x>" + ods_row("a")), ("spreadsheet", 0, "")),
        (
            ods(ods_row(ods_cell('office:value-type="float" office:value="x"'))),
            ("spreadsheet", 0, ""),
        ),
        (ods(ods_row("a"), kind=ODS_KIND.replace(b"spreadsheet", b"text")), ("foreign", 0, "")),
    ],
)
def test_made_up_ones_are_refused(content: bytes, fault: tuple[str, int, str]) -> None:
    """A few bytes that declare a thousand million rows, or invalid XML, are refused early."""
    assert refused(content, CHAT) == fault


def test_what_unpacks_to_too_much_is_not_unpacked() -> None:
    """An ODS file over the limit of all spreadsheets is not unpacked."""
    limits = replace(CHAT, unpacked=1000)
    assert refused(ods(ods_row("a" * 900) * 50), limits) == ("unpacked", 0, "")


def test_columns_without_end_are_cut() -> None:
    """A cell repeated a thousand million times fills only the columns that are read."""
    wide = ods_cell(f'office:value-type="string" table:number-columns-repeated="{HUGE}"', "a")
    ((_, cells),) = rows(ods(ods_row(wide)))

    assert len(cells) == MOST_COLUMNS
