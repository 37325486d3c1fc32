"""The driver under a transaction, which takes a compiled statement as it is.

At SQLite that is Python's own module, which answers at once. At a server it is SQLAlchemy's cursor
over asyncpg: it begins the transaction, keeps the server's prepared statements, and turns errors
into those of its family. What SQLAlchemy does around a cursor is left out, except when something
goes wrong: then it decides whether the connection, or all of them, can still be used.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy.dialects.sqlite import aiosqlite
from sqlalchemy.exc import DBAPIError

from storage.engine import DAMAGE, Adapted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import NoReturn

    from sqlalchemy import Connection, Dialect
    from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection
    from sqlalchemy.ext.asyncio import AsyncConnection

Bound = Sequence[object]
"""A statement's parameters, in their order, as the driver takes them."""
_SQLITE = aiosqlite.dialect()


class Driver(Protocol):
    """Carries out statements in a transaction; raises SQLAlchemy's errors."""

    @property
    def dialect(self) -> "Dialect":
        """How statements are written for it."""

    async def fetch(self, sql: str, values: Bound) -> Sequence[Sequence[Any]]:
        """Return the rows that a query finds."""

    async def run(self, sql: str, values: Bound) -> int:
        """Carry out a change; return how many rows it concerned."""

    async def run_each(self, sql: str, each: Sequence[Bound]) -> None:
        """Carry out a change once for each of these parameters."""


def driver_of(tx: "AsyncConnection") -> Driver:
    """Return the driver under the transaction."""
    adapted: Any = tx.sync_connection and tx.sync_connection.connection.dbapi_connection
    return _File(adapted.raw, tx) if isinstance(adapted, Adapted) else _Server(tx, adapted)


@dataclass(frozen=True, slots=True)
class _File:
    """SQLite's, which waits for nothing inside a transaction."""

    connection: sqlite3.Connection
    tx: "AsyncConnection"

    @property
    def dialect(self) -> "Dialect":
        return _SQLITE

    async def fetch(self, sql: str, values: Bound) -> Sequence[Sequence[Any]]:
        try:
            return self.connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._wrapped(sql, error) from error

    async def run(self, sql: str, values: Bound) -> int:
        try:
            return self.connection.execute(sql, values).rowcount
        except sqlite3.Error as error:
            raise self._wrapped(sql, error) from error

    async def run_each(self, sql: str, each: Sequence[Bound]) -> None:
        try:
            self.connection.executemany(sql, each)
        except sqlite3.Error as error:
            raise self._wrapped(sql, error) from error

    def _wrapped(self, sql: str, error: sqlite3.Error) -> BaseException:
        """Return the error as SQLAlchemy would raise it: that is what our callers know."""
        if self.tx.sync_connection is not None:
            self.tx.sync_connection.info[DAMAGE].note(error)
        return DBAPIError.instance(
            sql, None, error, sqlite3.Error, hide_parameters=True, dialect=_SQLITE
        )


@dataclass(frozen=True, slots=True)
class _Server:
    """A server's: each statement is a trip there and back."""

    tx: "AsyncConnection"
    adapted: "AsyncAdapt_asyncpg_connection"

    @property
    def dialect(self) -> "Dialect":
        return _server_dialect()

    async def fetch(self, sql: str, values: Bound) -> Sequence[Sequence[Any]]:
        rows: Sequence[Sequence[Any]] = (await self._done(sql, values)).fetchall()
        return rows

    async def run(self, sql: str, values: Bound) -> int:
        return int((await self._done(sql, values)).rowcount)

    async def run_each(self, sql: str, each: Sequence[Bound]) -> None:
        async with self._cursor(sql) as cursor:
            await cursor._executemany(sql, each)  # noqa: SLF001  (executemany, without a greenlet)

    async def _done(self, sql: str, values: Bound) -> Any:
        """Carry a statement out; return SQLAlchemy's cursor, which holds what it brought."""
        async with self._cursor(sql) as cursor:
            await cursor._prepare_and_execute(sql, values)  # noqa: SLF001  (execute, likewise)
            return cursor

    @asynccontextmanager
    async def _cursor(self, sql: str) -> "AsyncIterator[Any]":
        """Give a cursor for that statement."""
        try:
            yield self.adapted.cursor()
        except BaseException as error:
            await self.tx.run_sync(_failed, error, sql)
            raise


def _failed(connection: "Connection", error: BaseException, sql: str) -> "NoReturn":
    """Deal with a failure as if SQLAlchemy had carried the statement out.

    A server that is gone takes all its connections with it, a cancelled statement its own.
    """
    try:
        raise error  # noqa: TRY301  (SQLAlchemy asks what is being raised; in here nothing is yet)
    except BaseException as raised:  # noqa: BLE001  (it is raised again)
        connection._handle_dbapi_exception(raised, sql, None, None, None)  # noqa: SLF001  (the way there is)


@cache
def _server_dialect() -> "Dialect":
    from sqlalchemy.dialects.postgresql import asyncpg  # noqa: PLC0415  (loaded at a server only)

    return asyncpg.dialect()  # type: ignore[no-untyped-call]  # it has no types
