"""SQLite for tests that open hundreds of databases and make thousands of short queries.

`aiosqlite` passes each call to a thread of its own and back, which costs a test more than the calls
themselves. Here the event loop makes each call at once. A statement or a commit returns in the
loop's next round, so that tasks still take turns. `tests/storage` and the tests of
`tests/e2e/running` that concern connections use the threads, as the program does.

Each engine compiles its statements and prepares its types itself, which takes a short test longer
than the statements. Here all engines share one dialect and one cache of compiled statements.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Self, TypeVar

from sqlalchemy import URL, AsyncAdaptedQueuePool, Pool
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_only

from storage.engine import sqlite_engine

RETRY_SECONDS: Final = 0.005
"""The pause before the next attempt if another connection has locked the file."""
PATIENCE: Final = 3000
"""The most attempts, which take 15 seconds together."""

T = TypeVar("T")


class InlineCursor(sqlite3.Cursor):
    """A cursor whose statements return in the event loop's next round."""

    server_side = False

    def execute(self, *statement: Any) -> Self:
        """Execute the statement."""
        return _waited_for(super().execute, *statement)

    def executemany(self, *statement: Any) -> Self:
        """Execute the statement once for each row."""
        return _waited_for(super().executemany, *statement)

    async def _async_soft_close(self) -> None:
        """Do nothing: the rows are in the process already (SQLAlchemy calls this)."""


class InlineConnection(sqlite3.Connection):
    """A connection whose calls the event loop makes."""

    def cursor(self, *_: Any) -> Any:
        """Return a new cursor."""
        return super().cursor(InlineCursor)

    def commit(self) -> None:
        """Commit, and return in the event loop's next round."""
        super().commit()
        await_only(asyncio.sleep(0))

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


def _waited_for(execute: Callable[..., T], *statement: Any) -> T:
    """Execute the statement; while the file is locked, let other tasks run, and retry.

    The lock may belong to another task of this loop, so the loop must not wait.
    """
    attempts = 1
    while True:
        try:
            result = execute(*statement)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempts == PATIENCE:
                raise
            attempts += 1
            await_only(asyncio.sleep(RETRY_SECONDS))
        else:
            await_only(asyncio.sleep(0))
            return result


registry.register("sqlite.inline", __name__, InlineSqlite.__name__)


class SharedStatements:
    """Makes engines like `storage.engine.sqlite_engine`, each with the dialect of the first."""

    def __init__(self) -> None:
        self._first: dict[str, AsyncEngine] = {}
        """How the engine begins transactions → the first such engine."""
        self._compiled: dict[Any, Any] = {}

    def engine(self, url: URL, begin: str, *rest: Any, **options: Any) -> AsyncEngine:
        """Return a new engine."""
        made = sqlite_engine(url.set(drivername="sqlite+inline"), begin, *rest, **options)
        first = self._first.setdefault(begin, made)
        made.sync_engine.dialect = first.dialect
        return made.execution_options(compiled_cache=self._compiled)
