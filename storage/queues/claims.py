"""Claims: of several programs at one database, no two send the same message.

A claim lasts as long as its call to Telegram. It is a lock on the message's number, not on its row,
so that a withdrawal of the message need not wait for Telegram. The server releases it when its
connection ends, so a dying program delays nothing. An SQLite file has one program, which claims
nothing, and only reads the row again if it may have changed. Updates and due rows are claimed by
locks on their rows (`storage.queues.inbox`, `storage.days.due`).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Integer, bindparam, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.db import Database
from storage.queues import outbox_due
from storage.queues.outbox_due import QueuedMessage

_CLASS = 0x7475_7273
"""The first number of these advisory locks; the lead's lock has a single number."""
_LARGEST = 0x7FFF_FFFF
"""The largest second number; messages further apart may share a lock."""
FRESH: Final = timedelta(seconds=1)
"""How long a message that was read may be sent without reading it again."""
_TRY = select(func.pg_try_advisory_xact_lock(_CLASS, bindparam("number", type_=Integer)))
_IS_ALIVE = select(1)
"""The connection holds the lock, so the claim exists while the connection answers."""


class ClaimLostError(Exception):
    """The connection of the claim is gone, so another program may have the message."""


@dataclass(frozen=True, slots=True)
class Reading:
    """When a message was read."""

    at: datetime
    changes: int
    """What `Database.changes` was before."""

    def is_fresh(self, database: Database, now: datetime) -> bool:
        """Return whether the message is still as it was read, unless another program changed it."""
        return self.changes == database.changes and timedelta(0) <= now - self.at <= FRESH


@dataclass(frozen=True, slots=True)
class ClaimedMessage:
    """A claimed message in its current state."""

    row: QueuedMessage
    _tx: AsyncConnection | None
    """The transaction that holds the claim; None for a file, where no claim is needed."""

    async def check(self) -> None:
        """Check before a call that the claim still exists.

        Raises:
            ClaimLostError: another program may have the message.
        """
        if self._tx is None:
            return
        try:
            await self._tx.execute(_IS_ALIVE)
        except (DBAPIError, OSError) as error:
            raise ClaimLostError(self.row.id) from error


@asynccontextmanager
async def claimed(
    database: Database, row: QueuedMessage, now: datetime, reading: Reading | None = None
) -> AsyncIterator[ClaimedMessage | None]:
    """Claim the message for the block; yield None if another has it or it is no longer due.

    `reading`: when it was read. Record the outcome before the end, in a separate transaction.
    """
    if not database.shared:
        is_known = reading is not None and reading.is_fresh(database, now)
        present = row if is_known else await _present_state(database, row, now)
        yield None if present is None else ClaimedMessage(present, None)
        return
    # This transaction reads nothing else: its locks would last as long as the call, and could block
    # a program that must lock a whole table.
    async with database.reading() as tx:
        is_ours = (await tx.execute(_TRY, {"number": row.id & _LARGEST})).scalar_one()
        present = await _present_state(database, row, now) if is_ours else None
        yield None if present is None else ClaimedMessage(present, tx)


async def _present_state(
    database: Database, row: QueuedMessage, now: datetime
) -> QueuedMessage | None:
    """Return the message in its current state; None if it no longer has to be sent."""
    async with database.reading_latest() as tx:
        return await outbox_due.still_due(tx, row, now)
