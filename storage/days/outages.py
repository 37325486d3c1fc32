"""The heartbeat of the bot, and its outages.

The running bot writes a heartbeat at intervals; other modules interpret a gap.
"""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import ahead
from storage.dialects import put
from storage.schema import heartbeat, inbox
from storage.schema import outages as table

_LAST_BEAT = select(heartbeat.c.at).with_for_update()
_ONLY = 1
"""The key of the heartbeat's single row."""

KEPT_BY_TELEGRAM: Final = timedelta(hours=24)
"""The time for which Telegram keeps an update; a longer outage loses updates."""
LEAST_NOTED = timedelta(minutes=1)
"""The shortest outage that is recorded."""
_NOTED_AT_ONCE = timedelta(hours=24)
_MOST = 100_000
"""The largest plausible gap in update numbers; after a larger one the numbers were reset."""
_LEAST = timedelta(hours=12)
"""The least time between the last update before an outage and the first one after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Downtime:
    """A time in which the bot did not run."""

    since: datetime
    until: datetime


async def beat(tx: AsyncConnection, at: datetime) -> None:
    """Record that the bot runs."""
    await tx.execute(put(tx.dialect.name, heartbeat), {"id": _ONLY, "at": at})


async def last_beat(tx: AsyncConnection) -> datetime | None:
    """Return the instant of the last heartbeat, or None if there is none.

    At a server this locks the row until the transaction ends, so that no two programs record one
    outage.
    """
    row = (await tx.execute(_LAST_BEAT)).first()
    return None if row is None else row.at


_AFTER = (
    select(table)
    .where(table.c.until > bindparam("instant", type_=table.c.until.type))
    .order_by(table.c.since)
)


async def record(tx: AsyncConnection, silence: Downtime) -> None:
    """Record an outage that is over."""
    await tx.execute(put(tx.dialect.name, table), asdict(silence))


async def of(tx: AsyncConnection, since: datetime) -> Downtime:
    """Return the outage that began at that instant."""
    row = (await tx.execute(select(table).where(table.c.since == since))).one()
    return Downtime(**row._asdict())


async def after(tx: AsyncConnection, instant: datetime) -> list[Downtime]:
    """Return the outages that ended after that instant, the earliest first."""
    rows = await ahead.rows(tx, _AFTER, {"instant": instant})
    return [Downtime(**row._asdict()) for row in rows]


async def note_back(tx: AsyncConnection, at: datetime) -> None:
    """Record the outage at the bot's return, before it reads waiting updates.

    The recorded outage is at most a day, because the clock may be wrong. `record` replaces it once
    the length is known.
    """
    since = await last_beat(tx)
    if since is not None and at - since >= LEAST_NOTED:
        await record(tx, Downtime(since=since, until=min(at, since + _NOTED_AT_ONCE)))


async def missing_updates(tx: AsyncConnection, silence: Downtime) -> int | None:
    """Return how many updates Telegram numbered during the outage but did not deliver, or None.

    Telegram numbers updates in sequence. The number is unknown before the first update after the
    outage, and if the numbers were reset, as may happen after a quiet week.
    """
    query = (
        select(inbox.c.update_id, inbox.c.received_at)
        .where(inbox.c.update_id.is_not(None))
        .order_by(inbox.c.id)
    )
    came = [(int(number), at) for number, at in await tx.execute(query)]
    around = [
        (found - left, following - number - 1)
        for (number, left), (following, found) in pairwise(came)
        if left < silence.until and found > silence.since
    ]
    longest, missing = max(around, default=(timedelta(), None))
    known = missing is not None and 0 <= missing < _MOST
    return missing if known and longest >= _LEAST else None
