"""SQLite engines that share their compiled statements, for tests that open hundreds of databases.

Each engine compiles its statements and prepares its types itself, which takes a short test longer
than the statements. All these engines have one dialect and one cache of compiled statements.
"""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engine import sqlite_engine


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
