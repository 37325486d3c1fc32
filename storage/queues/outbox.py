"""The outbox: every message is stored with the change it tells of, and sent afterwards.

Here messages are queued, what became of each is noted, and both are found again. A row that was
sent stays, as the proof of delivery. Which message goes next, and what holds one back, is in
`storage.queues.outbox_due`. What a payload says is not looked at here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, bindparam, delete, func, select, update

from storage.dialects import once, put
from storage.queues.precedence import Precedence
from storage.schema import chat_holds, outbox, sent_messages

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

QUEUED, SENT, DEAD, EXPIRED = "queued", "sent", "dead", "expired"

LANE: Final = 1 << 60
"""How far the lanes of one chat lie apart: messages that wait behind none of its others are queued
under its number and so much more, or less, a lane."""

Parts = Sequence[Sequence[int]]
"""The Telegram ids that each call for a message has made so far."""
_PART = ";"
"""Between the ids of two calls, as long as more calls are to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A message to be queued."""

    chat: int
    payload: str
    dedup_key: str = ""
    """A second row of the same key is dropped while the first is kept; empty: no such check."""
    about: str = ""
    """The game or match the message is about; empty: none."""
    not_before: datetime | None = None
    expires_at: datetime | None = None
    precedence: Precedence = Precedence.TOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """What became of one message: when it was queued and sent, and under which Telegram ids."""

    id: int
    chat: int
    payload: str
    state: str
    attempts: int
    created_at: datetime
    sent_at: datetime | None
    message_ids: tuple[int, ...]
    error: str


_MARK = update(outbox).where(outbox.c.id == bindparam("row"))
_SENT = (
    update(outbox)
    .where(outbox.c.id == bindparam("row"))
    .values(
        state=SENT,
        error="",
        sent_at=bindparam("at", type_=outbox.c.sent_at.type),
        message_ids=bindparam("ids"),
    )
    .returning(outbox.c.chat, outbox.c.about)
)
_DELIVERIES = (
    select(
        outbox.c.id,
        outbox.c.chat,
        outbox.c.payload,
        outbox.c.state,
        outbox.c.attempts,
        outbox.c.created_at,
        outbox.c.sent_at,
        outbox.c.message_ids,
        outbox.c.error,
    )
    .where(outbox.c.about == bindparam("name"))
    .order_by(outbox.c.id)
)
_ABOUT = select(sent_messages.c.about).where(
    sent_messages.c.chat == bindparam("chat"), sent_messages.c.message == bindparam("message")
)
_OVERTAKEN = (
    update(outbox)
    .where(
        # Not the bare column: by its index SQLite would look through all that waits, in every move.
        outbox.c.state + "" == QUEUED,
        outbox.c.about == bindparam("name"),
        outbox.c.dedup_key.like(bindparam("like"), escape="/"),
    )
    .values(state=EXPIRED)
)
_STATE = select(outbox.c.state).where(outbox.c.dedup_key == bindparam("key"))
_FAILED = _MARK.values(attempts=outbox.c.attempts + 1)


async def queue(tx: "AsyncConnection", rows: Iterable[Outgoing], at: datetime) -> None:
    """Queue the messages in their order, in the transaction of what they tell of."""
    values = [
        {
            "chat": row.chat,
            "payload": row.payload,
            "dedup_key": row.dedup_key or None,
            "about": row.about,
            "state": QUEUED,
            "not_before": row.not_before,
            "expires_at": row.expires_at,
            "created_at": at,
            "precedence": int(row.precedence),
        }
        for row in rows
    ]
    if values:
        await tx.execute(once(tx.dialect.name, outbox, "dedup_key"), values)


async def mark_sent(
    tx: "AsyncConnection", row: int, message_ids: Sequence[int], at: datetime
) -> None:
    """Note that the message was sent, and under which Telegram ids (several for an album).

    Nothing is noted of one whose reader was forgotten while it was under way.
    """
    values = {"row": row, "at": at, "ids": _listed(message_ids)}
    sent = (await tx.execute(_SENT, values)).first()
    if sent is not None and sent.about:
        rows = [{"chat": sent.chat, "message": each, "about": sent.about} for each in message_ids]
        if rows:
            await tx.execute(put(tx.dialect.name, sent_messages), rows)


async def keep_parts(tx: "AsyncConnection", row: int, parts: Parts) -> None:
    """Store the messages of the first calls for a message; a retry continues after them.

    Without any, a retry starts from the first call.
    """
    await tx.execute(_MARK, {"row": row, "message_ids": _PART.join(map(_listed, parts))})


def parts_of(message_ids: str) -> Parts:
    """Return the parts that `keep_parts` has noted."""
    return tuple(_numbers(part) for part in message_ids.split(_PART)) if message_ids else ()


async def put_back(tx: "AsyncConnection", row: int, retry_at: datetime, error: str) -> None:
    """Note a failed attempt; the message, and its chat with it, waits until `retry_at`."""
    values = {"retry_at": retry_at, "error": error}
    await tx.execute(_FAILED, {"row": row, **values})


async def bury(tx: "AsyncConnection", row: int, error: str) -> None:
    """Set the message aside for good; the chat goes on with its next one."""
    await tx.execute(_FAILED, {"row": row, "state": DEAD, "error": error})


async def expire(tx: "AsyncConnection", now: datetime) -> int:
    """Drop the messages nobody needs any more; return how many."""
    old = update(outbox).where(outbox.c.state == QUEUED, outbox.c.expires_at <= now)
    await tx.execute(delete(chat_holds).where(chat_holds.c.until <= now))
    return (await tx.execute(old.values(state=EXPIRED))).rowcount


async def withdraw(tx: "AsyncConnection", about: str, dedup_prefix: str) -> int:
    """Drop what is queued about a game under keys of that prefix; return how many.

    For messages overtaken by events: a reminder when the placement has been made.
    """
    like = re.sub(r"[/%_]", r"/\g<0>", dedup_prefix) + "%"
    return (await tx.execute(_OVERTAKEN, {"name": about, "like": like})).rowcount


async def newest_sent(tx: "AsyncConnection", about: str, dedup_prefix: str) -> str:
    """Return the key of the newest message sent under keys of that prefix, or ""."""
    query = (
        select(outbox.c.dedup_key)
        .where(
            outbox.c.state == SENT,
            outbox.c.about == about,
            outbox.c.dedup_key.startswith(dedup_prefix, autoescape=True),
        )
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    return (await tx.execute(query)).scalar_one_or_none() or ""


async def readdress(tx: "AsyncConnection", old: int, new: int) -> int:
    """Send what waits for a chat to the chat that took its place; return how many messages."""
    waiting = update(outbox).where(outbox.c.chat == old, outbox.c.state == QUEUED)
    return (await tx.execute(waiting.values(chat=new, retry_at=None))).rowcount


async def deliveries(tx: "AsyncConnection", about: str) -> list[Delivery]:
    """Return every message about that game or match, in order: the proof of delivery."""
    return [
        Delivery(**(row._asdict() | {"message_ids": _numbers(row.message_ids)}))
        for row in (await tx.execute(_DELIVERIES, {"name": about})).all()
    ]


async def message_of(tx: "AsyncConnection", dedup_key: str) -> int | None:
    """Return the Telegram id of the message that was queued under that key, once it is sent."""
    is_it = outbox.c.dedup_key == dedup_key, outbox.c.state == SENT
    query = select(outbox.c.message_ids).where(*is_it)
    numbers = _numbers((await tx.execute(query)).scalar_one_or_none() or "")
    return numbers[0] if numbers else None


async def about_of(tx: "AsyncConnection", chat: int, message: int) -> str:
    """Return what a message we sent was about, so that a reply to it finds its game; or ""."""
    found = (await tx.execute(_ABOUT, {"chat": chat, "message": message})).first()
    return found.about if found else ""


async def latest_about(tx: "AsyncConnection", chat: int, about: str) -> int | None:
    """Return the last message about that which we sent to the chat; None if there is none."""
    query = select(func.max(sent_messages.c.message)).where(
        sent_messages.c.chat == chat, sent_messages.c.about == about
    )
    found = (await tx.execute(query)).scalar_one()
    return None if found is None else int(found)


async def state_of(tx: "AsyncConnection", dedup_key: str) -> str | None:
    """Return what has become of the message of that key; None if there is none."""
    found = (await tx.execute(_STATE, {"key": dedup_key})).first()
    return None if found is None else str(found.state)


async def sent_at(tx: "AsyncConnection", dedup_key: str) -> datetime | None:
    """Return when the message of that key was sent; None: not yet, or there is none."""
    query = select(outbox.c.sent_at).where(outbox.c.dedup_key == dedup_key, outbox.c.state == SENT)
    return (await tx.execute(query)).scalar_one_or_none()


async def counts(tx: "AsyncConnection") -> dict[str, int]:
    """Return how many messages are queued, sent, dead and expired."""
    query = select(outbox.c.state, func.count()).group_by(outbox.c.state)
    found = {state: int(count) for state, count in await tx.execute(query)}
    return {state: found.get(state, 0) for state in (QUEUED, SENT, DEAD, EXPIRED)}


async def prune(tx: "AsyncConnection", before: datetime) -> int:
    """Forget finished messages about nothing in particular that were queued before that instant.

    Those about a game or match prove its deliveries and stay; so do dead ones.
    """
    finished = and_(outbox.c.about == "", outbox.c.state.in_((SENT, EXPIRED)))
    old = delete(outbox).where(finished, outbox.c.created_at < before)
    return (await tx.execute(old)).rowcount


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _numbers(listed: str) -> tuple[int, ...]:
    return tuple(map(int, listed.replace(_PART, ",").split(","))) if listed else ()
