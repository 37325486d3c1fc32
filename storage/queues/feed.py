"""The messages of a browser's address, read from the outbox: what its page shows.

A message is visible once its transaction has committed and its planned time has come. Nothing is
copied, so nothing can be lost or shown twice. A person's own texts are their requests in the inbox,
for as long as these are kept.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.queues.inbox import WEB
from storage.queues.outbox import DEAD, QUEUED, SENT
from storage.schema import inbox, outbox

TYPED: Final = 1 << 30
"""The distance of the numbers of own texts from those of the bot's messages.

The numbers come from two tables.
"""
_CHANGES: Final = ('%"edits":%', '%"reaction":%')
"""Parts of the payload of a message that changes an earlier one.

Inside a text the quotation marks would be escaped.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow:
    """A message as it is stored."""

    id: int
    payload: str
    about: str
    at: datetime
    """When it became visible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedRow:
    """A request that may contain a text of the person."""

    id: int
    raw: str
    answer: str
    """The answer, which knows the last message before it; "" while there is none."""
    at: datetime


def _visible(address: int, now: datetime) -> ColumnElement[bool]:
    is_due = or_(outbox.c.not_before.is_(None), outbox.c.not_before <= now)
    is_fresh = or_(outbox.c.expires_at.is_(None), outbox.c.expires_at > now)
    waits = and_(outbox.c.state == QUEUED, is_due, is_fresh)
    return and_(
        outbox.c.chat == address,
        # One that no mail server took is on the page all the same.
        outbox.c.state.in_((QUEUED, SENT, DEAD)),
        or_(outbox.c.state != QUEUED, waits),
    )


def _is_change() -> ColumnElement[bool]:
    return or_(*(outbox.c.payload.like(part) for part in _CHANGES))


_COLUMNS = (
    outbox.c.id,
    outbox.c.payload,
    outbox.c.about,
    outbox.c.created_at,
    outbox.c.not_before,
)


def _shown(row: Any) -> ShownRow:
    at = max(row.created_at, row.not_before or row.created_at)
    return ShownRow(id=row.id, payload=row.payload, about=row.about, at=at)


async def page(
    tx: AsyncConnection, address: int, now: datetime, *, before: int | None, most: int
) -> list[ShownRow]:
    """Return the last messages with a number below `before`, the newest first."""
    query = select(*_COLUMNS).where(_visible(address, now), ~_is_change())
    if before is not None:
        query = query.where(outbox.c.id < before)
    found = await tx.execute(query.order_by(outbox.c.id.desc()).limit(most))
    return [_shown(row) for row in found]


async def changes(tx: AsyncConnection, address: int, now: datetime, since: int) -> list[ShownRow]:
    """Return the edits and reactions from that number on, in their order."""
    query = select(*_COLUMNS).where(_visible(address, now), _is_change(), outbox.c.id >= since)
    return [_shown(row) for row in await tx.execute(query.order_by(outbox.c.id))]


async def message(tx: AsyncConnection, address: int, now: datetime, number: int) -> ShownRow | None:
    """Return one visible message of the address, or None."""
    query = select(*_COLUMNS).where(_visible(address, now), outbox.c.id == number)
    row = (await tx.execute(query)).first()
    return None if row is None else _shown(row)


async def typed(
    tx: AsyncConnection, address: int, since: datetime | None, before: datetime | None
) -> list[TypedRow]:
    """Return the person's requests of that time, in their order."""
    query = select(inbox.c.id, inbox.c.raw, inbox.c.answer, inbox.c.received_at).where(
        inbox.c.chat == address, inbox.c.source == WEB
    )
    if since is not None:
        query = query.where(inbox.c.received_at >= since)
    if before is not None:
        query = query.where(inbox.c.received_at < before)
    found = await tx.execute(query.order_by(inbox.c.id))
    return [
        TypedRow(id=row.id, raw=row.raw, answer=row.answer, at=row.received_at) for row in found
    ]


async def newest(tx: AsyncConnection, addresses: Collection[int]) -> dict[int, int]:
    """Return the number of the last message of each address."""
    if not addresses:
        return {}
    query = (
        select(outbox.c.chat, func.max(outbox.c.id))
        .where(outbox.c.chat.in_(addresses), outbox.c.state.in_((QUEUED, SENT, DEAD)))
        .group_by(outbox.c.chat)
    )
    return {chat: int(number) for chat, number in await tx.execute(query)}
