"""Spreadsheets that are archives, XLSX and ODS: looked over before anything is unpacked.

How much an archive unpacks to is what it says of itself; zipfile gives no part more than that.
"""

import zipfile
import zlib
from collections.abc import Iterator
from typing import Final
from xml.parsers.expat import ExpatError

from bot.documents.tables.files import Row, TableFile
from bot.documents.tables.foreign import kind_of_archive
from bot.documents.tables.ods import SHEETS, sheet_rows
from bot.documents.tables.xlsx import workbook_rows
from bot.documents.tables.xml_parts import ForbiddenXmlError

_MOST_PARTS: Final = 1000
_LONGEST_KIND: Final = 100
"""Bytes in which an archive says what it is."""
_PLAIN: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_BROKEN: Final = (
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
"""What zipfile and expat raise on files that are broken or made up, and numbers that are none."""


def read_archive(file: TableFile) -> Iterator[Row]:
    """Yield the rows of the first sheet of an XLSX or ODS file that are not blank.

    Raises:
        TableError: on the way, where the file is too large, broken, protected or made up; for a
            formula without a saved value, or an error in a cell.
    """
    try:
        with zipfile.ZipFile(file.content) as archive:
            mimetype = _look_over(file, archive)
            rows = sheet_rows if mimetype in SHEETS else workbook_rows
            yield from rows(file, archive)
    except _BROKEN:
        file.fail("spreadsheet")


def _look_over(file: TableFile, archive: zipfile.ZipFile) -> bytes:
    """Refuse an archive that is too large unpacked, or no spreadsheet's; return what it calls it.

    Only OpenDocument has a part that says it; of all others that is empty.
    """
    parts = archive.infolist()
    if len(parts) > _MOST_PARTS or any(part.flag_bits & 1 for part in parts):
        file.fail("spreadsheet")
    if any(part.compress_type not in _PLAIN for part in parts):
        file.fail("spreadsheet")
    if sum(part.file_size for part in parts) > file.limits.unpacked:
        file.fail("unpacked", most=file.limits.unpacked)
    names = {part.filename: part.file_size for part in parts}
    says = 0 < names.get("mimetype", 0) <= _LONGEST_KIND
    mimetype = archive.read("mimetype").strip() if says else b""
    kind = kind_of_archive(names, mimetype)
    if kind is not None:
        file.fail("foreign", found=kind)
    return mimetype
