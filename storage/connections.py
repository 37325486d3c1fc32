"""Keeps a few connections open between uses.

Opening and closing a connection of the pool costs as much as a query. So a few connections of a
file stay open outside the pool. Those of a server return to it, because it tests and renews them.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_Returned = TypeVar("_Returned")


class Connections:
    """The connections of one engine."""

    def __init__(self, engine: AsyncEngine, *, kept: int = 0) -> None:
        """Keep at most `kept` connections open."""
        self.engine: Final = engine
        self._kept = kept
        self._idle: list[AsyncConnection] = []

    async def opened(self) -> AsyncConnection:
        """Return an open connection, which the caller closes."""
        connection = self.engine.connect()
        try:
            await completed(connection.start())
        except BaseException:
            if connection.sync_connection is not None:  # only a started connection can be closed
                await completed(connection.close())
            raise
        return connection

    async def take(self) -> AsyncConnection:
        """Return an open connection for one use, which ends with `give_back`."""
        return self._idle.pop() if self._idle else await self.opened()

    async def give_back(self, connection: AsyncConnection, *, is_clean: bool) -> None:
        """End a use. Unless it is clean, with no transaction open, closing rolls it back."""
        if is_clean and len(self._idle) < self._kept and not connection.invalidated:
            self._idle.append(connection)
        else:
            await completed(connection.close())

    async def close(self) -> None:
        """Close all connections that are not in use; those given back later are closed then."""
        self._kept = 0
        while self._idle:
            await completed(self._idle.pop().close())
        await completed(self.engine.dispose())


async def completed(work: Coroutine[Any, Any, _Returned]) -> _Returned:
    """Return the result of the work; a cancellation of the caller waits until it is complete.

    `asyncio.shield` would end the wait at a cancellation, and the caller would go on while the
    connection is still in use.
    """
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})  # at a cancellation it leaves the task running
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from task.exception()
    return task.result()
