"""SQLite for tests that open hundreds of databases and make thousands of short queries.

`aiosqlite` passes each call to a thread of its own and back, which costs a test more than the calls
themselves. Here the event loop makes each call at once. The result of a statement or a commit comes
in its next round, so that tasks still take turns. `tests/storage` and the tests of
`tests/e2e/running` that concern connections use the threads, as the program does.

Each engine compiles its statements and prepares its types itself, which takes a short test longer
than the statements. Here all engines share one dialect and one cache of compiled statements.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, Final

import aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engine import sqlite_engine

RETRY_SECONDS: Final = 0.005
"""The pause before the next attempt if another connection has locked the file."""
PATIENCE: Final = 3000
"""The most attempts, which take 15 seconds together."""
_CONNECT: Final = aiosqlite.connect
_Call = tuple[asyncio.Future[Any] | None, Callable[[], Any]]


class InlineCalls:
    """The queue of a connection's calls, which makes each call when it is added."""

    def put_nowait(self, call: _Call, attempts: int = PATIENCE) -> None:
        """Make the call, and pass its result to the future in the next round of the loop."""
        future, function = call
        try:
            result = function()
        except BaseException as error:  # noqa: BLE001  (the awaiting task raises it)
            if future is None:
                return
            loop = future.get_loop()
            is_locked = isinstance(error, sqlite3.OperationalError) and "locked" in str(error)
            if is_locked and attempts:
                # The lock may belong to another task of this loop, so the loop must not wait.
                loop.call_later(RETRY_SECONDS, self.put_nowait, call, attempts - 1)
            else:
                loop.call_soon(_fail, future, error)
        else:
            if future is None:
                return
            if _is_statement(function):
                future.get_loop().call_soon(_finish, future, result)
            else:
                future.set_result(result)


def _is_statement(function: Callable[[], Any]) -> bool:
    """Return whether the call runs a statement, and not a step before or after one."""
    called = getattr(function, "func", None)
    return getattr(called, "__name__", "") in {"execute", "executemany", "commit"}


class NoThread:
    """The thread of a connection that needs none."""

    daemon = True

    def start(self) -> None:
        """Do nothing."""


def connect(database: str, **options: Any) -> aiosqlite.Connection:
    """Return a connection, like `aiosqlite.connect`, whose calls the event loop makes."""
    made = _CONNECT(database, **options | {"timeout": 0})
    vars(made).update(_tx=InlineCalls(), _thread=NoThread())
    return made


def _finish(future: "asyncio.Future[Any]", result: object) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: "asyncio.Future[Any]", error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


class SharedStatements:
    """Makes engines like `storage.engine.sqlite_engine`, each with the dialect of the first."""

    def __init__(self) -> None:
        self._first: dict[bool, AsyncEngine] = {}
        """Whether the engine begins transactions → the first such engine."""
        self._compiled: dict[Any, Any] = {}

    def engine(self, url: Any, begin: str, *rest: Any, **options: Any) -> AsyncEngine:
        """Return a new engine."""
        made = sqlite_engine(url, begin, *rest, **options)
        first = self._first.setdefault(bool(begin), made)
        made.sync_engine.dialect = first.dialect
        return made.execution_options(compiled_cache=self._compiled)
