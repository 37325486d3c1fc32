"""The event log: append-only streams, one for each game or match, with hash-chained rows.

Every row has a hash of its own content and of the row before it. So a check of the chain finds a
row that was changed, moved or removed from the middle. The hashed text is

  stream, seq, name, version, at, previous hash, payload

in this order, joined by line feeds (the first six cannot contain one), as UTF-8. `at` is in UTC in
the form 2025-05-03T08:00:00.000000+00:00. The first row's previous hash is 64 zeros. The hash is
the text's SHA-256 in lower-case hexadecimal. This module never updates or deletes a row.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any, Final

from sqlalchemy import Row, Select, and_, bindparam, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.folding import Recorded
from storage import ahead
from storage.codec import Codec, Encoded, codec_of
from storage.db import is_cut
from storage.errors import ConcurrentAppend, DamagedLog
from storage.hashes import hashed
from storage.schema import events as log
from storage.streams import NO_HASH

Rows = Sequence[Row[Any] | None]
"""The rows of a stream in order, with None for a row that cannot be read."""
UNREADABLE = (ValueError, TypeError, DBAPIError)
"""Errors from reading a value that this program cannot have stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored(Recorded[Any]):
    """A stored event with its number in the stream (from 1), its instant and its row's hash."""

    seq: int
    """The number of the event in its stream, from 1."""
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last row of a stream; before the first event `seq` is 0 and the hash 64 zeros."""

    seq: int = 0
    hash: str = NO_HASH
    at: datetime | None = field(default=None, compare=False)
    """The instant of its recording, if it was read."""


BEGINNING: Final = Head()
"""What the first event of a stream follows."""


class LinkFault(StrEnum):
    """Why a row does not follow from the row before it."""

    GAP = "gap"
    """The numbers do not follow each other."""
    PREVIOUS = "previous"
    """The row names another hash than that of the row before it."""
    HASH = "hash"
    """The row's own hash is wrong."""
    UNREADABLE = "unreadable"
    """A value of the row cannot be read."""


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first row of a stream that does not follow from the row before it."""

    stream: str
    seq: int
    fault: LinkFault


_of_stream = log.c.stream == bindparam("stream")
LAST = select(log.c.seq, log.c.hash, log.c.at).order_by(log.c.seq.desc()).limit(1)
HEAD = LAST.where(_of_stream, log.c.seq <= bindparam("upto"))


def _heads_of(streams: Any) -> Select[Any]:
    """Return the query for the last rows of these streams, in no order."""
    last = (
        select(log.c.stream, func.max(log.c.seq).label("seq"))
        .where(log.c.stream.in_(streams))
        .group_by(log.c.stream)
        .subquery("last")
    )
    is_last = and_(log.c.stream == last.c.stream, log.c.seq == last.c.seq)
    return select(log.c.stream, log.c.seq, log.c.hash, log.c.at).join(last, is_last)


TWO_HEADS = _heads_of((bindparam("stream"), bindparam("other")))
"""Costs less than `_HEADS`, for which SQLAlchemy writes the list into each statement."""
_HEADS = _heads_of(bindparam("streams", expanding=True))
_AT_ONCE: Final = 1000
"""The most streams in one statement; the databases accept about 32,000 parameters."""
_LOAD = (
    select(log)
    .where(_of_stream, log.c.seq <= bindparam("upto"), log.c.seq > bindparam("after"))
    .order_by(log.c.seq)
)
_APPEND = insert(log)
_ABOVE_ALL: Final = 2**31 - 1
"""A number above that of any event."""


async def append(  # noqa: PLR0913  (independent parts of one append)
    tx: AsyncConnection,
    stream: str,
    expected_seq: int,
    events: Sequence[object],
    at: datetime,
    *,
    codec: Codec | None = None,
    known: Head | None = None,
) -> tuple[Stored, ...]:
    """Append the events after number `expected_seq` (0: a new stream); return them as stored.

    `at` is the instant of recording, with a time zone. An event is never recorded before the one
    that it follows: another machine's clock, or this one before it was set, may have been ahead.
    `codec` replaces the stream's own codec. `known` is the stream's last event, if this transaction
    has read it; the primary key refuses a second event with the same number.

    Raises:
        ConcurrentAppend: the stream has another last event; roll the transaction back.
    """
    if "\n" in stream:
        msg = f"a line feed in the name of a stream: {stream!r}"
        raise ValueError(msg)
    codec = codec or codec_of(stream)
    # `known` is of no use without its instant, which bounds that of the new events.
    last = known if known is not None and known.at else await head(tx, stream)
    if last.seq != expected_seq:
        raise ConcurrentAppend(stream, expected=expected_seq, found=last.seq)
    at = max(at, last.at or at)
    stored, rows = _chained(stream, last, events, at, codec)
    if rows:
        try:
            await tx.execute(_APPEND, rows)
        except IntegrityError as error:
            raise ConcurrentAppend(stream, expected=expected_seq, found=None) from error
    return tuple(stored)


def _chained(
    stream: str, last: Head, events: Sequence[object], at: datetime, codec: Codec
) -> tuple[list[Stored], list[dict[str, object]]]:
    """Return the events as stored after the last row, and the rows with their hashes."""
    stored: list[Stored] = []
    rows: list[dict[str, object]] = []
    previous = last.hash
    for seq, event in enumerate(events, start=last.seq + 1):
        encoded = codec.encode(event)
        digest = link(stream, seq, encoded, at, previous)
        rows.append(
            {
                "stream": stream,
                "seq": seq,
                "name": encoded.name,
                "version": encoded.version,
                "payload": encoded.payload,
                "at": at,
                "previous": previous,
                "hash": digest,
            }
        )
        stored.append(Stored(seq=seq, event=event, at=at, hash=digest))
        previous = digest
    return stored, rows


async def load(
    tx: AsyncConnection,
    stream: str,
    upto: int | None = None,
    *,
    after: Head = BEGINNING,
    codec: Codec | None = None,
) -> list[Stored]:
    """Return the stream's events in order, after the row `after` and up to number `upto`.

    Raises:
        DamagedLog: an event does not follow from the one before it, or is not as recorded.
        UnknownEvent: an event was written by a later version of the program.
    """
    bounds = up_to(stream, upto) | {"after": after.seq}
    try:
        rows = (await tx.execute(_LOAD, bounds)).all()
    except UNREADABLE as error:
        if is_cut(error):  # the transaction is lost, and no row is to blame
            raise
        try:
            unreadable = broken_link(stream, await rows_of(tx, stream))
        except DBAPIError as later:
            if is_cut(later):
                raise
            # PostgreSQL refuses every statement after an error, which is the reason.
            raise error from None
        if unreadable is None:  # the database failed, not a row
            raise
        raise DamagedLog(stream, unreadable.seq, unreadable.fault) from error
    broken = broken_link(stream, rows, after)
    if broken is not None:
        raise DamagedLog(stream, broken.seq, broken.fault)
    return decoded(rows, codec or codec_of(stream))


def decoded(rows: Sequence[Any], codec: Codec) -> list[Stored]:
    """Return the events of the rows.

    Raises:
        UnknownEvent: an event was written by a later version of the program.
    """
    return [
        Stored(
            seq=row.seq,
            event=codec.decode(row.name, row.version, row.payload),
            at=row.at,
            hash=row.hash,
        )
        for row in rows
    ]


def up_to(stream: str, upto: int | None = None) -> dict[str, object]:
    """Return the values of `HEAD` for the stream's last event, or its last one up to `upto`."""
    return {"stream": stream, "upto": _ABOVE_ALL if upto is None else upto}


async def latest(
    tx: AsyncConnection, stream: str, kinds: Collection[type], most: int
) -> list[Stored]:
    """Return at most `most` of the stream's last events of these kinds, the newest first."""
    codec = codec_of(stream)
    # Also under the names of older logs, which `name_of` does not return.
    names = [name for name, kind in codec.registry.items() if kind in kinds]
    query = (
        select(log.c.seq, log.c.name, log.c.version, log.c.payload, log.c.at, log.c.hash)
        .where(log.c.stream == stream, log.c.name.in_(names))
        .order_by(log.c.seq.desc())
        .limit(most)
    )
    return decoded((await tx.execute(query)).all(), codec)


async def head(tx: AsyncConnection, stream: str, upto: int | None = None) -> Head:
    """Return the number and hash of the stream's last event, or of its last one up to `upto`."""
    row = await ahead.first(tx, HEAD, up_to(stream, upto))
    return Head(*row) if row else Head()


async def two_heads(tx: AsyncConnection, stream: str, other: str) -> tuple[Head, Head]:
    """Return the last events of two streams, in one statement."""
    rows = await ahead.read(tx, TWO_HEADS, {"stream": stream, "other": other})
    by_stream = {name: Head(*last) for name, *last in rows}
    return by_stream.get(stream, Head()), by_stream.get(other, Head())


async def heads(tx: AsyncConnection, *streams: str) -> list[Head]:
    """Return the last events of these streams, in one statement for each thousand."""
    by_stream: dict[str, Head] = {}
    for first in range(0, len(streams), _AT_ONCE):
        rows = await tx.execute(_HEADS, {"streams": streams[first : first + _AT_ONCE]})
        by_stream |= {name: Head(*last) for name, *last in rows}
    return [by_stream.get(stream, Head()) for stream in streams]


async def streams(tx: AsyncConnection, prefix: str = "") -> list[str]:
    """Return the names of all streams that begin with the prefix, sorted."""
    return [stream for (stream,) in (await tx.execute(_streams(prefix))).all()]


async def newest(tx: AsyncConnection) -> datetime | None:
    """Return the instant of the newest event in all streams; None if there is no event."""
    instant: datetime | None = (await tx.execute(select(func.max(log.c.at)))).scalar_one()
    return instant


@cache
def _streams(prefix: str) -> Select[Any]:
    """Return the query for the names of streams; there are only a few prefixes."""
    query = select(log.c.stream).distinct().order_by(log.c.stream)
    return query.where(log.c.stream.startswith(prefix, autoescape=True)) if prefix else query


async def exported(tx: AsyncConnection, stream: str) -> list[dict[str, Any]]:
    """Return all columns of the stream's rows; anyone can check them as this module describes.

    A row that cannot be read is left out, so that the check finds a gap.
    """
    return [
        {**row._asdict(), "at": row.at.astimezone(UTC).isoformat(timespec="microseconds")}
        for row in await rows_of(tx, stream)
        if row is not None
    ]


def broken_link(stream: str, rows: Rows, after: Head = BEGINNING) -> BrokenLink | None:
    """Recompute the chain of the stream's rows; return the first that does not fit, or None.

    The rows follow the row `after`.

    This check cannot find rows removed from the end of a chain. `storage.verify` finds them,
    because the projection names the last event.
    """
    previous = after.hash
    for expected, row in enumerate(rows, start=after.seq + 1):
        if row is None:
            return BrokenLink(stream, expected, LinkFault.UNREADABLE)
        if row.seq != expected:
            return BrokenLink(stream, expected, LinkFault.GAP)
        if row.previous != previous:
            return BrokenLink(stream, expected, LinkFault.PREVIOUS)
        encoded = Encoded(row.name, row.version, row.payload)
        if row.hash != link(stream, expected, encoded, row.at, previous):
            return BrokenLink(stream, expected, LinkFault.HASH)
        previous = row.hash
    return None


async def rows_of(tx: AsyncConnection, stream: str) -> Rows:
    """Return the stream's rows in order, with None for a row that cannot be read.

    Raises:
        DBAPIError: no row can be read, as on PostgreSQL after any error in the transaction.
    """
    query = select(log).where(log.c.stream == stream).order_by(log.c.seq)
    try:
        return list((await tx.execute(query)).all())
    except UNREADABLE as error:  # one row spoils the whole reading, so each is read alone
        try:
            numbers = (await tx.execute(query.with_only_columns(log.c.seq))).scalars().all()
        except DBAPIError as later:  # as in `load`
            if is_cut(later):
                raise
            raise error from None
    rows: list[Row[Any] | None] = []
    for seq in numbers:
        try:
            rows.append((await tx.execute(query.where(log.c.seq == seq))).one())
        except UNREADABLE as error:
            if is_cut(error):
                raise
            rows.append(None)
    return rows


def link(stream: str, seq: int, event: Encoded, at: datetime, previous: str) -> str:
    """Return the hash of a row, as described at the top of this module."""
    instant = at.astimezone(UTC).isoformat(timespec="microseconds")
    facts = (stream, seq, event.name, event.version, instant, previous, event.payload)
    return hashed(*map(str, facts))
