"""E-mail addresses of people in browsers, and the codes that confirm them.

A code of six digits is derived from the row's random salt and the installation's key. So the
database alone gives no code, and a mail that is sent again has the same code.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.schema import mail_addresses, mail_codes

DIGITS: Final = 6
MOST_MISSES: Final = 5
"""The wrong codes after which a code is void."""
_SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class MailAddress:
    """A confirmed address."""

    person: PersonId
    address: str
    confirmed_at: datetime
    refused_at: datetime | None
    """When a server refused it for good; it gets no mails since."""
    accepted_at: datetime | None
    """When a server last accepted a mail to it."""

    @property
    def is_used(self) -> bool:
        """Return whether mails go to it."""
        return self.refused_at is None


@dataclass(frozen=True, slots=True, kw_only=True)
class MailCode:
    """An address that is to be confirmed."""

    person: PersonId
    address: str
    salt: str
    misses: int
    expires_at: datetime

    def digits(self, key: bytes) -> str:
        """Return the code."""
        digest = hmac.digest(key, f"code:{self.salt}:{self.address}".encode(), sha256)
        return f"{int.from_bytes(digest) % 10**DIGITS:0{DIGITS}d}"


async def of(tx: AsyncConnection, person: PersonId) -> MailAddress | None:
    """Return the person's confirmed address, or None."""
    query = select(mail_addresses).where(mail_addresses.c.person == person)
    row = (await tx.execute(query)).first()
    return None if row is None else MailAddress(**row._asdict())


async def confirm(tx: AsyncConnection, person: PersonId, address: str, at: datetime) -> None:
    """Store the person's address; it replaces an earlier one."""
    values = {
        "person": person,
        "address": address,
        "confirmed_at": at,
        "refused_at": None,
        "accepted_at": None,
    }
    await tx.execute(put(tx.dialect.name, mail_addresses), values)


async def refuse(tx: AsyncConnection, person: PersonId, at: datetime) -> None:
    """Record that a server refused the person's address for good."""
    own = mail_addresses.c.person == person
    await tx.execute(update(mail_addresses).where(own).values(refused_at=at))


async def accept(tx: AsyncConnection, person: PersonId, at: datetime) -> None:
    """Record that a server accepted a mail to the person's address."""
    own = mail_addresses.c.person == person
    await tx.execute(update(mail_addresses).where(own).values(accepted_at=at))


async def end(tx: AsyncConnection, person: PersonId) -> bool:
    """Delete the person's address and code; return whether they had a confirmed one."""
    await tx.execute(delete(mail_codes).where(mail_codes.c.person == person))
    own = mail_addresses.c.person == person
    return bool((await tx.execute(delete(mail_addresses).where(own))).rowcount)


async def counts(tx: AsyncConnection) -> dict[str, int]:
    """Return how many addresses are in use, and how many were refused."""
    query = select(func.count(), func.count(mail_addresses.c.refused_at))
    total, refused = (await tx.execute(query)).one()
    return {"confirmed": total - refused, "refused": refused}


async def ask(tx: AsyncConnection, person: PersonId, address: str, expires: datetime) -> MailCode:
    """Store a new code for an address, in place of the person's earlier one; return it."""
    code = MailCode(
        person=person,
        address=address,
        salt=secrets.token_hex(_SALT_BYTES),
        misses=0,
        expires_at=expires,
    )
    values = {
        "person": person,
        "address": address,
        "salt": code.salt,
        "misses": 0,
        "expires_at": expires,
    }
    await tx.execute(put(tx.dialect.name, mail_codes), values)
    return code


async def asked(tx: AsyncConnection, person: PersonId, now: datetime) -> MailCode | None:
    """Return the address that the person is to confirm, or None."""
    query = select(mail_codes).where(
        mail_codes.c.person == person,
        mail_codes.c.expires_at > now,
        mail_codes.c.misses < MOST_MISSES,
    )
    row = (await tx.execute(query)).first()
    return None if row is None else MailCode(**row._asdict())


async def missed(tx: AsyncConnection, person: PersonId) -> int:
    """Count a wrong code; return how many more the person may enter."""
    change = update(mail_codes).where(mail_codes.c.person == person)
    found = await tx.execute(
        change.values(misses=mail_codes.c.misses + 1).returning(mail_codes.c.misses)
    )
    misses = found.scalar_one_or_none()
    return 0 if misses is None else max(0, MOST_MISSES - int(misses))


async def drop_code(tx: AsyncConnection, person: PersonId) -> None:
    """Delete the person's code."""
    await tx.execute(delete(mail_codes).where(mail_codes.c.person == person))


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete expired codes."""
    await tx.execute(delete(mail_codes).where(mail_codes.c.expires_at <= now))
