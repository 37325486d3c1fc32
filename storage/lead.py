"""The lead: of several programs at one database, exactly one sends, sweeps and keeps time.

On a PostgreSQL server it is an advisory lock on a connection of its own, which the server gives up
the moment that connection ends, however it ends: the next to ask takes over. An SQLite file has
one program, which always leads.
"""

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.db import Database

_LOCK = 0x7475_7272
"""The number of the lock among a database's advisory locks: any that nobody else uses."""
_TRY = select(func.pg_try_advisory_lock(bindparam("lock", _LOCK)))
_STILL = select(1)
_GONE = (DBAPIError, OSError)


class Lead:
    """One program's claim to lead; `held` takes it, keeps it, or finds it lost."""

    def __init__(self, database: "Database") -> None:
        self._database = database
        self._connection: AsyncConnection | None = None

    async def held(self) -> bool:
        """Take the lead if nobody has it; return whether it is ours now."""
        if not self._database.shared:
            return True
        try:
            if self._connection is not None:
                await self._connection.execute(_STILL)
                return True
            return await self._taken()
        except _GONE:  # the server is away, and the lock with it
            await self.leave()
            return False

    async def leave(self) -> None:
        """Give the lead up, if it is ours."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # Not back into the pool: the lock would live on in it.
            await connection.invalidate()
            await connection.close()

    async def _taken(self) -> bool:
        connection = await self._database.connection()
        try:
            taken = bool((await connection.execute(_TRY)).scalar_one())
        except BaseException:
            await connection.close()
            raise
        if taken:
            self._connection = connection
        else:
            await connection.close()
        return taken
