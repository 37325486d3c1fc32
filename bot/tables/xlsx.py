"""XLSX: the first sheet of a workbook as text, formulas as the values saved with them.

How much an archive unpacks to is looked up before anything is unpacked, and nothing is evaluated.
A reader of our own, because it has to be quick, to see formula and value of a cell at once, and to
stop where a limit is reached. Here is what a workbook consists of; its cells are in `xlsx_cells`.
"""

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from posixpath import join, normpath
from typing import Final
from xml.parsers.expat import ExpatError

from bot.tables.files import Row, TableFile
from bot.tables.foreign import kind_of_archive
from bot.tables.xlsx_cells import Formats, Sheet, Strings
from bot.tables.xml_parts import Elements, ForbiddenXmlError, parse

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


def read_xlsx(file: TableFile) -> Iterator[Row]:
    """Yield the rows of the first sheet that are not blank, as many cells in each as in the first.

    Raises:
        TableError: on the way, where the file is too large, broken, protected or made up; for a
            formula without a saved value, or an error in a cell.
    """
    try:
        with zipfile.ZipFile(file.content) as archive:
            _look_over(file, archive)
            yield from _rows(file, archive)
    except _BROKEN:
        file.fail("spreadsheet")


def _look_over(file: TableFile, archive: zipfile.ZipFile) -> None:
    """Refuse an archive that is too large unpacked, or no spreadsheet's."""
    parts = archive.infolist()
    if len(parts) > _MOST_PARTS or any(part.flag_bits & 1 for part in parts):
        file.fail("spreadsheet")
    if any(part.compress_type not in _PLAIN for part in parts):
        file.fail("spreadsheet")
    if sum(part.file_size for part in parts) > file.limits.unpacked:
        file.fail("unpacked", most=file.limits.unpacked)
    names = {part.filename: part.file_size for part in parts}
    says = 0 < names.get("mimetype", 0) <= _LONGEST_KIND
    kind = kind_of_archive(names, archive.read("mimetype") if says else b"")
    if kind is not None:
        file.fail("foreign", found=kind)


def _rows(file: TableFile, archive: zipfile.ZipFile) -> Iterator[Row]:
    start = _Relations(archive, "").part_of_type("officeDocument") or "xl/workbook.xml"
    relations = _Relations(archive, start)
    book = _Book()
    _run(archive, start, book)
    sheets = [name for name in book.sheets if relations.types.get(name) == "worksheet"]
    if not sheets:
        file.fail("spreadsheet")
    if len(sheets) > 1:
        file.remark("first_sheet", name=book.sheets[sheets[0]], sheets=len(sheets))
    strings, formats = Strings(), Formats(since_1904=book.since_1904)
    for part, elements in (("sharedStrings", strings), ("styles", formats)):
        name = relations.part_of_type(part)
        if name is not None:
            _run(archive, name, elements)
    sheet = Sheet(file, strings.found, formats)
    with archive.open(relations.parts[sheets[0]]) as source:
        for _ in parse(source, sheet):
            yield from sheet.taken()


def _run(archive: zipfile.ZipFile, name: str, elements: Elements) -> None:
    """Read a part to its end."""
    with archive.open(name) as source:
        for _ in parse(source, elements):
            pass


class _Relations:
    """Which parts belong to a part, by their identifiers there."""

    def __init__(self, archive: zipfile.ZipFile, part: str) -> None:
        folder, _, name = part.rpartition("/")
        self._folder = folder
        self.parts: dict[str, str] = {}
        self.types: dict[str, str] = {}
        listed = join(folder, "_rels", f"{name}.rels")
        if listed in archive.namelist():
            _run(archive, listed, self)

    def part_of_type(self, kind: str) -> str | None:
        """Return the first part of a type."""
        return next((self.parts[one] for one, own in self.types.items() if own == kind), None)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Note a relation."""
        if name == "Relationship":
            own = attributes["Id"]
            self.types[own] = attributes["Type"].rpartition("/")[2]
            self.parts[own] = normpath(join("/", self._folder, attributes["Target"])).lstrip("/")

    def end(self, name: str) -> None:
        """Pass over it."""

    def text(self, text: str) -> None:
        """Pass over it."""


class _Book:
    """The sheets of a workbook, by their identifiers in its order."""

    def __init__(self) -> None:
        self.sheets: dict[str, str] = {}
        self.since_1904 = False
        """Whether days are counted from 1904 on instead of 1900."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Note a sheet, or how days are counted."""
        if name == "sheet":
            known = (
                own for key, own in attributes.items() if key.rpartition(":")[1:] == (":", "id")
            )
            self.sheets[next(known, "")] = attributes["name"]
        elif name == "workbookPr":
            self.since_1904 = attributes.get("date1904") in {"1", "true"}

    def end(self, name: str) -> None:
        """Pass over it."""

    def text(self, text: str) -> None:
        """Pass over it."""
