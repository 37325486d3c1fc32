"""Which message of the outbox goes next, and what holds one back.

Each chat hears its messages in the order in which they were queued. Two instants hold a row back,
and they differ: `not_before` is when it is meant to go (quiet hours, a picture to be made first),
and later rows may overtake it; `retry_at` is when to try again after a failure, and the chat's
later rows wait behind it. Waits longer than are ever asked for were noted while the clock was
wrong, and do not count. What becomes of a message is noted in `storage.outbox`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, Integer, and_, bindparam, func, or_, select, update

from storage import prepared
from storage.db import put
from storage.outbox import QUEUED, Parts, parts_of
from storage.schema import chat_holds, outbox
from storage.types import UtcDateTime

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

LONGEST_RETRY = timedelta(minutes=10)
"""More than lies between two tries of one message."""
LONGEST_HOLD = timedelta(hours=1)
"""Who wants a chat left alone for longer is asked again after so long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """A message whose turn it is."""

    id: int
    chat: int
    payload: str
    about: str
    attempts: int
    """How often sending it has failed so far."""
    created_at: datetime
    parts: Parts = ()
    """What earlier tries have made of a message that takes several calls, a call each."""


_now = bindparam("now", type_=UtcDateTime)
_may_go = and_(
    outbox.c.state == QUEUED,
    or_(outbox.c.not_before.is_(None), outbox.c.not_before <= _now),
    or_(outbox.c.expires_at.is_(None), outbox.c.expires_at > _now),
)
_turn = select(func.min(outbox.c.id)).where(_may_go).group_by(outbox.c.chat)
_next_retry = bindparam("next_retry", type_=UtcDateTime)
_next_hold = bindparam("next_hold", type_=UtcDateTime)
_on_hold = select(chat_holds.c.chat).where(
    chat_holds.c.until > _now, chat_holds.c.until <= _next_hold
)
_ROWS = select(
    outbox.c.id,
    outbox.c.chat,
    outbox.c.payload,
    outbox.c.about,
    outbox.c.attempts,
    outbox.c.created_at,
    outbox.c.message_ids,
)
_QUEUED = _ROWS.where(outbox.c.id == bindparam("row"), outbox.c.state == QUEUED)
_CALM = _ROWS.where(outbox.c.chat.not_in(_on_hold)).where(
    or_(
        outbox.c.retry_at.is_(None),
        outbox.c.retry_at <= _now,
        outbox.c.retry_at > _next_retry,
    )
)
_DUE = (
    _CALM.where(outbox.c.id.in_(_turn))
    .order_by(outbox.c.id)
    .limit(bindparam("portion", type_=Integer))
)
_SET_ASIDE = update(outbox).where(outbox.c.id == bindparam("row"), outbox.c.state == QUEUED)
_first = select(func.min(outbox.c.id)).where(_may_go, outbox.c.chat == bindparam("chat"))
_STILL_DUE = _CALM.where(
    outbox.c.id == _first.scalar_subquery(),
    outbox.c.id == bindparam("row", type_=BigInteger),
)


async def due(tx: "AsyncConnection", now: datetime, limit: int = 100) -> list[Queued]:
    """Return, for each chat that may be written to now, the message whose turn it is.

    That is the oldest one not held back by `not_before`; while it waits for another attempt, or its
    chat is on hold, the chat is silent. One row a chat: send it, mark it, ask again.
    """
    found = await prepared.rows(tx, _DUE, {**_instants(now), "portion": limit})
    return [_queued(row) for row in found]


async def still_due(tx: "AsyncConnection", row: Queued, now: datetime) -> Queued | None:
    """Return the message as it is now, if its turn it still is; it may have been read long ago."""
    values = {"row": row.id, "chat": row.chat, **_instants(now)}
    found = await prepared.row(tx, _STILL_DUE, values)
    return _queued(found) if found else None


async def queued(tx: "AsyncConnection", row: int) -> Queued | None:
    """Return the message of that number, whether its turn has come or not; None: it has gone."""
    found = await prepared.row(tx, _QUEUED, {"row": row})
    return _queued(found) if found else None


def _queued(row: Any) -> Queued:
    facts = row._asdict()
    parts = parts_of(facts.pop("message_ids"))
    return Queued(**facts, parts=parts)


async def set_aside(tx: "AsyncConnection", row: int, until: datetime | None) -> None:
    """Let the chat's later messages overtake this one until then; None: it may go now."""
    await prepared.run(tx, _SET_ASIDE, {"row": row, "not_before": until})


async def hold_chat(tx: "AsyncConnection", chat: int, until: datetime) -> None:
    """Send nothing to the chat before that instant: Telegram asked for it."""
    await tx.execute(put(tx.dialect.name, chat_holds), {"chat": chat, "until": until})


def _instants(now: datetime) -> dict[str, datetime]:
    return {"now": now, "next_retry": now + LONGEST_RETRY, "next_hold": now + LONGEST_HOLD}
