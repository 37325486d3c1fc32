"""A file that contains a table, and the limits on reading it."""

from dataclasses import dataclass, field
from typing import BinaryIO, Final, NoReturn

from bot.documents.tables.faults import TableError, TableFault

Row = tuple[int, list[str]]
"""The line number, as an editor or a spreadsheet counts, and the cells as text."""

MOST_COLUMNS: Final = 256
LONGEST_CELL: Final = 1000
"""The most characters of a cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """Limits on what is read of a file."""

    size: int
    """Bytes."""
    rows: int
    """Rows under the header."""
    unpacked: int
    """Bytes of a spreadsheet once unpacked."""


CHAT: Final = FileLimits(size=20 << 20, rows=100_000, unpacked=100 << 20)
"""Limits for files that anybody may send."""
LOCAL: Final = FileLimits(size=1 << 30, rows=5_000_000, unpacked=2 << 30)
"""Limits for files of the person who runs the command."""


@dataclass(slots=True, kw_only=True)
class TableFile:
    """A table's source; the caller opens and closes the file."""

    name: str
    """The file's name in messages."""
    content: BinaryIO
    """The bytes; the stream must be seekable."""
    limits: FileLimits = LOCAL
    remarks: list[TableFault] = field(default_factory=list)
    """Notes on uncertain readings, added during reading."""

    def remark(self, code: str, line: int = 0, **facts: str | int) -> None:
        """Add a note for the sender of the file that is no error."""
        self.remarks.append(TableFault(code, line, facts=facts))

    def fail(self, code: str, line: int = 0, column: str = "", **facts: str | int) -> NoReturn:
        """Stop reading.

        Raises:
            TableError: with this one error.
        """
        raise TableError(self.name, [TableFault(code, line, column, facts)]) from None
