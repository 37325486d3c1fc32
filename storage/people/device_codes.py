"""Codes that add a device of a person, each used once, within its time.

They are stored only as hashes. A person has at most one code of digits, which they type, and one
of a link, which an arbiter may have sent. Eight digits can be guessed, so a code of digits ends
after `MOST_MISSES` wrong codes that begin like it.
"""

import secrets
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
_has_digits = table.c.head != ""


async def offer_digits(
    tx: AsyncConnection, person: PersonId, length: int, expires_at: datetime
) -> str:
    """Store and return a code of that many digits, which replaces the person's earlier one."""
    await tx.execute(delete(table).where(table.c.person == person, _has_digits))
    while True:  # short codes of two people may meet by chance
        code = "".join(secrets.choice("0123456789") for _ in range(length))
        query = select(table.c.digest).where(table.c.digest == hashed(code))
        if (await tx.execute(query)).first() is None:
            break
    await _store(tx, person, code, code[:HEAD], expires_at)
    return code


async def offer_link(
    tx: AsyncConnection, person: PersonId, code: str, expires_at: datetime
) -> None:
    """Store the code of a link, which replaces the person's earlier link; nobody can guess it.

    It has no head, so no wrong code counts against it.
    """
    await tx.execute(delete(table).where(table.c.person == person, ~_has_digits))
    await _store(tx, person, code, "", expires_at)


async def _store(
    tx: AsyncConnection, person: PersonId, code: str, head: str, expires_at: datetime
) -> None:
    values = {
        "digest": hashed(code),
        "person": person,
        "head": head,
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
    statement = update(table).where(table.c.head == code[:HEAD], _has_digits)
    await tx.execute(statement.values(misses=table.c.misses + 1))


async def drop(tx: AsyncConnection, person: PersonId) -> None:
    """Delete the person's codes."""
    await tx.execute(delete(table).where(table.c.person == person))


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete expired codes."""
    await tx.execute(delete(table).where(table.c.expires_at <= now))
