"""The files of a task, recognised by their first rows."""

from collections.abc import Mapping
from datetime import date
from io import BytesIO
from itertools import islice

from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import CHAT, TableFile
from bot.ratings.jobs.task import FileRole, Needs, RatingTask, recognised
from bot.texts.pictures import NamedFile


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
