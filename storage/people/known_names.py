"""What arbiters answered about names: the person whom a spelling means, with a club or without one.

`key` and `club` are normal forms (`engine.person_names.name_key`).
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.schema import known_names

Spelling = tuple[str, str]
"""The normal forms of a name and of a club, "" without one."""


async def learn(tx: AsyncConnection, spelling: Spelling, person: PersonId, at: datetime) -> None:
    """Store that the spelling means the person, in place of an earlier answer."""
    key, club = spelling
    values = {"key": key, "club": club, "person": int(person), "at": at}
    await tx.execute(put(tx.dialect.name, known_names), values)


async def spellings_of_each(
    tx: AsyncConnection, people: Collection[PersonId]
) -> dict[PersonId, list[str]]:
    """Return the normal forms of the names by which arbiters meant each of these people."""
    spellings: dict[PersonId, list[str]] = {person: [] for person in people}
    query = select(known_names).where(known_names.c.person.in_(spellings))
    for row in await tx.execute(query):
        spellings[row.person].append(row.key)
    return spellings


async def of(tx: AsyncConnection, keys: Collection[str]) -> Mapping[Spelling, PersonId]:
    """Return the person whom each known spelling of these names means."""
    query = select(known_names).where(known_names.c.key.in_(keys))
    rows = (await tx.execute(query)).all() if keys else ()
    return {(row.key, row.club): PersonId(row.person) for row in rows}
