"""The lead: of several programs at one database, exactly one sends, sweeps and runs the schedule.

On a PostgreSQL server it is an advisory lock on a separate connection. The server releases it when
that connection ends, and the next program to ask gets it. An SQLite file has one program, which
always leads.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.db import Database

PATIENCE: Final = 5.0
"""Seconds after which a server that does not answer counts as unreachable."""
_LOCK = 0x7475_7272
"""The number of the lock among a database's advisory locks; no other lock uses it."""
_TRY = select(func.pg_try_advisory_lock(bindparam("lock", _LOCK)))
_STILL = select(1)
_GONE = (DBAPIError, OSError)
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
    found = (await tx.execute(_LEADING)).first()
    if found is None:
        return None
    return Leader(found.number, None if found.address is None else f"{found.address}")


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
                    await self._connection.execute(_STILL)
                    return True
                return await self._taken()
        except _GONE:  # the server is unreachable, and the lock is lost
            await self.leave()
            return False

    async def leave(self) -> None:
        """Release the lead, if this program has it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await _ended(connection)

    async def _taken(self) -> bool:
        """Return whether this program now has the lead, which its connection holds."""
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


async def _ended(connection: AsyncConnection) -> None:
    """End the connection instead of returning it to the pool, where the lock would remain."""
    await connection.invalidate()
    await connection.close()
