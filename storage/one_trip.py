"""A driver's cursor whose statements need one trip to SQLite's thread.

SQLAlchemy asks an asynchronous driver for a cursor, then for the statement, its rows and the end of
the cursor. aiosqlite goes to its thread and back for each of the four, which costs more than the
statement. `OneTripCursor` does all four in the thread at once. It keeps all rows in memory, so a
reader of a whole table asks for it in portions.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Self

import aiosqlite


class FetchedRows(list[Any]):
    """All rows of a statement, and the attributes of its closed cursor."""

    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None


class _FetchingCursor(sqlite3.Cursor):
    """A cursor that closes itself with its rows: aiosqlite calls `fetchall` in its thread."""

    def fetchall(self) -> FetchedRows:
        """Return all rows, and close the cursor."""
        rows = FetchedRows(super().fetchall())
        rows.description, rows.rowcount = self.description, self.rowcount
        rows.lastrowid = self.lastrowid
        self.close()
        return rows


class FetchingConnection(sqlite3.Connection):
    """A connection whose statements return `FetchedRows`."""

    def execute(self, *statement: Any) -> _FetchingCursor:
        """Execute the statement, and return its cursor."""
        return self.cursor(_FetchingCursor).execute(*statement)


class OneTripCursor:
    """The cursor that SQLAlchemy receives in place of aiosqlite's."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._rows = FetchedRows()

    async def __aenter__(self) -> Self:
        """Return the cursor; nothing is opened before its statement."""
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        """Execute the statement, and fetch all its rows."""
        rows = await self._connection.execute_fetchall(statement, parameters)
        if not isinstance(rows, FetchedRows):
            raise TypeError("the connection was not opened with the factory FetchingConnection")
        self._rows = rows

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Execute the statement once for each group of values."""
        cursor = await self._connection.executemany(statement, parameters)
        self._rows = FetchedRows()
        self._rows.rowcount = cursor.rowcount

    async def fetchall(self) -> FetchedRows:
        """Return all rows."""
        return self._rows

    async def close(self) -> None:
        """Do nothing, because the driver's cursor is closed already."""

    @property
    def description(self) -> Any:
        """Return the names of the columns; None for a statement without rows."""
        return self._rows.description

    @property
    def rowcount(self) -> int:
        """Return the number of changed rows."""
        return self._rows.rowcount

    @property
    def lastrowid(self) -> int | None:
        """Return the number of the last inserted row; None before the first."""
        return self._rows.lastrowid
