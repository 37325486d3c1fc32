"""XLSX: the first sheet of a workbook as text, formulas as the values saved with them.

Nothing is evaluated. A reader of our own, because it has to be quick, to see formula and value of a
cell at once, and to stop where a limit is reached. Here is what a workbook consists of; its cells
are in `xlsx_cells`, and what makes an archive safe to open in `archives`.
"""

import zipfile
from collections.abc import Iterator, Mapping
from posixpath import join, normpath

from bot.documents.tables.formats.files import Row, TableFile
from bot.documents.tables.formats.xlsx_cells import Formats, Sheet, Strings
from bot.documents.tables.formats.xml_parts import Elements, parse


def workbook_rows(file: TableFile, archive: zipfile.ZipFile) -> Iterator[Row]:
    """Yield the rows of the first sheet that are not blank, as many cells in each as in the widest.

    Raises:
        TableError: on the way, where there are too many rows; for a formula without a saved value,
            or an error in a cell. What a broken file raises is caught in `archives`.
    """
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
