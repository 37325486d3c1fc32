"""Deadlines: one row for each stream and kind, replaced whenever the stream changes.

A reminder is a row with an instant, not a job in memory. The sweep takes the due rows, loads the
stream, and acts only if there still is a reason. So deadlines survive any outage, and a repeated
sweep does no harm. This module does not know the kinds.
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


_CLEAR = delete(table).where(table.c.stream == bindparam("name"))
_CLEAR_AHEAD = _CLEAR.where(table.c.due_at > bindparam("not_due_by"))
_REMOVE = _CLEAR.where(table.c.kind == bindparam("one"))
_DUE = (
    select(table)
    .where(table.c.due_at <= bindparam("now"))
    .order_by(table.c.due_at, table.c.stream, table.c.kind)
    .limit(bindparam("portion", type_=Integer))
)
_of_stream = table.c.stream == bindparam("name")
_all = table.alias()
_rows = select(func.count()).select_from(_all).where(_all.c.stream == bindparam("name"))
"""Counts the rows of the stream, those that another program has locked included."""
_CLAIM = (
    select(table, _rows.scalar_subquery().label("rows"))
    .where(_of_stream)
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
    """Make these the rows of the stream; rows already due stay before them.

    A kind that is still to be handled keeps its row; its handler plans the next of the kind.
    """
    await tx.execute(_CLEAR_AHEAD, {"name": stream, "not_due_by": now})
    await put_missing(tx, rows)


async def replace_all(
    tx: AsyncConnection,
    stream: str,
    rows: Iterable[DueRow],
    *,
    not_executed_by: datetime | None = None,
    missing: Iterable[DueRow] = (),
) -> None:
    """Make these the only rows of the stream.

    With `not_executed_by`, rows that were due by that instant stay as well, because no sweep has
    executed them yet; rows of the same kinds are replaced.
    `missing` are rows of other streams; each is stored unless one of its kind exists.
    """
    if not_executed_by is None:
        await tx.execute(_CLEAR, {"name": stream})
        await put_missing(tx, [*rows, *missing])
        return
    await tx.execute(_CLEAR_AHEAD, {"name": stream, "not_due_by": not_executed_by})
    # Replaces a remaining row of the same kind.
    values = [values_of(row) for row in rows]
    if values:
        await tx.execute(put_whole(tx.dialect.name, table), values)
    await put_missing(tx, missing)


async def remove(tx: AsyncConnection, stream: str, kind: str) -> None:
    """Delete that kind of row from the stream, if there is one."""
    await tx.execute(_REMOVE, {"name": stream, "one": kind})


async def due(tx: AsyncConnection, now: datetime, limit: int = 100) -> list[DueRow]:
    """Return the rows that are due, the earliest first."""
    found = (await tx.execute(_DUE, {"now": now, "portion": limit})).all()
    return [_due(row) for row in found]


async def claim(tx: AsyncConnection, row: DueRow) -> bool:
    """Return whether the row is unchanged, and lock its stream for this transaction.

    Of several programs at one PostgreSQL server no two handle a stream, because the handler
    rewrites all its rows. If another program has locked one of them, the stream is skipped. Two
    simultaneous tries may both give up; the next sweep repeats.
    """
    ours = (await tx.execute(_CLAIM, {"name": row.stream})).all()
    return any(_due(own) == row for own in ours) and ours[0].rows == len(ours)


async def count(tx: AsyncConnection, now: datetime) -> int:
    """Return the number of due rows."""
    query = select(func.count()).select_from(table).where(table.c.due_at <= now)
    return int((await tx.execute(query)).scalar_one())


async def of(tx: AsyncConnection, stream: str) -> list[DueRow]:
    """Return all rows of the stream, the earliest first."""
    query = select(table).where(table.c.stream == stream).order_by(table.c.due_at, table.c.kind)
    return [_due(row) for row in await tx.execute(query)]


def _due(row: Row[Any]) -> DueRow:
    return DueRow(stream=row.stream, kind=row.kind, due_at=row.due_at, payload=row.payload)
