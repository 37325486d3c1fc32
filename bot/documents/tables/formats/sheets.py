"""Turn files into rows of text: CSV, XLSX, ODS, XLS or tsh, recognised by content.

A stranger's file is checked against the limits before it is unpacked, and nothing in it is
executed. An archive declares its unpacked size; `read_part` unpacks no part beyond that. A file of
another kind (`bot.documents.tables.formats.foreign`), or a broken one, always raises `TableError`.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final
from xml.parsers.expat import ExpatError

from bot.documents.tables.formats.foreign import kind_of, kind_of_archive
from bot.documents.tables.formats.ods import SHEETS, all_sheet_rows, sheet_rows
from bot.documents.tables.formats.table_file import Row, TableFile
from bot.documents.tables.formats.text import read_text
from bot.documents.tables.formats.tsh import is_tsh, read_tsh
from bot.documents.tables.formats.xls import read_xls
from bot.documents.tables.formats.xlsx import all_workbook_rows, workbook_rows
from bot.documents.tables.formats.xml_parts import ForbiddenXmlError

ARCHIVE: Final = b"PK"
"""The first bytes of XLSX and ODS files."""
_ARCHIVES: Final = (b"PK\x03\x04", b"PK\x05\x06")
"""The first four bytes of archives."""
_LOOKED_AT: Final = 1024
"""The bytes that show the kind of a file."""
_MOST_PARTS: Final = 1000
"""The most files in an archive; a spreadsheet has some dozens."""
_LONGEST_KIND: Final = 100
"""The most bytes of an archive's mimetype part."""
PLAIN: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""The compressions of archives that are read; others cannot be unpacked in pieces."""
BROKEN: Final = (
    EOFError,
    ExpatError,
    ForbiddenXmlError,
    IndexError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""The errors of zipfile and expat on broken or forged files, and of numbers that are none."""


def _read_archive(file: TableFile) -> Iterator[Row]:
    """Yield the rows of the first sheet of an XLSX or ODS file that are not blank.

    Raises:
        TableError: later, for a file that is too large, broken, protected or forged, a formula
            without a saved value, or an error in a cell.
    """
    try:
        with zipfile.ZipFile(file.content) as archive:
            mimetype = _mimetype_if_safe(file, archive)
            rows = sheet_rows if mimetype in SHEETS else workbook_rows
            yield from rows(file, archive)
    except BROKEN:
        file.fail("spreadsheet")


def read_book(file: TableFile) -> dict[str, list[Row]]:
    """Return the rows of every sheet of an XLSX or ODS file, by the sheet's name.

    Raises:
        TableError: as `read_rows`; `several_sheets`, for a file without sheets; `many_sheets`.
    """
    if _beginning(file)[:4] not in _ARCHIVES:
        file.fail("several_sheets")
    try:
        with zipfile.ZipFile(file.content) as archive:
            mimetype = _mimetype_if_safe(file, archive)
            rows = all_sheet_rows if mimetype in SHEETS else all_workbook_rows
            sheets = dict(rows(file, archive))
    except BROKEN:
        file.fail("spreadsheet")
    if any(len(sheet) > file.limits.rows + 1 for sheet in sheets.values()):
        file.fail("rows", most=file.limits.rows)
    return sheets


def _beginning(file: TableFile) -> bytes:
    """Return the first bytes of a file, which then is at its beginning; refuse one too large."""
    size = file.content.seek(0, io.SEEK_END)
    if size > file.limits.size:
        file.fail("bytes", most=file.limits.size, found=size)
    file.content.seek(0)
    begin = file.content.read(_LOOKED_AT)
    file.content.seek(0)
    return begin


def read_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """Return a part of an archive, at most as long as it declares.

    `ZipFile.read` unpacks all of a forged part, and cuts it afterwards.
    """
    with archive.open(part) as source:
        return source.read(part.file_size)


def _mimetype_if_safe(file: TableFile, archive: zipfile.ZipFile) -> bytes:
    """Return the archive's mimetype; refuse one that is too large unpacked, or no spreadsheet.

    Only OpenDocument has a mimetype part; for all other archives the result is empty.
    """
    parts = archive.infolist()
    if len(parts) > _MOST_PARTS or any(part.flag_bits & 1 for part in parts):
        file.fail("spreadsheet")
    if any(part.compress_type not in PLAIN for part in parts):
        file.fail("spreadsheet")
    if sum(part.file_size for part in parts) > file.limits.unpacked:
        file.fail("unpacked", most=file.limits.unpacked)
    names = {part.filename: part.file_size for part in parts}
    has_mimetype = 0 < names.get("mimetype", 0) <= _LONGEST_KIND
    mimetype = b""
    if has_mimetype:
        mimetype = read_part(archive, archive.getinfo("mimetype")).strip()
    kind = kind_of_archive(names, mimetype)
    if kind is not None:
        file.fail("foreign", found=kind)
    return mimetype


_READERS: Final = {
    **dict.fromkeys(_ARCHIVES, _read_archive),
    b"\xd0\xcf\x11\xe0": read_xls,
}
"""The reader for each first four bytes; any other file is text."""


def read_rows(file: TableFile) -> Iterator[Row]:
    """Yield the rows of a file that are not blank; of a spreadsheet, those of its first sheet.

    Raises:
        TableError: at once or later, if the file cannot be read further.
    """
    begin = _beginning(file)
    kind = kind_of(begin)
    if kind is not None:
        file.fail("foreign", found=kind)
    text_reader = read_tsh if is_tsh(begin, file.name) else read_text
    return _READERS.get(begin[:4], text_reader)(file)
