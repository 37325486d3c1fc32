"""The names on published rating lists that people have claimed; each person claims their own."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.hashes import hashed
from storage.schema import rated_names as table


class ClaimedName(NamedTuple):
    """A name on lists, with the person who has claimed it."""

    person: PersonId
    key: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedName:
    """A name as the lists have it."""

    player: str
    key: str
    """The common key of all its spellings."""


async def link(tx: AsyncConnection, person: PersonId, name: RatedName, at: datetime) -> None:
    """Store that a name on the lists is the person's, in place of an earlier one."""
    values = {"person": person, **asdict(name), "at": at}
    await tx.execute(put(tx.dialect.name, table), values)


async def of(tx: AsyncConnection, person: PersonId) -> RatedName | None:
    """Return the name on the lists that a person has claimed, or None."""
    query = select(table.c.player, table.c.key).where(table.c.person == person)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else RatedName(**row._asdict())


async def every(tx: AsyncConnection) -> list[ClaimedName]:
    """Return all names that people have claimed."""
    rows = await tx.execute(select(table.c.person, table.c.key, table.c.player))
    return [ClaimedName(PersonId(row.person), row.key, row.player) for row in rows]


async def drop(tx: AsyncConnection, person: PersonId) -> None:
    """Delete a person's claim to a name."""
    await tx.execute(delete(table).where(table.c.person == person))


async def forget(tx: AsyncConnection, person: PersonId, withdrawn: str) -> int:
    """Replace the name in a person's claim; keep what is needed to omit it from public lists.

    Published lists do not change, so the full name would otherwise appear again. Return the number
    of claims.
    """
    claimed = await of(tx, person)
    if claimed is None:
        return 0
    values = {"player": withdrawn, "key": sealed(claimed.key)}
    await tx.execute(update(table).where(table.c.person == person).values(**values))
    return 1


def sealed(key: str) -> str:
    """Return the stored form of a forgotten person's key; it can be checked but not read."""
    return hashed(key)
