"""Which message of the outbox goes next, and what holds one back.

Each chat hears its messages in the order in which they were queued: what goes next is the first of
its lane (`storage.queues.outbox.LANE`). A lane is as urgent as the most urgent message in it. Two
instants hold a row back, and they differ: `not_before` is when it is meant to go (quiet hours, a
picture to be made first), and later rows may overtake it; `retry_at` is when to try again after a
failure, and the chat's later rows wait behind it. Waits longer than are ever asked for were noted
while the clock was wrong, and do not count. What becomes of a message is noted in
`storage.queues.outbox`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    BigInteger,
    Integer,
    and_,
    bindparam,
    exists,
    func,
    literal,
    literal_column,
    or_,
    select,
    text,
    union_all,
    update,
)

from storage.dialects import put
from storage.queues.outbox import QUEUED, Parts, parts_of
from storage.queues.precedence import Precedence
from storage.schema import LATER, READY, chat_holds, outbox
from storage.types import UtcDateTime

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

LONGEST_RETRY = timedelta(minutes=10)
"""More than lies between two tries of one message."""
LONGEST_HOLD = timedelta(hours=1)
"""Who wants a chat left alone for longer is asked again after so long."""
_RIPE: Final = 256
"""Messages meant for later whose time has come, that are looked at together."""
FIRST: Final = -(1 << 63)
"""Before every chat's number."""


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
    precedence: Precedence
    """Its own; its lane may be more urgent."""
    parts: Parts = ()
    """What earlier tries have made of a message that takes several calls, a call each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Some of the lanes of one precedence, by the numbers of their chats."""

    heads: Sequence[Queued]
    """Of each the first message, which may go now."""
    end: int
    """After which chat to look for more; `FIRST`: there are no more."""


_now = bindparam("now", type_=UtcDateTime)
_may_go = and_(
    text("outbox.state = 'queued'"),
    or_(outbox.c.not_before.is_(None), outbox.c.not_before <= _now),
    or_(outbox.c.expires_at.is_(None), outbox.c.expires_at > _now),
)
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
    outbox.c.precedence,
)
_QUEUED = _ROWS.where(outbox.c.id == bindparam("row"), outbox.c.state == QUEUED)
_is_tried = or_(
    outbox.c.retry_at.is_(None), outbox.c.retry_at <= _now, outbox.c.retry_at > _next_retry
)
_is_calm = and_(outbox.c.chat.not_in(_on_hold), _is_tried)
_portion = bindparam("portion", type_=Integer)
_of_kind = outbox.c.precedence == bindparam("precedence", type_=Integer)


def _kinds() -> Any:
    """Ask of each precedence whether any such message waits."""
    of_it = [(each, outbox.c.precedence == literal_column(f"{each:d}")) for each in Precedence]
    found = union_all(
        *(
            select(literal_column(f"{each:d}").label("precedence")).where(
                or_(
                    exists().where(text(READY), is_it),
                    exists().where(text(LATER), is_it, outbox.c.not_before <= _now),
                )
            )
            for each, is_it in of_it
        )
    ).subquery()
    return select(found.c.precedence)


def _next_chat(after: Any) -> Any:
    """Return the lowest number of a chat beyond that one which has such a message waiting.

    Asked for one by one: a chat's other messages, however many, are passed over in the index.
    """
    chats = select(outbox.c.chat).where(text(READY), _of_kind, outbox.c.chat > after)
    return chats.order_by(outbox.c.chat).limit(1).scalar_subquery()


def _heads() -> Any:
    first = select(
        _next_chat(bindparam("after", type_=BigInteger)).label("chat"), literal(1).label("number")
    ).cte("ready", recursive=True)
    ready = first.union_all(
        select(_next_chat(first.c.chat), first.c.number + 1).where(
            first.c.chat.is_not(None), first.c.number < _portion
        )
    )
    later = (
        select(outbox.c.chat, literal(0).label("number"))
        .where(text(LATER), _of_kind, outbox.c.not_before <= _now, _is_tried)
        .order_by(outbox.c.not_before)
        .limit(_RIPE)
        .subquery()
    )
    lanes = union_all(select(ready.c.chat, ready.c.number), select(later)).subquery("lanes")
    head = (
        select(outbox.c.id)
        .where(_may_go, outbox.c.chat == lanes.c.chat)
        .order_by(outbox.c.id)
        .limit(1)
        .correlate(lanes)
        .scalar_subquery()
    )
    joined = lanes.outerjoin(outbox, and_(outbox.c.id == head, _is_calm))
    return (
        select(lanes.c.chat.label("lane"), lanes.c.number, *_ROWS.selected_columns)
        .select_from(joined)
        .where(lanes.c.chat.is_not(None))
    )


_KINDS, _HEADS = _kinds(), _heads()
_SET_ASIDE = update(outbox).where(outbox.c.id == bindparam("row"), outbox.c.state == QUEUED)
_first = select(func.min(outbox.c.id)).where(_may_go, outbox.c.chat == bindparam("chat"))
_STILL_DUE = _ROWS.where(
    _is_calm,
    outbox.c.id == _first.scalar_subquery(),
    outbox.c.id == bindparam("row", type_=BigInteger),
)


async def kinds(tx: "AsyncConnection", now: datetime) -> frozenset[Precedence]:
    """Return of which precedences any messages wait, be their chats on hold or not."""
    found = (await tx.execute(_KINDS, {"now": now})).all()
    return frozenset({Precedence(row.precedence) for row in found})


async def heads(
    tx: "AsyncConnection",
    now: datetime,
    precedence: Precedence,
    after: int = FIRST,
    portion: int = 64,
) -> Stretch:
    """Return the lanes with such a message whose chats have the lowest numbers beyond `after`.

    Of each, the oldest message not held back by `not_before`, whatever its own precedence; while it
    waits for another attempt, or its chat is on hold, the lane has none. One that was meant for
    later and has failed counts among its kind from its next attempt on. What all this costs depends
    on how many lanes are asked for, not on how many messages wait.
    """
    values = {"precedence": int(precedence), "after": after, "portion": portion}
    found = (await tx.execute(_HEADS, {**_instants(now), **values})).all()
    lanes = {row.lane: _queued(row) for row in found if row.id is not None}
    more = [row.lane for row in found if row.number == portion]
    return Stretch(heads=list(lanes.values()), end=more[0] if more else FIRST)


async def still_due(tx: "AsyncConnection", message: Queued, now: datetime) -> Queued | None:
    """Return the message as it is now, if its turn it still is; it may have been read long ago."""
    values = {"row": message.id, "chat": message.chat, **_instants(now)}
    found = (await tx.execute(_STILL_DUE, values)).first()
    return _queued(found) if found else None


async def queued(tx: "AsyncConnection", row: int) -> Queued | None:
    """Return the message of that number, whether its turn has come or not; None: it has gone."""
    found = (await tx.execute(_QUEUED, {"row": row})).first()
    return _queued(found) if found else None


def _queued(row: Any) -> Queued:
    return Queued(
        id=row.id,
        chat=row.chat,
        payload=row.payload,
        about=row.about,
        attempts=row.attempts,
        created_at=row.created_at,
        precedence=Precedence(row.precedence),
        parts=parts_of(row.message_ids),
    )


async def set_aside(tx: "AsyncConnection", row: int, until: datetime | None) -> None:
    """Let the chat's later messages overtake this one until then; None: it may go now."""
    await tx.execute(_SET_ASIDE, {"row": row, "not_before": until})


async def hold_chat(tx: "AsyncConnection", chat: int, until: datetime) -> None:
    """Send nothing to the chat before that instant: Telegram asked for it."""
    await tx.execute(put(tx.dialect.name, chat_holds), {"chat": chat, "until": until})


def _instants(now: datetime) -> dict[str, datetime]:
    return {"now": now, "next_retry": now + LONGEST_RETRY, "next_hold": now + LONGEST_HOLD}
