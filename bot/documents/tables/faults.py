"""What is wrong with a table: a code, where, and the facts; said by `table.*` of the catalogues."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.texts.messages import Param, Text, say

MOST_FAULTS = 1000
"""So many are gathered from one file; then reading stops."""
_MOST_NAMES = 20
"""Named in one remark."""
_MOST_LINES = 5
"""Named in one sentence."""
_LONGEST = 200
"""Characters of a cell that are shown."""


@dataclass(frozen=True, slots=True)
class TableFault:
    """One thing that is wrong."""

    code: str
    line: int = 0
    """From 1, as a text editor or a spreadsheet counts; 0: the file as a whole."""
    column: str = ""
    facts: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def is_of_no_table(self) -> bool:
        """Return whether it is that the whole file is something else."""
        return self.code in {"foreign", "binary"} and not self.line

    @property
    def what(self) -> Text:
        """Return what is wrong; of a cell with nothing in it, that."""
        is_blank = bool(self.column) and self.facts.get("found") == ""
        if is_blank:
            return say("table.blank")
        facts = {name: _named(name, fact) for name, fact in self.facts.items()}
        return Text(f"table.{self.code}", facts)

    @property
    def where(self) -> str | Text:
        """Return the column as the file calls it; one that it lacks, as its reader would."""
        return column_text(self.column) if self.code in _LACKS else self.column

    @property
    def text(self) -> Text:
        """Return what is wrong, and where."""
        if self.line and self.column:
            return say("table.at_cell", line=self.line, column=self.where, what=self.what)
        if self.line:
            return say("table.at_line", line=self.line, what=self.what)
        if self.column:
            return say("table.at_column", column=self.where, what=self.what)
        return self.what

    def __str__(self) -> str:
        """Return what is wrong, and where, in English."""
        return _english(self.text)


_LACKS: Final = frozenset({"column_missing", "column_missing_beside"})


def column_text(name: str) -> Text:
    """Return what a column, or a type of game, is called in the reader's language."""
    return Text(f"column.{name}")


def _named(name: str, fact: str | int) -> Param:
    """Return columns and types of games, stored by our words, in the reader's language."""
    if name in {"columns", "types"}:
        return [column_text(each) for each in str(fact).split(",")]
    return fact


class TableError(Exception):
    """A table cannot be used; it knows the file and its faults, by line."""

    def __init__(self, file: str, faults: Iterable[TableFault]) -> None:
        self.file = file
        self.faults = sorted(faults, key=lambda fault: fault.line)
        super().__init__(file, self.faults)

    @property
    def more(self) -> Text | None:
        """Return how many faults follow the first, and in which lines; None: there are none."""
        others = self.faults[1:]
        lines = list(dict.fromkeys(str(fault.line) for fault in others))
        shown = ", ".join(lines[:_MOST_LINES]) + (", …" if len(lines) > _MOST_LINES else "")
        return say("table.more", n=len(others), lines=shown) if others else None

    def __str__(self) -> str:
        """Return file and first fault, and in which lines there are others, in English."""
        more = "" if self.more is None else f" {_english(self.more)}"
        return f"{self.file}: {self.faults[0]}{more}"


class Faults:
    """The faults of one file as they are found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.headings: Mapping[str, str] = {}
        """What the file calls our columns."""
        self._found: list[TableFault] = []

    def add(self, code: str, line: int, column: str = "", **facts: str | int) -> None:
        """Note a fault.

        Raises:
            TableError: with all faults so far, where there are so many that no more are wanted.
        """
        column = self.headings.get(column, column)[:_LONGEST]
        self._found.append(TableFault(code, line, column, _shortened(facts)))
        if len(self._found) >= MOST_FAULTS:
            self._found.append(TableFault("stopped", line))
            self.check()

    def check(self) -> None:
        """Go on only if there are none.

        Raises:
            TableError: with all faults.
        """
        if self._found:
            raise TableError(self.file, self._found)


def listed(names: Sequence[str]) -> str:
    """Return names as a remark has them: the first of them, and how many more there are."""
    more = len(names) - _MOST_NAMES
    shown = joined([name[:_LONGEST] for name in names[:_MOST_NAMES]])
    return f"{shown} (+ {more})" if more > 0 else shown


def joined(names: Iterable[str]) -> str:
    """Return names one after the other; names that hold commas themselves by semicolons."""
    every = tuple(names)
    return ("; " if any("," in name for name in every) else ", ").join(every)


def _shortened(facts: Mapping[str, str | int]) -> dict[str, str | int]:
    """Return facts of which none is too long to be shown."""
    return {
        name: f"{fact[:_LONGEST]}…" if isinstance(fact, str) and len(fact) > _LONGEST else fact
        for name, fact in facts.items()
    }


def _english(text: Text) -> str:
    # Reading the catalogues takes longer than most commands, in which nothing is wrong.
    from bot.texts.i18n import catalogue  # noqa: PLC0415

    return catalogue("en").plain(text)
