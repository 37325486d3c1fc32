"""The database: its connections and transactions, on SQLite and on PostgreSQL.

Every transaction ends, also if its task is cancelled. The differences between the databases are
here, in `storage.engine` and in `storage.types`; PostgreSQL needs only its driver. This module
names no table. `storage.address` reads addresses.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from sqlalchemy import URL, TableClause
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoFreeConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage import ahead
from storage.address import parsed, prepare_file
from storage.connections import Connections, completed
from storage.damage import Damage, server_code, sqlite_code
from storage.engine import server_engine, sqlite_engine
from storage.errors import BadDatabase, reason_of

READERS = 4
"""The number of reading connections that stay open; while all are in use, more are opened."""

_WITH_LOG = "journal_mode=WAL"
_WRITER_PRAGMAS = ("synchronous=FULL", "secure_delete=ON", "foreign_keys=ON")
"""Deleted data is overwritten, so that to forget a person needs no rewrite of the whole file."""
_MIGRATION_PRAGMAS = (*_WRITER_PRAGMAS[:-1], "foreign_keys=OFF")
"""A table that is rebuilt is missing for a moment, so foreign keys are checked at the end."""
_READER_PRAGMAS = ("query_only=ON",)
_ONE_STATE = "REPEATABLE READ"
"""The isolation level of a server's readers: all queries see the state at the first query."""
_ROLLING_BACK = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM})
"""SQLite's error codes after which a transaction may have been rolled back."""
_REFUSING = frozenset({"53100", "53200", "53300", "57P01", "57P02", "57P03"})
"""PostgreSQL's codes: it has no disk, memory or connection left, or it stops or starts."""
_MIGRATIONS = 0x7475_7274
"""The number of the advisory lock that a migration takes on a server."""


class Database:
    """One database. Its writers take turns; its readers see the last commit."""

    def __init__(self, url: str, *, create: bool = True) -> None:
        """Read the address; each kind of connection is opened when it is first used.

        Without `create`, a database without a write-ahead log gets none before `begin_log`: by that
        the bot recognises a restored copy (`storage.high_water_mark.is_copy`). An empty file is no
        database yet.

        Raises:
            BadDatabase: the address is not valid, names no file, or (without `create`) names a file
                that does not exist.
        """
        self._url = parsed(url)
        self._writing = asyncio.Lock()
        self._writer_task: asyncio.Task[Any] | None = None
        self.changes = 0
        """Rises before and after each commit of this program: while it stays, nothing changes."""
        self._written: dict[object, int] = {}
        """Table → `changes` after its last write; None → after the last write of unknown tables."""
        self.damage = Damage()
        """The damage that any connection has reported."""
        if self._is_sqlite:
            prepare_file(self.file, create=create)
            self._journal = (_WITH_LOG,) if create or not self.file.stat().st_size else ()
        else:
            _ = self._server  # raises BadDatabase without its driver

    @cached_property
    def _writer(self) -> Connections:
        """Return the connections of transactions that write."""
        if self._is_sqlite:
            return self._connections("BEGIN IMMEDIATE", (*self._journal, *_WRITER_PRAGMAS))
        return Connections(self._server)

    @cached_property
    def _reader(self) -> Connections:
        """Return the connections of transactions that only read, each in one state."""
        if self._is_sqlite:
            return self._connections("BEGIN", _READER_PRAGMAS, size=READERS)
        return Connections(self._server.execution_options(isolation_level=_ONE_STATE))

    @cached_property
    def _querying(self) -> Connections:
        """Return the connections of single queries, each a transaction of its own."""
        if self._is_sqlite:
            return self._connections("", _READER_PRAGMAS, size=READERS)
        return Connections(self._server.execution_options(isolation_level="AUTOCOMMIT"))

    @cached_property
    def _server(self) -> AsyncEngine:
        """Return the engine of a database server, which all connections share."""
        return server_engine(self._url, self.damage)

    def _connections(self, begin: str, pragmas: tuple[str, ...], size: int = 1) -> Connections:
        """Return connections to the file; a transaction begins with the statement `begin`.

        Without one each statement is committed. `size` of them stay open.
        """
        engine = sqlite_engine(self._url, begin, pragmas, self.damage, size=size)
        return Connections(engine, kept=size)

    @asynccontextmanager
    async def _begun(
        self, connections: Connections, *, keep: bool = True
    ) -> AsyncIterator[AsyncConnection]:
        """Yield a connection inside a transaction; commit it at the end if `keep` is set.

        Everything that was not committed is rolled back. Cancellation does not interrupt begin,
        commit and rollback, because an open transaction would lock the database for all later
        writers. Cancellation does interrupt a statement: SQLAlchemy then closes the connection,
        while SQLite's thread may still run.
        """
        connection = await connections.take()
        is_clean = False
        try:
            await completed(connection.begin().start())
            yield connection
            await completed(connection.commit() if keep else connection.rollback())
            is_clean = True
        finally:
            is_cut_short = connection.invalidated
            await connections.give_back(connection, is_clean=is_clean)
            if is_cut_short and self._is_sqlite:
                await completed(_wait_for_unlock(connections.engine))

    @property
    def _is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    @property
    def url(self) -> URL:
        """Return the address with its password; do not show it."""
        return self._url

    @property
    def file(self) -> Path:
        """Return the file of an SQLite database."""
        return Path(self._url.database or "")

    @property
    def shared(self) -> bool:
        """Return whether several programs may use this database at once."""
        return not self._is_sqlite

    async def connection(self) -> AsyncConnection:
        """Return an open connection, which the caller closes; it commits each statement."""
        return await self._querying.opened()

    def __str__(self) -> str:
        """Return the address without its password."""
        return self._url.render_as_string(hide_password=True)

    def version(self, *tables: TableClause) -> int:
        """Return a number that rises with each commit of this program that writes one of these."""
        return max(self._written.get(table, 0) for table in (*tables, None))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection whose writes are committed together, or rolled back after any error.

        If the task is cancelled, its writes are rolled back first. If it is cancelled during the
        commit, the commit is completed first.
        """
        written: set[object] = set()
        try:
            async with self._turn(), self._begun(self._writer) as tx:
                stored = ahead.begin(tx)
                written = stored.written
                try:
                    yield tx
                    self.changes += 1
                finally:
                    stored.close()
        except asyncio.CancelledError:
            self._note_commit(written)  # which may have been completed first
            raise
        self._note_commit(written)

    def _note_commit(self, written: AbstractSet[object]) -> None:
        """Count a commit that has written these tables."""
        self.changes += 1
        self._written.update(dict.fromkeys(written, self.changes))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Yield a read-only connection that sees one consistent state and waits for no writer."""
        async with self._begun(self._reader, keep=False) as tx:
            yield tx

    @asynccontextmanager
    async def reading_latest(self) -> AsyncIterator[AsyncConnection]:
        """Yield a read-only connection without a transaction; each query sees the last commit.

        It is for single, frequent queries, where a transaction would cost as much as the query.
        """
        connection, is_clean = await self._querying.take(), False
        try:
            yield connection
            is_clean = True
        finally:
            await self._querying.give_back(connection, is_clean=is_clean)

    @asynccontextmanager
    async def migration(self) -> AsyncIterator[AsyncConnection]:
        """Yield a transaction that may rebuild tables; foreign keys are checked at its end.

        On a server, only one program migrates at a time.

        Raises:
            BadDatabase: a foreign key would refer to a missing row; nothing is changed.
        """
        if not self._is_sqlite:
            async with self.transaction() as tx:
                await tx.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATIONS})")
                yield tx
            return
        pragmas = (*self._journal, *_MIGRATION_PRAGMAS)
        migrating = self._connections("BEGIN IMMEDIATE", pragmas)
        try:
            async with self._turn(), self._begun(migrating) as tx:
                yield tx
                check = await tx.exec_driver_sql("PRAGMA foreign_key_check")
                broken = check.mappings().first()
                if broken is not None:
                    msg = f"a row of {broken['table']} would point nowhere in {broken['parent']}"
                    raise BadDatabase(msg)
        finally:
            await migrating.close()

    async def begin_log(self) -> None:
        """Give an SQLite file its write-ahead log, while nobody reads or writes it.

        Raises:
            BadDatabase: another program uses it.
        """
        if not self._is_sqlite:
            return
        beginning = self._connections("", (_WITH_LOG,))
        try:
            await beginning.give_back(await beginning.take(), is_clean=False)
        except DBAPIError as error:
            msg = f"{self} cannot be written to: {reason_of(error)}"
            raise BadDatabase(msg) from error
        finally:
            await beginning.close()

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait until no other task of this process writes; then block the others."""
        task = asyncio.current_task()
        if self._writer_task is task:
            raise RuntimeError("a transaction inside a transaction would wait for itself for ever")
        async with self._writing:
            self._writer_task = task
            try:
                yield
            finally:
                self._writer_task = None

    async def __aenter__(self) -> Self:
        """Return the database, which is closed at the end of the block."""
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections; SQLite then moves its write-ahead log into the file."""
        attributes = vars(self)  # a cached property that was used is there under its name
        for name in ("_querying", "_reader", "_writer"):
            if name in attributes:
                await attributes[name].close()


@asynccontextmanager
async def savepoint(tx: AsyncConnection) -> AsyncIterator[None]:
    """Roll back the writes of the block if it raises an exception, and raise it again.

    A cancelled task rolls back its whole transaction. Plain SQL costs a third of SQLAlchemy's own
    savepoint, and every update has one. All savepoints have the same name, so one is released after
    its rollback; otherwise it would hide an earlier one.
    """
    await tx.exec_driver_sql("SAVEPOINT step")
    try:
        yield
    except Exception as error:
        if not is_cut(error):  # otherwise the whole transaction is rolled back
            await tx.exec_driver_sql("ROLLBACK TO SAVEPOINT step")
            await tx.exec_driver_sql("RELEASE SAVEPOINT step")
            ahead.forget_all(tx)
        raise
    await tx.exec_driver_sql("RELEASE SAVEPOINT step")


def refusal(error: BaseException) -> str | None:
    """Return in one line why the database or the system refuses to work at the moment.

    None: the program's own statement is wrong, or the error has nothing to do with the database.
    """
    is_programs_fault = isinstance(error, IntegrityError | ProgrammingError | DataError)
    if is_programs_fault:
        return None
    if _is_drivers_own(error) or isinstance(error, DBAPIError | OSError | NoFreeConnection):
        return reason_of(error)
    return None


def _is_drivers_own(error: BaseException) -> bool:
    """Return whether SQLAlchemy has not wrapped the error of PostgreSQL's driver.

    A server that is starting or stopping refuses a connection in this way.
    """
    return type(error).__module__.startswith("asyncpg.")


def is_cut(error: BaseException) -> bool:
    """Return whether an external failure has lost the transaction, so that callers repeat it.

    The connection to a server is lost or refused, or SQLite cannot read or write its file and may
    have rolled back.
    """
    if isinstance(error, DBAPIError):
        is_lost = error.connection_invalidated or server_code(error) in _REFUSING
        return is_lost or sqlite_code(error) in _ROLLING_BACK
    return isinstance(error, ConnectionError | NoFreeConnection) or _is_drivers_own(error)


async def _wait_for_unlock(engine: AsyncEngine) -> None:
    """Wait until the thread of a closed connection has released its lock on the file."""
    with suppress(DBAPIError):  # another program has the lock, so the next transaction fails
        async with engine.connect() as connection:
            await connection.begin()
