"""The files of a task, each read from its beginning; and what comes of the task, packed as JSON."""

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
from bot.documents.tables.formats.files import CHAT, TableFile
from bot.documents.tables.formats.sheets import read_rows
from bot.ratings.jobs.task import Needs, Role, Task, recognised
from bot.ratings.jobs.terms import Facts, Line, Section

Courses = Mapping[str, Sequence[tuple[date, int]]]
"""Kind of list → the day of each tournament of a player, and his rating after it; oldest first."""
NO_COURSES: Final[Courses] = MappingProxyType({})
_COURSE: Final = "course"
"""Stands before a course, among sections that are known by their codes."""


class TaskFiles:
    """Every file by what it holds; of two that hold the same the later counts.

    Where there may be several, only one of the same name is replaced.
    """

    def __init__(self, task: Task, contents: Mapping[int, bytes], needs: Needs) -> None:
        self._contents = contents
        self._names = {file.number: file.name for file in task.files}
        self.faults: dict[int, list[TableFault]] = {}
        """Of files that cannot be read at all, or hold nothing that is needed."""
        self.remarks: dict[int, list[TableFault]] = {}
        self._by_role: dict[Role, list[int]] = {}
        self._needs = needs
        for file in task.files:
            self._recognise(file.number)

    def _recognise(self, number: int) -> None:
        needs = self._needs
        if Role.SAVED in needs.roles and self._contents[number].lstrip()[:1] == b"{":
            self._hold(Role.SAVED, number)
            return
        try:
            rows = islice(read_rows(self._open(number)), 1 + MOST_TITLES)
            begin = [cells for _, cells in rows]
        except TableError as error:
            self.faults[number] = error.faults
            return
        role = recognised(begin, needs)
        # Of a calendar hardly anything else is sent: then the columns that it lacks are named.
        of_one_kind = needs.required == (Role.EVENTS,)
        if role is None and not of_one_kind:
            self.faults[number] = [TableFault("not_needed", 1)]
        else:
            self._hold(role or needs.required[0], number)

    def _hold(self, role: Role, number: int) -> None:
        """Note what a file holds, in the place of the one that it replaces."""
        held, name = self._by_role.get(role, []), self._names[number]
        others = [each for each in held if self._names[each] != name]
        self._by_role[role] = [*(others if role in self._needs.several else ()), number]

    def _open(self, number: int) -> TableFile:
        content = BytesIO(self._contents[number])
        return TableFile(name=self._names[number], content=content, limits=CHAT)

    @property
    def roles(self) -> dict[int, Role]:
        """Return what each file holds; a file that another replaced is not among them."""
        return {number: role for role, numbers in self._by_role.items() for number in numbers}

    def has(self, role: Role) -> bool:
        """Return whether there is a file of that kind."""
        return role in self._by_role

    def number(self, role: Role) -> int:
        """Return the number of the latest file of that kind."""
        return self._by_role[role][-1]

    def table(self, role: Role) -> TableFile | None:
        """Return the file of that kind, to be read once; what is remarked upon it is gathered."""
        if role not in self._by_role:
            return None
        return self.tables(role)[-1]

    def tables(self, role: Role) -> list[TableFile]:
        """Return all files of that kind, to be read once each."""
        files = []
        for number in self._by_role.get(role, ()):
            files.append(self._open(number))
            self.remarks[number] = files[-1].remarks
        return files

    def needed(self, role: Role) -> TableFile:
        """Return the file of that kind, which must be there."""
        file = self.table(role)
        if file is None:
            raise KeyError(role)
        return file

    def content(self, role: Role) -> tuple[str, bytes] | None:
        """Return name and content of the file of that kind, if there is one."""
        if role not in self._by_role:
            return None
        number = self.number(role)
        self.remarks.setdefault(number, [])
        return self._names[number], self._contents[number]

    def named(self, number: int) -> str:
        """Return what a file is called."""
        return self._names[number]

    def note(self, error: TableError) -> None:
        """Keep the faults of a file."""
        numbers = [number for number, name in self._names.items() if name == error.file]
        self.faults.setdefault(numbers[-1], []).extend(error.faults)


Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What came of the files, as it is to be kept."""

    result: Json
    """Lists, or tables."""
    book: bytes
    """The spreadsheet."""
    sheets: Mapping[str, tuple[str, Iterable[Section]]]
    """Key → name of a player and his terms."""
    saved: bytes | None = None
    """All that it was made of, to be gone on from; None: of what is no rating."""
    courses: Mapping[str, Courses] = field(default_factory=dict)
    """Key → what a player had after each of his tournaments."""


def pack(value: Any) -> bytes:
    """Return a JSON value, compressed."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode())


def unpack(packed: bytes) -> Any:
    """Return the JSON value that `pack` was given."""
    return json.loads(zlib.decompress(packed))


def pack_sheet(sections: Iterable[Section], courses: Courses) -> bytes:
    """Return how a player's numbers were made and what they were before, compressed."""
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
    """Return the courses that `pack_sheet` was given; none where it was given none."""
    return {
        facts["kind"]: [(date.fromisoformat(day), rating) for day, rating in lines]
        for code, facts, lines in unpack(packed)
        if code == _COURSE
    }


def unpack_sheet(packed: bytes) -> list[Section]:
    """Return what `pack_sheet` was given, its dates as text."""
    return [
        Section(code, facts, tuple(Line(*line) for line in lines))
        for code, facts, lines in unpack(packed)
        if code != _COURSE
    ]


def _plain(facts: Any) -> Facts:
    """Return facts that JSON can hold."""
    return {
        name: fact.isoformat() if isinstance(fact, date) else fact for name, fact in facts.items()
    }
