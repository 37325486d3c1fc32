"""Files that are too large, or claim to be small."""

import struct
import zipfile
from io import BytesIO

import pytest

from bot.documents.tables.formats.files import CHAT, Limits
from tests.bot.documents.tables.files import SHEET, refused, repacked, rows, xls, xlsx

SMALL = Limits(size=10_000, rows=3, unpacked=1000)


def test_size() -> None:
    """20 MB from strangers, and not a byte more is looked at."""
    assert CHAT.size == 20 << 20
    assert refused("x" * 10_001, SMALL) == ("bytes", 0, "")


@pytest.mark.parametrize("kind", ["csv", "xlsx", "xls"])
def test_rows(kind: str) -> None:
    """100,000 rows under the header from strangers; the first beyond is named."""
    cells = [(f"{number}",) for number in range(5)]
    made = {"csv": b"0\n1\n2\n\n3\n4\n", "xlsx": xlsx(*cells), "xls": xls(*cells)}
    limits = Limits(size=100_000, rows=3, unpacked=100_000)

    assert CHAT.rows == 100_000
    assert refused(made[kind], limits) == ("rows", 6 if kind == "csv" else 5, "")
    assert len(rows(made[kind], Limits(size=100_000, rows=4, unpacked=100_000))) == 5


def test_a_zip_bomb_is_not_unpacked() -> None:
    """What it unpacks to is added up before: 50 MB of nothing in a small file."""
    bomb = repacked(xlsx(("a",)), SHEET, b"<sheetData>", b"<sheetData>" + b" " * 50_000_000)

    assert len(bomb) < 100_000
    limits = Limits(size=CHAT.size, rows=CHAT.rows, unpacked=10 << 20)
    assert refused(bomb, limits) == ("unpacked", 0, "")


def test_a_zip_bomb_that_lies_is_not_unpacked_either() -> None:
    """A part that claims to be smaller than it is ends where it claims to."""
    bomb = repacked(xlsx(("a",)), SHEET, b"<sheetData>", b"<sheetData>" + b" " * 50_000_000)
    with zipfile.ZipFile(BytesIO(bomb)) as archive:
        real = archive.getinfo(SHEET).file_size
    lying = bomb.replace(struct.pack("<I", real), struct.pack("<I", 1000))

    limits = Limits(size=CHAT.size, rows=CHAT.rows, unpacked=10 << 20)
    assert refused(lying, limits) == ("spreadsheet", 0, "")


def test_a_document_that_claims_to_be_long_is_not_read() -> None:
    """Of an archive's word on what it is no more is read than such a word is long."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", b" " * 50_000_000)

    assert refused(out.getvalue()) == ("foreign", 0, "")


def test_too_many_parts() -> None:
    """An archive of a thousand files is no workbook."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(1001):
            archive.writestr(f"{number}", b"")

    assert refused(out.getvalue()) == ("spreadsheet", 0, "")


def test_rows_far_below() -> None:
    """A row with an absurd number is refused instead of waited for."""
    book = repacked(xlsx(("a",), ("b",)), SHEET, b'<row r="2">', b'<row r="2000000000">')

    assert refused(book, CHAT)[0] == "rows"


def test_columns_far_to_the_right() -> None:
    """Cells beyond the columns that are read are left aside."""
    book = repacked(xlsx(("a", "b")), SHEET, b'r="B1"', b'r="ZZZ1"')

    assert rows(book) == [(1, ["a"])]
