"""SQLAlchemy's asynchronous engine: with SQLite under it the way we want it, or a server.

Only `storage.db` uses this module. Statements go the short way of `storage.direct`, unless the
address says otherwise.
"""

import asyncio
import sqlite3
from time import monotonic
from typing import TYPE_CHECKING, Any

from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage import direct
from storage.damage import Damage
from storage.direct import DAMAGE
from storage.errors import BadDatabase

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

BUSY_SECONDS = 15.0
"""How long a writer waits for another process to end its transaction."""
_ASK_AGAIN = 0.01
"""Seconds until a file that another process writes to is asked for again."""
_READING = "BEGIN"
_AT_ONCE = ("busy_timeout=0",)
"""A writer on the short way waits for nobody in the event loop's thread (`begin_at_once`)."""
_OPTIONS = {
    "timeout": BUSY_SECONDS,
    "isolation_level": None,
    "check_same_thread": False,  # two threads take turns: the loop's, and the connection's own
}

_KEEPALIVES = {
    # A server learns within 20 seconds, not two hours, that a machine is gone: locks and claims of
    # the program on it are free then.
    "tcp_keepalives_idle": "8",
    "tcp_keepalives_interval": "4",
    "tcp_keepalives_count": "3",
}
_POOL = 12
"""Connections kept open to a server: for the writer, the messages under way, and readers."""


def sqlite_engine(  # noqa: PLR0913  (each says how its connections are opened)
    url: "URL",
    begin: str,
    pragmas: tuple[str, ...],
    damage: Damage,
    *,
    size: int,
    is_direct: bool,
) -> AsyncEngine:
    """Build an engine whose every transaction starts with `begin`, written by us.

    Python's driver would begin transactions by its own lights (only before INSERT, UPDATE and
    DELETE, and never IMMEDIATE), so it is told to leave them alone.
    """
    if is_direct:
        engine = direct.sqlite_engine(url, _OPTIONS, size)
    else:
        engine = create_async_engine(
            url, connect_args=_OPTIONS, pool_size=size, hide_parameters=True
        )

    def on_connect(connection: Any, record: Any) -> None:
        record.info[DAMAGE] = damage
        cursor = connection.cursor()
        for pragma in (*pragmas, *(_AT_ONCE if is_direct and begin != _READING else ())):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: "Connection") -> None:
        if is_direct:
            direct.begin(connection, begin)
        else:
            connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "begin", on_begin)
    return _watched(engine, damage)


async def begin_at_once(connection: "AsyncConnection") -> None:
    """Take a connection to a file from the pool, on the short way, and begin its transaction.

    While another process writes it is asked again and again, as SQLite itself would do, but others
    go on meanwhile; nothing has begun until then, so that a cancelled task leaves nothing open.
    """
    await connection.start()
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            await connection.begin()
        except OperationalError as error:
            if not _is_busy(error) or monotonic() > until:
                raise
            await asyncio.sleep(_ASK_AGAIN)
        else:
            return


def _is_busy(error: OperationalError) -> bool:
    """Return whether another process writes to the file."""
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _watched(engine: AsyncEngine, damage: Damage) -> AsyncEngine:
    """Have noted whatever the database says that is damaged."""

    def on_error(context: Any) -> None:
        damage.note(context.original_exception)

    event.listen(engine.sync_engine, "handle_error", on_error)
    return engine


def server_engine(url: "URL", damage: Damage, *, is_direct: bool) -> AsyncEngine:
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
            execution_options={direct.DIRECT: is_direct},
        )
    except ModuleNotFoundError as error:
        msg = (
            f"this kind of database needs the Python package {error.name}, which is not installed:"
            " install './src[postgres]'"
        )
        raise BadDatabase(msg) from None
    return _watched(engine, damage)
