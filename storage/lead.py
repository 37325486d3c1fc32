"""The lead: of several programs at one database, exactly one sends, sweeps and keeps time.

On a PostgreSQL server it is an advisory lock on a connection of its own, which the server gives up
the moment that connection ends, however it ends: the next to ask takes over. An SQLite file has
one program, which always leads.
"""

import asyncio
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.db import Database

PATIENCE: Final = 5.0
"""Seconds after which a server that does not answer is as good as away."""
_LOCK = 0x7475_7272
"""The number of the lock among a database's advisory locks: any that nobody else uses."""
_TRY = select(func.pg_try_advisory_lock(bindparam("lock", _LOCK)))
_STILL = select(1)
_GONE = (DBAPIError, OSError)


class Lead:
    """One program's claim to lead; `held` takes it, keeps it, or finds it lost."""

    def __init__(self, database: "Database", *, patience: float = PATIENCE) -> None:
        self._database = database
        self._patience = patience
        self._connection: AsyncConnection | None = None

    async def held(self) -> bool:
        """Take the lead if nobody has it; return whether it is ours now."""
        if not self._database.shared:
            return True
        try:
            async with asyncio.timeout(self._patience):
                if self._connection is not None:
                    await self._connection.execute(_STILL)
                    return True
                return await self._taken()
        except _GONE:  # the server is away or out of reach, and the lock with it
            await self.leave()
            return False

    async def leave(self) -> None:
        """Give the lead up, if it is ours."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await _ended(connection)

    async def _taken(self) -> bool:
        connection = await self._database.connection()
        try:
            taken = bool((await connection.execute(_TRY)).scalar_one())
        except BaseException:
            await _ended(connection)
            raise
        if taken:
            self._connection = connection
        else:
            await connection.close()
        return taken


async def _ended(connection: "AsyncConnection") -> None:
    """End the connection; not back into the pool with it: the lock would live on there."""
    await connection.invalidate()
    await connection.close()
