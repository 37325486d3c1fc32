"""The outbox: every message is stored in the transaction of its change, and sent afterwards.

This module queues messages and records the result of each. A sent row stays as the proof of
delivery. `storage.queues.outbox_due` selects the next message, and `storage.queues.outbox_mails`
records the mails of browsers. This module does not interpret payloads.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, Protocol

from sqlalchemy import and_, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.dialects import once, put
from storage.queues.precedence import Precedence
from storage.schema import chat_holds, outbox, sent_messages


class MessageState(StrEnum):
    """What has become of a message."""

    QUEUED = "queued"
    SENT = "sent"
    DEAD = "dead"
    """It was given up."""
    EXPIRED = "expired"
    """It was withdrawn, or nobody needs it any longer."""


SEEN: Final = "seen:"
"""The start of the key of a message that its reader has seen before it was sent."""
LANE: Final = 1 << 60
"""The distance between the lanes of a chat.

A message that waits for no other of its chat is queued under the chat's number plus or minus a
multiple of this.
"""

Parts = Sequence[Sequence[int]]
"""The Telegram ids that each call for a message has returned so far."""
PART = ";"
"""Separates the ids of two calls while further calls follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A message to be queued."""

    chat: int
    payload: str
    """The message as JSON."""
    dedup_key: str = ""
    """While a row with this key exists, another is dropped; empty for no check."""
    about: str = ""
    """The game or match of the message; empty for none."""
    not_before: datetime | None = None
    """The instant before which it is not sent; None for none."""
    expires_at: datetime | None = None
    """The instant after which nobody needs it; None for none."""
    precedence: Precedence = Precedence.TOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """The delivery of a message: when it was queued and sent, and its Telegram ids."""

    id: int
    chat: int
    payload: str
    state: MessageState
    attempts: int
    created_at: datetime
    sent_at: datetime | None
    message_ids: tuple[int, ...]
    error: str


class AddressedRow(Protocol):
    """A row as its sender read it: its reader may get another address during the call."""

    @property
    def id(self) -> int:
        """Return its number."""
        ...

    @property
    def chat(self) -> int:
        """Return the lane in which it waited."""
        ...


_has_its_address = and_(outbox.c.id == bindparam("row"), outbox.c.chat == bindparam("to"))
_is_waiting = and_(_has_its_address, outbox.c.state == MessageState.QUEUED)
_MARK_WAITING = update(outbox).where(_is_waiting)
_SENT = (
    update(outbox)
    .where(_has_its_address)
    .values(
        state=MessageState.SENT,
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
_WITHDRAW = (
    update(outbox)
    .where(
        # An expression instead of the column: with the column's index, SQLite would scan all
        # waiting messages at every move.
        outbox.c.state + "" == MessageState.QUEUED,
        outbox.c.about == bindparam("name"),
        outbox.c.dedup_key.like(bindparam("like"), escape="/"),
    )
    .values(state=MessageState.EXPIRED)
    .returning(outbox.c.dedup_key)
)
_IS_WAITING = select(outbox.c.id).where(_is_waiting)
_STATE = select(outbox.c.state).where(outbox.c.dedup_key == bindparam("key"))
_FAILED = _MARK_WAITING.values(attempts=outbox.c.attempts + 1)
_WAITING_FOR = update(outbox).where(
    outbox.c.chat == bindparam("old"), outbox.c.state == MessageState.QUEUED
)


async def queue(tx: AsyncConnection, rows: Iterable[Outgoing], at: datetime) -> None:
    """Queue the messages in their order, in the transaction of their change."""
    values = [
        {
            "chat": row.chat,
            "payload": row.payload,
            "dedup_key": row.dedup_key or None,
            "about": row.about,
            "state": MessageState.QUEUED,
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
    tx: AsyncConnection, message: AddressedRow, message_ids: Sequence[int], at: datetime
) -> None:
    """Record that the message was sent, with its Telegram ids (several for an album).

    Nothing is recorded if its reader was forgotten or got another address during the call: the ids
    mean other messages there, and the row is sent to the new address.
    """
    values = {**_key(message), "at": at, "ids": _listed(message_ids)}
    sent = (await tx.execute(_SENT, values)).first()
    if sent is None or not sent.about:
        return
    rows = [
        {"chat": sent.chat, "message": message_id, "about": sent.about}
        for message_id in message_ids
    ]
    if rows:
        await tx.execute(put(tx.dialect.name, sent_messages), rows)


async def is_waiting(tx: AsyncConnection, message: AddressedRow) -> bool:
    """Return whether the message is still queued for the address at which its sender read it."""
    return (await tx.execute(_IS_WAITING, _key(message))).first() is not None


async def keep_parts(tx: AsyncConnection, message: AddressedRow, parts: Parts) -> bool:
    """Store the messages of the first calls for a message; a retry continues after them.

    Return whether it is still waiting.
    """
    values = {**_key(message), "message_ids": PART.join(map(_listed, parts))}
    return bool((await tx.execute(_MARK_WAITING, values)).rowcount)


async def note_seen(tx: AsyncConnection, dedup_key: str) -> bool:
    """Record that the reader of a queued message has seen it elsewhere; return whether it waited.

    It is still sent, but its key no longer finds it.
    """
    waiting = (outbox.c.dedup_key == dedup_key, outbox.c.state == MessageState.QUEUED)
    statement = update(outbox).where(*waiting).values(dedup_key=f"{SEEN}{dedup_key}")
    return bool((await tx.execute(statement)).rowcount)


def parts_of(message_ids: str) -> Parts:
    """Return the parts that `keep_parts` has stored."""
    return tuple(_numbers(part) for part in message_ids.split(PART)) if message_ids else ()


async def put_back(
    tx: AsyncConnection, message: AddressedRow, retry_at: datetime, error: str
) -> None:
    """Record a failed attempt; the message and its chat wait until `retry_at`."""
    await tx.execute(_FAILED, {**_key(message), "retry_at": retry_at, "error": error})


async def bury(tx: AsyncConnection, message: AddressedRow, error: str) -> bool:
    """Move the message to dead letters; the chat continues with its next message.

    Return False if it was not waiting any longer.
    """
    values = {"state": MessageState.DEAD, "error": error}
    return bool((await tx.execute(_FAILED, {**_key(message), **values})).rowcount)


async def expire(tx: AsyncConnection, now: datetime) -> int:
    """Drop the messages that nobody needs any longer; return their number."""
    expired = update(outbox).where(
        outbox.c.state == MessageState.QUEUED, outbox.c.expires_at <= now
    )
    await tx.execute(delete(chat_holds).where(chat_holds.c.until <= now))
    return (await tx.execute(expired.values(state=MessageState.EXPIRED))).rowcount


async def withdraw(tx: AsyncConnection, about: str, dedup_prefix: str) -> list[str]:
    """Drop the queued messages of a game under keys of that prefix; return their keys.

    They are out of date, such as a reminder of a turn after the move.
    """
    like = re.sub(r"[/%_]", r"/\g<0>", dedup_prefix) + "%"
    return [*(await tx.execute(_WITHDRAW, {"name": about, "like": like})).scalars()]


async def newest_sent(tx: AsyncConnection, about: str, dedup_prefix: str) -> str:
    """Return the key of the newest message sent under keys of that prefix, or ""."""
    query = (
        select(outbox.c.dedup_key)
        .where(
            outbox.c.state == MessageState.SENT,
            outbox.c.about == about,
            outbox.c.dedup_key.startswith(dedup_prefix, autoescape=True),
        )
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    return (await tx.execute(query)).scalar_one_or_none() or ""


async def queued_in(tx: AsyncConnection, chat: int) -> list[tuple[int, str]]:
    """Return the waiting messages of a chat, each with its number."""
    query = (
        select(outbox.c.id, outbox.c.payload)
        .where(outbox.c.chat == chat, outbox.c.state == MessageState.QUEUED)
        .order_by(outbox.c.id)
    )
    return [(int(row.id), row.payload) for row in await tx.execute(query)]


async def rewrite(tx: AsyncConnection, row: int, payload: str | None) -> None:
    """Replace a waiting message; None withdraws it. A message sent meanwhile stays as it is."""
    values = {"state": MessageState.EXPIRED} if payload is None else {"payload": payload}
    waiting = update(outbox).where(outbox.c.id == row, outbox.c.state == MessageState.QUEUED)
    await tx.execute(waiting.values(**values))


async def readdress(tx: AsyncConnection, old: int, new: int) -> None:
    """Send waiting messages to another address, each from its first call."""
    values: dict[str, Any] = {"chat": new, "retry_at": None, "message_ids": ""}
    await tx.execute(_WAITING_FOR, {"old": old, **values})


async def renumber(tx: AsyncConnection, old: int, new: int) -> None:
    """Give waiting messages their group's new number; it has what was sent under the old one."""
    await tx.execute(_WAITING_FOR, {"old": old, "chat": new, "retry_at": None})


async def deliveries(tx: AsyncConnection, about: str) -> list[Delivery]:
    """Return every message about that game or match, in order: the proof of delivery."""
    return [
        Delivery(
            **row._asdict()
            | {"state": MessageState(row.state), "message_ids": _numbers(row.message_ids)}
        )
        for row in (await tx.execute(_DELIVERIES, {"name": about})).all()
    ]


async def message_of(tx: AsyncConnection, dedup_key: str, chat: int) -> int | None:
    """Return the id of the chat's message with that key; None until it is sent.

    A message that was sent to another chat does not count: after a person's move, its id means
    another message in their present chat.
    """
    query = select(outbox.c.message_ids).where(
        outbox.c.dedup_key == dedup_key,
        outbox.c.state == MessageState.SENT,
        outbox.c.chat == chat,
    )
    numbers = _numbers((await tx.execute(query)).scalar_one_or_none() or "")
    return numbers[0] if numbers else None


async def about_of(tx: AsyncConnection, chat: int, message: int) -> str:
    """Return the game or match of a sent message, by which a reply finds its game, or ""."""
    row = (await tx.execute(_ABOUT, {"chat": chat, "message": message})).first()
    return row.about if row else ""


async def latest_about(tx: AsyncConnection, chat: int, about: str) -> int | None:
    """Return the id of the last message sent to the chat about that subject, or None."""
    query = select(func.max(sent_messages.c.message)).where(
        sent_messages.c.chat == chat, sent_messages.c.about == about
    )
    message = (await tx.execute(query)).scalar_one()
    return None if message is None else int(message)


async def state_of(tx: AsyncConnection, dedup_key: str) -> MessageState | None:
    """Return the state of the message with that key, or None."""
    row = (await tx.execute(_STATE, {"key": dedup_key})).first()
    return None if row is None else MessageState(row.state)


async def sent_at(tx: AsyncConnection, dedup_key: str) -> datetime | None:
    """Return the instant at which the message with that key was sent; None if it was not sent."""
    query = select(outbox.c.sent_at).where(
        outbox.c.dedup_key == dedup_key, outbox.c.state == MessageState.SENT
    )
    return (await tx.execute(query)).scalar_one_or_none()


async def payload_of(tx: AsyncConnection, row: int) -> str | None:
    """Return the message of that row, or None."""
    query = select(outbox.c.payload).where(outbox.c.id == row)
    return (await tx.execute(query)).scalar_one_or_none()


async def counts(tx: AsyncConnection) -> dict[str, int]:
    """Return how many messages are in each state."""
    query = select(outbox.c.state, func.count()).group_by(outbox.c.state)
    stored = {state: int(count) for state, count in await tx.execute(query)}
    return {state: stored.get(state, 0) for state in MessageState}


async def prune(tx: AsyncConnection, before: datetime) -> int:
    """Delete finished messages without a game or match that were queued before that instant.

    Messages of a game or match stay as the proof of delivery; dead letters stay, too.
    """
    finished = and_(
        outbox.c.about == "", outbox.c.state.in_((MessageState.SENT, MessageState.EXPIRED))
    )
    statement = delete(outbox).where(finished, outbox.c.created_at < before)
    return (await tx.execute(statement)).rowcount


def _key(message: AddressedRow) -> dict[str, int]:
    """Return the values of `_has_its_address`."""
    return {"row": message.id, "to": message.chat}


def _listed(numbers: Iterable[int]) -> str:
    """Return the ids of messages in their stored form, which `_numbers` reads."""
    return ",".join(map(str, numbers))


def _numbers(listed: str) -> tuple[int, ...]:
    """Return all ids in a row's `message_ids`, of one call or of several."""
    return tuple(map(int, listed.replace(PART, ",").split(","))) if listed else ()
