"""A file that holds a table, and how much of it is read at most."""

from dataclasses import dataclass, field
from typing import BinaryIO, Final, NoReturn

from bot.documents.tables.faults import TableError, TableFault

Row = tuple[int, list[str]]
"""The number of the line, as an editor or a spreadsheet counts, and its cells as text."""

MOST_COLUMNS: Final = 256
LONGEST_CELL: Final = 1000
"""Characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is read at most."""

    size: int
    """Bytes."""
    rows: int
    """Under the header."""
    unpacked: int
    """Bytes of a spreadsheet once unpacked."""


CHAT: Final = Limits(size=20 << 20, rows=100_000, unpacked=100 << 20)
"""For files that anybody may send."""
LOCAL: Final = Limits(size=1 << 30, rows=5_000_000, unpacked=2 << 30)
"""For files of whoever runs the command."""


@dataclass(slots=True, kw_only=True)
class TableFile:
    """What a table is read from; it is neither opened nor closed here."""

    name: str
    """What to call it."""
    content: BinaryIO
    """Can seek."""
    limits: Limits = LOCAL
    remarks: list[TableFault] = field(default_factory=list)
    """How it was read where that was not certain; filled while it is being read."""

    def remark(self, code: str, line: int = 0, **facts: str | int) -> None:
        """Note what whoever sent the file should know, though nothing is wrong."""
        self.remarks.append(TableFault(code, line, facts=facts))

    def fail(self, code: str, line: int = 0, column: str = "", **facts: str | int) -> NoReturn:
        """Give up.

        Raises:
            TableError: with this one fault.
        """
        raise TableError(self.name, [TableFault(code, line, column, facts)]) from None
