"""XLSX: the sheets of a workbook as text, formulas as their saved values.

No formula is evaluated. This reader is our own because it must be fast, see formula and value of a
cell together, and stop at a limit. This module reads the workbook's parts, `xlsx_cells` its cells;
`sheets` checks that the archive is safe to open.
"""

import zipfile
from collections.abc import Iterator, Mapping
from posixpath import join, normpath

from bot.documents.tables.faults import shortened
from bot.documents.tables.formats.table_file import FIRST, MOST_SHEETS, Row, TableFile
from bot.documents.tables.formats.xlsx_cells import Formats, SheetParser, Strings
from bot.documents.tables.formats.xml_parts import Elements, parse


def workbook_rows(file: TableFile, archive: zipfile.ZipFile) -> Iterator[Row]:
    """Yield the rows of the first visible sheet that are not blank, padded to the widest.

    Raises:
        TableError: later, for too many rows, a formula without a saved value, or an error in a
            cell. The errors of a broken file are caught in `sheets`.
    """
    book = _Workbook(file, archive)
    name, part = next(
        (sheet for sheet in book.sheets if sheet[0] not in book.hidden), book.sheets[0]
    )
    others = [
        other for other, its_part in book.sheets if its_part != part and book.has_data(its_part)
    ]
    if others:
        file.remark("first_sheet", name=name, others=shortened(others))
    yield from book.rows(part, FIRST)


def all_workbook_rows(file: TableFile, archive: zipfile.ZipFile) -> Iterator[tuple[str, list[Row]]]:
    """Yield the name and the rows of each visible sheet, in order; see `workbook_rows`."""
    book = _Workbook(file, archive)
    hidden = [name for name, part in book.sheets if name in book.hidden and book.has_data(part)]
    if hidden:
        file.remark("sheets_hidden", names=shortened(hidden))
    visible = [sheet for sheet in book.sheets if sheet[0] not in book.hidden]
    if len(visible) > MOST_SHEETS:
        file.fail("many_sheets", most=MOST_SHEETS)
    for name, part in visible:
        yield name, list(book.rows(part, name))


class _Workbook:
    """A workbook with its shared texts and formats."""

    def __init__(self, file: TableFile, archive: zipfile.ZipFile) -> None:
        """Read everything but the sheets."""
        self._file, self._archive = file, archive
        start = _Relations(archive, "").part_of_type("officeDocument") or "xl/workbook.xml"
        relations = _Relations(archive, start)
        book = _Book()
        _parse_part(archive, start, book)
        self.sheets = [
            (name, relations.parts[relation])
            for relation, name in book.sheets.items()
            if relations.types.get(relation) == "worksheet"
        ]
        """The name and the part of each sheet."""
        self.hidden = frozenset(book.hidden)
        """The names of the hidden sheets."""
        if not self.sheets:
            file.fail("spreadsheet")
        self._strings, self._formats = Strings(), Formats(since_1904=book.since_1904)
        for kind, elements in (("sharedStrings", self._strings), ("styles", self._formats)):
            part = relations.part_of_type(kind)
            if part is not None:
                _parse_part(archive, part, elements)

    def has_data(self, part: str) -> bool:
        """Return whether a sheet has a cell with content."""
        values = _Values()
        with self._archive.open(part) as source:
            return any(values.has_some for _ in parse(source, values))

    def rows(self, part: str, name: str) -> Iterator[Row]:
        """Yield the rows of a sheet that are not blank; its traits are stored by that name."""
        traits = self._file.traits_of(name)
        sheet = SheetParser(self._file, traits, self._strings.texts, self._formats)
        with self._archive.open(part) as source:
            for _ in parse(source, sheet):
                yield from sheet.take_rows()


def _parse_part(archive: zipfile.ZipFile, name: str, elements: Elements) -> None:
    """Parse a part to its end."""
    with archive.open(name) as source:
        for _ in parse(source, elements):
            pass


class _Values:
    """Notes whether a sheet has a value."""

    def __init__(self) -> None:
        self.has_some = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Note a value."""
        del attributes
        self.has_some = self.has_some or name in {"v", "t"}

    def end(self, name: str) -> None:
        """Ignore the end of an element."""

    def text(self, text: str) -> None:
        """Ignore text."""


class _Relations:
    """The relations of a part: related parts by identifier."""

    def __init__(self, archive: zipfile.ZipFile, part: str) -> None:
        folder, _, name = part.rpartition("/")
        self._folder = folder
        self.parts: dict[str, str] = {}
        """The path of each related part in the archive."""
        self.types: dict[str, str] = {}
        """The last word of each type: `worksheet`."""
        list_part = join(folder, "_rels", f"{name}.rels")
        if list_part in archive.namelist():
            _parse_part(archive, list_part, self)

    def part_of_type(self, kind: str) -> str | None:
        """Return the first related part of a type, or None."""
        return next(
            (self.parts[relation] for relation, type_ in self.types.items() if type_ == kind), None
        )

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Record a relation."""
        if name == "Relationship":
            relation = attributes["Id"]
            self.types[relation] = attributes["Type"].rpartition("/")[2]
            self.parts[relation] = normpath(join("/", self._folder, attributes["Target"])).lstrip(
                "/"
            )

    def end(self, name: str) -> None:
        """Ignore the end of an element."""

    def text(self, text: str) -> None:
        """Ignore text."""


class _Book:
    """The sheets of a workbook, by identifier, in order."""

    def __init__(self) -> None:
        self.sheets: dict[str, str] = {}
        """The name of each sheet, by the identifier of its relation."""
        self.hidden: set[str] = set()
        """The names of the hidden sheets."""
        self.since_1904 = False
        """Whether days are counted from 1904 instead of 1900."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Record a sheet, or the first year of its dates."""
        if name == "sheet":
            # `r:id`, whatever the prefix is; `sheetId` is another number.
            relations = (
                identifier
                for key, identifier in attributes.items()
                if key.rpartition(":")[1:] == (":", "id")
            )
            self.sheets[next(relations, "")] = attributes["name"]
            if attributes.get("state", "visible") != "visible":
                self.hidden.add(attributes["name"])
        elif name == "workbookPr":
            self.since_1904 = attributes.get("date1904") in {"1", "true"}

    def end(self, name: str) -> None:
        """Ignore the end of an element."""

    def text(self, text: str) -> None:
        """Ignore text."""
