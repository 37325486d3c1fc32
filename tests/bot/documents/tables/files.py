"""Table files for tests, made by hand: as programs write them, and as attackers would."""

import struct
import zipfile
from collections.abc import Iterable, Sequence
from io import BytesIO

import pytest
from openpyxl import Workbook

from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import LOCAL, FileLimits, Row, TableFile

ERROR = object()
"""A cell that holds #N/A, in an XLS file."""


def table(content: bytes | str, name: str = "t.csv", limits: FileLimits = LOCAL) -> TableFile:
    """Return a file with that content."""
    data = content.encode() if isinstance(content, str) else content
    return TableFile(name=name, content=BytesIO(data), limits=limits)


def rows(content: bytes | str, limits: FileLimits = LOCAL) -> list[Row]:
    """Return the rows of a file."""
    return list(read_rows(table(content, limits=limits)))


def refused(content: bytes | str, limits: FileLimits = LOCAL) -> tuple[str, int, str]:
    """Return code, line and column of the only error of a file that must be refused."""
    with pytest.raises(TableError) as caught:
        rows(content, limits)
    (fault,) = caught.value.faults
    return fault.code, fault.line, fault.column


def xlsx(*cells: Sequence[object]) -> bytes:
    """Return a workbook with these rows on its first sheet; `=…` is a formula without a value."""
    book = Workbook()
    sheet = book.create_sheet("First", 0)
    for row in cells:
        sheet.append(row)
    del book["Sheet"]
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(book: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """Return the archive with a part of it changed."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(book)) as source, zipfile.ZipFile(out, "w", 8) as target:
        for part in source.infolist():
            content = source.read(part)
            if part.filename == name:
                assert old in content
                content = content.replace(old, new)
            target.writestr(part.filename, content)
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def with_saved_values(book: bytes, values: Iterable[str]) -> bytes:
    """Return a workbook whose formulas have these values, as if a spreadsheet had saved it."""
    for value in values:
        book = _once(book, b"<v></v>", f"<v>{value}</v>".encode())
    return book


def _once(book: bytes, old: bytes, new: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(book)) as source:
        content = source.read(SHEET)
    before, after = content.replace(b"<v />", b"<v></v>").split(old, 1)
    return repacked(book, SHEET, content, before + new + after)


def xls(*cells: Sequence[object], sheets: int = 1) -> bytes:
    """Return a workbook of before 2007; floats are numbers, and `(n,)` is the day of that number.

    `(n, "f")` is a formula whose saved value is n.
    """
    sheet = _record(0x809, struct.pack("<4H", 0x600, 0x10, 0, 0) + bytes(8))
    for number, row in enumerate(cells):
        for column, value in enumerate(row):
            sheet += _cell(number, column, value)
    sheet += _record(0x0A)
    begin = _record(0x809, struct.pack("<4H", 0x600, 5, 0, 0) + bytes(8))
    begin += b"".join(_record(0xE0, struct.pack("<HH", 0, key) + bytes(16)) for key in (0, 14))
    names = [f"S{number}".encode() for number in range(sheets)]
    size = sum(12 + len(name) for name in names) + 4
    bound = b"".join(
        _record(0x85, struct.pack("<IHBB", len(begin) + size, 0, len(name), 0) + name)
        for name in names
    )
    return _compound(begin + bound + _record(0x0A) + sheet)


def _cell(row: int, column: int, value: object) -> bytes:
    place = struct.pack("<HHH", row, column, 1 if isinstance(value, tuple) else 0)
    if value is ERROR:
        return _record(0x205, place + b"\x2a\x01")
    if isinstance(value, bool):
        return _record(0x205, place + bytes([value, 0]))
    if isinstance(value, float):
        return _record(0x203, place + struct.pack("<d", value))
    if isinstance(value, tuple) and len(value) == 2:
        place = struct.pack("<HHH", row, column, 0)
        return _record(0x06, place + struct.pack("<d", value[0]) + bytes(8))
    if isinstance(value, tuple):
        return _record(0x203, place + struct.pack("<d", value[0]))
    text = str(value).encode("utf-16-le")
    return _record(0x204, place + struct.pack("<HB", len(text) // 2, 1) + text)


def _record(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _compound(stream: bytes) -> bytes:
    """Return a compound document that holds the workbook, in sectors of 512 bytes."""
    stream = stream.ljust(max(4096, -(-len(stream) // 512) * 512), b"\0")
    count = len(stream) // 512
    tables = -(-(count + 2) // 127)
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<9i", 0, tables, tables, 0, 4096, -2, 0, -2, 0)
    head += struct.pack("<109i", *range(tables), *[-1] * (109 - tables))
    begin = tables + 1
    chain = [*[-3] * tables, -2, *range(begin + 1, begin + count), -2]
    table = struct.pack(f"<{128 * tables}i", *chain, *[-1] * (128 * tables - len(chain)))
    names = _entry("Root Entry", 5, 1, -2, 0) + _entry("Workbook", 2, -1, begin, len(stream))
    return head + table + names.ljust(512, b"\0") + stream


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    text = f"{name}\0".encode("utf-16-le")
    head = text.ljust(64, b"\0") + struct.pack("<HBB3i", len(text), kind, 1, -1, -1, child)
    return head + bytes(36) + struct.pack("<iII", start, size, 0)


ODS_KIND = b"application/vnd.oasis.opendocument.spreadsheet"
_ODS = (
    '<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:calcext="c" '
    'xmlns:style="s">{styles}'
    "<office:body><office:spreadsheet>{}</office:spreadsheet></office:body>"
    "</office:document-content>"
)


_HIDING = (
    '<office:automatic-styles><style:style style:name="h" style:family="table">'
    '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
)


def ods(*sheets: str, kind: bytes = ODS_KIND, hides: int | None = None) -> bytes:
    """Return an archive of LibreOffice with these sheets, each the XML of its rows.

    `hides` is the number of a hidden sheet, from 0.
    """
    styles = ['table:style-name="h"' if n == hides else "" for n, _ in enumerate(sheets)]
    tables = (
        f'<table:table table:name="S{n}" {styles[n]}>{rows}</table:table>'
        for n, rows in enumerate(sheets)
    )
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", kind)
        archive.writestr(
            "content.xml", _ODS.format("".join(tables), styles="" if hides is None else _HIDING)
        )
    return out.getvalue()


def ods_row(*cells: str, repeated: int = 1) -> str:
    """Return a row of an ODS sheet; a cell that is no XML is a text."""
    inner = "".join(
        each if each.startswith("<") else ods_cell('office:value-type="string"', each)
        for each in cells
    )
    return f'<table:table-row table:number-rows-repeated="{repeated}">{inner}</table:table-row>'


def ods_cell(attributes: str, text: str = "") -> str:
    """Return a cell of an ODS sheet with these attributes."""
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"
