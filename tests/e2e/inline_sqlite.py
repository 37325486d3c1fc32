"""SQLite for tests that open hundreds of databases and make thousands of short queries.

`aiosqlite` passes each call to a thread of its own and back, and SQLAlchemy makes a greenlet for
each call, which together cost a test more than the calls themselves. Here the event loop makes each
call at once; tasks take turns where `storage.db` begins and ends a transaction. `tests/storage` and
the tests of `tests/e2e/running` that concern connections use the threads, as the program does.

Each engine compiles its statements and prepares its types itself, which takes a short test longer
than the statements. Here all engines share one dialect and one cache of compiled statements.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

import pytest
from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, Engine, Pool, Transaction
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.ext.asyncio import engine as asyncio_engine
from sqlalchemy.util import greenlet_spawn

from storage import db
from storage.engine import sqlite_engine

RETRY_SECONDS: Final = 0.005
"""The pause before the next attempt if another connection has locked the file."""
PATIENCE: Final = 3000
"""The most attempts, which take 15 seconds together."""
_ENDS: Final = {"commit", "rollback", "close"}
"""The calls that end a transaction even if they fail, so that none is made twice."""

T = TypeVar("T")


class InlineCursor(sqlite3.Cursor):
    """A cursor with what SQLAlchemy asks of an asynchronous driver."""

    server_side = False

    async def _async_soft_close(self) -> None:
        """Do nothing: the rows are in the process already (SQLAlchemy calls this)."""


class InlineConnection(sqlite3.Connection):
    """A connection whose calls the event loop makes."""

    def cursor(self, *_: Any) -> Any:
        """Return a new cursor."""
        return super().cursor(InlineCursor)

    def run_async(self, _: object) -> None:
        """End the transaction of a connection that is closed because its task was cancelled."""
        with suppress(sqlite3.Error):
            self.rollback()


class InlineSqlite(SQLiteDialect_pysqlite):
    """The dialect of Python's own driver, for an asynchronous engine."""

    driver = "inline"
    is_async = True
    supports_statement_cache = True

    @classmethod
    def get_pool_class(cls, _url: URL) -> type[Pool]:
        """Return the pool of asynchronous engines."""
        return AsyncAdaptedQueuePool

    def connect(self, *arguments: Any, **options: Any) -> Any:
        """Return a connection that never blocks the event loop."""
        options |= {"timeout": 0, "factory": InlineConnection}
        return sqlite3.connect(*arguments, **options)


registry.register("sqlite.inline", __name__, InlineSqlite.__name__)


async def _called(
    call: Callable[..., T], *arguments: Any, _require_await: bool = False, **named: Any
) -> T:
    """Make a call of SQLAlchemy's; while the file is locked, let other tasks run, and retry.

    The lock may belong to another task of this loop, so the loop must not wait. Only opening and
    closing connections needs a greenlet, because the pool waits in it for its own lock.
    """
    used = _used_by(call, arguments)
    if used is None or not isinstance(used.dialect, InlineSqlite):
        return await greenlet_spawn(call, *arguments, _require_await=_require_await, **named)
    attempts = 1
    while True:
        try:
            if isinstance(used, Engine):
                return await greenlet_spawn(call, *arguments, **named)
            return call(*arguments, **named)
        except OperationalError as error:
            is_over = attempts == PATIENCE or getattr(call, "__name__", "") in _ENDS
            if is_over or "locked" not in str(error.orig):
                raise
            attempts += 1
            await asyncio.sleep(RETRY_SECONDS)


def _used_by(call: Callable[..., object], arguments: tuple[Any, ...]) -> Connection | Engine | None:
    """Return what a call belongs to, or a function is called with."""
    for owner in (getattr(call, "__self__", None), *arguments[:1]):
        if isinstance(owner, Connection | Engine):
            return owner
        if isinstance(owner, Transaction):
            return owner.connection
    return None


class SharedStatements:
    """Makes engines like `storage.engine.sqlite_engine`, each with the dialect of the first."""

    def __init__(self) -> None:
        self._first: dict[str, AsyncEngine] = {}
        """How the engine begins transactions → the first such engine."""
        self._compiled: dict[Any, Any] = {}

    def use(self, patch: pytest.MonkeyPatch) -> None:
        """Have the databases of this process use such engines."""
        patch.setattr(db, "sqlite_engine", self._engine)
        patch.setattr(asyncio_engine, "greenlet_spawn", _called)

    def _engine(self, url: URL, begin: str, *rest: Any, **options: Any) -> AsyncEngine:
        """Return a new engine."""
        made = sqlite_engine(url.set(drivername="sqlite+inline"), begin, *rest, **options)
        first = self._first.setdefault(begin, made)
        made.sync_engine.dialect = first.dialect
        return made.execution_options(compiled_cache=self._compiled)
