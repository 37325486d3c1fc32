"""Errors in a table: a code, a place and facts; the texts are `table.*` in the catalogues."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.texts.i18n import load_catalogue
from bot.texts.messages import Param, Text, say

MOST_FAULTS = 1000
"""The most errors recorded for one file; then reading stops."""
_MOST_NAMES = 20
"""The most names in one remark."""
_MOST_LINES = 5
"""The most line numbers in one sentence."""
_LONGEST_SHOWN = 200
"""The most characters shown of a cell, a heading or a name."""
_SHORTEST_SPAN = 3
"""The least number of lines in a row that are written as a span."""


@dataclass(frozen=True, slots=True)
class TableFault:
    """One error in a table."""

    code: str
    line: int = 0
    """The line from 1, as a text editor or a spreadsheet counts; 0 for the file as a whole."""
    column: str = ""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    """The values of the text; `found` is what the cell has."""

    @property
    def is_of_no_table(self) -> bool:
        """Return whether the error is that the file is no table."""
        return self.code in {"foreign", "binary"} and not self.line

    @property
    def what(self) -> Text:
        """Return the error as text; for an empty cell, that the cell is empty."""
        is_blank = bool(self.column) and self.facts.get("found") == ""
        if is_blank:
            return say("table.blank")
        facts = {name: _fact_param(name, fact) for name, fact in self.facts.items()}
        return Text(f"table.{self.code}", facts)

    @property
    def where(self) -> str | Text:
        """Return the column as the file names it; a missing column, in the reader's language."""
        return column_text(self.column) if self.code in _LACKS else self.column

    @property
    def text(self) -> Text:
        """Return the error and its place as text."""
        if self.line and self.column:
            return say("table.at_cell", line=self.line, column=self.where, what=self.what)
        if self.line:
            return say("table.at_line", line=self.line, what=self.what)
        if self.column:
            return say("table.at_column", column=self.where, what=self.what)
        return self.what

    def __str__(self) -> str:
        """Return the error and its place in English."""
        return _english(self.text)


_LACKS: Final = frozenset({"column_missing", "column_missing_beside"})
"""The codes of errors about a column that the file does not have."""


def column_text(name: str) -> Text:
    """Return the name of a column or a type of game in the reader's language."""
    return Text(f"column.{name}")


def _fact_param(name: str, fact: str | int) -> Param:
    """Return a fact as text; internal names of columns and game types in the reader's language."""
    if name in {"columns", "types"}:
        return [column_text(column) for column in str(fact).split(",")]
    return fact


class TableError(Exception):
    """A table cannot be used. The exception has the file's name and its errors, by line."""

    def __init__(self, file: str, faults: Iterable[TableFault]) -> None:
        self.file = file
        self.faults = sorted(faults, key=lambda fault: fault.line)
        super().__init__(file, self.faults)

    @property
    def more(self) -> Text | None:
        """Return the number of further errors, and their lines; None if there are none."""
        others = self.faults[1:]
        return say("table.more", n=len(others), lines=_lines(others)) if others else None

    def __str__(self) -> str:
        """Return the file, its first error and the lines of the others, in English."""
        more = "" if self.more is None else f" {_english(self.more)}"
        return f"{self.file}: {self.faults[0]}{more}"


@dataclass(frozen=True, slots=True)
class RepeatedFault:
    """One error that a table makes in one or more lines of the same column."""

    first: TableFault
    faults: tuple[TableFault, ...]

    @property
    def is_whole(self) -> bool:
        """Return whether `text` names every line."""
        return len(_spans(fault.line for fault in self.faults)) <= _MOST_LINES

    @property
    def text(self) -> Text:
        """Return the error once, with its lines; where the cells differ, the first as example."""
        if len(self.faults) == 1:
            return self.first.text
        is_alike = all(fault.facts == self.first.facts for fault in self.faults)
        what = self.first.what if is_alike else say("table.for_example", what=self.first.what)
        lines = _lines(self.faults)
        if not self.first.column:
            return say("table.at_lines", lines=lines, what=what)
        return say("table.at_cells", lines=lines, column=self.first.where, what=what)


def repeated(faults: Iterable[TableFault]) -> list[RepeatedFault]:
    """Return the errors, those of the same kind in the same column together."""
    groups: dict[tuple[str, str, int], list[TableFault]] = {}
    for fault in faults:
        lone = 0 if fault.line else len(groups) + 1  # an error of the whole file is reported alone
        # The text's key, not the code: an empty cell has one text for all codes.
        groups.setdefault((fault.what.key, fault.column, lone), []).append(fault)
    return [RepeatedFault(group[0], tuple(group)) for group in groups.values()]


def _lines(faults: Iterable[TableFault]) -> str:
    """Return the first line numbers of the errors: `2–9, 12`."""
    return lines_text(fault.line for fault in faults)


def lines_text(lines: Iterable[int]) -> str:
    """Return the first line numbers: `2–9, 12`."""
    spans = _spans(lines)
    return ", ".join(spans[:_MOST_LINES]) + (", …" if len(spans) > _MOST_LINES else "")


def _spans(lines: Iterable[int]) -> list[str]:
    """Return the line numbers in ascending order, three or more in sequence as one span."""
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    spans: list[str] = []
    for run in runs:
        is_span = len(run) >= _SHORTEST_SPAN
        spans += [f"{run[0]}–{run[-1]}"] if is_span else map(str, run)
    return spans


class FileFaults:
    """Collects the errors of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.headings: Mapping[str, str] = {}
        """The heading in the file for each internal column name."""
        self._found: list[TableFault] = []

    def add(self, code: str, line: int, column: str = "", **facts: str | int) -> None:
        """Record an error.

        Raises:
            TableError: with all errors so far, once there are `MOST_FAULTS`.
        """
        column = self.headings.get(column, column)[:_LONGEST_SHOWN]
        self._found.append(TableFault(code, line, column, _shortened(facts)))
        if len(self._found) >= MOST_FAULTS:
            self._found.append(TableFault("stopped", line))
            self.check()

    def say_merged(self, merged: Mapping[tuple[int, int], str], places: Mapping[str, int]) -> None:
        """Say of each faulty cell that it is merged with another, where it is.

        `places` are the columns from 0 by their headings.
        """
        for at, fault in enumerate(self._found):
            area = merged.get((fault.line, places.get(fault.column, -1)))
            if area is not None:
                self._found[at] = replace(fault, code="merged", facts={"area": area})

    def check(self) -> None:
        """Raise the recorded errors, if there are any.

        Raises:
            TableError: with all errors.
        """
        if self._found:
            raise TableError(self.file, self._found)


def shortened(names: Sequence[str]) -> str:
    """Return names for a remark: the first of them, and the number of others."""
    more = len(names) - _MOST_NAMES
    shown = joined([name[:_LONGEST_SHOWN] for name in names[:_MOST_NAMES]])
    return f"{shown} (+ {more})" if more > 0 else shown


def joined(names: Iterable[str]) -> str:
    """Return names in a row, separated by semicolons if any contains a comma, else by commas."""
    all_names = tuple(names)
    separator = "; " if any("," in name for name in all_names) else ", "
    return separator.join(all_names)


def _shortened(facts: Mapping[str, str | int]) -> dict[str, str | int]:
    """Return the facts, cut to the length that is shown."""
    shortened = dict(facts)
    for name, fact in facts.items():
        if isinstance(fact, str) and len(fact) > _LONGEST_SHOWN:
            shortened[name] = f"{fact[:_LONGEST_SHOWN]}…"
    return shortened


def _english(text: Text) -> str:
    # Reading the catalogues takes longer than most commands, and most files have no error.
    return load_catalogue("en").plain(text)
