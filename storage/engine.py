"""SQLAlchemy's asynchronous engine: with SQLite under it the way we want it, or a server.

Only `storage.db` and `storage.drivers` use this module.
"""

import sqlite3
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any

import aiosqlite
from sqlalchemy import event
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import EMPTY_DICT

from storage.damage import Damage
from storage.errors import BadDatabase

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL, Connection

BUSY_SECONDS = 15.0
"""How long a writer waits for another process to end its transaction."""

_KEEPALIVES = {
    # A server learns within 20 seconds, not two hours, that a machine is gone: locks and claims of
    # the program on it are free then.
    "tcp_keepalives_idle": "8",
    "tcp_keepalives_interval": "4",
    "tcp_keepalives_count": "3",
}
_POOL = 12
"""Connections kept open to a server: for the writer, the messages under way, and readers."""

DAMAGE = "damage"
"""Under which a connection knows where damage is noted."""

_WAITING = ("BEGIN IMMEDIATE", "PRAGMA")


class DirectConnection(aiosqlite.Connection):
    """A connection to SQLite that leaves the event loop's thread only where it would wait.

    Handing a call to a thread and back costs more than most of our statements, which read or write
    a few rows by their key: two thirds of a statement's time. So they run at once, and cannot be
    cut short by a cancellation either. What may wait for the disk or for another process (beginning
    to write, committing, opening, closing) runs in the thread.
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


class _DirectCursor(AsyncAdapt_aiosqlite_cursor):
    """The driver's own cursor, as SQLAlchemy wants it: one coroutine for each statement.

    SQLAlchemy would make four, and go to the event loop and back for each. One it insists on.
    """

    __slots__ = ()
    _awaitable_cursor_close = False
    _cursor: Any
    _connection: Any

    def __init__(self, adapt_connection: AsyncAdapt_aiosqlite_connection) -> None:
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


class Adapted(AsyncAdapt_aiosqlite_connection):
    """A connection as SQLAlchemy wants it, with our cursors."""

    __slots__ = ()
    _cursor_cls: type[AsyncAdapt_aiosqlite_cursor] = _DirectCursor

    @property
    def raw(self) -> sqlite3.Connection:
        """The driver's own connection."""
        own: sqlite3.Connection = self._connection._conn  # noqa: SLF001  (aiosqlite's)
        return own


class _Driver(AsyncAdapt_aiosqlite_dbapi):
    """The driver as SQLAlchemy wants it, with our connections."""

    def connect(self, *args: Any, **options: Any) -> AsyncAdapt_aiosqlite_connection:
        """Open a connection."""
        return Adapted(self, super().connect(*args, **options)._connection)  # noqa: SLF001  (its base's)


def sqlite_engine(
    url: "URL", begin: str, pragmas: tuple[str, ...], damage: Damage, *, size: int
) -> AsyncEngine:
    """Build an engine whose every transaction starts with `begin`, written by us.

    Python's driver would begin transactions by its own lights (only before INSERT, UPDATE and
    DELETE, and never IMMEDIATE), so it is told to leave them alone.
    """
    connector = partial(
        sqlite3.connect,
        url.database or "",
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # two threads take turns, see above
    )

    async def connect() -> aiosqlite.Connection:
        return await DirectConnection(connector)

    driver = _Driver(aiosqlite, sqlite3)
    engine = create_async_engine(
        url, async_creator=connect, module=driver, pool_size=size, hide_parameters=True
    )

    def on_connect(connection: Any, record: Any) -> None:
        record.info[DAMAGE] = damage
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: "Connection") -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "begin", on_begin)
    return _watched(engine, damage)


def _watched(engine: AsyncEngine, damage: Damage) -> AsyncEngine:
    """Have noted whatever the database says that is damaged."""

    def on_error(context: Any) -> None:
        damage.note(context.original_exception)

    event.listen(engine.sync_engine, "handle_error", on_error)
    return engine


def server_engine(url: "URL", damage: Damage) -> AsyncEngine:
    """Build an engine for a database server.

    Raises:
        BadDatabase: its driver is not installed.
    """
    try:
        settings = {"server_settings": _KEEPALIVES}
        engine = create_async_engine(
            url, pool_size=_POOL, max_overflow=8, connect_args=settings, hide_parameters=True
        )
    except ModuleNotFoundError as error:
        msg = (
            f"this kind of database needs the Python package {error.name}, which is not installed:"
            " install './src[postgres]'"
        )
        raise BadDatabase(msg) from None
    return _watched(engine, damage)
