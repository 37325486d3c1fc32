"""The cells of an XLSX sheet as text: shared strings, date formats, values."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from string import ascii_uppercase
from typing import Final

from bot.documents.tables.formats.table_file import (
    LONGEST_CELL,
    MOST_COLUMNS,
    Row,
    SheetTraits,
    TableFile,
    letter,
)

_MOST_BLANK: Final = 10_000
"""How far the number of a row may exceed the limit of rows, because of blank rows."""
_DAYS: Final = {*range(14, 23), *range(27, 37), 45, 46, 47, *range(50, 59)}
"""The numbers of the built-in formats for days and times."""
_NOT_SHOWN: Final = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
"""The parts of a number format that are not fields: quoted text, colours, blanks."""
_DAY_LETTERS: Final = re.compile(r"[dmyhs]", re.IGNORECASE)
_LETTERS: Final = re.compile("[A-Z]{1,3}")
"""The letters of a column."""
_AREA: Final = re.compile("([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
_TRUE: Final = frozenset({"1", "true"})
"""The texts of a true attribute."""
_EPOCH: Final = datetime(1899, 12, 30)  # noqa: DTZ001  (spreadsheets have no time zones)
_EPOCH_1904: Final = datetime(1904, 1, 1)  # noqa: DTZ001  (as above)
_FIRST_OF_MARCH: Final = 61
"""The serial number of 1 March 1900; spreadsheets count a 29 February that did not exist."""


class Strings:
    """The shared strings, in order; phonetic readings of Japanese text are left out."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        """The strings read so far; a cell names one by its index."""
        self._pieces: list[str] = []
        self._reads = self._is_phonetic = False
        """Whether text belongs to the string, and whether it only gives a reading of it."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of a string, or of a part of one."""
        del attributes
        if name == "si":
            self._pieces = []
        elif name == "t":
            self._reads = not self._is_phonetic
        elif name == "rPh":
            self._is_phonetic = True

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name == "si":
            self.texts.append("".join(self._pieces))
        elif name == "t":
            self._reads = False
        elif name == "rPh":
            self._is_phonetic = False

    def text(self, text: str) -> None:
        """Add a piece of text to the string."""
        if self._reads:
            self._pieces.append(text)


class Formats:
    """The styles that show a number as a day or a time, and the conversion to that day."""

    def __init__(self, *, since_1904: bool) -> None:
        self._epoch = _EPOCH_1904 if since_1904 else _EPOCH
        self._styles: list[int] = []
        """The number of the format of each style."""
        self._days: set[int] = set(_DAYS)
        """The numbers of the formats for days and times, with the workbook's own."""
        self._is_cells = False
        """Whether the styles of cells are read, and not those of which they are made."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Record a number format, or the format of a style."""
        if name == "numFmt" and _DAY_LETTERS.search(_NOT_SHOWN.sub("", attributes["formatCode"])):
            self._days.add(int(attributes["numFmtId"]))
        elif name == "xf" and self._is_cells:
            self._styles.append(int(attributes.get("numFmtId", 0)))
        elif name == "cellXfs":
            self._is_cells = True

    def end(self, name: str) -> None:
        """Handle the end of the cell styles."""
        if name == "cellXfs":
            self._is_cells = False

    def text(self, text: str) -> None:
        """Ignore text."""

    def shows_day(self, style: str | None) -> bool:
        """Return whether a style shows a number as a day or a time."""
        number = int(style or 0)
        return number < len(self._styles) and self._styles[number] in self._days

    def day_text(self, serial: float) -> str:
        """Return the day, with the time unless it is midnight; or the time alone.

        Raises:
            OverflowError: there is no such day.
        """
        moment = self._epoch + timedelta(seconds=round(serial * 86_400))
        if self._epoch == _EPOCH and serial < _FIRST_OF_MARCH:
            moment += timedelta(days=1)
        if 0 <= serial < 1:
            return f"{moment.time()}"
        return f"{moment.date() if moment.time() == time() else moment}"


class SheetParser:
    """Parses a sheet; finished rows are taken between pieces of the document."""

    def __init__(
        self, file: TableFile, traits: SheetTraits, strings: Sequence[str], formats: Formats
    ) -> None:
        """Begin a sheet of a workbook with these shared strings and formats."""
        self._file = file
        self._traits = traits
        self._is_hidden = False
        self._strings = strings
        self._formats = formats
        self._rows: list[Row] = []
        self._left = file.limits.rows + 1
        """How many rows may still come."""
        self._width = 0
        """The width of the widest row so far; a title above the header has fewer cells."""
        self._number = 0
        self._cells: list[str] = []
        self._column = -1
        self._columns: dict[str, int] = {}
        """The index, from 0, of each column letter met so far."""
        self._kind = ""
        """The type of the cell: `s` shared string, `n` number, `b` truth, `d` day, `e` error …"""
        self._style: str | None = None
        self._pieces: list[str] = []
        self._reads = self._is_phonetic = False
        """Whether text belongs to the value, and whether it only gives a reading of it."""
        self._is_formula = self._has_value = False
        """Whether the cell has a formula, and whether it has the element of a value, even empty."""

    def take_rows(self) -> Iterator[Row]:
        """Yield the rows finished since the last call, and forget them."""
        rows, self._rows = self._rows, []
        yield from rows

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of a row, a cell, or an element in a cell."""
        if name == "c":
            self._begin_cell(attributes)
        elif name == "v":
            self._reads = self._has_value = True
        elif name == "t":
            self._reads = not self._is_phonetic
        elif name == "f":
            self._is_formula = True
        elif name == "row":
            self._begin_row(attributes)
        elif name == "rPh":
            self._is_phonetic = True
        elif name == "mergeCell":
            self._merge(attributes.get("ref", ""))
        elif name == "col" and attributes.get("hidden") in _TRUE:
            first, last = int(attributes["min"]) - 1, int(attributes["max"])
            places = range(first, min(last, MOST_COLUMNS))
            self._traits.hidden_columns += [letter(place) for place in places]

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name == "c":
            self._end_cell()
        elif name in {"v", "t"}:
            self._reads = False
        elif name == "row":
            self._end_row()
        elif name == "rPh":
            self._is_phonetic = False

    def text(self, text: str) -> None:
        """Add a piece of text to the value."""
        if self._reads:
            self._pieces.append(text)

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        """Begin a row; rows without cells are absent, so its number may be any later one."""
        number = int(attributes.get("r", self._number + 1))
        if number <= self._number:
            self._file.fail("spreadsheet")
        if number > self._file.limits.rows + _MOST_BLANK:
            self._file.fail("rows", number, most=self._file.limits.rows)
        self._number, self._cells, self._column = number, [], -1
        self._is_hidden = attributes.get("hidden") in _TRUE

    def _merge(self, area: str) -> None:
        """Record an area of merged cells, such as `A3:B9`."""
        corners = _AREA.fullmatch(area)
        if corners is not None:
            first = int(corners[2]), position(corners[1])
            last = int(corners[4]), position(corners[3])
            self._traits.merge(first, last)

    def _end_row(self) -> None:
        """Store the row, padded to the widest so far, unless it is blank."""
        cells = self._cells
        while len(cells) > self._width and not cells[-1]:
            cells.pop()
        if not any(cells):
            return
        if not self._left:
            self._file.fail("rows", self._number, most=self._file.limits.rows)
        self._left -= 1
        self._width = max(self._width, len(cells))
        cells += [""] * (self._width - len(cells))
        self._rows.append((self._number, cells))
        if self._is_hidden:
            self._traits.hidden_rows.append(self._number)

    def _begin_cell(self, attributes: Mapping[str, str]) -> None:
        """Begin a cell: where its reference says, or beside the last one."""
        place = attributes.get("r")
        if place is None:
            self._column += 1
        else:
            letters = place.rstrip("0123456789")
            column = self._columns.get(letters)
            if column is None:
                column = self._columns[letters] = position(letters)
            self._column = column
        self._kind = attributes.get("t", "n")
        self._style = attributes.get("s")
        self._pieces = []
        self._is_formula = self._has_value = False

    def _end_cell(self) -> None:
        """Add the cell to its row, or refuse a formula without a saved value."""
        if self._column >= MOST_COLUMNS:
            return  # columns beyond any real table are ignored
        value = "".join(self._pieces)
        if self._is_formula and not value and not (self._has_value and self._kind == "str"):
            self._file.fail("formula", self._number, letter(self._column))
        text = self._csv_text(value) if value else ""
        if len(text) > LONGEST_CELL:
            self._file.fail("long", self._number, letter(self._column), most=LONGEST_CELL)
        if text:
            self._cells += [""] * (self._column + 1 - len(self._cells))
            self._cells[self._column] = text

    def _csv_text(self, value: str) -> str:
        """Return a cell's value in the form that CSV would have."""
        kind = self._kind
        if kind == "s":
            return self._strings[int(value)]
        if kind == "n":
            return self._number_text(value)
        if kind == "b":
            return str(value == "1")
        if kind == "d":
            return value.removesuffix("Z").removesuffix("T00:00:00").replace("T", " ")
        if kind == "e":
            self._fail_error(value)
        return value

    def _number_text(self, value: str) -> str:
        """Return a number in its shortest form, whole ones without a decimal point; or a day."""
        if self._style is not None and self._formats.shows_day(self._style):
            try:
                return self._formats.day_text(float(value))
            except (OverflowError, ValueError):
                self._fail_error(value)
        return short_number(value)

    def _fail_error(self, value: str) -> None:
        """Refuse a cell that shows an error of a formula, or a number that is no day."""
        self._file.fail("error", self._number, letter(self._column), found=value[:LONGEST_CELL])


def short_number(value: str) -> str:
    """Return a number in its shortest form, whole ones without a decimal point.

    Raises:
        ValueError: the text is no number.
    """
    if value.isdecimal():
        return value
    number = float(value)
    return str(int(number) if number.is_integer() else number)


def position(letters: str) -> int:
    """Return the index of a column by its letters, from 0.

    Raises:
        ValueError: the text has other characters.
    """
    if not _LETTERS.fullmatch(letters):
        raise ValueError(letters[:9])
    number = 0
    for sign in letters:
        number = len(ascii_uppercase) * number + ascii_uppercase.index(sign) + 1  # A is 1
    return number - 1
