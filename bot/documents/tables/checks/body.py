"""The rows under a header, with every check that is the same for all tables."""

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from bot.documents.tables.checks.doubtful_days import doubtful_days
from bot.documents.tables.checks.person_texts import person_text
from bot.documents.tables.checks.rows_without_data import NoteRows, note_text
from bot.documents.tables.faults import FileFaults, lines_text, shortened
from bot.documents.tables.formats.table_file import FIRST, Row, TableFile
from bot.documents.tables.headings import GIVEN_NAMES
from bot.documents.tables.names import fold, is_bye

_SHOWN: Final = 10
"""The most ignored columns that a remark names."""
_LONGEST_HEADING: Final = 40
"""The most characters shown of an ignored heading."""


class TableHeader(NamedTuple):
    """A header row, and the column that each of its cells names."""

    line: int
    cells: Sequence[str]
    columns: Sequence[str | None]
    """The wanted column of each cell; None for an unwanted one."""
    first_line: int
    """The first line of the file that is not blank; lines from it to the header are a title."""

    @property
    def ignored(self) -> str:
        """Return the headings of the unwanted columns."""
        pairs = zip(self.columns, self.cells, strict=True)
        cells = [cell[:_LONGEST_HEADING] or "—" for column, cell in pairs if column is None]
        return ", ".join(cells[:_SHOWN]) + (", …" if len(cells) > _SHOWN else "")


class TableBody:
    """The rows under a header."""

    def __init__(
        self,
        file: TableFile,
        faults: FileFaults,
        header: TableHeader,
        wanted: Sequence[str],
        filled: Sequence[str],
    ) -> None:
        """Begin under a header: `wanted` columns are returned, `filled` ones must not be empty."""
        self._file, self._faults, self._header = file, faults, header
        width = len(header.columns)
        self._width = width
        at = {column: header.columns.index(column) for column in {*header.columns} - {None}}
        self._places = [at.get(column, width) for column in wanted]
        """The place of each wanted column; the width for one that the file does not have."""
        self._is_plain = self._places == list(range(width))
        """Whether the file has exactly the wanted columns in their order."""
        self._persons = [
            (at[column], at.get(given), column)
            for column, given in GIVEN_NAMES.items()
            if column in at
        ]
        """The place of each column of persons, that of its given names, and its name."""
        self._needed = [at[column] for column in filled if column in at]
        self._notes = NoteRows([place for place, _, _ in self._persons], self._needed)
        self._day = at.get("date")
        self._days: dict[str, list[int]] = {}
        """The lines of each day, as written."""
        self._aside: list[tuple[int, str]] = []
        """The line and the text of each row that is no data."""
        self._cleaned: list[int] = []
        """The lines with a name from which something was removed."""
        self._names: dict[str | tuple[str, str], str] = {}
        """The name for each cell that was read, or for each pair of given name and name."""
        self._known: set[str] = set()
        """The cells that need no cleaning."""
        self._clubs: dict[str, tuple[str, int]] = {}
        """The club in brackets behind each name, and its first line."""

    def rows(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield the wanted cells of each row of data; afterwards add the remarks.

        A million rows are read in this loop. It therefore looks closely only at a row that is not
        tidy: of another width, with an empty cell that must be filled, or with a new name.
        """
        width, places, day = self._width, self._places, self._day
        needed = self._needed or [0]
        persons = [place for place, _, _ in self._persons]
        # Of a single place, itemgetter returns no tuple, so the first is named twice.
        filled, who = itemgetter(needed[0], *needed), itemgetter(*(persons or needed) * 2)
        known = self._known.issuperset
        last_row, last_day, lines = None, None, list[int]()  # `lines` are those of the last day
        for row in rows:
            number, cells = row
            is_tidy = len(cells) == width and "" not in filled(cells) and known(who(cells))
            if not is_tidy:
                # Of tidy rows only the last matters for what is a note.
                if last_row is not None:
                    self._notes.note_data(*last_row)
                last_row, cleaned = None, self._untidy(number, cells)
                if cleaned is None:
                    continue
                cells = cleaned
            last_row = row
            if day is not None:
                if cells[day] != last_day:
                    last_day = cells[day]
                    lines = self._days.setdefault(last_day, [])
                lines.append(number)
            if self._is_plain:
                yield number, cells if len(cells) == width else cells[:width]
            else:
                yield number, [cells[at] if at < width else "" for at in places]
        self._finish()

    def _untidy(self, number: int, cells: list[str]) -> list[str] | None:
        """Return the row with its names cleaned; None for a note, or after recording an error."""
        width = self._width
        if len(cells) != width or not all(cells[place] for place in self._needed):
            if self._notes.is_note(number, cells):
                self._aside.append((number, note_text(cells)))
                return None
            if len(cells) < width or any(map(str.strip, cells[width:])):
                self._faults.add("cells", number, count=width, found=len(cells))
                return None
        for place, given, column in self._persons:
            text = cells[place]
            key = text if given is None else (cells[given], text)
            name = self._names.get(key)
            if name is None:
                if self._notes.is_note(number, cells):
                    self._aside.append((number, note_text(cells)))
                    return None
                name = self._names[key] = self._name(number, column, key)
                if name == key:
                    self._known.add(name)
            if name != text:
                cells = [*cells[:place], name, *cells[place + 1 :]]
        return cells

    def _name(self, number: int, column: str, key: str | tuple[str, str]) -> str:
        """Return the name in a cell; record an error if its letters are damaged."""
        text = key if isinstance(key, str) else " ".join(filter(None, map(str.strip, key)))
        if not text.strip() or is_bye(text):
            return text
        person = person_text(text)
        unfit = person.fault(text)
        if unfit is not None:
            self._faults.add(unfit.code, number, column, **unfit.facts)
            return text
        if person.removed:
            self._cleaned.append(number)
        if person.club:
            club, first = self._clubs.setdefault(fold(person.name), (person.club, number))
            if fold(club) != fold(person.club):
                found, near = (f"{person.name} ({name})" for name in (person.club, club))
                self._faults.add("two_clubs", number, column, found=found, near=near, first=first)
        return person.name or text

    def _finish(self) -> None:
        """Add the remarks on all rows, and say of faulty cells whether they are merged."""
        file = self._file
        if self._aside:
            lines = lines_text(line for line, _ in self._aside)
            rows = shortened([text for _, text in self._aside])
            file.remark("rows_aside", self._aside[0][0], lines=lines, rows=rows)
        if self._cleaned:
            file.remark("names_cleaned", self._cleaned[0], lines=lines_text(self._cleaned))
        if self._clubs:
            names = shortened([club for club, _ in self._clubs.values()])
            first = min(line for _, line in self._clubs.values())
            file.remark("clubs_in_names", first, names=names)
        for doubt in doubtful_days(self._days, file.today):
            lines = lines_text(doubt.lines)
            file.remark(doubt.code, doubt.lines[0], found=doubt.first, lines=lines)
        traits = file.traits_of(FIRST)
        if traits.merged:
            headings = {cell: place for place, cell in enumerate(self._header.cells)}
            self._faults.say_merged(traits.merged, headings)
        file.remarks += traits.remarks(self._header.line)
