"""Published rating lists.

A list comes from a run (`storage.ratings.rating_runs`) and never changes; publishing the same day
again makes its next version.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.ratings.person_keys import NIGHTLY, NightlyKind, key_of, person_of
from storage.ratings.rated_row import RatedRow, rated_row
from storage.schema import rating_lists, rating_rows, rating_sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class ListId:
    """The identity of a list, without its version."""

    system: str
    kind: str
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedList:
    """A published list."""

    id: int
    system: str
    kind: str
    day: date
    version: int
    """The number among the lists of the same system, kind and day, from 1."""
    run: int
    """The number of the run that the list comes from."""
    publisher: PersonId
    published_at: datetime


_LOCK = select(func.pg_advisory_xact_lock(0x7475_7275))
"""Waits for the advisory lock of this module; no other lock of a database uses its number."""
_LIST = select(rating_lists)
_ROW = select(*(column for column in rating_rows.c if column.name != "list_id"))


async def lock(tx: AsyncConnection) -> None:
    """Until the commit, keep other programs from publishing a list.

    So the last list that this transaction reads is still the last one when it publishes the next.
    SQLite needs no lock, because it has one writer at a time.
    """
    if tx.dialect.name == "postgresql":
        await tx.execute(_LOCK)


async def publish(
    tx: AsyncConnection,
    run: int,
    lists: Mapping[ListId, Iterable[RatedRow]],
    by: PersonId,
    at: datetime,
) -> list[PublishedList]:
    """Publish the lists of a run, each as the next version of its day; return them."""
    published = []
    for list_id, rows in lists.items():
        version = await last_version(tx, list_id) + 1
        values = {**asdict(list_id), "version": version, "run": run}
        values |= {"publisher": by, "published_at": at}
        statement = insert(rating_lists).values(**values).returning(rating_lists.c.id)
        number = int((await tx.execute(statement)).scalar_one())
        entries = [asdict(row) | {"list_id": number} for row in rows]
        if entries:
            await tx.execute(insert(rating_rows), entries)
        published.append(PublishedList(id=number, **values))
    return published


async def last_version(tx: AsyncConnection, list_id: ListId) -> int:
    """Return the latest version of a list, 0 if there is none."""
    query = select(func.max(rating_lists.c.version)).where(_is_of(list_id))
    return int((await tx.execute(query)).scalar_one() or 0)


def _is_of(list_id: ListId) -> ColumnElement[bool]:
    """Return the condition for the versions of a list."""
    return and_(
        rating_lists.c.system == list_id.system,
        rating_lists.c.kind == list_id.kind,
        rating_lists.c.day == list_id.day,
    )


async def find_list(tx: AsyncConnection, number: int) -> PublishedList | None:
    """Return the list of that number, or None."""
    row = (await tx.execute(_LIST.where(rating_lists.c.id == number))).one_or_none()
    return None if row is None else PublishedList(**row._asdict())


async def versions(tx: AsyncConnection, list_id: ListId) -> list[PublishedList]:
    """Return every version of a list, the oldest first."""
    query = _LIST.where(_is_of(list_id)).order_by(rating_lists.c.version)
    return [PublishedList(**row._asdict()) for row in await tx.execute(query)]


async def in_force(
    tx: AsyncConnection, system: str, kind: str, day: date | None = None, *, before: bool = False
) -> PublishedList | None:
    """Return the latest version of the last list up to that day (`before`: before that day).

    Without a day, return it for the last list of all. None if there is no such list.
    """
    query = _LIST.where(rating_lists.c.system == system, rating_lists.c.kind == kind)
    if day is not None:
        query = query.where(rating_lists.c.day < day if before else rating_lists.c.day <= day)
    last = query.order_by(rating_lists.c.day.desc(), rating_lists.c.version.desc()).limit(1)
    row = (await tx.execute(last)).one_or_none()
    return None if row is None else PublishedList(**row._asdict())


async def all_in_force(tx: AsyncConnection) -> list[PublishedList]:
    """Return the last list of every system and kind, sorted by these."""
    query = _latest_versions().order_by(rating_lists.c.system, rating_lists.c.kind)
    last: dict[tuple[str, str], PublishedList] = {}
    for row in (await tx.execute(query)).all():
        published_list = PublishedList(**row._asdict())
        key = (published_list.system, published_list.kind)
        if key not in last or published_list.day > last[key].day:
            last[key] = published_list
    return list(last.values())


async def days_of(tx: AsyncConnection, system: str, kind: str) -> list[PublishedList]:
    """Return the lists of a system and kind, the latest version of each day, newest first."""
    query = _latest_versions().where(rating_lists.c.system == system, rating_lists.c.kind == kind)
    rows = await tx.execute(query.order_by(rating_lists.c.day.desc()))
    return [PublishedList(**row._asdict()) for row in rows]


async def rows_of(tx: AsyncConnection, number: int) -> list[RatedRow]:
    """Return a list's rows, in order."""
    query = _ROW.where(rating_rows.c.list_id == number).order_by(rating_rows.c.number)
    return [rated_row(row._asdict()) for row in await tx.execute(query)]


async def history(
    tx: AsyncConnection, system: str, kind: str, keys: Collection[str]
) -> dict[str, list[tuple[date, RatedRow]]]:
    """Return these players' rows on all lists of a kind, the oldest first.

    Of several versions of a day, the latest counts; of several rows on a list, the first.
    """
    lists = {
        published_list.id: published_list.day for published_list in await days_of(tx, system, kind)
    }
    query = select(rating_rows).where(
        rating_rows.c.key.in_(list(keys)), rating_rows.c.list_id.in_(list(lists))
    )
    by_day: dict[str, dict[date, RatedRow]] = {key: {} for key in keys}
    for row in await tx.execute(query.order_by(rating_rows.c.number)):
        values = row._asdict()
        day = lists[values.pop("list_id")]
        by_day[row.key].setdefault(day, rated_row(values))
    return {key: sorted(rows.items()) for key, rows in by_day.items()}


async def row_of(tx: AsyncConnection, number: int, key: str) -> RatedRow | None:
    """Return a player's row on a list, the first of several, or None."""
    query = _ROW.where(rating_rows.c.list_id == number, rating_rows.c.key == key)
    row = (await tx.execute(query.order_by(rating_rows.c.number).limit(1))).one_or_none()
    return None if row is None else rated_row(row._asdict())


async def names(tx: AsyncConnection, system: str | None = None) -> dict[str, str]:
    """Return the key and name of all players on published lists, of one system or of all.

    Nightly lists contain no names.
    """
    query = select(rating_rows.c.key, func.max(rating_rows.c.player)).group_by(rating_rows.c.key)
    query = query.join(rating_lists).where(rating_lists.c.kind.not_in(NIGHTLY))
    if system is not None:
        query = query.where(rating_lists.c.system == system)
    return {row[0]: row[1] for row in await tx.execute(query)}


async def rated_people(tx: AsyncConnection) -> list[PersonId]:
    """Return all people on nightly lists."""
    query = select(rating_rows.c.key).distinct().join(rating_lists)
    keys = (await tx.execute(query.where(rating_lists.c.kind.in_(NIGHTLY)))).scalars()
    return sorted(person for key in keys if (person := person_of(key)) is not None)


async def nights_with_terms(tx: AsyncConnection) -> list[PublishedList]:
    """Return all nightly lists whose terms are still stored."""
    terms = select(rating_sheets.c.run).where(rating_sheets.c.run == rating_lists.c.run)
    query = _LIST.where(rating_lists.c.kind.in_(NIGHTLY), terms.exists())
    return [PublishedList(**row._asdict()) for row in await tx.execute(query)]


async def nightly_row(tx: AsyncConnection, person: PersonId) -> RatedRow | None:
    """Return the person's row on the latest list of friendly matches, else of competitions.

    None if they are on neither.
    """
    lists = [
        published_list
        for published_list in await all_in_force(tx)
        if published_list.kind in NIGHTLY
    ]
    lists.sort(
        key=lambda published_list: (
            published_list.kind != NightlyKind.FRIENDLIES,
            -published_list.day.toordinal(),
            -published_list.id,
        )
    )
    for published_list in lists:
        row = await row_of(tx, published_list.id, key_of(person))
        if row is not None:
            return row
    return None


def _latest_versions() -> Select[Any]:
    """Return the query for the latest version of every list."""
    other = rating_lists.alias()
    later = select(other.c.id).where(
        other.c.system == rating_lists.c.system,
        other.c.kind == rating_lists.c.kind,
        other.c.day == rating_lists.c.day,
        other.c.version > rating_lists.c.version,
    )
    return _LIST.where(~later.exists())
