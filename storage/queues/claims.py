"""Claims: of several programs at one database, no two send one message at a time.

A claim lasts as long as the call to Telegram it is for. It is a lock on the message's number, not
on its row: whoever withdraws the message meanwhile must not wait for Telegram. The server gives it
up the moment its connection ends, however it ends, so a dying program holds nothing up. An SQLite
file has one program, which claims nothing and looks at the row once more. Updates and due rows are
claimed where they are taken, by locks on their rows (`storage.queues.inbox`, `storage.days.due`).
"""

from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import Integer, bindparam, func, select
from sqlalchemy.exc import DBAPIError

from storage.queues import outbox_due
from storage.queues.outbox_due import Queued

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.db import Database

_CLASS = 0x7475_7273
"""The first number of these locks among a database's advisory locks; the lead has one number."""
_LARGEST = 0x7FFF_FFFF
"""What the second number can be at the most: messages further apart than that share one."""
_TRY = select(func.pg_try_advisory_xact_lock(_CLASS, bindparam("number", type_=Integer)))
_STILL = select(1)


class ClaimLostError(Exception):
    """The connection that held a claim is gone: somebody else may have it by now."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A message that is ours to send, as it is now."""

    row: Queued
    _tx: "AsyncConnection | None"

    async def check(self) -> None:
        """See, before a call, that the message still is ours.

        Raises:
            ClaimLostError: it may be somebody else's.
        """
        if self._tx is None:
            return
        try:
            await self._tx.execute(_STILL)
        except (DBAPIError, OSError) as error:
            raise ClaimLostError(self.row.id) from error


@asynccontextmanager
async def claimed(
    database: "Database", row: Queued, now: datetime
) -> "AsyncIterator[Claim | None]":
    """Give the message until the end of the block; None: it is another's, or no longer to be sent.

    What became of it has to be noted before the end, in a transaction of its own.
    """
    if not database.shared:
        found = await _as_it_is(database, row, now)
        yield None if found is None else Claim(found, None)
        return
    # Nothing else in this transaction: whatever it reads would be locked as long as the call lasts,
    # and somebody who must have a whole table, waiting for us, would be in the way of our notes.
    async with database.reading() as tx:
        ours = (await tx.execute(_TRY, {"number": row.id & _LARGEST})).scalar_one()
        found = await _as_it_is(database, row, now) if ours else None
        yield None if found is None else Claim(found, tx)


async def _as_it_is(database: "Database", row: Queued, now: datetime) -> Queued | None:
    """Return the message as whoever had it before us has left it; None: nothing is left to do."""
    async with database.reading() as tx:
        return await outbox_due.still_due(tx, row, now)
