"""Codes that confirm the e-mail addresses of people in browsers, one for each person.

A code of six digits is derived from the row's random salt and the installation's key. So the
database alone gives no code, and a mail that is sent again has the same code.
"""

import hmac
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.schema import mail_codes as table

DIGITS: Final = 6
"""The length of a code."""
MOST_MISSES: Final = 5
"""The wrong codes after which a code is void."""
_SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class MailCode:
    """An address that is to be confirmed."""

    person: PersonId
    address: str
    salt: str
    """Random, in hexadecimal."""
    misses: int
    """The number of wrong codes so far."""
    expires_at: datetime

    def code(self, key: bytes) -> str:
        """Return the digits that the mail brings; they cannot be calculated without the key."""
        digest = hmac.digest(key, f"code:{self.salt}:{self.address}".encode(), sha256)
        return f"{int.from_bytes(digest) % 10**DIGITS:0{DIGITS}d}"


async def ask(tx: AsyncConnection, person: PersonId, address: str, expires: datetime) -> MailCode:
    """Store a new code for an address, in place of the person's earlier one; return it."""
    code = MailCode(
        person=person,
        address=address,
        salt=secrets.token_hex(_SALT_BYTES),
        misses=0,
        expires_at=expires,
    )
    await tx.execute(put(tx.dialect.name, table), asdict(code))
    return code


async def pending(tx: AsyncConnection, person: PersonId, now: datetime) -> MailCode | None:
    """Return the address that the person is to confirm, or None."""
    query = select(table).where(
        table.c.person == person,
        table.c.expires_at > now,
        table.c.misses < MOST_MISSES,
    )
    row = (await tx.execute(query)).first()
    return None if row is None else MailCode(**row._asdict())


async def missed(tx: AsyncConnection, person: PersonId) -> int:
    """Count a wrong code; return how many more the person may enter."""
    statement = update(table).where(table.c.person == person).values(misses=table.c.misses + 1)
    misses = (await tx.execute(statement.returning(table.c.misses))).scalar_one_or_none()
    return 0 if misses is None else max(0, MOST_MISSES - int(misses))


async def drop(tx: AsyncConnection, person: PersonId) -> None:
    """Delete the person's code."""
    await tx.execute(delete(table).where(table.c.person == person))


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete expired codes."""
    await tx.execute(delete(table).where(table.c.expires_at <= now))
