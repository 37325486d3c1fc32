"""What is asked in the Mini App: rows of the inbox with a key of their own, and their answers.

The key is made by who asks; the same key is stored once, has one effect and one answer, however
often it comes. The answer is written in the transaction of the effect.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select, update

from storage.dialects import once
from storage.queues.inbox import DEAD, NEW, WEB
from storage.queues.inbox import behind as inbox_behind
from storage.queues.precedence import Precedence
from storage.schema import inbox

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What somebody asks to be done."""

    key: str
    chat: int | None
    """His private chat: what he does there and here is done in its order."""
    raw: str
    """JSON."""
    precedence: Precedence = Precedence.ASKED


@dataclass(frozen=True, slots=True)
class Answered:
    """What a listener hears about: a request has its answer."""

    key: str


@dataclass(frozen=True, slots=True)
class State:
    """What became of a request."""

    answer: str
    """As it was written; empty: there is none yet."""
    is_dead: bool
    """Whether there will be none: it has failed too often."""


_STATE = select(inbox.c.answer, inbox.c.state).where(inbox.c.key == bindparam("of"))
_ANSWER = update(inbox).where(inbox.c.id == bindparam("row"))


async def store(tx: "AsyncConnection", request: Request, at: datetime) -> bool:
    """Store the request; return False if its key is known already."""
    values = {
        "chat": request.chat,
        "raw": request.raw,
        "received_at": at,
        "state": NEW,
        "source": WEB,
        "key": request.key,
        "precedence": int(request.precedence),
        "behind": await inbox_behind(tx, request.chat, request.precedence),
    }
    return bool((await tx.execute(once(tx.dialect.name, inbox, "key"), values)).rowcount)


async def state(tx: "AsyncConnection", key: str) -> State | None:
    """Return what became of the request of that key; None: there was none."""
    row = (await tx.execute(_STATE, {"of": key})).first()
    return None if row is None else State(row.answer, row.state == DEAD)


async def answer(tx: "AsyncConnection", row: int, text: str) -> None:
    """Write the answer to a request, in the transaction of its effect."""
    await tx.execute(_ANSWER, {"row": row, "answer": text})
