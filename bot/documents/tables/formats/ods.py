"""ODS, the spreadsheet format of LibreOffice: the sheets as text, formulas as saved values.

The format writes equal cells and rows once, with a repeat count, so a few bytes may mean a million
rows. Repeats count towards the limits before they are expanded. No formula is evaluated.
"""

import re
import zipfile
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from bot.documents.tables.faults import shortened
from bot.documents.tables.formats.foreign import OPEN_SHEET
from bot.documents.tables.formats.table_file import (
    FIRST,
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_SHEETS,
    Row,
    SheetTraits,
    TableFile,
    letter,
)
from bot.documents.tables.formats.xlsx_cells import short_number
from bot.documents.tables.formats.xml_parts import BareNames, parse

SHEETS: Final = frozenset({OPEN_SHEET, OPEN_SHEET + b"-template"})
"""The mimetypes of archives that are spreadsheets."""
_CONTENT: Final = "content.xml"
_CELLS: Final = frozenset({"table-cell", "covered-table-cell"})
"""A cell, and one that is covered by merged cells."""
_ASIDE: Final = frozenset({"annotation", "frame", "custom-shape", "shapes", "ruby-text"})
"""Notes and pictures, whose text is no part of the cell."""
_HIDDEN: Final = frozenset({"collapse", "filter"})
"""The visibilities of hidden and of filtered rows and columns."""
_EXTENSIONS: Final = ("calcext:", "loext:")
"""The prefixes of LibreOffice's own attributes, which repeat others under the same names."""
_COUNT: Final = re.compile(r"[0-9]{1,9}")
_TIME: Final = re.compile(r"PT([0-9]{1,9})H([0-9]{1,2})M([0-9]{1,2})(?:[.,][0-9]+)?S")


def sheet_rows(file: TableFile, archive: zipfile.ZipFile) -> Iterator[Row]:
    """Yield the rows of the first visible sheet that are not blank, padded to the widest.

    Raises:
        TableError: later, for too many rows, a formula without a saved value, or an error in a
            cell. The errors of a broken file are caught in `sheets`.
    """
    sheet = _Sheet(file, file.traits_of(FIRST), skips_hidden=True)
    with archive.open(_CONTENT) as source:
        for _ in parse(source, sheet):
            yield from sheet.take_rows()
    if not sheet.names:
        file.fail("spreadsheet")
    if sheet.others and sheet.number <= len(sheet.names):
        name = sheet.names[sheet.number - 1]
        file.remark("first_sheet", name=name, others=shortened(list(sheet.others)))


def all_sheet_rows(file: TableFile, archive: zipfile.ZipFile) -> Iterator[tuple[str, list[Row]]]:
    """Yield the name and the rows of each visible sheet, in order; see `sheet_rows`."""
    hidden: list[str] = []
    for number in count(1):
        traits = SheetTraits()
        sheet, rows = _Sheet(file, traits, number), list[Row]()
        with archive.open(_CONTENT) as source:
            for _ in parse(source, sheet):
                rows += sheet.take_rows()
        if len(sheet.names) > MOST_SHEETS:  # the file is parsed once for each, hidden ones included
            file.fail("many_sheets", most=MOST_SHEETS)
        if len(sheet.names) < number:
            break
        name = sheet.names[number - 1]
        if name in sheet.hidden:
            hidden += [name] if rows else []
            continue
        file.traits[name] = traits
        yield name, rows
    if hidden:
        file.remark("sheets_hidden", names=shortened(hidden))


class _Sheet:
    """Parses one sheet; finished rows are taken between pieces of the document."""

    def __init__(
        self,
        file: TableFile,
        traits: SheetTraits,
        number: int = 1,
        *,
        skips_hidden: bool = False,
    ) -> None:
        """Read the sheet of that number; with `skips_hidden`, the next visible one from it on."""
        self._file, self._traits = file, traits
        self.number = number
        """The number of the sheet that is read, from 1."""
        self.names: list[str] = []
        """The names of all sheets met so far."""
        self.hidden: set[str] = set()
        """The names of the hidden sheets."""
        self.others: dict[str, None] = {}
        """The names of the other sheets that have data, in order."""
        self._skips_hidden = skips_hidden
        self._style = ""
        """The name of the style that is read."""
        self._hiding: set[str] = set()
        """The names of the styles that hide a sheet."""
        self._attributes = BareNames()
        self._tables = self._aside = 0
        """The nesting depth in tables, and in elements that are no part of a cell."""
        self._place = 0
        """The number of the column elements read so far."""
        self._begin_rows()

    def _begin_rows(self) -> None:
        """Set what is known of the rows to its beginning."""
        self._rows: list[tuple[range, list[str]]] = []
        """Finished rows, each with the numbers of the lines that it fills."""
        self._left = self._file.limits.rows + 1
        """How many rows may still come."""
        self._width = 0
        """The width of the widest row so far."""
        self._number = 0
        """The number of the last line before this row."""
        self._repeated = 1
        """The repeat count of the row."""
        self._is_hidden = False
        """Whether the row is hidden."""
        self._cells: list[str] = []
        self._column = 0
        """The column of the next cell, from 0."""
        self._cell: Mapping[str, str] | None = None
        """The attributes of the current cell, without prefixes; None outside a cell."""
        self._is_error = False
        """Whether the cell shows an error of a formula."""
        self._pieces: list[str] = []
        """The text of the cell so far."""
        self._paragraphs = 0
        """The paragraphs of the cell so far; text outside them is no content."""

    def take_rows(self) -> Iterator[Row]:
        """Yield the rows finished since the last call, and forget them."""
        rows, self._rows = self._rows, []
        for numbers, cells in rows:
            for number in numbers:
                yield number, cells

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of a sheet, a row, a cell, or an element in a cell."""
        if name == "p" and self._cell is not None and not self._aside:
            self._pieces += ["\n"] if self._paragraphs else []
            self._paragraphs += 1
        elif name == "table":
            self._tables += 1
            if self._tables == 1:
                self._begin_sheet(self._bare(attributes))
        elif not self.names:
            self._note_style(name, attributes)
        elif len(self.names) != self.number or self._tables != 1:  # in another sheet
            if name == "p" and self.names and len(self.names) != self.number:
                self.others[self.names[-1]] = None
        elif name in _ASIDE:
            self._aside += 1
        elif self._aside:
            return
        elif name == "table-row":
            row = self._bare(attributes)
            self._repeated = _count(row, "number-rows-repeated")
            self._is_hidden = row.get("visibility") in _HIDDEN
            self._cells, self._column = [], 0
        elif name in _CELLS:
            self._cell = self._bare(attributes)
            self._is_error = attributes.get("calcext:value-type") == "error"
            self._pieces, self._paragraphs = [], 0
        elif name == "table-column":
            self._note_column(self._bare(attributes))
        else:
            self._start_text(name, attributes)

    def _begin_sheet(self, sheet: Mapping[str, str]) -> None:
        """Note the name of a sheet, and whether its style hides it."""
        self.names.append(sheet.get("name", ""))
        if sheet.get("style-name") in self._hiding:
            self.hidden.add(self.names[-1])
            if self._skips_hidden and len(self.names) == self.number:
                self.number += 1

    def _note_style(self, name: str, attributes: Mapping[str, str]) -> None:
        """Note a style that hides a sheet; styles come before all sheets."""
        if name == "style":
            self._style = self._bare(attributes).get("name", "")
        elif name == "table-properties" and self._bare(attributes).get("display") == "false":
            self._hiding.add(self._style)

    def _bare(self, attributes: Mapping[str, str]) -> dict[str, str]:
        """Return attributes by name without prefix, except LibreOffice's own extensions."""
        names = self._attributes
        return {
            names[name]: value
            for name, value in attributes.items()
            if not name.startswith(_EXTENSIONS)
        }

    def _note_column(self, column: Mapping[str, str]) -> None:
        """Note a hidden column."""
        first, self._place = self._place, self._place + _count(column, "number-columns-repeated")
        if column.get("visibility") in _HIDDEN:
            places = range(first, min(self._place, MOST_COLUMNS))
            self._traits.hidden_columns += [letter(place) for place in places]

    def _start_text(self, name: str, attributes: Mapping[str, str]) -> None:
        """Add blanks, which the format writes as elements."""
        if name == "s":
            self._pieces.append(" " * min(_count(self._bare(attributes), "c"), LONGEST_CELL))
        elif name in {"tab", "line-break"}:
            self._pieces.append(" ")

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name == "p":
            return
        if name == "table":
            self._tables -= 1
        elif len(self.names) != self.number or self._tables != 1:
            return
        elif name in _ASIDE:
            self._aside -= 1
        elif not self._aside and name == "table-row":
            self._end_row()
        elif not self._aside and name in _CELLS:
            self._end_cell()

    def text(self, text: str) -> None:
        """Add a piece of text to the cell."""
        if self._cell is not None and not self._aside and self._paragraphs:
            self._pieces.append(text)

    def _end_row(self) -> None:
        """Store the row, padded to the widest so far, once for each line that it stands for."""
        first = self._number + 1
        self._number += self._repeated
        cells = self._cells
        while len(cells) > self._width and not cells[-1]:
            cells.pop()
        if not any(cells):
            return
        self._width = max(self._width, len(cells))
        cells += [""] * (self._width - len(cells))
        if self._repeated > self._left:
            self._file.fail("rows", first, most=self._file.limits.rows)
        self._left -= self._repeated
        numbers = range(first, first + self._repeated)
        self._rows.append((numbers, cells))
        if self._is_hidden:
            self._traits.hidden_rows += numbers

    def _end_cell(self) -> None:
        """Add the cell to its row, as often as it is repeated."""
        cell, self._cell = self._cell or {}, None
        count = _count(cell, "number-columns-repeated")
        column = self._column
        self._column += count
        if column >= MOST_COLUMNS:
            return  # columns beyond any real table are ignored
        text = self._value(cell, column)
        down, across = (_count(cell, f"number-{way}-spanned") for way in ("rows", "columns"))
        if max(down, across) > 1:
            row = self._number + 1
            self._traits.merge((row, column), (row + down - 1, column + across - 1))
        if len(text) > LONGEST_CELL:
            self._file.fail("long", self._number + 1, letter(column), most=LONGEST_CELL)
        if text:
            cells = self._cells
            cells += [""] * (column - len(cells))
            cells += [text] * (min(self._column, MOST_COLUMNS) - column)

    def _value(self, cell: Mapping[str, str], column: int) -> str:
        """Return a cell's value in the form that CSV would have."""
        kind = cell.get("value-type", "string")
        if kind == "float" and not self._is_error:
            return short_number(cell["value"])
        text = "".join(self._pieces)
        if self._is_error:
            self._file.fail("error", self._number + 1, letter(column), found=text[:LONGEST_CELL])
        if "formula" in cell and "value-type" not in cell and not text:
            self._file.fail("formula", self._number + 1, letter(column))
        if kind == "date":
            return cell["date-value"].removesuffix("T00:00:00").replace("T", " ")
        if kind == "time":
            time = _TIME.fullmatch(cell["time-value"])
            return ":".join(part.zfill(2) for part in time.groups()) if time else text
        if kind == "boolean":
            return str(cell["boolean-value"] == "true")
        if kind in {"percentage", "currency"}:
            return short_number(cell["value"])
        return cell.get("string-value", text)


def _count(attributes: Mapping[str, str], name: str) -> int:
    """Return a repeat count.

    Raises:
        ValueError: the attribute is no number from 1 on.
    """
    text = attributes.get(name)
    if text is None:
        return 1
    if not _COUNT.fullmatch(text) or not int(text):
        raise ValueError(text[:9])
    return int(text)
