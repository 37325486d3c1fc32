"""The database: connections, transactions that always end, and what differs between dialects.

Everything particular to SQLite lives here and in `storage.types`; a PostgreSQL address needs its
driver installed and nothing else. No table is named here.
"""

import asyncio
import os
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import event, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import ArgumentError

from storage.engine import AsyncEngine, WholeConnection, create_async_engine, to_its_end
from storage.errors import BadDatabase

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

    from sqlalchemy import URL, Connection, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

BUSY_SECONDS = 15.0
"""How long a writer waits for another process to end its transaction."""
READERS = 4
"""Connections kept open for reading; more are opened, and closed again, when all are in use."""

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_WRITER_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
_MIGRATION_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF")
_READER_PRAGMAS = ("query_only=ON",)


class Database:
    """One database: its writers queue one behind the other, its readers see the last commit."""

    def __init__(self, url: str, *, create: bool = True) -> None:
        """Prepare connections to the address; the first transaction opens one.

        Raises:
            BadDatabase: the address cannot be read, names no file, or (without `create`) names a
                file that is not there.
        """
        self._url = _parsed(url)
        self._writing = asyncio.Lock()
        if self._is_sqlite:
            _prepare_file(Path(self._url.database or ""), create=create)
            self._writer = _sqlite_engine(self._url, "BEGIN IMMEDIATE", _WRITER_PRAGMAS, size=1)
            self._reader = _sqlite_engine(self._url, "BEGIN", _READER_PRAGMAS, size=READERS)
        else:
            self._writer = self._reader = create_async_engine(self._url)

    @property
    def _is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    def __str__(self) -> str:
        """Return the address without its password."""
        return self._url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def transaction(self) -> "AsyncIterator[AsyncConnection]":
        """Give a connection whose writes are kept together, or, after any error, not at all.

        A task cancelled inside leaves nothing open: its writes are rolled back before it goes on.
        One cancelled while the commit runs ends after it, with its writes kept.
        """
        async with self._writing, _begun(self._writer) as tx:
            yield tx

    @asynccontextmanager
    async def reading(self) -> "AsyncIterator[AsyncConnection]":
        """Give a connection that sees one consistent state; it waits for no writer."""
        async with _begun(self._reader) as tx:
            yield tx

    @asynccontextmanager
    async def migration(self) -> "AsyncIterator[AsyncConnection]":
        """Give a transaction in which tables may be rebuilt: foreign keys are checked at its end.

        Raises:
            BadDatabase: a foreign key would be left pointing nowhere; nothing is changed.
        """
        if not self._is_sqlite:
            async with self.transaction() as tx:
                yield tx
            return
        engine = _sqlite_engine(self._url, "BEGIN IMMEDIATE", _MIGRATION_PRAGMAS, size=1)
        try:
            async with self._writing, _begun(engine) as tx:
                yield tx
                check = await tx.exec_driver_sql("PRAGMA foreign_key_check")
                broken = check.mappings().first()
                if broken is not None:
                    msg = f"a row of {broken['table']} would point nowhere in {broken['parent']}"
                    raise BadDatabase(msg)
        finally:
            await to_its_end(engine.dispose())

    async def __aenter__(self) -> "Self":
        """Return the database, to be closed at the end of the block."""
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection; SQLite then folds its write-ahead log into the file."""
        await to_its_end(self._reader.dispose())
        await to_its_end(self._writer.dispose())


def upsert(tx: "AsyncConnection", table: "Table") -> sqlite.Insert:
    """Return an INSERT that knows ON CONFLICT, which SQLite and PostgreSQL write alike."""
    if tx.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  (loaded only where it is used)

    return cast("sqlite.Insert", postgresql.insert(table))


@asynccontextmanager
async def _begun(engine: AsyncEngine) -> "AsyncIterator[AsyncConnection]":
    """Give a connection inside a transaction; commit at the end, or roll back after any error."""
    connection = WholeConnection(engine)
    try:
        await connection.begin_now()
        yield connection
        await connection.commit()
    finally:
        await connection.close()


def _parsed(address: str) -> "URL":
    """Return the address with the asynchronous driver this program uses."""
    try:
        url = make_url(address)
        backend = url.get_backend_name()
    except ArgumentError:
        msg = f"not a database address: {address!r}; write sqlite:///FILE"
        raise BadDatabase(msg) from None
    if backend not in _DRIVERS:
        msg = f"databases of the kind {backend!r} are not supported, only {', '.join(_DRIVERS)}"
        raise BadDatabase(msg)
    if backend == "sqlite" and (url.database or ":").startswith((":", "file:")):
        msg = f"the database must be a file: {address!r}; write sqlite:///FILE"
        raise BadDatabase(msg)
    return url.set(drivername=_DRIVERS[backend])


def _prepare_file(file: Path, *, create: bool) -> None:
    """See that the file is there; a new one may be read by its owner alone."""
    if file.is_file():
        return
    if not create:
        msg = f"no such database: {file}"
        raise BadDatabase(msg)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        msg = f"cannot create {file}: {error.strerror}"
        raise BadDatabase(msg) from None


def _sqlite_engine(url: "URL", begin: str, pragmas: tuple[str, ...], *, size: int) -> AsyncEngine:
    """Build an engine whose every transaction starts with `begin`, written by us.

    Python's driver would begin transactions by its own lights (only before INSERT, UPDATE and
    DELETE, and never IMMEDIATE), so it is told to leave them alone.
    """
    engine = create_async_engine(
        url,
        connect_args={"isolation_level": None, "timeout": BUSY_SECONDS},
        pool_size=size,
    )

    def on_connect(connection: Any, record: object) -> None:
        del record
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: "Connection") -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "begin", on_begin)
    return engine
