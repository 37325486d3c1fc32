"""The inbox: every update is stored here before it is acknowledged, and handled in order.

Moves have priority over other updates of participants, and these over strangers' updates. Within a
kind, every chat's first update precedes any chat's second. The updates of a chat stay in order. So
if a chat sends an urgent update, all that wait become as urgent, also those that arrived with it.

A failed update is retried and, after its fifth failure, moves to dead letters. Meanwhile the later
updates of its chat wait; other chats continue. The transaction that stores an update's effects also
marks it as done. This module does not interpret the content of updates; `claim` guards against
a message that arrives in two of them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Integer, and_, bindparam, delete, func, null, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.dialects import once
from storage.queues.precedence import Precedence
from storage.queues.retry_times import may_be_tried, values_at
from storage.schema import handled, inbox
from storage.types import UtcDateTime

ATTEMPTS = 5
"""The number of failures that makes an update a dead letter."""
ID_LIFE = timedelta(days=2)
"""The time after which the same id is another update.

Telegram keeps an update for a day, and ids may restart at random after a quiet week.
"""


class UpdateState(StrEnum):
    """What has become of an update."""

    NEW = "new"
    DONE = "done"
    DEAD = "dead"
    """It is a dead letter."""


class RowOrigin(StrEnum):
    """Where a row of the inbox comes from."""

    TELEGRAM = "telegram"
    WEB = "web"
    """It is a request of the Mini App (`storage.queues.app_requests`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawUpdate:
    """An update as received; only its id and chat are read from its JSON."""

    update_id: int
    chat: int | None
    """The chat whose updates stay in order; None if order does not matter."""
    raw: str
    """Its JSON."""
    precedence: Precedence = Precedence.ASKED


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """An update to be handled."""

    id: int
    """Its position in the order of arrival."""
    update_id: int | None
    """Telegram's number; None for a request of the Mini App, or once the number is used again."""
    chat: int | None
    raw: str
    """Its JSON."""
    received_at: datetime
    attempts: int
    """The number of failures so far."""
    precedence: Precedence = Precedence.ASKED
    source: RowOrigin = RowOrigin.TELEGRAM
    is_only: bool = False
    """Whether no other update was unhandled, so that no other can be due after this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """A dead letter: an update and its error."""

    id: int
    chat: int | None
    received_at: datetime
    attempts: int
    error: str


# Queries in capitals are executed; those in small letters are parts of them.
_earlier = inbox.alias()
_behind_another = (
    select(_earlier.c.id)
    .where(
        _earlier.c.chat == inbox.c.chat,
        _earlier.c.state == UpdateState.NEW,
        _earlier.c.id < inbox.c.id,
    )
    .exists()
)
_another = inbox.alias()
_is_only = ~(
    select(_another.c.id)
    .where(_another.c.state == UpdateState.NEW, _another.c.id != inbox.c.id)
    .exists()
)
_TAKE = (
    select(
        inbox.c.id,
        inbox.c.update_id,
        inbox.c.chat,
        inbox.c.raw,
        inbox.c.received_at,
        inbox.c.attempts,
        inbox.c.precedence,
        inbox.c.source,
        _is_only.label("is_only"),
    )
    .where(inbox.c.state == UpdateState.NEW)
    .where(
        may_be_tried(inbox),
        inbox.c.precedence <= bindparam("last", type_=Integer),
        ~_behind_another,
    )
    .order_by(inbox.c.precedence, inbox.c.behind, inbox.c.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=inbox)
)
_of_players = inbox.c.precedence < int(Precedence.STRANGER)
_NEW_OF_PLAYERS = select(inbox.c.id).where(inbox.c.state == UpdateState.NEW, _of_players).limit(1)
_WAITING = (
    select(inbox.c.chat, func.count().label("many"))
    .where(inbox.c.state == UpdateState.NEW, inbox.c.chat.in_(bindparam("chats", expanding=True)))
    .group_by(inbox.c.chat)
)
_RAISE = update(inbox).where(
    inbox.c.chat == bindparam("of"),
    inbox.c.state == UpdateState.NEW,
    inbox.c.precedence > bindparam("to", type_=Integer),
)
_is_among_ids = inbox.c.update_id.in_(bindparam("ids", expanding=True))
_KNOWN = select(
    inbox.c.update_id, inbox.c.received_at, null().label("chat"), null().label("many")
).where(_is_among_ids)
_KNOWN_AND_WAITING = union_all(_KNOWN, select(null(), null(), *_WAITING.subquery().c))
"""Known updates with the time of their receipt; chats with their waiting updates, without one.

It is one statement, because every update that arrives needs both.
"""
_FREE_OLD_IDS = (
    update(inbox)
    .where(inbox.c.received_at < bindparam("long_ago", type_=UtcDateTime), _is_among_ids)
    .values(update_id=None)
)
_BY_STATE = select(inbox.c.state, func.count().label("many")).group_by(inbox.c.state)
_BACKLOG = select(func.count()).where(inbox.c.state == UpdateState.NEW)
_MARK = update(inbox).where(inbox.c.id == bindparam("row"))
_MARK_NEW = _MARK.where(inbox.c.state == UpdateState.NEW)


async def store(tx: AsyncConnection, updates: Iterable[RawUpdate], at: datetime) -> int:
    """Store the updates in order, each only once; return how many were new."""
    fresh = {arrived.update_id: arrived for arrived in updates}
    ids, long_ago = {"ids": tuple(fresh)}, at - ID_LIFE
    chats = {arrived.chat for arrived in fresh.values()} - {None}
    rows_read = (await tx.execute(_KNOWN_AND_WAITING, {"chats": list(chats), **ids})).all()
    known = [row for row in rows_read if row.received_at is not None]
    waiting = Counter({row.chat: row.many for row in rows_read if row.received_at is None})
    if any(row.received_at < long_ago for row in known):
        await tx.execute(_FREE_OLD_IDS, {"long_ago": long_ago, **ids})
    for row in known:
        if row.received_at >= long_ago:
            del fresh[row.update_id]
    raised = _raised(fresh.values(), waiting)
    rows = []
    for arrived in fresh.values():
        # How many of its chat's updates wait before it: those stored, and those earlier in `rows`.
        rows.append(
            {
                "update_id": arrived.update_id,
                "chat": arrived.chat,
                "raw": arrived.raw,
                "received_at": at,
                "state": UpdateState.NEW,
                "precedence": int(arrived.precedence),
                "behind": waiting[arrived.chat],
            }
        )
        waiting[arrived.chat] += arrived.chat is not None
    if rows:
        # Telegram repeats updates after a kill, so another program may store one at the same time.
        await tx.execute(once(tx.dialect.name, inbox, "update_id"), rows)
        if raised:
            await tx.execute(_RAISE, raised)
    return len(rows)


async def behind(tx: AsyncConnection, chat: int | None, precedence: Precedence) -> int:
    """Return how many of the chat's updates wait before a new one; these become as urgent."""
    if chat is None:
        return 0
    row = (await tx.execute(_WAITING, {"chats": [chat]})).first()
    waiting = row.many if row else 0
    if waiting:
        to = int(precedence)
        await tx.execute(_RAISE, {"of": chat, "to": to, "precedence": to})
    return waiting


def _raised(updates: Iterable[RawUpdate], waiting: Counter[int | None]) -> list[dict[str, int]]:
    """Return the values of `_RAISE` for each chat with several updates, new or waiting."""
    most_urgent: dict[int, int] = {}
    new_of = Counter(arrived.chat for arrived in updates)
    for arrived in updates:
        chat = arrived.chat
        is_alone = not waiting[chat] and new_of[chat] == 1
        if chat is not None and not is_alone:
            most_urgent[chat] = min(arrived.precedence, most_urgent.get(chat, arrived.precedence))
    return [{"of": chat, "to": to, "precedence": to} for chat, to in most_urgent.items()]


async def take(
    tx: AsyncConnection, now: datetime, last: Precedence = Precedence.STRANGER
) -> Pending | None:
    """Return the next update, locked for this transaction, or None.

    `last` is the least precedence to take now. An update waits for its own retry and for every
    earlier update of its chat. Of several workers at one PostgreSQL server no two take the same
    update, nor two of the same chat: each skips locked rows. SQLite has one writer and needs no
    locks.
    """
    row = (await tx.execute(_TAKE, {**values_at(now), "last": int(last)})).first()
    if row is None:
        return None
    typed = {
        "precedence": Precedence(row.precedence),
        "source": RowOrigin(row.source),
        "is_only": bool(row.is_only),
    }
    return Pending(**(row._asdict() | typed))


async def mark_done(tx: AsyncConnection, row: int, at: datetime) -> None:
    """Mark the update as done, in the transaction of its effects."""
    values = {"state": UpdateState.DONE, "done_at": at, "retry_at": None, "error": ""}
    await tx.execute(_MARK, {"row": row, **values})


async def mark_failed(
    tx: AsyncConnection, row: int, error: str, retry_at: datetime | None = None
) -> bool:
    """Record a failure, in a separate transaction; return whether the update is now dead.

    It is retried at `retry_at` (None: at once). If another worker has handled the update meanwhile,
    or its author was forgotten, there is no failure to record.
    """
    attempts = select(inbox.c.attempts).where(inbox.c.id == row)
    failures = ((await tx.execute(attempts)).scalar_one_or_none() or 0) + 1
    is_dead = failures >= ATTEMPTS
    values = {
        "attempts": failures,
        "state": UpdateState.DEAD if is_dead else UpdateState.NEW,
        "retry_at": None if is_dead else retry_at,
        "error": error,
    }
    marked = await tx.execute(_MARK_NEW, {"row": row, **values})
    return is_dead and bool(marked.rowcount)


async def put_off(tx: AsyncConnection, row: int, until: datetime | None) -> None:
    """Postpone the update, and its chat's later ones, until then; None: it is due now.

    This is not a failure: the update needs a file that is being fetched.
    """
    await tx.execute(_MARK_NEW, {"row": row, "retry_at": until})


async def bury(tx: AsyncConnection, row: int, error: str) -> None:
    """Move the update to dead letters at once, because it can never be handled."""
    values = {"state": UpdateState.DEAD, "retry_at": None, "error": error}
    await tx.execute(_MARK_NEW, {"row": row, **values})


async def dead(tx: AsyncConnection) -> list[DeadLetter]:
    """Return the dead letters, the oldest first."""
    columns = [inbox.c[name] for name in ("id", "chat", "received_at", "attempts", "error")]
    query = select(*columns).where(inbox.c.state == UpdateState.DEAD).order_by(inbox.c.id)
    return [DeadLetter(**row._asdict()) for row in await tx.execute(query)]


async def revive(tx: AsyncConnection, row: int) -> bool:
    """Make a dead letter an unhandled update again; return whether there was one."""
    values = {"state": UpdateState.NEW, "attempts": 0, "retry_at": None, "error": ""}
    again = update(inbox).where(inbox.c.id == row, inbox.c.state == UpdateState.DEAD).values(values)
    return bool((await tx.execute(again)).rowcount)


async def counts(tx: AsyncConnection) -> dict[str, int]:
    """Return the number of updates in each state."""
    stored = {state: int(many) for state, many in (await tx.execute(_BY_STATE)).all()}
    return {state: stored.get(state, 0) for state in UpdateState}


async def backlog(tx: AsyncConnection) -> int:
    """Return the number of updates that are not handled, without reading the others."""
    return int((await tx.execute(_BACKLOG)).scalar_one())


async def are_players_served(tx: AsyncConnection) -> bool:
    """Return whether every update of participants is handled."""
    return (await tx.execute(_NEW_OF_PLAYERS)).first() is None


async def oldest(tx: AsyncConnection) -> datetime | None:
    """Return the arrival of the oldest unhandled update, or None if there is none.

    Strangers' updates do not count: the bot is well as long as players are served.
    """
    query = select(func.min(inbox.c.received_at)).where(
        inbox.c.state == UpdateState.NEW, _of_players
    )
    arrival: datetime | None = (await tx.execute(query)).scalar_one()
    return arrival


async def claim(tx: AsyncConnection, chat: int, message: int, at: datetime) -> bool:
    """Return True the first time a message is claimed, because it must be handled only once.

    This guards against the same message in two updates of different ids.
    """
    statement = once(tx.dialect.name, handled, "chat", "message")
    values = {"chat": chat, "message": message, "at": at}
    return bool((await tx.execute(statement, values)).rowcount)


async def prune(tx: AsyncConnection, before: datetime) -> int:
    """Delete updates that were done, and claims made, before that instant.

    Return how many updates. Dead letters stay until an operator has read them, and the last update
    stays, so that the numbers of later ones go on and `storage.high_water_mark` sees no loss.
    """
    await tx.execute(delete(handled).where(handled.c.at < before))
    is_old = and_(inbox.c.state == UpdateState.DONE, inbox.c.done_at < before)
    last = select(func.max(inbox.c.id)).scalar_subquery()
    return (await tx.execute(delete(inbox).where(is_old, inbox.c.id < last))).rowcount
