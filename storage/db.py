"""The database: connections, transactions that always end, and what differs between dialects.

Everything particular to SQLite lives here, in `storage.engine` and in `storage.types`; a PostgreSQL
address needs its driver installed and nothing else. How an address is read: `storage.address`. No
table is named here.
"""

import asyncio
import sqlite3
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from storage.address import parsed, prepare_file
from storage.damage import Damage
from storage.engine import server_engine, sqlite_engine
from storage.errors import BadDatabase, reason_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine
    from typing import Self

    from sqlalchemy import URL
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")

READERS = 4
"""Connections kept open for reading; more are opened, and closed again, when all are in use."""

_WRITER_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
_MIGRATION_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF")
_READER_PRAGMAS = ("query_only=ON",)
_ONE_STATE = "REPEATABLE READ"
"""How a server's readers see what is committed: as it was at their first look, to the end."""
_GIVEN_UP = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM})
"""SQLite's codes after which a transaction may be gone."""
_PRIMARY = 0xFF
"""The part of its codes that says what went wrong; the rest says where."""
_MIGRATIONS = 0x7475_7274
"""The number of that lock among a database's advisory locks."""


class Database:
    """One database: its writers queue one behind the other, its readers see the last commit."""

    def __init__(self, url: str, *, create: bool = True) -> None:
        """Prepare connections to the address; the first transaction opens one.

        Raises:
            BadDatabase: the address cannot be read, names no file, or (without `create`) names a
                file that is not there.
        """
        self._url = parsed(url)
        self._writing = asyncio.Lock()
        self._writer_task: asyncio.Task[Any] | None = None
        self.damage = Damage()
        if self._is_sqlite:
            prepare_file(Path(self._url.database or ""), create=create)
            self._writer = self._engine("BEGIN IMMEDIATE", _WRITER_PRAGMAS)
            self._reader = self._engine("BEGIN", _READER_PRAGMAS, size=READERS)
            self._looker = self._engine("", _READER_PRAGMAS, size=READERS)
        else:
            self._writer = server_engine(self._url, self.damage)
            self._reader = self._writer.execution_options(isolation_level=_ONE_STATE)
            self._looker = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    def _engine(self, begin: str, pragmas: tuple[str, ...], size: int = 1) -> "AsyncEngine":
        return sqlite_engine(self._url, begin, pragmas, self.damage, size=size)

    @asynccontextmanager
    async def _begun(
        self, engine: "AsyncEngine", *, keep: bool = True
    ) -> "AsyncIterator[AsyncConnection]":
        """Give a connection inside a transaction; at the end commit it, if it is one to be kept.

        Closing rolls back whatever was not committed. Beginning, committing and rolling back are
        never cut short: a cancelled task once left a transaction open, and every later writer found
        the database locked. A statement is cut short when its task is cancelled: SQLAlchemy closes
        its connection then, in the thread in which SQLite still works.
        """
        connection = engine.connect()
        try:
            await _to_its_end(_begin(connection))
            yield connection
            if keep:
                await _to_its_end(connection.commit())
        finally:
            if connection.sync_connection is not None:
                is_cut_short = connection.invalidated
                await _to_its_end(connection.close())
                if is_cut_short and self._is_sqlite:
                    await _to_its_end(_let_go(engine))

    @property
    def _is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    @property
    def url(self) -> "URL":
        """Return the address, password and all: not to be shown."""
        return self._url

    @property
    def file(self) -> Path:
        """Return the file of an SQLite database."""
        return Path(self._url.database or "")

    @property
    def shared(self) -> bool:
        """Return whether several programs may work at this database."""
        return not self._is_sqlite

    async def connection(self) -> "AsyncConnection":
        """Open a connection that stays open beyond a transaction; close it yourself.

        Every statement on it stands for itself.
        """
        connection = self._looker.connect()
        await connection.start()
        return connection

    def __str__(self) -> str:
        """Return the address without its password."""
        return self._url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def transaction(self) -> "AsyncIterator[AsyncConnection]":
        """Give a connection whose writes are kept together, or, after any error, not at all.

        A task cancelled inside leaves nothing open: its writes are rolled back before it goes on.
        One cancelled while the commit runs ends after it, with its writes kept.
        """
        async with self._turn(), self._begun(self._writer) as tx:
            yield tx

    @asynccontextmanager
    async def reading(self) -> "AsyncIterator[AsyncConnection]":
        """Give a connection that sees one consistent state; it waits for no writer."""
        async with self._begun(self._reader, keep=False) as tx:
            yield tx

    @asynccontextmanager
    async def looking(self) -> "AsyncIterator[AsyncConnection]":
        """Give a connection outside any transaction: each query sees the last commit by itself.

        For single queries, repeated often: beginning and ending a transaction would cost as much as
        the query.
        """
        connection = await self.connection()
        try:
            yield connection
        finally:
            await _to_its_end(connection.close())

    @asynccontextmanager
    async def migration(self) -> "AsyncIterator[AsyncConnection]":
        """Give a transaction in which tables may be rebuilt: foreign keys are checked at its end.

        At a server, another program's waits until it is over.

        Raises:
            BadDatabase: a foreign key would be left pointing nowhere; nothing is changed.
        """
        if not self._is_sqlite:
            async with self.transaction() as tx:
                await tx.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATIONS})")
                yield tx
            return
        engine = self._engine("BEGIN IMMEDIATE", _MIGRATION_PRAGMAS)
        try:
            async with self._turn(), self._begun(engine) as tx:
                yield tx
                check = await tx.exec_driver_sql("PRAGMA foreign_key_check")
                broken = check.mappings().first()
                if broken is not None:
                    msg = f"a row of {broken['table']} would point nowhere in {broken['parent']}"
                    raise BadDatabase(msg)
        finally:
            await _to_its_end(engine.dispose())

    @asynccontextmanager
    async def _turn(self) -> "AsyncIterator[None]":
        """Wait until no other task of this process writes."""
        task = asyncio.current_task()
        if self._writer_task is task:
            raise RuntimeError("a transaction inside a transaction would wait for itself for ever")
        async with self._writing:
            self._writer_task = task
            try:
                yield
            finally:
                self._writer_task = None

    async def __aenter__(self) -> "Self":
        """Return the database, to be closed at the end of the block."""
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection; SQLite then folds its write-ahead log into the file."""
        await _to_its_end(self._looker.dispose())
        await _to_its_end(self._reader.dispose())
        await _to_its_end(self._writer.dispose())


@asynccontextmanager
async def savepoint(tx: "AsyncConnection") -> "AsyncIterator[None]":
    """Take back what is written inside if it fails; the failure goes on.

    A cancelled task takes back its whole transaction. Written as SQL, at a third of the cost of
    SQLAlchemy's own: every update has one. All have one name, so one that was taken back is also
    given up: otherwise it would come before an earlier savepoint.
    """
    await tx.exec_driver_sql("SAVEPOINT step")
    try:
        yield
    except Exception as error:
        if not is_cut(error):  # else everything is taken back already, or will be
            await tx.exec_driver_sql("ROLLBACK TO SAVEPOINT step")
            await tx.exec_driver_sql("RELEASE SAVEPOINT step")
        raise
    await tx.exec_driver_sql("RELEASE SAVEPOINT step")


def refusal(error: BaseException) -> str | None:
    """Return in one line what the database, or the system below it, refuses to do just now.

    None: it is a statement of ours that is wrong, or something else altogether.
    """
    is_ours = isinstance(error, IntegrityError | ProgrammingError | DataError)
    # A server that is starting or stopping refuses a connection before SQLAlchemy words errors.
    is_drivers = type(error).__module__.startswith("asyncpg.")
    if is_drivers or (isinstance(error, DBAPIError | OSError) and not is_ours):
        return reason_of(error)
    return None


def is_cut(error: BaseException) -> bool:
    """Return whether the database has given up the whole transaction: nothing in it was at fault.

    The connection to a server is gone, or there is none to be had; or an SQLite file can be written
    to or read no longer, and SQLite may have taken everything back. It is done again.
    """
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlite_errorcode", None)
        return error.connection_invalidated or (
            isinstance(code, int) and code & _PRIMARY in _GIVEN_UP
        )
    return isinstance(error, ConnectionError) or type(error).__module__.startswith("asyncpg.")


async def _begin(connection: "AsyncConnection") -> None:
    """Take a connection from the pool and begin its transaction."""
    await connection.start()
    await connection.begin()


async def _let_go(engine: "AsyncEngine") -> None:
    """Wait until a closed connection's thread has given up its lock on the file."""
    with suppress(DBAPIError):  # another program holds it: the next transaction will say so
        async with engine.connect() as connection:
            await connection.begin()


async def _to_its_end(work: "Coroutine[Any, Any, T]") -> T:
    """Run the work to its end even when the caller is cancelled meanwhile; only then say so."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from task.exception()
    return task.result()
