"""What is due when: one row a stream and kind, replaced whenever the game moves.

A reminder is not a job in memory but a row with an instant; whoever sweeps takes the rows that are
due, reads the game again, and acts only if there still is something to do. That survives any
downtime and is safe to repeat. What the kinds mean is not known here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import Integer, bindparam, delete, func, select

from storage.dialects import once, values_of
from storage.dialects import put as put_whole
from storage.schema import due as table

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something to be looked at, not before `due_at`."""

    stream: str
    kind: str
    due_at: datetime
    payload: str = ""


_CLEAR = delete(table).where(table.c.stream == bindparam("name"))
_CLEAR_AHEAD = _CLEAR.where(table.c.due_at > bindparam("unrung"))
_REMOVE = _CLEAR.where(table.c.kind == bindparam("one"))
_DUE = (
    select(table)
    .where(table.c.due_at <= bindparam("now"))
    .order_by(table.c.due_at, table.c.stream, table.c.kind)
    .limit(bindparam("portion", type_=Integer))
)
_of_stream = table.c.stream == bindparam("name")
_CLAIM = select(table).where(_of_stream).with_for_update(skip_locked=True)
_ALL = select(func.count().label("rows")).select_from(table).where(_of_stream)


async def put(tx: "AsyncConnection", row: Due) -> None:
    """Set when that kind of thing is due in the stream, in place of any earlier row."""
    await tx.execute(put_whole(tx.dialect.name, table), values_of(row))


async def put_missing(tx: "AsyncConnection", rows: Iterable[Due]) -> None:
    """Set when things of these kinds are due in their streams, unless a row says so already."""
    values = [values_of(row) for row in rows]
    if values:
        await tx.execute(once(tx.dialect.name, table, "stream", "kind"), values)


async def refresh(tx: "AsyncConnection", stream: str, rows: Iterable[Due], now: datetime) -> None:
    """Make these the rows of the stream; what is due by now and has not rung yet stays before them.

    A kind that is still to be rung keeps its row: whoever rings it plans the next of its kind.
    """
    await tx.execute(_CLEAR_AHEAD, {"name": stream, "unrung": now})
    await put_missing(tx, rows)


async def replace_all(
    tx: "AsyncConnection", stream: str, rows: Iterable[Due], *, unrung: datetime | None = None
) -> None:
    """Make these the only rows of the stream.

    With `unrung`, rows that were due by that instant stay as well, but for those of the same kinds.
    """
    if unrung is None:
        await tx.execute(_CLEAR, {"name": stream})
    else:
        await tx.execute(_CLEAR_AHEAD, {"name": stream, "unrung": unrung})
    # In place of what has been left, where the kind is the same.
    values = [values_of(row) for row in rows]
    if values:
        await tx.execute(put_whole(tx.dialect.name, table), values)


async def remove(tx: "AsyncConnection", stream: str, kind: str) -> None:
    """Drop that kind of row from the stream, if there is one."""
    await tx.execute(_REMOVE, {"name": stream, "one": kind})


async def due(tx: "AsyncConnection", now: datetime, limit: int = 100) -> list[Due]:
    """Return what is due by now, the longest due first."""
    found = (await tx.execute(_DUE, {"now": now, "portion": limit})).all()
    return [Due(**row._asdict()) for row in found]


async def claim(tx: "AsyncConnection", row: Due) -> bool:
    """Return whether the row still stands as it was read, and its stream is this transaction's.

    Of several programs at one PostgreSQL server no two work at a stream, since whoever does makes
    all its rows anew: where another has locked one of them, the stream is passed over. Two that
    reach for it at once may both stand back; the next sweep rings it.
    """
    ours = (await tx.execute(_CLAIM, {"name": row.stream})).all()
    all_rows = (await tx.execute(_ALL, {"name": row.stream})).scalar_one()
    return len(ours) == all_rows and row in [Due(**each._asdict()) for each in ours]


async def count(tx: "AsyncConnection", now: datetime) -> int:
    """Return how many rows are due by now."""
    query = select(func.count()).select_from(table).where(table.c.due_at <= now)
    return int((await tx.execute(query)).scalar_one())


async def of(tx: "AsyncConnection", stream: str) -> list[Due]:
    """Return everything the stream has coming, the next first."""
    query = select(table).where(table.c.stream == stream).order_by(table.c.due_at, table.c.kind)
    return [Due(**row._asdict()) for row in await tx.execute(query)]
