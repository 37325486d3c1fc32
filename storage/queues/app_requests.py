"""Requests of the Mini App: rows of the inbox with a key, and their answers.

The client makes the key. A key is stored once and has one effect and one answer, however often it
arrives. The answer is written in the transaction of the effect.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.dialects import once
from storage.queues.inbox import RowOrigin, UpdateState
from storage.queues.inbox import behind as inbox_behind
from storage.queues.precedence import Precedence
from storage.schema import inbox


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request of a person."""

    key: str
    chat: int | None
    """The person's private chat, so that requests and chat messages stay in order."""
    raw: str
    """JSON."""
    precedence: Precedence = Precedence.ASKED


@dataclass(frozen=True, slots=True)
class RequestAnswered:
    """The subject of listeners: a request has its answer."""

    key: str


@dataclass(frozen=True, slots=True)
class RequestState:
    """The state of a request."""

    answer: str
    """The answer as written; "" before there is one."""
    is_dead: bool
    """Whether no answer will follow, because the request failed too often."""


_STATE = select(inbox.c.answer, inbox.c.state).where(inbox.c.key == bindparam("of"))
_CHANGE = update(inbox).where(inbox.c.id == bindparam("row"))


async def store(tx: AsyncConnection, request: Request, at: datetime) -> bool:
    """Store the request; return False if its key is already known."""
    values = {
        "chat": request.chat,
        "raw": request.raw,
        "received_at": at,
        "state": UpdateState.NEW,
        "source": RowOrigin.WEB,
        "key": request.key,
        "precedence": int(request.precedence),
        "behind": await inbox_behind(tx, request.chat, request.precedence),
    }
    return bool((await tx.execute(once(tx.dialect.name, inbox, "key"), values)).rowcount)


async def state(tx: AsyncConnection, key: str) -> RequestState | None:
    """Return the state of the request of that key, or None."""
    row = (await tx.execute(_STATE, {"of": key})).first()
    return None if row is None else RequestState(row.answer, row.state == UpdateState.DEAD)


async def assign(tx: AsyncConnection, row: int, chat: int) -> None:
    """Give a request that has made a person to that person's chat, to be forgotten with them."""
    await tx.execute(_CHANGE, {"row": row, "chat": chat})


async def answer(tx: AsyncConnection, row: int, text: str) -> None:
    """Write the answer to a request, in the transaction of its effect."""
    await tx.execute(_CHANGE, {"row": row, "answer": text})
