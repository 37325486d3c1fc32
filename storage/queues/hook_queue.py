"""Results that another site has not yet accepted, in the order of decision.

A row names a result by its event in the competition's log, without personal data. The sender builds
the notification from that event. The row is deleted once the other site accepts it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from engine.ids import CompetitionCode
from storage.dialects import once
from storage.schema import hook_queue as table

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True)
class PendingResult:
    """A result that is not accepted yet."""

    competition: CompetitionCode
    seq: int
    """The number of its event."""
    attempts: int
    created_at: datetime


async def add(
    tx: "AsyncConnection", competition: CompetitionCode, seqs: Iterable[int], now: datetime
) -> None:
    """Queue the results of these events; each only once."""
    values = [
        {
            "competition": competition,
            "seq": seq,
            "attempts": 0,
            "next_at": now,
            "created_at": now,
        }
        for seq in seqs
    ]
    if values:
        await tx.execute(once(tx.dialect.name, table, "competition", "seq"), values)


async def due(tx: "AsyncConnection", now: datetime, most: int) -> list[PendingResult]:
    """Return the results that may be sent now, the oldest first."""
    query = (
        select(table.c.competition, table.c.seq, table.c.attempts, table.c.created_at)
        .where(table.c.next_at <= now)
        .order_by(table.c.created_at, table.c.competition, table.c.seq)
        .limit(most)
    )
    return [
        PendingResult(CompetitionCode(row.competition), row.seq, row.attempts, row.created_at)
        for row in await tx.execute(query)
    ]


async def remove_result(tx: "AsyncConnection", one: PendingResult) -> bool:
    """Delete a result that the other site has accepted, or never will; return whether it waited."""
    return bool((await tx.execute(delete(table).where(*_this(one)))).rowcount)


async def failed(tx: "AsyncConnection", one: PendingResult, next_at: datetime) -> bool:
    """Retry the result, not before that instant; return False if another run was first."""
    again = {"attempts": one.attempts + 1, "next_at": next_at}
    is_current = table.c.attempts == one.attempts
    change = update(table).where(*_this(one), is_current).values(**again)
    return bool((await tx.execute(change)).rowcount)


def _this(one: PendingResult) -> "tuple[ColumnElement[bool], ...]":
    return table.c.competition == one.competition, table.c.seq == one.seq
