"""Files that are too large, or claim to be small."""

import struct
import zipfile
from io import BytesIO

import pytest

from bot.documents.tables.formats.table_file import CHAT, LONGEST_CELL, MOST_COLUMNS, FileLimits
from tests.bot.documents.tables.files import SHEET, refused, repacked, rows, xls, xlsx

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
