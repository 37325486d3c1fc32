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

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.people import mail_recoveries
from storage.schema import mail_addresses, mail_codes, outbox

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
    stopped_at: datetime | None = None
    """When the person ended the mails; only a link for which they ask is still mailed."""
    dropped_to: int | None = None
    """The last message whose mail was dropped, when the person lost their access."""
    server: str | None = None
    """The server that last accepted a mail or refused the address; None in older rows."""

    def takes(self, message: int) -> bool:
        """Return whether that message of the outbox may be mailed."""
        return self.is_used and (self.dropped_to is None or message > self.dropped_to)

    @property
    def is_used(self) -> bool:
        """Return whether mails go to it."""
        return self.refused_at is None and self.stopped_at is None


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
    """Store the person's address; it replaces an earlier one, whose links are void."""
    values = {
        "person": person,
        "address": address,
        "confirmed_at": at,
        "refused_at": None,
        "accepted_at": None,
        "stopped_at": None,
        "dropped_to": None,
        "server": None,
    }
    await tx.execute(put(tx.dialect.name, mail_addresses), values)
    await mail_recoveries.void(tx, person)


async def refuse(tx: AsyncConnection, person: PersonId, at: datetime, server: str) -> None:
    """Record that a server refused the person's address for good."""
    own = mail_addresses.c.person == person
    await tx.execute(update(mail_addresses).where(own).values(refused_at=at, server=server))


async def accept(tx: AsyncConnection, person: PersonId, at: datetime, server: str) -> None:
    """Record that a server accepted a mail to the person's address."""
    own = mail_addresses.c.person == person
    await tx.execute(update(mail_addresses).where(own).values(accepted_at=at, server=server))


async def stop(tx: AsyncConnection, person: PersonId, at: datetime) -> bool:
    """Record that the person wants no mails; return whether they got some until now."""
    await drop_code(tx, person)
    own = (mail_addresses.c.person == person, mail_addresses.c.stopped_at.is_(None))
    return bool(
        (await tx.execute(update(mail_addresses).where(*own).values(stopped_at=at))).rowcount
    )


async def drop_queued(tx: AsyncConnection, person: PersonId) -> None:
    """Drop the mails that wait for the person; the page still has the messages."""
    await drop_code(tx, person)
    newest = select(func.max(outbox.c.id)).scalar_subquery()
    own = mail_addresses.c.person == person
    await tx.execute(update(mail_addresses).where(own).values(dropped_to=newest))


async def end(tx: AsyncConnection, person: PersonId) -> bool:
    """Delete the person's address and code; return whether they had a confirmed one."""
    await drop_code(tx, person)
    await mail_recoveries.void(tx, person)
    own = mail_addresses.c.person == person
    return bool((await tx.execute(delete(mail_addresses).where(own))).rowcount)


async def counts(tx: AsyncConnection) -> dict[str, int]:
    """Return how many addresses are in use, were refused, or get no mails by choice."""
    refused, stopped = (
        mail_addresses.c[name].is_not(None) for name in ("refused_at", "stopped_at")
    )
    state = case((refused, "refused"), (stopped, "stopped"), else_="confirmed")
    found = dict.fromkeys(("confirmed", "refused", "stopped"), 0)
    for name, count in await tx.execute(select(state, func.count()).group_by(state)):
        found[name] = int(count)
    return found


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
