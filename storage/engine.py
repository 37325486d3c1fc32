"""The asynchronous engines for SQLite and for a database server.

Only `storage.db` uses this module.
"""

from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    NullPool,
    SelectBase,
    UpdateBase,
    create_engine,
    event,
)
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage import ahead
from storage.damage import Damage
from storage.errors import BadDatabase
from storage.file_engine import FetchingConnection, FileEngine

BUSY_SECONDS = 15.0
"""The seconds for which a writer waits for another process to end its transaction."""
_OPTIONS = {
    "timeout": BUSY_SECONDS,
    "isolation_level": None,
    "factory": FetchingConnection,
    "check_same_thread": False,  # one thread executes statements, another reads the fetched rows
}

_KEEPALIVES = {
    # A server otherwise takes two hours to notice that a machine is gone. With these settings it
    # releases the locks and claims of a program there within 20 seconds.
    "tcp_keepalives_idle": "8",
    "tcp_keepalives_interval": "4",
    "tcp_keepalives_count": "3",
}
_POOL = 12
"""The number of open connections to a server, for the writer, senders and readers."""


def sqlite_engine(
    url: URL, begin: str, pragmas: tuple[str, ...], damage: Damage, *, size: int
) -> FileEngine:
    """Return an engine that begins every transaction with the statement `begin`.

    Python's driver begins a transaction only before INSERT, UPDATE and DELETE, and never with
    IMMEDIATE, so this is turned off. With an empty `begin` each statement is committed by itself.
    """
    engine = create_engine(
        url,
        isolation_level=None if begin else "AUTOCOMMIT",
        skip_autocommit_rollback=not begin,
        connect_args=_OPTIONS,
        poolclass=NullPool,
        hide_parameters=True,
    )

    def on_connect(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", on_connect)
    if begin:
        event.listen(engine, "begin", on_begin)
    _watch(engine)
    return FileEngine(engine, damage, size=size)


def _watch(engine: Engine) -> None:
    """Let each write forget rows read ahead."""

    def on_execute(connection: Connection, statement: Executable, *_: object) -> None:
        if isinstance(statement, SelectBase):
            return
        stored = ahead.stored_on(connection)
        if stored is not None:
            stored.forget(statement.table if isinstance(statement, UpdateBase) else None)

    event.listen(engine, "before_execute", on_execute)


def server_engine(url: URL, damage: Damage) -> AsyncEngine:
    """Return an engine for a database server.

    Raises:
        BadDatabase: its driver is not installed.
    """
    try:
        settings = {"server_settings": _KEEPALIVES}
        engine = create_async_engine(
            url,
            pool_size=_POOL,
            max_overflow=8,
            connect_args=settings,
            hide_parameters=True,
        )
    except ModuleNotFoundError as error:
        msg = (
            f"this kind of database needs the Python package {error.name}, which is not installed:"
            " pip install --no-deps --require-hashes -r src/requirements.txt"
        )
        raise BadDatabase(msg) from None

    def on_error(context: Any) -> None:
        damage.note(context.original_exception)

    event.listen(engine.sync_engine, "handle_error", on_error)
    _watch(engine.sync_engine)
    return engine
