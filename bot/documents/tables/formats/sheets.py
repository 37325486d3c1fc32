"""Files become rows of text: CSV, XLSX, ODS, XLS or tsh, told apart by their content.

What comes from strangers is bounded before it is unpacked, and never executed: how much an archive
unpacks to is what it says of itself, and zipfile gives no part more than that. A file that is not
what it says, or is something else altogether (`bot.documents.tables.formats.foreign`), ends in
`TableError`, never in another exception.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final
from xml.parsers.expat import ExpatError

from bot.documents.tables.formats.files import Row, TableFile
from bot.documents.tables.formats.foreign import kind_of, kind_of_archive
from bot.documents.tables.formats.ods import SHEETS, sheet_rows
from bot.documents.tables.formats.text import read_text
from bot.documents.tables.formats.tsh import is_tsh, read_tsh
from bot.documents.tables.formats.xls import read_xls
from bot.documents.tables.formats.xlsx import workbook_rows
from bot.documents.tables.formats.xml_parts import ForbiddenXmlError

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


_READERS = {
    b"PK\x03\x04": read_archive,
    b"PK\x05\x06": read_archive,
    b"\xd0\xcf\x11\xe0": read_xls,
}
"""By how a file begins; what begins otherwise is text."""
_LOOKED_AT = 1024


def read_rows(file: TableFile) -> Iterator[Row]:
    """Yield the rows of a file that are not blank; of a spreadsheet, those of its first sheet.

    Raises:
        TableError: at once or on the way, where the file cannot be read on.
    """
    size = file.content.seek(0, io.SEEK_END)
    if size > file.limits.size:
        file.fail("bytes", most=file.limits.size, found=size)
    file.content.seek(0)
    begin = file.content.read(_LOOKED_AT)
    file.content.seek(0)
    kind = kind_of(begin)
    if kind is not None:
        file.fail("foreign", found=kind)
    read = _READERS.get(begin[:4], read_tsh if is_tsh(begin, file.name) else read_text)
    return read(file)
