"""A fingerprint of all logs a day: once it is published, nobody rewrites what was, unseen.

A day's fingerprint is the SHA-256 of `day`, the day, the fingerprint before it (64 zeros: none) and
the root of a tree (`storage.merkle`) over the logs that have grown since that one, by the names of
their streams; all joined by line feeds. So each stands for every row ever written, and costs what
was written that day. Nothing can be read out of it: each leaf is salted from the day's own secret,
which stays here.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, insert, select

from storage.log import NO_HASH
from storage.merkle import Leaf, Tree, hashed
from storage.schema import events, fingerprint_heads, fingerprints
from storage.soundness import DATABASE, Finding

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What was published on a day."""

    day: date
    previous: str
    fingerprint: str
    logs: int
    """How many had grown."""
    secret: str
    """What the leaves are salted from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inclusion:
    """The way from a log to the fingerprint of the last day on which it had grown."""

    day: str
    stream: str
    seq: int
    hash: str
    """Of its last row on that day."""
    salt: str
    path: tuple[str, ...]
    previous: str
    fingerprint: str


def fingerprint_of(day: date, previous: str, heads: Sequence[Leaf]) -> str:
    """Return the fingerprint of a day on which these logs had grown."""
    return hashed("day", day.isoformat(), previous, Tree(heads).root)


async def take(tx: "AsyncConnection", day: date, at: datetime, secret: str) -> Fingerprint | None:
    """Take the day's fingerprint and keep it; None: it is taken already, or nothing has grown.

    `secret` is new each day: what nobody can guess.
    """
    last = await latest(tx)
    if last is not None and last.day >= day:
        return None
    heads = await _grown(tx, secret)
    if not heads:
        return None
    previous = NO_HASH if last is None else last.fingerprint
    made = Fingerprint(
        day=day,
        previous=previous,
        fingerprint=fingerprint_of(day, previous, heads),
        logs=len(heads),
        secret=secret,
    )
    row = {"day": day.isoformat(), "fingerprint": made.fingerprint, "logs": made.logs}
    await tx.execute(insert(fingerprints).values(**row, secret=secret, at=at))
    rows = [
        {"day": day.isoformat(), "stream": leaf.stream, "seq": leaf.seq, "hash": leaf.hash}
        for leaf in heads
    ]
    await tx.execute(insert(fingerprint_heads), rows)
    return made


async def latest(tx: "AsyncConnection") -> Fingerprint | None:
    """Return the last fingerprint, if there is one."""
    found = await every(tx)
    return found[-1] if found else None


async def every(tx: "AsyncConnection") -> tuple[Fingerprint, ...]:
    """Return all fingerprints, the first first."""
    query = select(fingerprints).order_by(fingerprints.c.day)
    found, previous = [], NO_HASH
    for row in await tx.execute(query):
        found.append(
            Fingerprint(
                day=date.fromisoformat(row.day),
                previous=previous,
                fingerprint=row.fingerprint,
                logs=row.logs,
                secret=row.secret,
            )
        )
        previous = row.fingerprint
    return tuple(found)


class Ways:
    """The ways from logs to fingerprints, in one transaction: each day's tree is made once."""

    def __init__(self, tx: "AsyncConnection") -> None:
        self._tx = tx
        self._made: dict[str, Fingerprint] = {}
        self._days: dict[str, str] | None = None
        self._trees: dict[str, Tree] = {}

    async def days(self) -> Mapping[str, str]:
        """Return of each log the last day on which it had grown."""
        if self._days is None:
            query = select(fingerprint_heads.c.stream, func.max(fingerprint_heads.c.day))
            rows = await self._tx.execute(query.group_by(fingerprint_heads.c.stream))
            self._days = dict(iter(rows))
        return self._days

    async def of(self, streams: Iterable[str]) -> tuple[Inclusion, ...]:
        """Return the way of each of these logs, by name, that is in a fingerprint yet."""
        days = await self.days()
        return tuple(
            [await self._way(each, days[each]) for each in sorted(streams) if each in days]
        )

    async def _way(self, stream: str, day: str) -> Inclusion:
        if day not in self._made:
            self._made = {each.day.isoformat(): each for each in await every(self._tx)}
        made = self._made[day]
        if day not in self._trees:
            self._trees[day] = Tree(await _heads_of(self._tx, made))
        (leaf,) = await _heads_of(self._tx, made, stream)
        return Inclusion(
            day=day,
            stream=stream,
            seq=leaf.seq,
            hash=leaf.hash,
            salt=leaf.salt,
            path=self._trees[day].path(stream),
            previous=made.previous,
            fingerprint=made.fingerprint,
        )


async def roots(tx: "AsyncConnection") -> tuple[tuple[Fingerprint, str], ...]:
    """Return every fingerprint, the first first, and the root that it was made of.

    With the roots whoever has noted the last one down knows all those before it.
    """
    return tuple([(each, Tree(await _heads_of(tx, each)).root) for each in await every(tx)])


async def differences(tx: "AsyncConnection", published: Mapping[date, str] | None) -> list[Finding]:
    """Return what of the logs is no longer as some day's fingerprint has it.

    `published` are fingerprints that were noted down elsewhere: those kept here must be the same.
    """
    found = [*_not_as_published(await every(tx), published or {})]
    rows = await tx.execute(select(fingerprint_heads).order_by(fingerprint_heads.c.day))
    kept = {day: [*group] for day, group in groupby(rows, key=lambda row: row.day)}
    for each in await every(tx):
        heads = _leaves(kept.get(each.day.isoformat(), []), each.secret)
        if not heads or fingerprint_of(each.day, each.previous, heads) != each.fingerprint:
            found.append(_wrong(DATABASE, f"{each.day}: the logs named for it give another"))
    return [*found, *[finding async for finding in _rewritten(tx)]]


def _not_as_published(
    kept: Iterable[Fingerprint], published: Mapping[date, str]
) -> Iterator[Finding]:
    here = {each.day: each.fingerprint for each in kept}
    for day, fingerprint in sorted(published.items()):
        if here.get(day) != fingerprint:
            detail = "another is kept here" if day in here else "none is kept here"
            yield _wrong(DATABASE, f"{day}: {fingerprint} was published, {detail}")


async def _rewritten(tx: "AsyncConnection") -> AsyncIterator[Finding]:
    same = and_(
        events.c.stream == fingerprint_heads.c.stream, events.c.seq == fingerprint_heads.c.seq
    )
    query = (
        select(fingerprint_heads, events.c.hash.label("now"))
        .join_from(fingerprint_heads, events, same, isouter=True)
        .where(events.c.hash.is_(None) | (events.c.hash != fingerprint_heads.c.hash))
        .order_by(fingerprint_heads.c.stream, fingerprint_heads.c.day)
    )
    for row in await tx.execute(query):
        what = "is gone" if row.now is None else "has been written anew"
        yield _wrong(row.stream, f"the event of {row.day} {what}", row.seq)


def _wrong(stream: str, detail: str, seq: int | None = None) -> Finding:
    return Finding(stream=stream, kind="fingerprint", detail=detail, seq=seq)


async def _heads_of(tx: "AsyncConnection", of: Fingerprint, stream: str = "") -> list[Leaf]:
    query = select(fingerprint_heads).where(fingerprint_heads.c.day == of.day.isoformat())
    if stream:
        query = query.where(fingerprint_heads.c.stream == stream)
    return _leaves(await tx.execute(query), of.secret)


async def _grown(tx: "AsyncConnection", secret: str) -> list[Leaf]:
    """Return the logs that have grown since the last fingerprint, by name."""
    known = select(fingerprint_heads.c.stream, func.max(fingerprint_heads.c.seq))
    before = dict(iter(await tx.execute(known.group_by(fingerprint_heads.c.stream))))
    last = (
        select(events.c.stream, func.max(events.c.seq).label("seq"))
        .group_by(events.c.stream)
        .subquery()
    )
    is_last = and_(events.c.stream == last.c.stream, events.c.seq == last.c.seq)
    query = select(events.c.stream, events.c.seq, events.c.hash).join_from(events, last, is_last)
    rows = (await tx.execute(query)).all()
    return _leaves([row for row in rows if row.seq > before.get(row.stream, 0)], secret)


def _leaves(rows: "Iterable[Any]", secret: str) -> list[Leaf]:
    """Return the rows as leaves, in the order of the tree, which no database has a say in."""
    leaves = (
        Leaf(
            stream=row.stream,
            seq=row.seq,
            hash=row.hash,
            salt=hashed("salt", secret, row.stream),
        )
        for row in rows
    )
    return sorted(leaves, key=lambda leaf: leaf.stream)
