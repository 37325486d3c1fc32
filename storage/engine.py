"""SQLAlchemy's asynchronous engine, without its ORM, and connections that are never cut short.

Only `storage.db` uses this module.
"""

import asyncio
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy.ext

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from sqlalchemy.ext.asyncio.engine import (
        AsyncConnection,
        AsyncEngine,
        AsyncTransaction,
        create_async_engine,
    )

T = TypeVar("T")


def _load() -> ModuleType:
    """Load `sqlalchemy.ext.asyncio.engine` alone.

    Its package loads the whole ORM for the session class: a third of the time SQLAlchemy takes to
    load, for nothing used here. An empty stand-in for the package lets the engine be loaded by
    itself; it is taken away at once, so that whoever imports the package later gets the real one.
    """
    name = "sqlalchemy.ext.asyncio"
    stand_in = name not in sys.modules
    if stand_in:
        package = ModuleType(name)
        package.__path__ = [str(Path(folder) / "asyncio") for folder in sqlalchemy.ext.__path__]
        sys.modules[name] = package
    try:
        from sqlalchemy.ext.asyncio import engine  # noqa: PLC0415  (between the two steps)
    finally:
        if stand_in:
            del sys.modules[name]
    return engine


if not TYPE_CHECKING:
    _engine = _load()
    AsyncConnection = _engine.AsyncConnection
    AsyncEngine = _engine.AsyncEngine
    AsyncTransaction = _engine.AsyncTransaction
    create_async_engine = _engine.create_async_engine

__all__ = ["AsyncConnection", "AsyncEngine", "WholeConnection", "create_async_engine", "to_its_end"]


async def to_its_end(work: "Coroutine[Any, Any, T]") -> T:
    """Run the work to its end even when the caller is cancelled meanwhile; only then say so."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from task.exception()
    return task.result()


class WholeTransaction(AsyncTransaction):
    """A transaction or savepoint that is begun and ended whole; see `WholeConnection`."""

    __slots__ = ()

    async def start(self, is_ctxmanager: bool = False) -> "WholeTransaction":
        """Begin; see SQLAlchemy."""
        await to_its_end(super().start(is_ctxmanager))
        return self

    async def __aexit__(self, *error: object) -> None:
        await to_its_end(super().__aexit__(*error))


class WholeConnection(AsyncConnection):
    """A connection on which every step runs to its end, also when its task is cancelled.

    SQLAlchemy throws away a connection whose statement was cancelled while the driver's thread is
    still at work on it, and for a moment the database stays locked. Here the cancellation is felt
    after the step instead, and the connection remains good.
    """

    __slots__ = ()

    async def begin_now(self) -> None:
        """Take a connection from the pool and begin its transaction."""
        await to_its_end(self._begin())

    async def _begin(self) -> None:
        await self.start()
        await self.begin()

    def begin_nested(self) -> WholeTransaction:
        """Return a savepoint; see SQLAlchemy."""
        return WholeTransaction(self, nested=True)

    async def execute(self, *args: Any, **kwargs: Any) -> Any:
        """Run one statement; see SQLAlchemy."""
        return await to_its_end(super().execute(*args, **kwargs))

    async def exec_driver_sql(self, *args: Any, **kwargs: Any) -> Any:
        """Run one statement of the driver's own; see SQLAlchemy."""
        return await to_its_end(super().exec_driver_sql(*args, **kwargs))

    async def run_sync(self, fn: "Callable[..., T]", *args: Any, **kwargs: Any) -> T:
        """Run a function that takes a synchronous connection; see SQLAlchemy."""
        return await to_its_end(super().run_sync(fn, *args, **kwargs))

    async def commit(self) -> None:
        """Keep what was written."""
        await to_its_end(super().commit())

    async def close(self) -> None:
        """Roll back what was not committed, and give the connection back to the pool."""
        if self.sync_connection is not None:
            await to_its_end(super().close())
