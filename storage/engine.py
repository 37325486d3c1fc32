"""SQLAlchemy's asynchronous engines for SQLite and for a database server.

Only `storage.db` uses this module.
"""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import aiosqlite
from sqlalchemy import URL, SelectBase, UpdateBase, event
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage import ahead
from storage.damage import Damage
from storage.errors import BadDatabase
from storage.one_trip import FetchingConnection, OneTripCursor

BUSY_SECONDS = 15.0
"""The seconds for which a writer waits for another process to end its transaction."""
_OPTIONS = {"timeout": BUSY_SECONDS, "isolation_level": None, "factory": FetchingConnection}

_KEEPALIVES = {
    # A server otherwise takes two hours to notice that a machine is gone. With these settings it
    # releases the locks and claims of a program there within 20 seconds.
    "tcp_keepalives_idle": "8",
    "tcp_keepalives_interval": "4",
    "tcp_keepalives_count": "3",
}
_POOL = 12
"""The number of connections to a server that stay open."""
MOST_CONNECTIONS = 32
"""The most connections of one program; the claim of each message that is being sent holds one.

While a mail server is silent, all senders of mails may hold theirs beside those of Telegram. The
rest is for the writer, the lead and readers.
"""


def sqlite_engine(
    url: URL, begin: str, pragmas: tuple[str, ...], damage: Damage, *, size: int
) -> AsyncEngine:
    """Return an engine that begins every transaction with the statement `begin`.

    Python's driver begins a transaction only before INSERT, UPDATE and DELETE, and never with
    IMMEDIATE, so this is turned off. With an empty `begin` each statement is committed by itself.
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

    def on_opening(
        _dialect: object, _record: object, place: Sequence[Any], options: Mapping[str, Any]
    ) -> None:
        # A file that cannot be opened fails here. aiosqlite would not wait for the end of its
        # thread, which would then report to a loop that is closed.
        sqlite3.connect(*place, **options).close()

    def on_connect(connection: Any, _: object) -> None:
        driver = getattr(connection, "driver_connection", None)
        if isinstance(driver, aiosqlite.Connection):
            vars(driver)["cursor"] = partial(OneTripCursor, driver)
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def do_begin(connection: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(begin)
        cursor.close()

    def on_invalidate(connection: Any, _record: object, _error: object) -> None:
        connection.run_async(_roll_back)

    event.listen(engine.sync_engine, "do_connect", on_opening)
    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "invalidate", on_invalidate)
    if begin:
        vars(engine.dialect)["do_begin"] = do_begin
    _watch(engine, damage)
    return engine


async def _roll_back(connection: aiosqlite.Connection) -> None:
    """End the transaction of a connection that is closed because its task was cancelled.

    Closing alone does not end it while a cursor has unread rows, and the traceback of the cancelled
    task may keep such a cursor.
    """
    # One error is being raised already.
    with suppress(sqlite3.Error, ValueError, asyncio.CancelledError):
        await connection.rollback()


def _watch(engine: AsyncEngine, damage: Damage) -> None:
    """Record every reported damage, and let writes forget rows read ahead.

    All events here are the dialect's. With one event of an engine, each connection prepares its
    own listeners of six others, which costs a short query a tenth of its time.
    """

    def on_error(context: Any) -> None:
        damage.note(context.original_exception)

    def on_execute(_cursor: object, _sql: str, *rest: Any) -> None:
        context = rest[-1]
        statement = context.invoked_statement
        if context.compiled is None or isinstance(statement, SelectBase):
            return
        read_ahead = ahead.stored_on(context.root_connection)
        if read_ahead is not None:
            read_ahead.forget(statement.table if isinstance(statement, UpdateBase) else None)

    event.listen(engine.sync_engine, "handle_error", on_error)
    for name in ("do_execute", "do_executemany", "do_execute_no_params"):
        event.listen(engine.sync_engine, name, on_execute)


def server_engine(url: URL, damage: Damage) -> AsyncEngine:
    """Return an engine for a database server.

    Raises:
        BadDatabase: its driver is not installed, or only some of several hosts have a port.
    """
    try:
        settings = {"server_settings": _KEEPALIVES}
        engine = create_async_engine(
            url,
            pool_size=_POOL,
            max_overflow=MOST_CONNECTIONS - _POOL,
            connect_args=settings,
            hide_parameters=True,
        )
    except ModuleNotFoundError as error:
        msg = (
            f"this kind of database needs the Python package {error.name}, which is not installed:"
            " pip install --no-deps --require-hashes -r src/requirements.txt"
        )
        raise BadDatabase(msg) from None
    except ArgumentError as error:
        msg = f"not a database address: {error}"
        raise BadDatabase(msg) from None
    _watch(engine, damage)
    return engine
