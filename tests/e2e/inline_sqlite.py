"""SQLite for tests that open hundreds of databases and make thousands of short queries.

The program executes statements in a thread for each connection, and the change of threads costs a
test more than the statements. Here the event loop makes each call itself. A call returns in the
loop's next round, so that tasks still take turns. `tests/storage` and the tests of
`tests/e2e/running` that concern connections use the threads, as the program does.

Each engine compiles its statements and prepares its types itself, which takes a short test longer
than the statements. Here all engines share one dialect and one cache of compiled statements.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Engine, event
from sqlalchemy.exc import OperationalError

from storage import engine as storage_engine
from storage.damage import Damage
from storage.file_engine import FileEngine, FileThread

RETRY_SECONDS: Final = 0.005
"""The pause before the next attempt if another connection has locked the file."""
PATIENCE: Final = 3000
"""The most attempts, which take 15 seconds together."""

T = TypeVar("T")


class InlineThread(FileThread):
    """A connection whose calls the event loop makes."""

    def start(self) -> None:
        """Start no thread."""

    async def run(self, step: Callable[[], T]) -> T:
        """Make the call; while the file is locked, let other tasks run, and retry.

        The lock may belong to another task of this loop, so the loop must not wait.
        """
        attempts = 1
        while True:
            try:
                result = step()
            except OperationalError as error:
                if "locked" not in str(error) or attempts == PATIENCE:
                    raise
                attempts += 1
                await asyncio.sleep(RETRY_SECONDS)
            else:
                await asyncio.sleep(0)
                return result


class SharedStatements:
    """Makes engines like `storage.engine.sqlite_engine`, each with the dialect of the first."""

    def __init__(self) -> None:
        self._first: dict[bool, Engine] = {}
        """Whether the engine begins transactions → the first such engine."""
        self._compiled: dict[Any, Any] = {}

    def engine(
        self, url: URL, begin: str, pragmas: tuple[str, ...], damage: Damage, *, size: int
    ) -> FileEngine:
        """Return a new engine."""
        made = storage_engine.sqlite_engine(url, begin, pragmas, damage, size=size).sync_engine
        event.listen(made, "do_connect", _at_once)
        first = self._first.setdefault(bool(begin), made)
        made.dialect = first.dialect
        shared = made.execution_options(compiled_cache=self._compiled)
        return FileEngine(shared, damage, size=size, new_thread=InlineThread)


def _at_once(*connect: Any) -> None:
    """Let a locked file refuse a statement at once; the last argument holds the options."""
    connect[-1]["timeout"] = 0
