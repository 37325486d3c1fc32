"""What is noted while the form is read: faults by cell, names in two orders, doubtful days."""

from collections.abc import Iterator
from datetime import date

from bot.documents.tables.checks.doubtful_days import doubtful_days
from bot.documents.tables.faults import TableFault, lines_text
from bot.documents.tables.import_columns import COLUMNS
from bot.documents.tables.import_stated import SHEETS, FormFault, key_of
from bot.documents.tables.names import words_of
from bot.texts.messages import Text, say


class FormNotes:
    """The faults of a form while it is read, and what is known of its sheets and names."""

    def __init__(self) -> None:
        """Begin without any; the reader fills in names and headings as it finds them."""
        self.faults: list[FormFault] = []
        self.names: dict[str, str] = {}
        """The name of each sheet in the file."""
        self.headings: dict[tuple[str, str], str] = {}
        """The heading of each column in the file, by sheet and column."""
        self.places: dict[tuple[str, str], int] = {}
        """The column from 0 of each heading, by sheet and heading as the file names them."""
        self.is_season = False
        """Whether the file states a season that is over, which has only two days."""
        self._by_words: dict[tuple[str, ...], tuple[str, int]] = {}
        """The first name with these words, and its row."""
        self._days: dict[str, dict[str, list[int]]] = {}
        """The days of play, as written, with their rows, by sheet."""

    def note(self, sheet: str, row: int, column: str, what: Text) -> None:
        """Add a fault."""
        name = self.names.get(sheet, SHEETS[sheet][0])
        heading = self.headings.get((sheet, column), COLUMNS[sheet].get(column, ("",))[0])
        self.faults.append(FormFault(name, row, heading, what))

    def note_day(self, sheet: str, row: int, text: str) -> None:
        """Record a day of play for `doubtful_days`."""
        name = self.names.get(sheet, sheet)
        self._days.setdefault(name, {}).setdefault(text, []).append(row)

    def doubtful_days(self, sheet: str, today: date | None) -> Iterator[TableFault]:
        """Yield a remark on the days of a sheet that are probably mistyped."""
        others = {text for name, days in self._days.items() if name != sheet for text in days}
        days, least = self._days.get(sheet, {}), 2 if self.is_season else 3
        for doubt in doubtful_days(days, today, others, least):
            facts = {"found": doubt.first, "lines": lines_text(doubt.lines)}
            yield TableFault(doubt.code, doubt.lines[0], facts=facts)

    def check_order(self, sheet: str, row: int, column: str, name: str) -> None:
        """Note a name that has the words of another in another order."""
        first, first_row = self._by_words.setdefault(words_of(name), (name, row))
        if key_of(first) != key_of(name):
            what = say("import.turned", found=name, near=first, row=first_row)
            self.note(sheet, row, column, what)
