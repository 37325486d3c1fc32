"""The files of a task, with their roles, which their first rows show."""

from collections.abc import Mapping
from io import BytesIO
from itertools import islice

from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import CHAT, TableFile
from bot.ratings.calculation.file_roles import NEEDED, FileRole, recognised
from bot.ratings.calculation.task import RatingTask
from bot.texts.pictures import NamedFile


class TaskFiles:
    """All files by role; of two files in one role the later one counts.

    If a role may have several files, a file only replaces one of the same name.
    """

    def __init__(self, task: RatingTask, contents: Mapping[int, bytes]) -> None:
        """Recognise the files of the task, whose contents are given by their numbers."""
        self._contents = contents
        self._names = {file.number: file.name for file in task.files}
        self.faults: dict[int, list[TableFault]] = {}
        """By number, the errors of files that cannot be read, or are not needed."""
        self._opened: dict[int, TableFile] = {}
        """By number, the files that a reader asked for; their readers add remarks to them."""
        self._by_role: dict[FileRole, list[int]] = {}
        self._needed = NEEDED[task.system]
        self._today = task.today
        for file in task.files:
            self._recognise(file.number)

    def _recognise(self, number: int) -> None:
        """Find the role of a file by its first rows, or record why it has none."""
        # A saved rating is the only file that is a JSON object, not a table.
        if FileRole.SAVED in self._needed.roles and self._contents[number].lstrip()[:1] == b"{":
            self._assign(FileRole.SAVED, number)
            return
        try:
            rows = islice(read_rows(self._open(number)), 1 + MOST_TITLES)
            first_rows = [cells for _, cells in rows]
        except TableError as error:
            self.faults[number] = error.faults
            return
        role = recognised(first_rows, self._needed)
        # Collective games are one file, so an unrecognised file must be meant as that one; its
        # reader then names the columns that it lacks.
        only_events = self._needed.required == (FileRole.EVENTS,)
        if role is None and not only_events:
            self.faults[number] = [TableFault("not_needed", 1)]
        else:
            self._assign(role or FileRole.EVENTS, number)

    def _assign(self, role: FileRole, number: int) -> None:
        """Give a role to a file in place of the earlier one, or of the earlier one of its name."""
        others = []
        if role in self._needed.several:
            earlier, name = self._by_role.get(role, []), self._names[number]
            others = [file for file in earlier if self._names[file] != name]
        self._by_role[role] = [*others, number]

    def _open(self, number: int) -> TableFile:
        """Return a file without the remarks of its other readings."""
        content = BytesIO(self._contents[number])
        return TableFile(name=self._label(number), content=content, limits=CHAT, today=self._today)

    def _label(self, number: int) -> str:
        """Return the name of a file, with its number if files in other roles have that name."""
        name = self._names[number]
        is_shared = any(self._names[other] == name for other in self.roles if other != number)
        return f"{name} ({number})" if is_shared else name

    @property
    def roles(self) -> dict[int, FileRole]:
        """Return the role of each file by its number, without replaced files."""
        return {number: role for role, numbers in self._by_role.items() for number in numbers}

    @property
    def is_complete(self) -> bool:
        """Return whether there is a file in every required role."""
        return all(role in self._by_role for role in self._needed.required)

    def table(self, role: FileRole) -> TableFile | None:
        """Return the latest file in that role, to read once, or None; it collects remarks."""
        tables = self.tables(role)
        return tables[-1] if tables else None

    def tables(self, role: FileRole) -> list[TableFile]:
        """Return all files in that role, to read once each; they collect remarks."""
        return [
            self._opened.setdefault(number, self._open(number))
            for number in self._by_role.get(role, ())
        ]

    def needed(self, role: FileRole) -> TableFile:
        """Return the latest file in that role, as `table` does.

        Raises:
            KeyError: there is none; `is_complete` says so before.
        """
        file = self.table(role)
        if file is None:
            raise KeyError(role)
        return file

    def content(self, role: FileRole) -> NamedFile | None:
        """Return the latest file in that role as it was sent, or None."""
        if role not in self._by_role:
            return None
        number = self._by_role[role][-1]
        return NamedFile(self._label(number), self._contents[number])

    @property
    def remarks(self) -> dict[int, list[TableFault]]:
        """Return the remarks on the files that were read, by number."""
        return {number: file.remarks for number, file in self._opened.items()}

    def add_faults(self, error: TableError) -> None:
        """Record the errors of the file that the exception names, as `_open` named it."""
        numbers = [number for number in self._names if self._label(number) == error.file]
        self.faults.setdefault(numbers[-1], []).extend(error.faults)
