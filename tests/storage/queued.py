"""Messages that tests of the outbox queue and send."""

from datetime import UTC, datetime, timedelta

from storage import outbox, outbox_due
from storage.db import Database
from storage.outbox import Outgoing

AT = datetime(2025, 5, 3, 22, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


async def queue(db: Database, *rows: Outgoing, at: datetime = AT) -> None:
    """Queue messages in a transaction of their own."""
    async with db.transaction() as tx:
        await outbox.queue(tx, rows, at)


async def due(db: Database, now: datetime = AT) -> list[outbox_due.Queued]:
    """Return the messages whose turn it is."""
    async with db.reading() as tx:
        return await outbox_due.due(tx, now)


async def send_all(db: Database, now: datetime = AT) -> list[str]:
    """Send everything that may go now; return the payloads in the order of sending."""
    sent = []
    while rows := await due(db, now):
        for row in rows:
            async with db.transaction() as tx:
                await outbox.mark_sent(tx, row.id, [1000 + row.id], now)
            sent.append(row.payload)
    return sent
