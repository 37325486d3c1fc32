"""What the outbox keeps, as tests look at it."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.schema import outbox


async def to_chat(tx: AsyncConnection, chat: int) -> list[str]:
    """Return the payloads of all messages to a chat that are still kept, in order."""
    query = select(outbox.c.payload).where(outbox.c.chat == chat).order_by(outbox.c.id)
    return list((await tx.execute(query)).scalars())
