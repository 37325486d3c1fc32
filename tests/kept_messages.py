"""Queries of stored outbox messages for tests."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.schema import outbox


async def to_chat(tx: AsyncConnection, chat: int) -> list[str]:
    """Return the payloads of all stored messages to a chat, in order."""
    query = select(outbox.c.payload).where(outbox.c.chat == chat).order_by(outbox.c.id)
    return list((await tx.execute(query)).scalars())
