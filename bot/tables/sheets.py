"""Files become rows of text: CSV or XLSX, told apart by their content and not by their names.

What comes from strangers is bounded before it is unpacked, and never executed: formulas are
refused, XML is parsed by defusedxml (through openpyxl), and a file that is not what it says ends in
`TableError`, never in another exception.
"""

import csv
import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import BinaryIO
from xml.etree.ElementTree import ParseError

from bot.tables.faults import TableError, TableFault

Row = tuple[int, list[str]]
"""The number of the line, and its cells without blanks around them."""

_ZIP = b"PK\x03\x04"
_PARTS = 1000
_COLUMNS = 100
_CELL = 1000
_BROKEN = (
    AttributeError,
    EOFError,
    IndexError,
    KeyError,
    NotImplementedError,
    OSError,
    OverflowError,
    ParseError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What zipfile and openpyxl raise on files that are broken or made up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is read at most."""

    size: int
    """Bytes."""
    rows: int
    unpacked: int
    """Bytes of a spreadsheet once unpacked."""


CHAT = Limits(size=10 << 20, rows=100_000, unpacked=100 << 20)
"""For files that anybody may send."""
LOCAL = Limits(size=1 << 30, rows=5_000_000, unpacked=2 << 30)
"""For files of whoever runs the command."""


def read_rows(source: BinaryIO, file: str, limits: Limits = LOCAL) -> Iterator[Row]:
    """Yield the rows of a file that are not blank; `source` can seek, `file` is what to call it.

    Raises:
        TableError: on the way, where the file cannot be read on.
    """
    size = source.seek(0, io.SEEK_END)
    if size > limits.size:
        _fail(file, TableFault("bytes", facts={"most": limits.size, "found": size}))
    source.seek(0)
    is_zip = source.read(len(_ZIP)) == _ZIP
    source.seek(0)
    rows = _xlsx_rows(source, file, limits) if is_zip else _csv_rows(source, file)
    for number, row in enumerate(rows):
        if number > limits.rows:
            _fail(file, TableFault("rows", row[0], facts={"most": limits.rows}))
        yield row


def _fail(file: str, fault: TableFault) -> None:
    raise TableError(file, [fault])


def _csv_rows(source: BinaryIO, file: str) -> Iterator[Row]:
    """Yield the rows of comma- or semicolon-separated values in UTF-8, with or without BOM."""
    text = io.TextIOWrapper(source, encoding="utf-8-sig", newline="")
    reader = None
    try:
        header = text.readline()
        text.seek(0)
        delimiter = ";" if header.count(";") > header.count(",") else ","
        reader = csv.reader(text, delimiter=delimiter, strict=True)
        for cells in reader:
            if any(cells):
                yield reader.line_num, cells
    except UnicodeDecodeError:
        raise TableError(file, [TableFault("encoding", _undecodable_line(source))]) from None
    except csv.Error:
        line = reader.line_num if reader is not None else 1
        raise TableError(file, [TableFault("quotes", line)]) from None
    finally:
        text.detach()


def _undecodable_line(source: BinaryIO) -> int:
    """Return the number of the first line that is not UTF-8."""
    source.seek(0)
    for number, line in enumerate(source, 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError:
            return number
    return 1


def _xlsx_rows(source: BinaryIO, file: str, limits: Limits) -> Iterator[Row]:
    """Yield the rows of the first sheet of a spreadsheet."""
    broken = TableError(file, [TableFault("spreadsheet")])
    try:
        with zipfile.ZipFile(source) as archive:
            parts = archive.infolist()
        unpacked = sum(part.file_size for part in parts)
        is_odd = len(parts) > _PARTS or any(part.flag_bits & 1 for part in parts)
    except _BROKEN:
        raise broken from None
    if is_odd:
        raise broken
    if unpacked > limits.unpacked:
        _fail(file, TableFault("unpacked", facts={"most": limits.unpacked}))
    try:
        yield from _sheet_rows(source, file, limits)
    except TableError:
        raise
    except _BROKEN:
        raise broken from None


def _sheet_rows(source: BinaryIO, file: str, limits: Limits) -> Iterator[Row]:
    from openpyxl import load_workbook  # noqa: PLC0415  (half a second: only where it is needed)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of styles and extensions that nobody needs
        book = load_workbook(source, read_only=True, keep_links=False)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # the file's own word for its size is not to be trusted
        rows = sheet.iter_rows(max_col=_COLUMNS, max_row=limits.rows + 2)
        width = 0
        for number, row in enumerate(rows, 1):
            cells: list[str] = []
            for cell in row:
                if cell.data_type == "f":
                    _fail(file, TableFault("formula", number, _letter(len(cells))))
                cells.append(_text(cell.value))
                if len(cells[-1]) > _CELL:
                    _fail(file, TableFault("long", number, facts={"most": _CELL}))
            while len(cells) > width and not cells[-1]:
                cells.pop()
            if any(cells):
                width = width or len(cells)
                yield number, cells + [""] * (width - len(cells))
    finally:
        book.close()


def _letter(position: int) -> str:
    """Return what a spreadsheet calls a column, counted from 0."""
    first, second = divmod(position, 26)
    return (chr(64 + first) if first else "") + chr(65 + second)


def _text(value: object) -> str:
    """Return a cell as it would be written in CSV."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return f"{value.date() if value.time() == time() else value}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, date):
        return value.isoformat()
    return str(value)
