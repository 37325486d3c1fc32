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
from storage.schema import outages as stored_outages

_LAST_BEAT = select(heartbeat.c.at).with_for_update()
_ENDED_AFTER = (
    select(stored_outages)
    .where(stored_outages.c.until > bindparam("instant", type_=stored_outages.c.until.type))
    .order_by(stored_outages.c.since)
)
_ONLY_ROW = 1
"""The key of the heartbeat's single row."""

KEPT_BY_TELEGRAM: Final = timedelta(hours=24)
"""The time for which Telegram keeps an update; a longer outage loses updates."""
SHORTEST_RECORDED: Final = timedelta(minutes=1)
"""The least time without a heartbeat that is recorded as an outage."""
_LONGEST_AT_RETURN: Final = timedelta(hours=24)
"""The most that is recorded before the outage is measured: the clock may be wrong."""
_MOST_MISSING: Final = 100_000
"""The most updates that one outage plausibly loses; a larger gap means that numbers were reset."""
_SHORTEST_GAP: Final = timedelta(hours=12)
"""The least time between the updates around an outage: a shorter gap belongs to another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Downtime:
    """A time in which the bot did not run; an `Outage` is the whole days in it."""

    since: datetime
    until: datetime


async def beat(tx: AsyncConnection, at: datetime) -> None:
    """Record that the bot runs."""
    await tx.execute(put(tx.dialect.name, heartbeat), {"id": _ONLY_ROW, "at": at})


async def last_beat(tx: AsyncConnection) -> datetime | None:
    """Return the instant of the last heartbeat, or None if there is none.

    At a server this locks the row until the transaction ends, so that no two programs record one
    outage.
    """
    row = (await tx.execute(_LAST_BEAT)).first()
    return None if row is None else row.at


async def record(tx: AsyncConnection, downtime: Downtime) -> None:
    """Record an outage that is over."""
    await tx.execute(put(tx.dialect.name, stored_outages), asdict(downtime))


async def begun_at(tx: AsyncConnection, since: datetime) -> Downtime:
    """Return the outage that began at that instant.

    Raises:
        KeyError: none began then.
    """
    query = select(stored_outages).where(stored_outages.c.since == since)
    row = (await tx.execute(query)).one_or_none()
    if row is None:
        raise KeyError(since)
    return Downtime(**row._asdict())


async def ended_after(tx: AsyncConnection, instant: datetime) -> list[Downtime]:
    """Return the outages that ended after that instant, the earliest first."""
    rows = await ahead.read(tx, _ENDED_AFTER, {"instant": instant})
    return [Downtime(**row._asdict()) for row in rows]


async def note_back(tx: AsyncConnection, at: datetime) -> None:
    """Record the outage since the last heartbeat, if there was one, before updates are read.

    `record` replaces it once its length is known.
    """
    since = await last_beat(tx)
    if since is not None and at - since >= SHORTEST_RECORDED:
        await record(tx, Downtime(since=since, until=min(at, since + _LONGEST_AT_RETURN)))


async def missing_updates(tx: AsyncConnection, downtime: Downtime) -> int | None:
    """Return how many updates Telegram numbered during the outage but did not deliver, or None.

    Telegram numbers updates in sequence. The number is unknown before the first update after the
    outage, and if the numbers were reset, as may happen after a quiet week.
    """
    query = (
        select(inbox.c.update_id, inbox.c.received_at)
        .where(inbox.c.update_id.is_not(None))
        .order_by(inbox.c.id)
    )
    received = [(int(number), at) for number, at in await tx.execute(query)]
    gaps = [
        (later - earlier, next_number - number - 1)
        for (number, earlier), (next_number, later) in pairwise(received)
        if earlier < downtime.until and later > downtime.since
    ]
    if not gaps:
        return None
    longest, missing = max(gaps)
    is_plausible = 0 <= missing < _MOST_MISSING
    return missing if is_plausible and longest >= _SHORTEST_GAP else None
