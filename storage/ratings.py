"""What was worked out of results, the lists published from it, and who goes by which name on them.

A run is one working out: its result, a spreadsheet, and the terms of everybody's number. Runs are
private, and forgotten after a while; publishing makes lists of a run, and then it stays for good.
A list is never changed: the same day published again is its next version. What results and terms
say is not looked at here.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, func, insert, select

from engine.ids import PersonId
from storage.db import put
from storage.rated_row import RatedRow
from storage.schema import (
    rated_names,
    rating_lists,
    rating_rows,
    rating_runs,
    rating_sheets,
)

if TYPE_CHECKING:
    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One working out of somebody's files."""

    id: int
    person: PersonId
    """For whom."""
    token: str
    """Of the files."""
    system: str
    input_sha256: str
    task: str
    """What was asked for, as JSON: with the files it gives the same result again."""
    result: bytes
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRun:
    """A run to be kept."""

    person: PersonId
    token: str
    system: str
    input_sha256: str
    task: str
    result: bytes
    book: bytes
    """The spreadsheet."""
    sheets: Mapping[str, tuple[str, bytes]]
    """Key → name of a player and his terms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListId:
    """What a list is told apart by, but for its version."""

    system: str
    kind: str
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A list that was published."""

    id: int
    system: str
    kind: str
    day: date
    version: int
    run: int
    publisher: PersonId
    published_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedName:
    """The name by which a person is on the lists, as he has confirmed."""

    player: str
    key: str


_RUN = select(
    *(column for column in rating_runs.c if column.name != "book"),
)
_LIST = select(rating_lists)
_ROW = select(*(column for column in rating_rows.c if column.name != "list_id"))


async def add_run(tx: "AsyncConnection", new: NewRun, at: datetime) -> int:
    """Keep a run with its spreadsheet and everybody's terms; return its number."""
    values = asdict(new) | {"at": at}
    sheets = values.pop("sheets")
    statement = insert(rating_runs).values(**values).returning(rating_runs.c.id)
    run = int((await tx.execute(statement)).scalar_one())
    rows = [
        {"run": run, "key": key, "player": player, "sheet": sheet}
        for key, (player, sheet) in sheets.items()
    ]
    if rows:
        await tx.execute(insert(rating_sheets), rows)
    return run


async def find_run(tx: "AsyncConnection", run: int) -> Run | None:
    """Return a run, if it is still kept."""
    row = (await tx.execute(_RUN.where(rating_runs.c.id == run))).one_or_none()
    return None if row is None else Run(**row._asdict())


async def book(tx: "AsyncConnection", run: int) -> bytes:
    """Return a run's spreadsheet.

    Raises:
        KeyError: it is not kept any more.
    """
    query = select(rating_runs.c.book).where(rating_runs.c.id == run)
    found: bytes | None = (await tx.execute(query)).scalar_one_or_none()
    if found is None:
        raise KeyError(run)
    return found


async def sheet(tx: "AsyncConnection", run: int, key: str) -> bytes | None:
    """Return a player's terms in a run."""
    query = select(rating_sheets.c.sheet).where(
        rating_sheets.c.run == run, rating_sheets.c.key == key
    )
    found: bytes | None = (await tx.execute(query)).scalar_one_or_none()
    return found


async def players_of(tx: "AsyncConnection", run: int) -> dict[str, str]:
    """Return keys and names of everybody whose terms a run has."""
    query = select(rating_sheets.c.key, rating_sheets.c.player).where(rating_sheets.c.run == run)
    return {row.key: row.player for row in await tx.execute(query)}


async def publish(
    tx: "AsyncConnection",
    run: int,
    lists: Mapping[ListId, Iterable[RatedRow]],
    by: PersonId,
    at: datetime,
) -> list[Published]:
    """Publish the lists of a run, each as the next version of its day; return them."""
    made = []
    for which, rows in lists.items():
        version = await last_version(tx, which) + 1
        values = {**asdict(which), "version": version, "run": run}
        values |= {"publisher": by, "published_at": at}
        statement = insert(rating_lists).values(**values).returning(rating_lists.c.id)
        number = int((await tx.execute(statement)).scalar_one())
        entries = [asdict(row) | {"list_id": number} for row in rows]
        if entries:
            await tx.execute(insert(rating_rows), entries)
        made.append(Published(id=number, **values))
    return made


async def last_version(tx: "AsyncConnection", which: ListId) -> int:
    """Return the latest version of a list, 0 if there is none."""
    query = select(func.max(rating_lists.c.version)).where(
        rating_lists.c.system == which.system,
        rating_lists.c.kind == which.kind,
        rating_lists.c.day == which.day,
    )
    return int((await tx.execute(query)).scalar_one() or 0)


async def find_list(tx: "AsyncConnection", number: int) -> Published | None:
    """Return the list of that number."""
    row = (await tx.execute(_LIST.where(rating_lists.c.id == number))).one_or_none()
    return None if row is None else Published(**row._asdict())


async def versions(tx: "AsyncConnection", which: ListId) -> list[Published]:
    """Return every version of a list, the oldest first."""
    query = _LIST.where(
        rating_lists.c.system == which.system,
        rating_lists.c.kind == which.kind,
        rating_lists.c.day == which.day,
    ).order_by(rating_lists.c.version)
    return [Published(**row._asdict()) for row in await tx.execute(query)]


async def in_force(
    tx: "AsyncConnection", system: str, kind: str, day: date | None = None, *, before: bool = False
) -> Published | None:
    """Return the latest version of the latest list up to that day, or, `before`, of one before it.

    Without a day: of the latest of all.
    """
    query = _LIST.where(rating_lists.c.system == system, rating_lists.c.kind == kind)
    if day is not None:
        until = rating_lists.c.day < day if before else rating_lists.c.day <= day
        query = query.where(until)
    latest = query.order_by(rating_lists.c.day.desc(), rating_lists.c.version.desc()).limit(1)
    row = (await tx.execute(latest)).one_or_none()
    return None if row is None else Published(**row._asdict())


async def all_in_force(tx: "AsyncConnection") -> list[Published]:
    """Return the latest list of every system and kind, by these."""
    rows = (await tx.execute(_valid().order_by(rating_lists.c.system, rating_lists.c.kind))).all()
    latest: dict[tuple[str, str], Published] = {}
    for row in rows:
        found = Published(**row._asdict())
        known = latest.get((found.system, found.kind))
        if known is None or found.day > known.day:
            latest[found.system, found.kind] = found
    return list(latest.values())


async def days_of(tx: "AsyncConnection", system: str, kind: str) -> list[Published]:
    """Return the lists of a system and kind, the latest version of each day, newest first."""
    query = _valid().where(rating_lists.c.system == system, rating_lists.c.kind == kind)
    rows = await tx.execute(query.order_by(rating_lists.c.day.desc()))
    return [Published(**row._asdict()) for row in rows]


async def rows_of(tx: "AsyncConnection", number: int) -> list[RatedRow]:
    """Return a list's rows, in order."""
    query = _ROW.where(rating_rows.c.list_id == number).order_by(rating_rows.c.number)
    return [RatedRow(**row._asdict()) for row in await tx.execute(query)]


async def history(
    tx: "AsyncConnection", system: str, kind: str, keys: Collection[str]
) -> dict[str, list[tuple[date, RatedRow]]]:
    """Return the rows of these players on all lists of a kind, oldest first.

    Of several versions of a day the latest counts.
    """
    lists = {each.id: each.day for each in await days_of(tx, system, kind)}
    query = select(rating_rows).where(
        rating_rows.c.key.in_(list(keys)), rating_rows.c.list_id.in_(list(lists))
    )
    found: dict[str, list[tuple[date, RatedRow]]] = {key: [] for key in keys}
    for row in await tx.execute(query):
        values = row._asdict()
        day = lists[values.pop("list_id")]
        found[row.key].append((day, RatedRow(**values)))
    return {
        key: sorted(rows, key=lambda one: (one[0], one[1].number)) for key, rows in found.items()
    }


async def row_of(tx: "AsyncConnection", number: int, key: str) -> RatedRow | None:
    """Return a player's row on a list, the first if he has several."""
    query = _ROW.where(rating_rows.c.list_id == number, rating_rows.c.key == key)
    row = (await tx.execute(query.order_by(rating_rows.c.number).limit(1))).one_or_none()
    return None if row is None else RatedRow(**row._asdict())


async def names(tx: "AsyncConnection", system: str | None = None) -> dict[str, str]:
    """Return key and name of everybody on a published list, of one system or of all."""
    query = select(rating_rows.c.key, func.max(rating_rows.c.player)).group_by(rating_rows.c.key)
    if system is not None:
        query = query.join(rating_lists).where(rating_lists.c.system == system)
    return {row[0]: row[1] for row in await tx.execute(query)}


async def link(tx: "AsyncConnection", person: PersonId, name: RatedName, at: datetime) -> None:
    """Note by which name a person is on the lists."""
    values = {"person": person, **asdict(name), "at": at}
    await tx.execute(put(tx.dialect.name, rated_names), values)


async def linked(tx: "AsyncConnection", person: PersonId) -> RatedName | None:
    """Return by which name a person is on the lists, as he has said."""
    query = select(rated_names.c.player, rated_names.c.key).where(rated_names.c.person == person)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else RatedName(**row._asdict())


async def unlink(tx: "AsyncConnection", person: PersonId) -> None:
    """Forget by which name a person is on the lists."""
    await tx.execute(delete(rated_names).where(rated_names.c.person == person))


async def prune(tx: "AsyncConnection", before: datetime) -> None:
    """Forget private runs made before that instant."""
    published = select(rating_lists.c.run)
    old = and_(rating_runs.c.at < before, rating_runs.c.id.not_in(published))
    gone = select(rating_runs.c.id).where(old)
    await tx.execute(delete(rating_sheets).where(rating_sheets.c.run.in_(gone)))
    await tx.execute(delete(rating_runs).where(old))


def _valid() -> "Select[Any]":
    """Return the query for the latest version of every list."""
    same = rating_lists.alias()
    later = select(same.c.id).where(
        same.c.system == rating_lists.c.system,
        same.c.kind == rating_lists.c.kind,
        same.c.day == rating_lists.c.day,
        same.c.version > rating_lists.c.version,
    )
    return _LIST.where(~later.exists())
