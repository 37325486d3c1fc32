"""Copies of the log's streams as they were at an instant."""

from datetime import datetime
from itertools import takewhile

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.dossier.facts import NothingToShow, Stream
from storage import log


async def stream_of(tx: AsyncConnection, name: str, at: datetime) -> Stream:
    """Return a copy of a stream as it was at that instant.

    Raises:
        NothingToShow: the stream had no event yet.
        DamagedLog: a row is unreadable, so that the rows would not be those of the events.
        UnknownEvent: a newer program wrote an event.
    """
    rows_and_events = zip(await log.exported(tx, name), await log.load(tx, name), strict=True)
    until_then = tuple(takewhile(lambda pair: pair[1].at <= at, rows_and_events))
    if not until_then:
        raise NothingToShow(name)
    return Stream(
        name=name,
        rows=tuple(row for row, _ in until_then),
        stored=tuple(stored for _, stored in until_then),
    )
