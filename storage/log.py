"""The event log: append-only, one numbered stream a game or match, each row chained to the last.

Every row carries a hash of its own contents and of the row before it, so that a row changed, moved
or cut out of the middle is found when the chain is recomputed. The text that is hashed is

    stream, seq, name, version, at, previous hash, payload

in this order, joined by line feeds (none of the first six can hold one), as UTF-8; `at` is UTC in
the form 2025-05-03T08:00:00.000000+00:00, and the first row's previous hash is 64 zeros. The hash
is its SHA-256 in lower-case hex. Nothing here updates or deletes a row.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from storage.errors import ConcurrentAppend
from storage.schema import events as log
from storage.streams import Encoded, codec_of

if TYPE_CHECKING:
    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.streams import Codec

UNREADABLE = (ValueError, TypeError, DBAPIError)
"""What reading a value raises that no writer of ours can have stored."""
NO_HASH = "0" * 64
"""The previous hash of a stream's first row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """An event with its place in its stream (from 1), its instant and its row's hash."""

    seq: int
    event: Any
    at: datetime
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last row of a stream: `seq` 0 and 64 zeros before the first event."""

    seq: int = 0
    hash: str = NO_HASH


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first row of a stream that does not follow from the one before it."""

    stream: str
    seq: int
    reason: str
    """`gap` (numbers do not follow), `previous` (another hash is named), `hash`, `unreadable`."""


_of_stream = log.c.stream == bindparam("stream")
_HEAD = (
    select(log.c.seq, log.c.hash)
    .where(_of_stream, log.c.seq <= bindparam("upto"))
    .order_by(log.c.seq.desc())
    .limit(1)
)
_either = log.c.stream.in_((bindparam("stream"), bindparam("other")))
_last = select(log.c.stream, func.max(log.c.seq).label("seq")).where(_either)
_lasts = _last.group_by(log.c.stream).subquery("lasts")
_TWO_HEADS = select(log.c.stream, log.c.seq, log.c.hash).join(
    _lasts, and_(log.c.stream == _lasts.c.stream, log.c.seq == _lasts.c.seq)
)
_LOAD = (
    select(log.c.seq, log.c.name, log.c.version, log.c.payload, log.c.at, log.c.hash)
    .where(_of_stream, log.c.seq <= bindparam("upto"), log.c.seq > bindparam("after"))
    .order_by(log.c.seq)
)
_APPEND = insert(log)
_LAST = 2**31 - 1
"""More events than any stream has."""


async def append(  # noqa: PLR0913  (one value each: where, after what, what, when)
    tx: "AsyncConnection",
    stream: str,
    expected_seq: int,
    events: Sequence[object],
    at: datetime,
    *,
    codec: "Codec | None" = None,
    known: Head | None = None,
) -> tuple[Stored, ...]:
    """Write the events behind event `expected_seq` (0: a new stream) and return them as stored.

    `at` is the instant of the command, aware. `codec` is the stream's own unless given. `known` is
    the stream's last event as this transaction has read it; the primary key refuses a later one.

    Raises:
        ConcurrentAppend: the stream's last event is another. The transaction must not go on.
    """
    if "\n" in stream:
        msg = f"a line feed in the name of a stream: {stream!r}"
        raise ValueError(msg)
    codec = codec or codec_of(stream)
    last = known or await head(tx, stream)
    if last.seq != expected_seq:
        raise ConcurrentAppend(stream, expected=expected_seq, found=last.seq)
    stored, rows = _chained(stream, last, events, at, codec)
    if rows:
        try:
            await tx.execute(_APPEND, rows)
        except IntegrityError as error:
            raise ConcurrentAppend(stream, expected=expected_seq, found=None) from error
    return tuple(stored)


def _chained(
    stream: str, last: Head, events: Sequence[object], at: datetime, codec: "Codec"
) -> tuple[list[Stored], list[dict[str, object]]]:
    """Return the events as they stand behind the last row, and their rows, each with its hash."""
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
    tx: "AsyncConnection",
    stream: str,
    upto: int | None = None,
    *,
    after: int = 0,
    codec: "Codec | None" = None,
) -> list[Stored]:
    """Return the stream's events in order, from behind number `after` up to number `upto`.

    Raises:
        UnknownEvent: an event was written by a later version of the program.
    """
    codec = codec or codec_of(stream)
    rows = (await tx.execute(_LOAD, _bounds(stream, upto) | {"after": after})).all()
    return [
        Stored(seq=seq, event=codec.decode(name, version, payload), at=at, hash=digest)
        for seq, name, version, payload, at, digest in rows
    ]


def _bounds(stream: str, upto: int | None) -> dict[str, object]:
    return {"stream": stream, "upto": _LAST if upto is None else upto}


async def latest(
    tx: "AsyncConnection", stream: str, kinds: Collection[type], most: int
) -> list[Stored]:
    """Return the stream's last events of these kinds, the newest first."""
    codec = codec_of(stream)
    names = [name for name, kind in codec.registry.items() if kind in kinds]
    query = (
        select(log.c.seq, log.c.name, log.c.version, log.c.payload, log.c.at, log.c.hash)
        .where(log.c.stream == stream, log.c.name.in_(names))
        .order_by(log.c.seq.desc())
        .limit(most)
    )
    return [
        Stored(
            seq=row.seq,
            event=codec.decode(row.name, row.version, row.payload),
            at=row.at,
            hash=row.hash,
        )
        for row in await tx.execute(query)
    ]


async def head(tx: "AsyncConnection", stream: str, upto: int | None = None) -> Head:
    """Return the number and hash of the stream's last event, or of its last up to that number."""
    row = (await tx.execute(_HEAD, _bounds(stream, upto))).first()
    return Head(*row) if row else Head()


async def two_heads(tx: "AsyncConnection", stream: str, other: str) -> tuple[Head, Head]:
    """Return the last events of two streams, by one statement."""
    rows = (await tx.execute(_TWO_HEADS, {"stream": stream, "other": other})).all()
    found = {name: Head(seq, digest) for name, seq, digest in rows}
    return found.get(stream, Head()), found.get(other, Head())


async def streams(tx: "AsyncConnection", prefix: str = "") -> list[str]:
    """Return the names of all streams that begin with the prefix, sorted."""
    return [stream for (stream,) in (await tx.execute(_streams(prefix))).all()]


async def newest(tx: "AsyncConnection") -> datetime | None:
    """Return when the newest event of all was recorded; None: there is none."""
    found: datetime | None = (await tx.execute(select(func.max(log.c.at)))).scalar_one()
    return found


@cache
def _streams(prefix: str) -> "Select[Any]":
    query = select(log.c.stream).distinct().order_by(log.c.stream)
    return query.where(log.c.stream.startswith(prefix, autoescape=True)) if prefix else query


async def exported(tx: "AsyncConnection", stream: str) -> list[dict[str, Any]]:
    """Return the stream's rows whole, for a file that anyone can check by this module's head."""
    return [
        {**row._asdict(), "at": row.at.astimezone(UTC).isoformat(timespec="microseconds")}
        for row in await _rows(tx, stream)
        if row is not None
    ]


async def broken_link(tx: "AsyncConnection", stream: str) -> BrokenLink | None:
    """Recompute the stream's chain; return the first row that does not fit, or None.

    A chain that was cut short at its end is whole in itself: `storage.verify` finds that by the
    projection, which names the last event.
    """
    previous = NO_HASH
    for expected, row in enumerate(await _rows(tx, stream), start=1):
        if row is None:
            return BrokenLink(stream, expected, "unreadable")
        if row.seq != expected:
            return BrokenLink(stream, expected, "gap")
        if row.previous != previous:
            return BrokenLink(stream, expected, "previous")
        encoded = Encoded(row.name, row.version, row.payload)
        if row.hash != link(stream, expected, encoded, row.at, previous):
            return BrokenLink(stream, expected, "hash")
        previous = row.hash
    return None


async def _rows(tx: "AsyncConnection", stream: str) -> "list[Row[Any] | None]":
    """Return the stream's rows in order, None for one that holds what was never written."""
    query = select(log).where(log.c.stream == stream).order_by(log.c.seq)
    try:
        return list((await tx.execute(query)).all())
    except UNREADABLE:
        numbers = (await tx.execute(query.with_only_columns(log.c.seq))).scalars().all()
    rows: list[Row[Any] | None] = []
    for seq in numbers:
        try:
            rows.append((await tx.execute(query.where(log.c.seq == seq))).one())
        except UNREADABLE:
            rows.append(None)
    return rows


def link(stream: str, seq: int, event: Encoded, at: datetime, previous: str) -> str:
    """Return the hash of a row, as the head of this module says."""
    instant = at.astimezone(UTC).isoformat(timespec="microseconds")
    parts = (stream, seq, event.name, event.version, instant, previous, event.payload)
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()
