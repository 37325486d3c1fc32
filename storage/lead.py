"""The lead: of several programs at one database, exactly one sends, sweeps and runs the schedule.

On a PostgreSQL server it is an advisory lock on a separate connection. The server releases it when
that connection ends, and the next program to ask gets it. An SQLite file has one program, which
always leads.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.db import Database, refusal

PATIENCE: Final = 5.0
"""Seconds after which a server that does not answer counts as unreachable."""
_LOCK = 0x7475_7272
"""The number of the lock among a database's advisory locks; no other lock uses it."""
_TRY = select(func.pg_try_advisory_lock(bindparam("lock", _LOCK)))
_IS_ALIVE = select(1)
"""The connection holds the lock, so the lock is held while the connection answers."""
# An advisory lock of one number has `objsubid` 1 and the number in `objid`.
_LEADING = text(
    "SELECT a.pid AS number, a.client_addr AS address FROM pg_locks l JOIN pg_stat_activity a"
    " ON a.pid = l.pid WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
    " AND l.classid = 0 AND l.objid = :lock"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
).bindparams(lock=_LOCK)


@dataclass(frozen=True, slots=True)
class Leader:
    """The leading program, as the server knows it."""

    number: int
    """The server's number for its connection."""
    address: str | None
    """The address of its machine; None for the server's own."""

    def __str__(self) -> str:
        """Return a description of the leader, as the subject of a sentence."""
        where = f" on {self.address}" if self.address else ""
        return f"a program{where} (connection {self.number})"


async def leading(tx: AsyncConnection, database: Database) -> Leader | None:
    """Return the program that leads at this server; None if nobody does, or for a file."""
    if not database.shared:
        return None
    row = (await tx.execute(_LEADING)).first()
    if row is None:
        return None
    return Leader(row.number, None if row.address is None else f"{row.address}")


class Lead:
    """One program's claim to the lead; `acquire` takes it, renews it, or finds it lost."""

    def __init__(self, database: Database, *, patience: float = PATIENCE) -> None:
        self._database = database
        self._patience = patience
        self._connection: AsyncConnection | None = None

    async def acquire(self) -> bool:
        """Take the lead if it is free, or check that it is still held; return whether it is."""
        if not self._database.shared:
            return True
        try:
            async with asyncio.timeout(self._patience):
                if self._connection is not None:
                    await self._connection.execute(_IS_ALIVE)
                    return True
                return await self._try_lock()
        except Exception as error:
            if refusal(error) is None:
                raise
            await self.leave()  # the lock is lost with the connection
            return False

    async def leave(self) -> None:
        """Release the lead, if this program has it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await _end(connection)

    async def _try_lock(self) -> bool:
        """Take the lock if it is free, and keep the connection that holds it; return whether."""
        connection = await self._database.connection()
        try:
            is_taken = bool((await connection.execute(_TRY)).scalar_one())
        except BaseException:
            await _end(connection)
            raise
        if is_taken:
            self._connection = connection
        else:
            await connection.close()
        return is_taken


async def _end(connection: AsyncConnection) -> None:
    """End the connection instead of returning it to the pool, where the lock would remain."""
    await connection.invalidate()
    await connection.close()
