"""The files of a task, recognised by their first rows; and its results, packed as JSON."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import CHAT, TableFile
from bot.ratings.jobs.task import FileRole, Needs, RatingTask, recognised
from bot.ratings.jobs.terms import CalculationStep, Facts, Section
from bot.texts.pictures import NamedFile

Courses = Mapping[str, Sequence[tuple[date, int]]]
"""By kind of list: the day of each of a player's tournaments, and the rating after it, in order."""
NO_COURSES: Final[Courses] = MappingProxyType({})
_COURSE: Final = "course"
"""The prefix of a course, stored among sections that are named by their codes."""


class TaskFiles:
    """All files by kind of content; of two files of one kind the later one counts.

    If several files of a kind are allowed, a file only replaces one of the same name.
    """

    def __init__(self, task: RatingTask, contents: Mapping[int, bytes], needs: Needs) -> None:
        self._contents = contents
        self._names = {file.number: file.name for file in task.files}
        self.faults: dict[int, list[TableFault]] = {}
        """Errors of files that cannot be read, or are not needed."""
        self.remarks: dict[int, list[TableFault]] = {}
        self._by_role: dict[FileRole, list[int]] = {}
        self._needs = needs
        self._today = date.fromisoformat(task.today) if task.today else None
        for file in task.files:
            self._recognise(file.number)

    def _recognise(self, number: int) -> None:
        """Find out by its first rows which file of the task this is."""
        needs = self._needs
        if FileRole.SAVED in needs.roles and self._contents[number].lstrip()[:1] == b"{":
            self._hold(FileRole.SAVED, number)
            return
        try:
            rows = islice(read_rows(self._open(number)), 1 + MOST_TITLES)
            begin = [cells for _, cells in rows]
        except TableError as error:
            self.faults[number] = error.faults
            return
        role = recognised(begin, needs)
        # A calendar needs one file only, so an unrecognised file gets errors for its missing
        # columns.
        of_one_kind = needs.required == (FileRole.EVENTS,)
        if role is None and not of_one_kind:
            self.faults[number] = [TableFault("not_needed", 1)]
        else:
            self._hold(role or needs.required[0], number)

    def _hold(self, role: FileRole, number: int) -> None:
        """Record the kind of a file, which replaces an earlier one."""
        held, name = self._by_role.get(role, []), self._names[number]
        others = [other for other in held if self._names[other] != name]
        self._by_role[role] = [*(others if role in self._needs.several else ()), number]

    def _open(self, number: int) -> TableFile:
        content = BytesIO(self._contents[number])
        name = self._names[number]
        return TableFile(name=name, content=content, limits=CHAT, today=self._today)

    @property
    def roles(self) -> dict[int, FileRole]:
        """Return the kind of each file, without replaced files."""
        return {number: role for role, numbers in self._by_role.items() for number in numbers}

    def has(self, role: FileRole) -> bool:
        """Return whether there is a file of that kind."""
        return role in self._by_role

    def number(self, role: FileRole) -> int:
        """Return the number of the latest file of that kind."""
        return self._by_role[role][-1]

    def table(self, role: FileRole) -> TableFile | None:
        """Return the latest file of that kind, to read once, or None; its remarks are collected."""
        if role not in self._by_role:
            return None
        return self.tables(role)[-1]

    def tables(self, role: FileRole) -> list[TableFile]:
        """Return all files of that kind, to read once each; their remarks are collected."""
        files = []
        for number in self._by_role.get(role, ()):
            files.append(self._open(number))
            self.remarks[number] = files[-1].remarks
        return files

    def needed(self, role: FileRole) -> TableFile:
        """Return the latest file of that kind, which must exist."""
        file = self.table(role)
        if file is None:
            raise KeyError(role)
        return file

    def content(self, role: FileRole) -> NamedFile | None:
        """Return the latest file of that kind, or None."""
        if role not in self._by_role:
            return None
        number = self.number(role)
        self.remarks.setdefault(number, [])
        return NamedFile(self._names[number], self._contents[number])

    def named(self, number: int) -> str:
        """Return the name of a file."""
        return self._names[number]

    def note(self, error: TableError) -> None:
        """Record the errors of a file."""
        numbers = [number for number, name in self._names.items() if name == error.file]
        self.faults.setdefault(numbers[-1], []).extend(error.faults)


Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResults:
    """The results of a task, for storage."""

    result: Json
    """Lists, or tables."""
    book: bytes
    """The spreadsheet."""
    sheets: Mapping[str, tuple[str, Iterable[Section]]]
    """By key: a player's name, and the terms of their figures."""
    saved: bytes | None = None
    """The whole history, from which a later list can continue; None if the result is no rating."""
    courses: Mapping[str, Courses] = field(default_factory=dict)
    """By key: a player's ratings after each tournament."""


def pack(value: Any) -> bytes:
    """Return a JSON value, compressed."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode())


def unpack(packed: bytes) -> Any:
    """Return the JSON value that `pack` was given."""
    return json.loads(zlib.decompress(packed))


def pack_sheet(sections: Iterable[Section], courses: Courses) -> bytes:
    """Return a player's terms and past ratings, compressed."""
    before = [
        [_COURSE, {"kind": kind}, [[day.isoformat(), rating] for day, rating in course]]
        for kind, course in courses.items()
    ]
    terms = [
        [
            section.code,
            _plain(section.facts),
            [
                [line.code, _plain(line.facts), line.expression, line.value]
                for line in section.lines
            ],
        ]
        for section in sections
    ]
    return pack(before + terms)


def unpack_courses(packed: bytes) -> Courses:
    """Return the past ratings in the packed sheet; empty if it has none."""
    return {
        facts["kind"]: [(date.fromisoformat(day), rating) for day, rating in lines]
        for code, facts, lines in unpack(packed)
        if code == _COURSE
    }


def unpack_sheet(packed: bytes) -> list[Section]:
    """Return the terms in the packed sheet, with dates as text."""
    return [
        Section(code, facts, tuple(CalculationStep(*line) for line in lines))
        for code, facts, lines in unpack(packed)
        if code != _COURSE
    ]


def _plain(facts: Any) -> Facts:
    """Return facts in a form that JSON can represent."""
    return {
        name: fact.isoformat() if isinstance(fact, date) else fact for name, fact in facts.items()
    }
