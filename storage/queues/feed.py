"""The messages of a browser's address, read from the outbox: what its page shows.

A message is visible once its transaction has committed and its planned time has come. Nothing is
copied, so nothing can be lost or shown twice. A person's own texts are their requests in the inbox,
for as long as these are kept.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BigInteger, Integer, and_, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.queues.inbox import RowOrigin
from storage.queues.outbox import MessageState
from storage.schema import inbox, outbox
from storage.types import UtcDateTime

TYPED: Final = 1 << 30
"""The distance of the numbers of own texts from those of the bot's messages.

The numbers come from two tables, so without it a text and a message could have the same one.
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
    """The message as JSON."""
    about: str
    """Its game or match; "" for none."""
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


_now = bindparam("now", type_=UtcDateTime)
# Queries in capitals are executed; those in small letters are parts of them.
_is_due = and_(
    outbox.c.state == MessageState.QUEUED,
    or_(outbox.c.not_before.is_(None), outbox.c.not_before <= _now),
    or_(outbox.c.expires_at.is_(None), outbox.c.expires_at > _now),
)
# A message that no mail server took is on the page all the same.
_is_in_view = outbox.c.state.in_((MessageState.QUEUED, MessageState.SENT, MessageState.DEAD))
_VISIBLE: Final = select(
    outbox.c.id, outbox.c.payload, outbox.c.about, outbox.c.created_at, outbox.c.not_before
).where(
    outbox.c.chat == bindparam("address"),
    _is_in_view,
    or_(outbox.c.state != MessageState.QUEUED, _is_due),
)
_is_change = or_(*(outbox.c.payload.like(part) for part in _CHANGES))
_PAGE: Final = (
    _VISIBLE.where(~_is_change, outbox.c.id < bindparam("before", type_=BigInteger))
    .order_by(outbox.c.id.desc())
    .limit(bindparam("most", type_=Integer))
)
_CHANGED: Final = _VISIBLE.where(
    _is_change, outbox.c.id >= bindparam("since", type_=BigInteger)
).order_by(outbox.c.id)
_MESSAGE: Final = _VISIBLE.where(outbox.c.id == bindparam("number", type_=BigInteger))
_TYPED: Final = (
    select(inbox.c.id, inbox.c.raw, inbox.c.answer, inbox.c.received_at)
    .where(inbox.c.chat == bindparam("address"), inbox.c.source == RowOrigin.WEB)
    .order_by(inbox.c.id)
)
_since = inbox.c.received_at >= bindparam("since", type_=UtcDateTime)
_before = inbox.c.received_at < bindparam("before", type_=UtcDateTime)
_TYPED_IN: Final = {
    (False, False): _TYPED,
    (True, False): _TYPED.where(_since),
    (False, True): _TYPED.where(_before),
    (True, True): _TYPED.where(_since, _before),
}
"""The query by whether it has the bounds `since` and `before`."""
_NEWEST: Final = (
    select(outbox.c.chat, func.max(outbox.c.id))
    .where(
        outbox.c.chat.in_(bindparam("addresses", expanding=True)),
        _is_in_view,
    )
    .group_by(outbox.c.chat)
)
_END: Final = 1 << 62
"""A number above that of every message."""


def _shown(row: Any) -> ShownRow:
    """Return a row as a value, at the instant from which it may be shown."""
    at = max(row.created_at, row.not_before or row.created_at)
    return ShownRow(id=row.id, payload=row.payload, about=row.about, at=at)


async def page(
    tx: AsyncConnection, address: int, now: datetime, *, before: int | None, most: int
) -> list[ShownRow]:
    """Return the last messages with a number below `before`, the newest first; None: of all."""
    values = {"address": address, "now": now, "most": most}
    values["before"] = _END if before is None else before
    return [_shown(row) for row in await tx.execute(_PAGE, values)]


async def changes(tx: AsyncConnection, address: int, now: datetime, since: int) -> list[ShownRow]:
    """Return the edits and reactions from that number on, in their order."""
    values = {"address": address, "now": now, "since": since}
    return [_shown(row) for row in await tx.execute(_CHANGED, values)]


async def message(tx: AsyncConnection, address: int, now: datetime, number: int) -> ShownRow | None:
    """Return one visible message of the address, or None."""
    values = {"address": address, "now": now, "number": number}
    row = (await tx.execute(_MESSAGE, values)).first()
    return None if row is None else _shown(row)


async def typed(
    tx: AsyncConnection, address: int, since: datetime | None, before: datetime | None
) -> list[TypedRow]:
    """Return the person's requests from `since` on and before `before`, in their order.

    None is no bound.
    """
    values: dict[str, object] = {"address": address}
    if since is not None:
        values["since"] = since
    if before is not None:
        values["before"] = before
    rows = await tx.execute(_TYPED_IN[since is not None, before is not None], values)
    return [TypedRow(id=row.id, raw=row.raw, answer=row.answer, at=row.received_at) for row in rows]


async def newest(tx: AsyncConnection, addresses: Collection[int]) -> dict[int, int]:
    """Return the number of the last message of each address."""
    if not addresses:
        return {}
    rows = await tx.execute(_NEWEST, {"addresses": tuple(addresses)})
    return {chat: int(number) for chat, number in rows}
