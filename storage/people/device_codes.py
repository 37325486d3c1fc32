"""Codes that add a device of a person, each used once, within its time.

They are stored only as hashes. Eight digits can be guessed, so a code of digits ends after
`MOST_MISSES` wrong codes that begin like it.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.hashes import hashed
from storage.schema import device_codes as table

MOST_MISSES: Final = 5
"""The wrong codes after which a code of digits is void."""
HEAD: Final = 3
"""The number of a code's first digits by which a wrong one counts against it."""


async def offer(
    tx: AsyncConnection, person: PersonId, code: str, expires_at: datetime, *, digits: bool
) -> None:
    """Store a code that adds a device; it replaces the person's earlier code.

    `digits`: it has only digits, and so can be guessed. Another code has no stored head, so no
    wrong code counts against it.
    """
    await drop(tx, person)
    values = {
        "digest": hashed(code),
        "person": person,
        "head": code[:HEAD] if digits else "",
        "misses": 0,
        "expires_at": expires_at,
    }
    await tx.execute(insert(table).values(values))


async def offered_to(tx: AsyncConnection, code: str, now: datetime) -> PersonId | None:
    """Return the person of a valid code, which stays valid; None for any other."""
    query = select(table.c.person).where(*_is_valid(code, now))
    person = (await tx.execute(query)).scalar_one_or_none()
    return None if person is None else PersonId(person)


async def take(tx: AsyncConnection, code: str, now: datetime) -> PersonId | None:
    """Return the person of a valid code and delete the code; None for any other."""
    statement = delete(table).where(*_is_valid(code, now)).returning(table.c.person)
    person = (await tx.execute(statement)).scalar_one_or_none()
    return None if person is None else PersonId(person)


def _is_valid(code: str, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        table.c.digest == hashed(code),
        table.c.expires_at > now,
        table.c.misses < MOST_MISSES,
    )


async def missed(tx: AsyncConnection, code: str) -> None:
    """Count a wrong code against the codes of digits that begin like it."""
    statement = update(table).where(table.c.head == code[:HEAD], table.c.head != "")
    await tx.execute(statement.values(misses=table.c.misses + 1))


async def drop(tx: AsyncConnection, person: PersonId) -> None:
    """Delete the person's code, if they have one."""
    await tx.execute(delete(table).where(table.c.person == person))


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete expired codes."""
    await tx.execute(delete(table).where(table.c.expires_at <= now))
