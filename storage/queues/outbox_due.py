"""Selects the next message of the outbox to send, and decides which messages must wait.

A chat's messages are sent in the order in which they were queued, so the next one is the first of
its lane (`storage.queues.outbox.LANE`). A lane is as urgent as the most urgent message in it.

Two instants delay a row. `not_before` is its planned time (quiet hours, a picture to be drawn
first); later rows of the chat may overtake it. `retry_at` is the time of the next try after a
failure; later rows of the chat wait for it. A delay longer than any that the program sets was
stored while the clock was wrong, so it is ignored. `storage.queues.outbox` records the result of
each message.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
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
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.dialects import put
from storage.queues.outbox import MessageState, Parts, parts_of
from storage.queues.precedence import Precedence
from storage.queues.retry_times import may_be_tried, values_at
from storage.queues.retry_times import now as _now
from storage.schema import LATER, READY, chat_holds, outbox
from storage.types import UtcDateTime

LONGEST_HOLD: Final = timedelta(hours=1)
"""The longest hold on a chat; if Telegram asks for a longer pause, the courier tries after this."""
_MOST_DELAYED: Final = 256
"""The most delayed messages, now due, that one query examines."""
FIRST: Final = -(1 << 63)
"""A number below every chat's number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedMessage:
    """A message that may be sent now."""

    id: int
    chat: int
    payload: str
    """The message as JSON (`storage.queues.outbox`)."""
    about: str
    """The stream that the message concerns; "" for none."""
    attempts: int
    """The number of failed attempts to send the message."""
    created_at: datetime
    precedence: Precedence
    """The precedence of the message itself; its lane may be more urgent."""
    parts: Parts = ()
    """For a message that takes several calls: the ids that earlier tries have sent, by call."""
    is_alone: bool = field(default=False, compare=False)
    """Whether its lane is known to have had no other waiting message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Some of the lanes of one precedence, in the order of their chats' numbers."""

    heads: Sequence[QueuedMessage]
    """The first message of each lane, if it may be sent now."""
    end: int
    """The chat after which the next query must start; `FIRST` if there are no more lanes."""


# The queries, in capitals, are made of the conditions and values in small letters.
_may_go = and_(
    text("outbox.state = 'queued'"),
    or_(outbox.c.not_before.is_(None), outbox.c.not_before <= _now),
    or_(outbox.c.expires_at.is_(None), outbox.c.expires_at > _now),
)
_next_hold = bindparam("next_hold", type_=UtcDateTime)
_on_hold = select(chat_holds.c.chat).where(
    chat_holds.c.until > _now, chat_holds.c.until <= _next_hold
)
ROWS = select(
    outbox.c.id,
    outbox.c.chat,
    outbox.c.payload,
    outbox.c.about,
    outbox.c.attempts,
    outbox.c.created_at,
    outbox.c.message_ids,
    outbox.c.precedence,
)
_QUEUED = ROWS.where(outbox.c.id == bindparam("row"), outbox.c.state == MessageState.QUEUED)
_is_tried = may_be_tried(outbox)
_is_calm = and_(outbox.c.chat.not_in(_on_hold), _is_tried)
_portion = bindparam("portion", type_=Integer)
_of_kind = outbox.c.precedence == bindparam("precedence", type_=Integer)


def _kinds() -> Any:
    """Return the query for the precedences of which any message waits."""
    waiting = union_all(*(_waiting(precedence) for precedence in Precedence)).subquery()
    return select(waiting.c.precedence)


def _waiting(precedence: Precedence) -> Any:
    """Return the query for this precedence, without a row if no message of it waits."""
    number: ColumnElement[int] = literal_column(f"{precedence:d}")
    has_it = outbox.c.precedence == number
    return select(number.label("precedence")).where(
        or_(
            exists().where(text(READY), has_it),
            exists().where(text(LATER), has_it, outbox.c.not_before <= _now),
        )
    )


def _next_chat(after: Any) -> Any:
    """Return the query for the lowest chat number above `after` with such a message waiting.

    The recursion asks for one chat at a time, so the index skips all other messages of a chat.
    """
    chats = select(outbox.c.chat).where(text(READY), _of_kind, outbox.c.chat > after)
    return chats.order_by(outbox.c.chat).limit(1).scalar_subquery()


def _heads() -> Any:
    """Return the query for the first message of each lane that may be sent now."""
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
        .limit(_MOST_DELAYED)
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
    other = outbox.alias("other")
    in_lane = other.c.state == literal_column("'queued'"), other.c.chat == lanes.c.chat
    has_other = exists().where(*in_lane, other.c.id != outbox.c.id).label("has_other")
    return (
        select(lanes.c.chat.label("lane"), lanes.c.number, has_other, *ROWS.selected_columns)
        .select_from(joined)
        .where(lanes.c.chat.is_not(None))
    )


_KINDS, _HEADS = _kinds(), _heads()
_SET_ASIDE = update(outbox).where(
    outbox.c.id == bindparam("row"), outbox.c.state == MessageState.QUEUED
)
_first = select(func.min(outbox.c.id)).where(_may_go, outbox.c.chat == bindparam("chat"))
_STILL_DUE = ROWS.where(
    _is_calm,
    outbox.c.id == _first.scalar_subquery(),
    outbox.c.id == bindparam("row", type_=BigInteger),
)


async def kinds(tx: AsyncConnection, now: datetime) -> frozenset[Precedence]:
    """Return the precedences of waiting messages, including messages to chats on hold."""
    rows = (await tx.execute(_KINDS, {"now": now})).all()
    return frozenset({Precedence(row.precedence) for row in rows})


async def heads(
    tx: AsyncConnection,
    now: datetime,
    precedence: Precedence,
    after: int = FIRST,
    portion: int = 64,
) -> Stretch:
    """Return the first messages of up to `portion` lanes, by chat number from above `after`.

    A lane is included if it has a message of that precedence. Its first message is the oldest one
    not delayed by `not_before`, whatever its own precedence. A lane whose first message waits for
    another try, or whose chat is on hold, has none. A delayed message that has failed makes its
    lane urgent again only from its next try. The cost depends on the number of lanes, not on the
    number of messages that wait.
    """
    values = {"precedence": int(precedence), "after": after, "portion": portion}
    rows = (await tx.execute(_HEADS, {**_instants(now), **values})).all()
    lanes = {
        row.lane: message_in(row, is_alone=not row.has_other) for row in rows if row.id is not None
    }
    last_lane = next((row.lane for row in rows if row.number == portion), FIRST)
    return Stretch(heads=list(lanes.values()), end=last_lane)


async def still_due(
    tx: AsyncConnection, message: QueuedMessage, now: datetime
) -> QueuedMessage | None:
    """Return the message in its current state if it may still be sent now, otherwise None.

    The caller may have read it some time ago.
    """
    values = {"row": message.id, "chat": message.chat, **_instants(now)}
    row = (await tx.execute(_STILL_DUE, values)).first()
    return message_in(row) if row else None


async def queued(tx: AsyncConnection, number: int) -> QueuedMessage | None:
    """Return the message of that number if it is queued, even if it must wait; otherwise None."""
    row = (await tx.execute(_QUEUED, {"row": number})).first()
    return message_in(row) if row else None


def message_in(row: Any, *, is_alone: bool = False) -> QueuedMessage:
    """Return a row of `ROWS` as a value."""
    return QueuedMessage(
        id=row.id,
        chat=row.chat,
        payload=row.payload,
        about=row.about,
        attempts=row.attempts,
        created_at=row.created_at,
        precedence=Precedence(row.precedence),
        parts=parts_of(row.message_ids),
        is_alone=is_alone,
    )


async def set_aside(tx: AsyncConnection, row: int, until: datetime | None) -> None:
    """Let the chat's later messages overtake this one until `until`; None: it may be sent now."""
    await tx.execute(_SET_ASIDE, {"row": row, "not_before": until})


async def hold_chat(tx: AsyncConnection, chat: int, until: datetime) -> None:
    """Send nothing to the chat before that instant, because Telegram requested a pause."""
    await tx.execute(put(tx.dialect.name, chat_holds), {"chat": chat, "until": until})


def _instants(now: datetime) -> dict[str, datetime]:
    """Return the values for the instants in the queries."""
    return {**values_at(now), "next_hold": now + LONGEST_HOLD}
