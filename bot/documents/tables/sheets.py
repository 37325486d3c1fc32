"""Files become rows of text: CSV, XLSX, ODS, XLS or tsh, told apart by their content.

What comes from strangers is bounded before it is unpacked, and never executed. A file that is not
what it says, or is something else altogether (`bot.documents.tables.foreign`), ends in
`TableError`, never in another exception.
"""

import io
from collections.abc import Iterator

from bot.documents.tables.archives import read_archive
from bot.documents.tables.files import Row, TableFile
from bot.documents.tables.foreign import kind_of
from bot.documents.tables.text import read_text
from bot.documents.tables.tsh import is_tsh, read_tsh
from bot.documents.tables.xls import read_xls

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
    read = _READERS.get(begin[:4], read_tsh if is_tsh(begin) else read_text)
    return read(file)
