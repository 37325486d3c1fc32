"""The short way to the drivers, through inner parts of SQLAlchemy and of aiosqlite.

Statements that `storage.prepared` has compiled are handed to the driver itself. At SQLite that is
Python's own module, which answers at once. At a server it is SQLAlchemy's cursor over asyncpg: it
begins the transaction, keeps the server's prepared statements, and turns errors into those of its
family. What SQLAlchemy does around a cursor is left out, except when something goes wrong: then it
decides whether the connection, or all of them, can still be used.

The libraries promise nothing of this, and no other module uses what they do not promise: `TRIED`
has the releases with which it was tried. With `direct=no` in the database's address
(`storage.address`) everything goes the libraries' own way, and nothing here is used.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import aiosqlite
from sqlalchemy.dialects.sqlite import aiosqlite as sqlite_dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.util import EMPTY_DICT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import NoReturn

    from sqlalchemy import URL, Connection, Dialect
    from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection

    from storage.damage import Damage

TRIED: Final[Mapping[str, str]] = {
    "sqlalchemy": "2.1.9",
    "aiosqlite": "0.22.1",
    "asyncpg": "0.32.0",
}
"""Library → the release with which all of this holds; a test notes when another one is pinned."""

DIRECT: Final = "direct"
"""The execution option of connections whose statements may go the short way."""
DAMAGE: Final = "damage"
"""Under which a connection knows where damage is noted."""
Bound = Sequence[object]
"""A statement's parameters, in their order, as the driver takes them."""
_SQLITE = sqlite_dialect.dialect()


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


def driver_of(tx: "AsyncConnection") -> Driver | None:
    """Return the driver under the transaction; None: its statements go the libraries' own way."""
    if isinstance(tx, FileConnection) and tx.driver is not None:
        return tx.driver
    connection = tx.sync_connection
    if connection is None or not connection.get_execution_options().get(DIRECT):
        return None
    adapted: Any = connection.connection.dbapi_connection
    if not isinstance(adapted, _Adapted):
        return _Server(tx, adapted)
    driver = _File(adapted.raw, connection.info[DAMAGE])
    if isinstance(tx, FileConnection):
        tx.driver = driver
    return driver


class FileConnection(AsyncConnection):
    """A connection to a file, for one transaction: its driver is looked for once."""

    driver: Driver | None = None


def begin(connection: "Connection", sql: str) -> None:
    """Begin a transaction on a file by that statement, at once or not at all.

    Raises:
        DBAPIError: another process writes, or the file cannot be read.
    """
    adapted: Any = connection.connection.dbapi_connection
    _File(adapted.raw, connection.info[DAMAGE]).begin(sql)


@dataclass(frozen=True, slots=True)
class _File:
    """SQLite's, which waits for nothing inside a transaction."""

    connection: sqlite3.Connection
    damage: "Damage"

    @property
    def dialect(self) -> "Dialect":
        return _SQLITE

    def begin(self, sql: str) -> None:
        try:
            self.connection.execute(sql)
        except sqlite3.Error as error:
            raise self._wrapped(sql, error) from error

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
        self.damage.note(error)
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


_WAITING = "PRAGMA"


class DirectConnection(aiosqlite.Connection):
    """A connection to SQLite that leaves the event loop's thread only where it would wait.

    Handing a call to a thread and back costs more than most of our statements, which read or write
    a few rows by their key: two thirds of a statement's time. So they run at once, and cannot be
    cut short by a cancellation either. What may wait for the disk or for another process
    (committing, opening, closing) runs in the thread; who begins to write asks, and asks again.
    """

    def __init__(self, connector: "Callable[[], sqlite3.Connection]") -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True  # as SQLAlchemy does: a forgotten connection holds up no exit

    async def _execute(self, fn: "Callable[..., Any]", *args: Any, **kwargs: Any) -> Any:
        if _waits(fn, *args[:1]):
            return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]  # aiosqlite has none here
        return fn(*args, **kwargs)


def _waits(fn: "Callable[..., Any]", sql: object = None) -> bool:
    """Say whether a call to the driver may wait for the disk or for another process."""
    if isinstance(getattr(fn, "__self__", None), sqlite3.Connection):
        return fn.__name__ in {"commit", "close"}
    return isinstance(sql, str) and sql.startswith(_WAITING)


class _DirectCursor(sqlite_dialect.AsyncAdapt_aiosqlite_cursor):
    """The driver's own cursor, as SQLAlchemy wants it: one coroutine for each statement.

    SQLAlchemy would make four, and go to the event loop and back for each. One it insists on.
    """

    __slots__ = ()
    _awaitable_cursor_close = False
    _cursor: Any
    _connection: Any

    def __init__(self, adapt_connection: sqlite_dialect.AsyncAdapt_aiosqlite_connection) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection._connection  # noqa: SLF001  (as its base class does)
        self._cursor = self._connection._conn.cursor()  # noqa: SLF001  (aiosqlite's, not for threads)
        self._soft_closed_memoized = EMPTY_DICT
        self._rows = deque()

    async def _execute_async(self, operation: Any, parameters: Any) -> Any:
        """Carry out a statement and keep the rows it brings."""
        run = self._cursor.execute
        if operation.startswith(_WAITING):
            await self._connection._execute(run, operation, parameters or ())  # noqa: SLF001
        else:
            run(operation, parameters or ())
        if self._cursor.description:
            self._rows = deque(self._cursor.fetchall())
        return self._cursor

    async def _executemany_async(self, operation: Any, seq_of_parameters: Any) -> Any:
        """Carry out a statement for each of several rows."""
        return self._cursor.executemany(operation, seq_of_parameters)


class _Adapted(sqlite_dialect.AsyncAdapt_aiosqlite_connection):
    """A connection as SQLAlchemy wants it, with our cursors."""

    __slots__ = ()
    _cursor_cls: type[sqlite_dialect.AsyncAdapt_aiosqlite_cursor] = _DirectCursor

    @property
    def raw(self) -> sqlite3.Connection:
        """The driver's own connection."""
        own: sqlite3.Connection = self._connection._conn  # noqa: SLF001  (aiosqlite's)
        return own


class _Driver(sqlite_dialect.AsyncAdapt_aiosqlite_dbapi):
    """The driver as SQLAlchemy wants it, with our connections."""

    def connect(self, *args: Any, **options: Any) -> sqlite_dialect.AsyncAdapt_aiosqlite_connection:
        """Open a connection."""
        return _Adapted(self, super().connect(*args, **options)._connection)  # noqa: SLF001  (its base's)


def sqlite_engine(url: "URL", options: Mapping[str, Any], size: int) -> AsyncEngine:
    """Build an engine whose connections are ours; `options` are those of `sqlite3.connect`."""
    connector = partial(sqlite3.connect, url.database or "", **options)

    async def connect() -> aiosqlite.Connection:
        return await DirectConnection(connector)

    driver = _Driver(aiosqlite, sqlite3)
    return create_async_engine(
        url,
        async_creator=connect,
        module=driver,
        pool_size=size,
        hide_parameters=True,
        execution_options={DIRECT: True},
    )
