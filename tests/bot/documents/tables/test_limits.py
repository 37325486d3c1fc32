"""Files that are too large, or claim to be small."""

import struct
import zipfile
from io import BytesIO

import pytest
from openpyxl import Workbook

from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.sheets import read_book
from bot.documents.tables.formats.table_file import (
    CHAT,
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_SHEETS,
    FileLimits,
    SheetTraits,
)
from tests.bot.documents.tables.files import (
    SHEET,
    ods,
    ods_row,
    refused,
    repacked,
    rows,
    table,
    xls,
    xlsx,
)

SMALL = FileLimits(size=10_000, rows=3, unpacked=1000)


def test_size() -> None:
    """A file of over 20 MB is refused, and no more than that is read."""
    assert CHAT.size == 20 << 20
    assert refused("x" * 10_001, SMALL) == ("bytes", 0, "")


@pytest.mark.parametrize("kind", ["csv", "xlsx", "xls"])
def test_rows(kind: str) -> None:
    """A table of over 100,000 rows is refused with the number of the first row too many."""
    cells = [(f"{number}",) for number in range(5)]
    made = {"csv": b"0\n1\n2\n\n3\n4\n", "xlsx": xlsx(*cells), "xls": xls(*cells)}
    limits = FileLimits(size=100_000, rows=3, unpacked=100_000)

    assert CHAT.rows == 100_000
    assert refused(made[kind], limits) == ("rows", 6 if kind == "csv" else 5, "")
    assert len(rows(made[kind], FileLimits(size=100_000, rows=4, unpacked=100_000))) == 5


@pytest.mark.parametrize("kind", ["xlsx", "xls"])
def test_cells_and_columns(kind: str) -> None:
    """A cell of 1000 characters is read whole, and so are the first 256 columns."""
    made = {"xlsx": xlsx, "xls": xls}[kind]
    wide = [f"{number}" for number in range(257 if kind == "xlsx" else 256)]  # XLS has no more

    ((_, longest), (_, widest)) = rows(made(("x" * LONGEST_CELL,), wide))

    assert longest[0] == "x" * LONGEST_CELL
    assert widest == wide[:MOST_COLUMNS]


def test_a_cell_longer_than_that_is_refused_in_a_text_too() -> None:
    """The error names line and column, as in a spreadsheet."""
    long = "x" * (LONGEST_CELL + 1)

    assert refused(f"a,b\nc,{long}\n") == refused(xlsx(("a", "b"), ("c", long)))


def _book_of(sheets: int, kind: str) -> bytes:
    """Return a file of so many sheets, each with one cell."""
    if kind == "ods":
        return ods(*[ods_row("a")] * sheets)
    book, out = Workbook(), BytesIO()
    for number in range(sheets):
        book.create_sheet(f"S{number}").append(["a"])
    del book["Sheet"]
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_sheets_beyond_the_limit_are_not_left_out_unsaid(kind: str) -> None:
    """A form of twenty sheets is read whole; with one more, it is refused."""
    assert len(read_book(table(_book_of(MOST_SHEETS, kind)))) == MOST_SHEETS
    with pytest.raises(TableError) as caught:
        read_book(table(_book_of(MOST_SHEETS + 1, kind)))
    assert [fault.code for fault in caught.value.faults] == ["many_sheets"]


def test_repeated_areas_of_merged_cells_are_not_looked_at_endlessly() -> None:
    """A small file may repeat an area a million times; the limit counts repeated cells, too."""
    traits = SheetTraits()
    for _ in range(200):
        traits.merge((1, 0), (10, 9))

    traits.merge((20, 0), (20, 1))

    assert (2, 0) in traits.merged
    assert (20, 1) not in traits.merged


def test_merged_areas_end_at_the_last_column_that_is_read_and_are_named_from_the_top() -> None:
    """Cells beyond the limit of columns are in no area; row 2 is named before row 10."""
    traits = SheetTraits()
    traits.merge((10, 0), (11, 1))
    traits.merge((2, MOST_COLUMNS - 2), (2, MOST_COLUMNS + 50))

    [remark] = traits.remarks()

    assert max(column for _, column in traits.merged) == MOST_COLUMNS - 1
    assert remark.facts["areas"] == "IU2:KU2, A10:B11"


def test_a_zip_bomb_is_not_unpacked() -> None:
    """An archive that declares too large a size is refused before it is unpacked."""
    bomb = repacked(xlsx(("a",)), SHEET, b"<sheetData>", b"<sheetData>" + b" " * 12_000_000)

    assert len(bomb) < 100_000
    limits = FileLimits(size=CHAT.size, rows=CHAT.rows, unpacked=10 << 20)
    assert refused(bomb, limits) == ("unpacked", 0, "")


def test_a_zip_bomb_that_lies_is_not_unpacked_either() -> None:
    """A part that declares too small a size is read only up to that size."""
    bomb = repacked(xlsx(("a",)), SHEET, b"<sheetData>", b"<sheetData>" + b" " * 12_000_000)
    with zipfile.ZipFile(BytesIO(bomb)) as archive:
        real = archive.getinfo(SHEET).file_size
    lying = bomb.replace(struct.pack("<I", real), struct.pack("<I", 1000))

    limits = FileLimits(size=CHAT.size, rows=CHAT.rows, unpacked=10 << 20)
    assert refused(lying, limits) == ("spreadsheet", 0, "")


def test_a_document_that_claims_to_be_long_is_not_read() -> None:
    """The file that names an archive's kind is read only up to a kind's length."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", b" " * 12_000_000)

    assert refused(out.getvalue()) == ("foreign", 0, "")


def test_too_many_parts() -> None:
    """An archive of a thousand files is refused as a workbook."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(1001):
            archive.writestr(f"{number}", b"")

    assert refused(out.getvalue()) == ("spreadsheet", 0, "")


def test_rows_far_below() -> None:
    """A row with an absurd number is refused at once."""
    book = repacked(xlsx(("a",), ("b",)), SHEET, b'<row r="2">', b'<row r="2000000000">')

    assert refused(book, CHAT)[0] == "rows"


def test_columns_far_to_the_right() -> None:
    """Cells beyond the columns read are ignored."""
    book = repacked(xlsx(("a", "b")), SHEET, b'r="B1"', b'r="ZZZ1"')

    assert rows(book) == [(1, ["a"])]
