"""Secret addresses of people's calendars, stored only as hashes."""

from dataclasses import dataclass
from datetime import datetime
from hmac import compare_digest

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.hashes import hashed
from storage.schema import calendar_addresses

_HASH_START = 16
"""The length of the part of a hash that finds its row; the rest is compared in constant time."""
_FIND = select(calendar_addresses).where(calendar_addresses.c.found_by == bindparam("start"))


@dataclass(frozen=True, slots=True)
class Address:
    """The fact that a person has an address, and since when."""

    person: PersonId
    since: datetime


async def keep(tx: AsyncConnection, secret: str, person: PersonId, at: datetime) -> None:
    """Store the person's address; an earlier one becomes invalid."""
    digest = hashed(secret)
    values = {"person": person, "found_by": digest[:_HASH_START], "digest": digest, "at": at}
    await tx.execute(put(tx.dialect.name, calendar_addresses), values)


async def find(tx: AsyncConnection, secret: str) -> PersonId | None:
    """Return the owner of that address, or None."""
    digest, owner = hashed(secret), None
    for row in (await tx.execute(_FIND, {"start": digest[:_HASH_START]})).all():
        if compare_digest(row.digest, digest):
            owner = PersonId(row.person)
    return owner


async def of(tx: AsyncConnection, person: PersonId) -> Address | None:
    """Return the person's address, or None; only the person knows its secret."""
    query = select(calendar_addresses).where(calendar_addresses.c.person == person)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else Address(person, row.at)


async def end(tx: AsyncConnection, person: PersonId) -> None:
    """Make the person's address invalid."""
    of_person = calendar_addresses.c.person == person
    await tx.execute(delete(calendar_addresses).where(of_person))
