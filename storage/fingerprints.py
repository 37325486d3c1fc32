"""A daily fingerprint of all logs; once it is published, nobody can change the past unnoticed.

A day's fingerprint is the SHA-256 of `day`, the day, the previous fingerprint (64 zeros for none)
and the root of a tree (`storage.merkle`), joined by line feeds. The tree covers the logs that have
grown since the previous fingerprint, by the names of their streams. So each fingerprint covers
every row ever written, at the size of one day. It reveals nothing, because each leaf is salted from
a secret of the day.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import and_, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.hashes import hashed
from storage.integrity import DATABASE, Finding, FindingKind
from storage.merkle import LogHead, Tree
from storage.schema import events, fingerprint_heads, fingerprints
from storage.streams import NO_HASH


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """The fingerprint of a day."""

    day: date
    previous: str
    """The fingerprint before it; 64 zeros for the first."""
    fingerprint: str
    logs: int
    """The number of logs that had grown."""
    secret: str
    """The secret for the salts of the leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inclusion:
    """The path from a log to the fingerprint of the last day on which it had grown."""

    day: str
    """That day, as `2026-05-14`."""
    stream: str
    seq: int
    """The number of its last row on that day."""
    hash: str
    """The hash of that row."""
    salt: str
    """The salt of its leaf."""
    path: tuple[str, ...]
    """The hashes beside the way from the leaf to the root (`storage.merkle.Tree.path`)."""
    previous: str
    """The fingerprint before that day's."""
    fingerprint: str


def fingerprint_of(day: date, previous: str, heads: Sequence[LogHead]) -> str:
    """Return the fingerprint of a day on which these logs had grown."""
    return hashed("day", day.isoformat(), previous, Tree(heads).root)


async def record(tx: AsyncConnection, day: date, at: datetime, secret: str) -> Fingerprint | None:
    """Compute and store the day's fingerprint.

    None if it or a later one exists, or if no log has grown since the latest. `secret` is random
    and new each day.
    """
    last = await latest(tx)
    if last is not None and last.day >= day:
        return None
    heads = await _grown(tx, secret)
    if not heads:
        return None
    previous = NO_HASH if last is None else last.fingerprint
    fingerprint = Fingerprint(
        day=day,
        previous=previous,
        fingerprint=fingerprint_of(day, previous, heads),
        logs=len(heads),
        secret=secret,
    )
    row = {"day": day.isoformat(), "fingerprint": fingerprint.fingerprint, "logs": fingerprint.logs}
    await tx.execute(insert(fingerprints).values(**row, secret=secret, at=at))
    rows = [
        {"day": day.isoformat(), "stream": leaf.stream, "seq": leaf.seq, "hash": leaf.hash}
        for leaf in heads
    ]
    await tx.execute(insert(fingerprint_heads), rows)
    return fingerprint


async def latest(tx: AsyncConnection) -> Fingerprint | None:
    """Return the last fingerprint, or None."""
    query = select(fingerprints).order_by(fingerprints.c.day.desc()).limit(2)
    rows = (await tx.execute(query)).all()
    chain = _chain(reversed(rows))  # the older of the two is the one before the latest
    return chain[-1] if chain else None


async def every(tx: AsyncConnection) -> tuple[Fingerprint, ...]:
    """Return all fingerprints, the oldest first."""
    return tuple(_chain(await tx.execute(select(fingerprints).order_by(fingerprints.c.day))))


def _chain(rows: Iterable[Any]) -> list[Fingerprint]:
    """Return the fingerprints of these rows, oldest first, as if none were before the first."""
    chain, previous = [], NO_HASH
    for row in rows:
        chain.append(
            Fingerprint(
                day=date.fromisoformat(row.day),
                previous=previous,
                fingerprint=row.fingerprint,
                logs=row.logs,
                secret=row.secret,
            )
        )
        previous = row.fingerprint
    return chain


class InclusionPaths:
    """Returns the paths from logs to fingerprints; it builds each day's tree once."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx
        self._by_day: dict[str, Fingerprint] = {}
        """Every fingerprint, by its day; empty until the first path."""
        self._days: dict[str, str] | None = None
        """The last day of growth of each log; None until it is asked for."""
        self._trees: dict[str, Tree] = {}
        """The trees built so far, by day."""

    async def days(self) -> Mapping[str, str]:
        """Return the last day of growth of each log."""
        if self._days is None:
            query = select(
                fingerprint_heads.c.stream, func.max(fingerprint_heads.c.day).label("day")
            )
            rows = await self._tx.execute(query.group_by(fingerprint_heads.c.stream))
            self._days = {row.stream: row.day for row in rows}
        return self._days

    async def of(self, streams: Iterable[str]) -> tuple[Inclusion, ...]:
        """Return the paths of those logs that a fingerprint covers, sorted by name."""
        days = await self.days()
        return tuple(
            [await self._path(stream, days[stream]) for stream in sorted(streams) if stream in days]
        )

    async def _path(self, stream: str, day: str) -> Inclusion:
        """Return the path of a log in the tree of the day that last included it."""
        if day not in self._by_day:
            self._by_day = {
                fingerprint.day.isoformat(): fingerprint for fingerprint in await every(self._tx)
            }
        fingerprint = self._by_day[day]
        if day not in self._trees:
            self._trees[day] = Tree(await _heads_of(self._tx, fingerprint))
        (leaf,) = await _heads_of(self._tx, fingerprint, stream)
        return Inclusion(
            day=day,
            stream=stream,
            seq=leaf.seq,
            hash=leaf.hash,
            salt=leaf.salt,
            path=self._trees[day].path(stream),
            previous=fingerprint.previous,
            fingerprint=fingerprint.fingerprint,
        )


async def roots(tx: AsyncConnection) -> tuple[tuple[Fingerprint, str], ...]:
    """Return every fingerprint with the root of its tree, the oldest first.

    With the roots, a reader who has recorded the last fingerprint can check all earlier ones.
    """
    return tuple(
        [
            (fingerprint, Tree(await _heads_of(tx, fingerprint)).root)
            for fingerprint in await every(tx)
        ]
    )


async def differences(tx: AsyncConnection, published: Mapping[date, str] | None) -> list[Finding]:
    """Return the differences between the logs and the fingerprints.

    `published` are fingerprints recorded elsewhere; the stored ones must equal them.
    """
    stored = await every(tx)
    findings = [*_not_as_published(stored, published or {})]
    rows = await tx.execute(select(fingerprint_heads).order_by(fingerprint_heads.c.day))
    heads_by_day = {day: [*group] for day, group in groupby(rows, key=lambda row: row.day)}
    for fingerprint in stored:
        heads = _leaves(heads_by_day.get(fingerprint.day.isoformat(), []), fingerprint.secret)
        computed = fingerprint_of(fingerprint.day, fingerprint.previous, heads) if heads else None
        if computed != fingerprint.fingerprint:
            detail = f"{fingerprint.day}: the logs named for it give another"
            findings.append(_finding(DATABASE, detail))
    return [*findings, *[finding async for finding in _rewritten(tx)]]


def _not_as_published(
    stored: Iterable[Fingerprint], published: Mapping[date, str]
) -> Iterator[Finding]:
    """Yield each published fingerprint that is stored otherwise, or not at all."""
    by_day = {fingerprint.day: fingerprint.fingerprint for fingerprint in stored}
    for day, fingerprint in sorted(published.items()):
        if by_day.get(day) != fingerprint:
            detail = "another is kept here" if day in by_day else "none is kept here"
            yield _finding(DATABASE, f"{day}: {fingerprint} was published, {detail}")


async def _rewritten(tx: AsyncConnection) -> AsyncIterator[Finding]:
    """Yield each event that is gone or changed since a fingerprint included it."""
    is_that_event = and_(
        events.c.stream == fingerprint_heads.c.stream, events.c.seq == fingerprint_heads.c.seq
    )
    query = (
        select(fingerprint_heads, events.c.hash.label("now"))
        .join_from(fingerprint_heads, events, is_that_event, isouter=True)
        .where(events.c.hash.is_(None) | (events.c.hash != fingerprint_heads.c.hash))
        .order_by(fingerprint_heads.c.stream, fingerprint_heads.c.day)
    )
    for row in await tx.execute(query):
        change = "is gone" if row.now is None else "was rewritten"
        yield _finding(row.stream, f"the event of {row.day} {change}", row.seq)


def _finding(stream: str, detail: str, seq: int | None = None) -> Finding:
    return Finding(stream=stream, kind=FindingKind.FINGERPRINT, detail=detail, seq=seq)


async def _heads_of(
    tx: AsyncConnection, fingerprint: Fingerprint, stream: str | None = None
) -> list[LogHead]:
    """Return the leaves of a fingerprint's tree; with a stream, only that one."""
    query = select(fingerprint_heads).where(fingerprint_heads.c.day == fingerprint.day.isoformat())
    if stream is not None:
        query = query.where(fingerprint_heads.c.stream == stream)
    return _leaves(await tx.execute(query), fingerprint.secret)


async def _grown(tx: AsyncConnection, secret: str) -> list[LogHead]:
    """Return the logs that have grown since the last fingerprint, by name."""
    covered = select(fingerprint_heads.c.stream, func.max(fingerprint_heads.c.seq).label("seq"))
    covered_rows = await tx.execute(covered.group_by(fingerprint_heads.c.stream))
    seq_before = {row.stream: row.seq for row in covered_rows}
    last = (
        select(events.c.stream, func.max(events.c.seq).label("seq"))
        .group_by(events.c.stream)
        .subquery()
    )
    is_last = and_(events.c.stream == last.c.stream, events.c.seq == last.c.seq)
    query = select(events.c.stream, events.c.seq, events.c.hash).join_from(events, last, is_last)
    rows = (await tx.execute(query)).all()
    return _leaves([row for row in rows if row.seq > seq_before.get(row.stream, 0)], secret)


def _leaves(rows: Iterable[Any], secret: str) -> list[LogHead]:
    """Return the rows as leaves, sorted here, because databases differ in sort order."""
    leaves = (
        LogHead(
            stream=row.stream,
            seq=row.seq,
            hash=row.hash,
            salt=hashed("salt", secret, row.stream),
        )
        for row in rows
    )
    return sorted(leaves, key=lambda leaf: leaf.stream)
