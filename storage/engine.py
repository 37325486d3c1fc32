"""SQLAlchemy's asynchronous engine: with SQLite under it the way we want it, or a server.

Only `storage.db` uses this module.
"""

import asyncio
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.damage import Damage
from storage.errors import BadDatabase

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy import URL, Connection

BUSY_SECONDS = 15.0
"""How long a writer waits for another process to end its transaction."""
_OPTIONS = {"timeout": BUSY_SECONDS, "isolation_level": None}

_KEEPALIVES = {
    # A server learns within 20 seconds, not two hours, that a machine is gone: locks and claims of
    # the program on it are free then.
    "tcp_keepalives_idle": "8",
    "tcp_keepalives_interval": "4",
    "tcp_keepalives_count": "3",
}
_POOL = 12
"""Connections kept open to a server: for the writer, the messages under way, and readers."""


def sqlite_engine(
    url: "URL", begin: str, pragmas: tuple[str, ...], damage: Damage, *, size: int
) -> AsyncEngine:
    """Build an engine whose every transaction starts with `begin`, written by us.

    Python's driver would begin transactions by its own lights (only before INSERT, UPDATE and
    DELETE, and never IMMEDIATE), so it is told to leave them alone. With an empty `begin` there are
    no transactions: every statement stands for itself.
    """
    engine = create_async_engine(
        url,
        isolation_level=None if begin else "AUTOCOMMIT",
        skip_autocommit_rollback=not begin,
        connect_args=_OPTIONS,
        pool_size=size,
        pool_reset_on_return=None,  # `storage.db` ends every transaction itself
        hide_parameters=True,
    )

    def on_connect(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: "Connection") -> None:
        connection.exec_driver_sql(begin)

    def on_invalidate(connection: Any, _record: object, _error: object) -> None:
        connection.run_async(_rolled_back)

    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "invalidate", on_invalidate)
    if begin:
        event.listen(engine.sync_engine, "begin", on_begin)
    return _watched(engine, damage)


async def _rolled_back(connection: "aiosqlite.Connection") -> None:
    """End the transaction of a connection that is about to be closed, its task being cancelled.

    Closing would not end it as long as a cursor is left with rows to read, and the cancelled task's
    traceback keeps such a cursor.
    """
    with suppress(sqlite3.Error, ValueError, asyncio.CancelledError):  # the first is being raised
        await connection.rollback()


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
            url,
            pool_size=_POOL,
            max_overflow=8,
            connect_args=settings,
            hide_parameters=True,
        )
    except ModuleNotFoundError as error:
        msg = (
            f"this kind of database needs the Python package {error.name}, which is not installed:"
            " install './src[postgres]'"
        )
        raise BadDatabase(msg) from None
    return _watched(engine, damage)
