"""Messages that outbox tests queue and send."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.db import Database
from storage.queues import outbox, outbox_due
from storage.queues.outbox import Outgoing
from storage.queues.precedence import Precedence

AT = datetime(2025, 5, 3, 22, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


async def queue(db: Database, *rows: Outgoing, at: datetime = AT) -> None:
    """Queue messages in a separate transaction."""
    async with db.transaction() as tx:
        await outbox.queue(tx, rows, at)


async def due(db: Database, now: datetime = AT) -> list[outbox_due.QueuedMessage]:
    """Return the messages that are due."""
    async with db.reading() as tx:
        return await due_in(tx, now)


async def due_in(tx: AsyncConnection, now: datetime = AT) -> list[outbox_due.QueuedMessage]:
    """Return the first message of every lane, or those of one precedence in order."""
    found: dict[int, outbox_due.QueuedMessage] = {}
    for precedence in Precedence:
        for row in sorted(await lanes(tx, precedence, now), key=lambda row: row.id):
            found.setdefault(row.id, row)
    return list(found.values())


async def lanes(
    tx: AsyncConnection, precedence: Precedence, now: datetime = AT, portion: int = 100
) -> list[outbox_due.QueuedMessage]:
    """Return the first messages of all lanes of that precedence, in portions."""
    found: list[outbox_due.QueuedMessage] = []
    after = outbox_due.FIRST
    while True:
        stretch = await outbox_due.heads(tx, now, precedence, after, portion)
        found += stretch.heads
        if (after := stretch.end) == outbox_due.FIRST:
            return found


async def send_all(db: Database, now: datetime = AT) -> list[str]:
    """Send every message that is due; return the payloads in order."""
    sent = []
    while rows := await due(db, now):
        for row in rows:
            async with db.transaction() as tx:
                await outbox.mark_sent(tx, row, [1000 + row.id], now)
            sent.append(row.payload)
    return sent
