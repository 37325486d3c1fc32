"""Deadlines: one row for each stream and kind, replaced whenever the stream changes.

A reminder is a row with an instant, not a job in memory. The sweep takes the due rows, loads the
stream, and acts only if there still is a reason. So deadlines survive any outage, and a repeated
sweep does no harm. This module does not know the kinds.

Three functions give a stream new rows; they differ in its rows that are due but not handled yet:

- `replace_all` deletes them: the caller has handled them, or they have no reason any more.
- `replace_keeping_due` keeps them, except those for which there is a new row of the kind.
- `refresh` keeps them all, and drops a new row of such a kind.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Integer, Row, bindparam, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.dialects import once, values_of
from storage.dialects import put as put_whole
from storage.schema import due as table


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRow:
    """A row to handle, not before `due_at`."""

    stream: str
    kind: str
    due_at: datetime
    payload: str = ""
    """What the kind's handler needs besides the stream."""


_stream_is_named = table.c.stream == bindparam("name")
_CLEAR = delete(table).where(_stream_is_named)
_CLEAR_FUTURE = _CLEAR.where(table.c.due_at > bindparam("now"))
_REMOVE = _CLEAR.where(table.c.kind == bindparam("one"))
_DUE = (
    select(table)
    .where(table.c.due_at <= bindparam("now"))
    .order_by(table.c.due_at, table.c.stream, table.c.kind)
    .limit(bindparam("portion", type_=Integer))
)
_all = table.alias()
_number_of_rows = select(func.count()).select_from(_all).where(_all.c.stream == bindparam("name"))
"""Counts the rows of the stream, those that another program has locked included."""
_CLAIM = (
    select(table, _number_of_rows.scalar_subquery().label("rows"))
    .where(_stream_is_named)
    .with_for_update(of=table, skip_locked=True)
)


async def put(tx: AsyncConnection, row: DueRow) -> None:
    """Set the deadline of that kind in the stream, in place of an earlier row."""
    await tx.execute(put_whole(tx.dialect.name, table), values_of(row))


async def put_missing(tx: AsyncConnection, rows: Iterable[DueRow]) -> None:
    """Set the deadlines of these kinds in their streams, unless a row exists."""
    values = [values_of(row) for row in rows]
    if values:
        await tx.execute(once(tx.dialect.name, table, "stream", "kind"), values)


async def refresh(tx: AsyncConnection, stream: str, rows: Iterable[DueRow], now: datetime) -> None:
    """Make these the rows of the stream from now on; all rows already due stay.

    A kind that is still to be handled keeps its row; its handler plans the next of the kind.
    """
    await tx.execute(_CLEAR_FUTURE, {"name": stream, "now": now})
    await put_missing(tx, rows)


async def replace_all(
    tx: AsyncConnection, stream: str, rows: Iterable[DueRow], *, missing: Iterable[DueRow] = ()
) -> None:
    """Make these the only rows of the stream.

    `missing` are rows of other streams; each is stored unless one of its kind exists.
    """
    await tx.execute(_CLEAR, {"name": stream})
    await put_missing(tx, [*rows, *missing])


async def replace_keeping_due(
    tx: AsyncConnection, stream: str, rows: Iterable[DueRow], now: datetime
) -> None:
    """Make these the rows of the stream; a row already due stays unless one is of its kind."""
    await tx.execute(_CLEAR_FUTURE, {"name": stream, "now": now})
    values = [values_of(row) for row in rows]
    if values:
        await tx.execute(put_whole(tx.dialect.name, table), values)


async def remove(tx: AsyncConnection, stream: str, kind: str) -> None:
    """Delete that kind of row from the stream, if there is one."""
    await tx.execute(_REMOVE, {"name": stream, "one": kind})


async def due_rows(tx: AsyncConnection, now: datetime, limit: int = 100) -> list[DueRow]:
    """Return the rows that are due, the earliest first."""
    rows = (await tx.execute(_DUE, {"now": now, "portion": limit})).all()
    return [_row(row) for row in rows]


async def claim(tx: AsyncConnection, row: DueRow) -> bool:
    """Lock the row's stream; return whether that succeeded and the row is unchanged.

    Of several programs at one PostgreSQL server no two handle a stream, because the handler
    rewrites all its rows. If another program has locked one of them, the stream is skipped. Two
    simultaneous tries may both give up; the next sweep repeats.
    """
    locked = (await tx.execute(_CLAIM, {"name": row.stream})).all()
    is_unchanged = row in map(_row, locked)
    # Another program may hold some of them, which were skipped; `rows` counts all.
    return is_unchanged and locked[0].rows == len(locked)


async def count(tx: AsyncConnection, now: datetime) -> int:
    """Return the number of due rows."""
    query = select(func.count()).select_from(table).where(table.c.due_at <= now)
    return int((await tx.execute(query)).scalar_one())


async def of(tx: AsyncConnection, stream: str) -> list[DueRow]:
    """Return all rows of the stream, the earliest first."""
    query = select(table).where(table.c.stream == stream).order_by(table.c.due_at, table.c.kind)
    return [_row(row) for row in await tx.execute(query)]


def _row(row: Row[Any]) -> DueRow:
    return DueRow(stream=row.stream, kind=row.kind, due_at=row.due_at, payload=row.payload)
