"""Archives whose parts declare too small a size."""

import io
import random
import struct
import tracemalloc
import zipfile

import pytest

from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.import_form import LIMITS, read_import
from bot.documents.tables.import_gcg import game_files
from bot.documents.tables.import_stated import GcgFile

UNPACKED = 24 << 20
MOST = 8 << 20


def packed(name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive with one part."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        archive.writestr(name, content)
    return held.getvalue()


def forged(name: str) -> bytes:
    """Return an archive with a part of 24 MB that declares 50 bytes."""
    size = struct.pack("<I", UNPACKED)
    return packed(name, bytes(UNPACKED)).replace(size, struct.pack("<I", 50))


def test_a_forged_archive_of_games_is_not_unpacked() -> None:
    """A forged archive is refused as broken, and uses hardly any memory."""
    content = forged("a.gcg")
    tracemalloc.start()
    files, faults = game_files(GcgFile("games.zip", content))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (files, [fault.what.key for fault in faults]) == ((), ["import.zip_broken"])
    assert most < MOST


def test_a_forged_kind_of_a_spreadsheet_is_not_unpacked() -> None:
    """The part that names the kind is read only up to its declared size."""
    content = forged("mimetype")
    tracemalloc.start()
    with pytest.raises(TableError):
        list(read_rows(TableFile(name="players.ods", content=io.BytesIO(content))))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most < MOST


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_compression_that_cannot_be_bounded_is_refused(method: int) -> None:
    """No spreadsheet program and no file manager uses it without being asked."""
    _, faults = game_files(GcgFile("games.zip", packed("a.gcg", b"x" * 1000, method)))

    assert [fault.what.key for fault in faults] == ["import.zip_broken"]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_a_damaged_archive_of_games_is_called_broken(method: int) -> None:
    """Any changed bytes give that error and raise no other."""
    whole = packed("a.gcg", bytes(range(256)) * 10, method)
    for seed in range(500):
        chance, content = random.Random(seed), bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        files, faults = game_files(GcgFile("games.zip", bytes(content)))
        assert bool(files) != bool(faults)


def book(*rows: str) -> bytes:
    """Return a workbook of one sheet with these rows."""
    sheet = '<sheet name="A" r:id="r1"/>'
    relation = '<Relationship Id="r1" Type="x/worksheet" Target="a.xml"/>'
    parts = {
        "xl/workbook.xml": f'<workbook xmlns:r="r"><sheets>{sheet}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<R>{relation}</R>",
        "xl/a.xml": f"<worksheet><sheetData>{''.join(rows)}</sheetData></worksheet>",
    }
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return held.getvalue()


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (["<row><c><v>1</v></c></row>"] * (LIMITS.rows + 2), "rows"),
        (["<row>", "<c><v>1</v></c>" * (LIMITS.unpacked // 15), "</row>"], "unpacked"),
    ],
)
def test_a_form_that_would_hold_up_others_is_refused(rows: list[str], fault: str) -> None:
    """A form with too many rows, or too large when unpacked, is refused."""
    with pytest.raises(TableError) as refused:
        read_import(book(*rows), "form.xlsx")

    assert [each.code for each in refused.value.faults] == [fault]
