"""The mails of messages to browsers: which a server may have, and which still wait.

A message to a browser is a row of the outbox like any other (`storage.queues.outbox`).
"""

import json
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.people.addresses import BROWSERS
from storage.queues.outbox import AddressedRow, MessageState, keep_parts
from storage.schema import outbox


async def note_begun(tx: AsyncConnection, message: AddressedRow, times: int) -> bool:
    """Store how many mails of the message a server may have; return whether it is still queued.

    A message that was withdrawn, or whose reader was forgotten or has another address, is not.
    Each mail is a part with the id 0, because a mail has no id at Telegram.
    """
    return await keep_parts(tx, message, [(0,)] * times)


async def mailed_with(tx: AsyncConnection, chat: int, about: str, key: str) -> list[str]:
    """Return the payloads of the messages that the mail of the message with that key shows."""
    # A payload is JSON, in which this is the whole member.
    member = f'"mailed_with":{json.dumps(key, ensure_ascii=False)}'
    query = select(outbox.c.payload).where(
        outbox.c.chat == chat,
        outbox.c.about == about,
        outbox.c.state.in_((MessageState.QUEUED, MessageState.SENT)),
        outbox.c.payload.contains(member, autoescape=True),
    )
    return list((await tx.execute(query.order_by(outbox.c.id))).scalars())


async def mailed_at(tx: AsyncConnection, row: int) -> datetime | None:
    """Return when the message of that row was sent; None if it was not."""
    query = select(outbox.c.sent_at).where(outbox.c.id == row, outbox.c.state == MessageState.SENT)
    return (await tx.execute(query)).scalar_one_or_none()


async def counts_of_browsers(tx: AsyncConnection) -> dict[str, int]:
    """Return how many messages to browsers wait for their mail, and how many were given up."""
    to_browser = outbox.c.chat.between(BROWSERS, 2 * BROWSERS - 1)
    counts: dict[str, int] = dict.fromkeys((MessageState.QUEUED, MessageState.DEAD), 0)
    query = select(outbox.c.state, func.count()).where(to_browser, outbox.c.state.in_([*counts]))
    for state, count in await tx.execute(query.group_by(outbox.c.state)):
        counts[MessageState(state)] = int(count)
    return counts
