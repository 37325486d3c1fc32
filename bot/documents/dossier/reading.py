"""A stream of the log as it was at an instant, with its hash chain."""

from itertools import takewhile
from typing import TYPE_CHECKING

from bot.documents.dossier.facts import Stream
from storage import log

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


class NothingToShow(LookupError):  # noqa: N818  (says what the case is)
    """There is no game, match or case of that name."""


async def stream_of(tx: "AsyncConnection", name: str, at: "datetime") -> Stream:
    """Return a stream as it was at that instant.

    Raises:
        NothingToShow: it had no event yet.
    """
    found = zip(await log.exported(tx, name), await log.load(tx, name), strict=True)
    known = tuple(takewhile(lambda one: one[1].at <= at, found))
    if not known:
        raise NothingToShow(name)
    return Stream(
        name=name, rows=tuple(row for row, _ in known), stored=tuple(one for _, one in known)
    )
