"""The inbox: every update is stored here before it is acknowledged, and worked off in order.

Moves go first, then what else those who take part have sent, then what strangers have; of each
kind every chat's first before any chat's second. Each chat keeps its order: what came before an
update that goes first goes as early.

An update that fails is tried again and, after its fifth failure, set aside as a dead letter; while
it waits, the later updates of its chat wait too, those of other chats go on. "Done" is written in
the same transaction as what the update brought about. What an update says is not looked at here.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Integer, bindparam, delete, func, or_, select, update

from storage.dialects import once
from storage.queues.precedence import Precedence
from storage.schema import handled, inbox
from storage.types import UtcDateTime

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

ATTEMPTS = 5
"""How often an update may fail before it is a dead letter."""
ID_LIFE = timedelta(days=2)
"""Telegram keeps an update for a day; the same id after two days is another update, since ids may
begin anew at random after a quiet week."""

LONGEST_RETRY = timedelta(minutes=10)
"""More than lies between two tries: a later one was noted while the clock was wrong."""

NEW, DONE, DEAD = "new", "done", "dead"
TELEGRAM, WEB = "telegram", "web"
"""Where a row comes from: an update, or what was asked in the Mini App
(`storage.queues.requests`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawUpdate:
    """An update as it came, its JSON text not looked into beyond its id and chat."""

    update_id: int
    chat: int | None
    """The chat whose updates must be handled one after the other; None: no order matters."""
    raw: str
    precedence: Precedence = Precedence.ASKED


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """An update to be handled; `id` is its place in the order of arrival."""

    id: int
    update_id: int | None
    chat: int | None
    raw: str
    received_at: datetime
    attempts: int
    precedence: Precedence = Precedence.ASKED
    source: str = TELEGRAM


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """An update that was set aside, and why."""

    id: int
    chat: int | None
    received_at: datetime
    attempts: int
    error: str


_now = bindparam("now", type_=UtcDateTime)
_next_retry = bindparam("next_retry", type_=UtcDateTime)
_earlier = inbox.alias()
_behind_another = (
    select(_earlier.c.id)
    .where(_earlier.c.chat == inbox.c.chat, _earlier.c.state == NEW, _earlier.c.id < inbox.c.id)
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
    )
    .where(inbox.c.state == NEW)
    .where(
        or_(inbox.c.retry_at.is_(None), inbox.c.retry_at <= _now, inbox.c.retry_at > _next_retry),
        inbox.c.precedence <= bindparam("last", type_=Integer),
        ~_behind_another,
    )
    .order_by(inbox.c.precedence, inbox.c.behind, inbox.c.id)
    .limit(1)
    .with_for_update(skip_locked=True, of=inbox)
)
_of_players = inbox.c.precedence < int(Precedence.STRANGER)
_ANY_NEW = select(inbox.c.id).where(inbox.c.state == NEW, _of_players).limit(1)
_WAITING = (
    select(inbox.c.chat, func.count().label("many"))
    .where(inbox.c.state == NEW, inbox.c.chat.in_(bindparam("chats", expanding=True)))
    .group_by(inbox.c.chat)
)
_RAISE = update(inbox).where(
    inbox.c.chat == bindparam("of"),
    inbox.c.state == NEW,
    inbox.c.precedence > bindparam("to", type_=Integer),
)
_ID = inbox.c.update_id
_AMONG = _ID.in_(bindparam("ids", expanding=True))
_KNOWN_IDS = select(_ID).where(_AMONG)
_FREE_OLD_IDS = (
    update(inbox)
    .where(inbox.c.received_at < bindparam("long_ago", type_=UtcDateTime), _AMONG)
    .values(update_id=None)
)
_BY_STATE = select(inbox.c.state, func.count().label("many")).group_by(inbox.c.state)
_MARK = update(inbox).where(inbox.c.id == bindparam("row"))
_MARK_NEW = _MARK.where(inbox.c.state == NEW)


async def store(tx: "AsyncConnection", updates: Iterable[RawUpdate], at: datetime) -> int:
    """Store the updates in their order, each only once; return how many were new."""
    fresh = {each.update_id: each for each in updates}
    ids = tuple(fresh)
    among = {"ids": ids}
    await tx.execute(_FREE_OLD_IDS, {"long_ago": at - ID_LIFE, **among})
    for (known,) in await tx.execute(_KNOWN_IDS, among):
        del fresh[known]
    waiting = await _waiting(tx, {each.chat for each in fresh.values()} - {None})
    raised = _raised(fresh.values(), waiting)
    rows = []
    for each in fresh.values():
        rows.append(
            {
                "update_id": each.update_id,
                "chat": each.chat,
                "raw": each.raw,
                "received_at": at,
                "state": NEW,
                "precedence": int(each.precedence),
                "behind": waiting[each.chat],
            }
        )
        waiting[each.chat] += each.chat is not None
    if rows:
        # Telegram sends again what a program was killed over: another may store it just now.
        await tx.execute(once(tx.dialect.name, inbox, "update_id"), rows)
        if raised:
            await tx.execute(_RAISE, raised)
    return len(rows)


async def behind(tx: "AsyncConnection", chat: int | None, precedence: Precedence) -> int:
    """Return how many of the chat's wait before what is to be stored; they go as early as that."""
    if chat is None:
        return 0
    waiting = (await _waiting(tx, {chat}))[chat]
    if waiting:
        to = int(precedence)
        await tx.execute(_RAISE, {"of": chat, "to": to, "precedence": to})
    return waiting


async def _waiting(tx: "AsyncConnection", chats: Collection[int | None]) -> Counter[int | None]:
    """Return how many updates of each of these chats wait already."""
    found = await tx.execute(_WAITING, {"chats": list(chats)})
    return Counter({row.chat: row.many for row in found})


def _raised(updates: Iterable[RawUpdate], waiting: Counter[int | None]) -> list[dict[str, int]]:
    """Return which chats' updates that wait go as early as these, and how early that is."""
    first: dict[int, int] = {}
    several = Counter(each.chat for each in updates)
    for each in updates:
        is_alone = not waiting[each.chat] and several[each.chat] == 1
        if each.chat is not None and not is_alone:
            first[each.chat] = min(each.precedence, first.get(each.chat, each.precedence))
    return [{"of": chat, "to": to, "precedence": to} for chat, to in first.items()]


async def take(
    tx: "AsyncConnection", now: datetime, last: Precedence = Precedence.STRANGER
) -> Pending | None:
    """Return the update that is to be handled next, or None; it is this transaction's alone.

    `last` is the least precedence that is taken now. An update waits for its own next attempt and
    for every earlier update of its chat. Of several
    workers at one PostgreSQL server no two take the same update, nor two of the same chat: each
    passes over what another has locked. SQLite has one writer, and needs no locks.
    """
    values = {"now": now, "next_retry": now + LONGEST_RETRY, "last": int(last)}
    row = (await tx.execute(_TAKE, values)).first()
    if row is None:
        return None
    return Pending(**(row._asdict() | {"precedence": Precedence(row.precedence)}))


async def mark_done(tx: "AsyncConnection", row: int, at: datetime) -> None:
    """Note that the update has had its whole effect, in the transaction of that effect."""
    values = {"state": DONE, "done_at": at, "retry_at": None, "error": ""}
    await tx.execute(_MARK, {"row": row, **values})


async def mark_failed(
    tx: "AsyncConnection", row: int, error: str, retry_at: datetime | None = None
) -> bool:
    """Note a failure, in a transaction of its own; return whether the update is now dead.

    It is tried again at `retry_at`, at once when that is None. Another worker may have taken the
    update since it failed here: once that one is through with it, there is no failure to note.
    """
    attempts = select(inbox.c.attempts).where(inbox.c.id == row)
    failures = int((await tx.execute(attempts)).scalar_one()) + 1
    dead = failures >= ATTEMPTS
    values = {
        "attempts": failures,
        "state": DEAD if dead else NEW,
        "retry_at": None if dead else retry_at,
        "error": error,
    }
    noted = await tx.execute(_MARK_NEW, {"row": row, **values})
    return dead and bool(noted.rowcount)


async def put_off(tx: "AsyncConnection", row: int, until: datetime | None) -> None:
    """Have the update, and its chat's later ones, wait until then; None: it may be handled now.

    Nothing has failed: a file is fetched that it needs.
    """
    await tx.execute(_MARK_NEW, {"row": row, "retry_at": until})


async def bury(tx: "AsyncConnection", row: int, error: str) -> None:
    """Set the update aside at once: it can never be handled, for instance not even be read."""
    values = {"state": DEAD, "retry_at": None, "error": error}
    await tx.execute(_MARK, {"row": row, **values})


async def dead(tx: "AsyncConnection") -> list[DeadLetter]:
    """Return the updates that were set aside, the oldest first."""
    columns = [inbox.c[name] for name in ("id", "chat", "received_at", "attempts", "error")]
    query = select(*columns).where(inbox.c.state == DEAD).order_by(inbox.c.id)
    return [DeadLetter(**row._asdict()) for row in await tx.execute(query)]


async def revive(tx: "AsyncConnection", row: int) -> bool:
    """Have a dead letter handled again, as if it had never failed; return whether it was one."""
    values = {"state": NEW, "attempts": 0, "retry_at": None, "error": ""}
    again = update(inbox).where(inbox.c.id == row, inbox.c.state == DEAD).values(values)
    return bool((await tx.execute(again)).rowcount)


async def counts(tx: "AsyncConnection") -> dict[str, int]:
    """Return how many updates are new, done and dead."""
    found = {state: int(many) for state, many in (await tx.execute(_BY_STATE)).all()}
    return {state: found.get(state, 0) for state in (NEW, DONE, DEAD)}


async def is_empty(tx: "AsyncConnection") -> bool:
    """Return whether every update of those who take part has been dealt with."""
    return (await tx.execute(_ANY_NEW)).first() is None


async def oldest(tx: "AsyncConnection") -> datetime | None:
    """Return when the oldest update came that has not been dealt with; None if there is none.

    Strangers' are left out: however many they are, the bot is well as long as players are served.
    """
    query = select(func.min(inbox.c.received_at)).where(inbox.c.state == NEW, _of_players)
    found: datetime | None = (await tx.execute(query)).scalar_one()
    return found


async def claim(tx: "AsyncConnection", chat: int, message: int, at: datetime) -> bool:
    """Return True the first time a message is claimed: it must take effect only once.

    This guards against the same message coming as two updates of different ids.
    """
    statement = once(tx.dialect.name, handled, "chat", "message")
    values = {"chat": chat, "message": message, "at": at}
    return bool((await tx.execute(statement, values)).rowcount)


async def prune(tx: "AsyncConnection", before: datetime) -> int:
    """Forget what was done before that instant; return how many updates were dropped.

    Dead letters stay until somebody has looked at them.
    """
    await tx.execute(delete(handled).where(handled.c.at < before))
    old = delete(inbox).where(inbox.c.state == DONE, inbox.c.done_at < before)
    return (await tx.execute(old)).rowcount
