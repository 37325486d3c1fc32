"""Links by mail that let a person in again who has lost their devices.

A link's code is derived from the row's random salt and the installation's key. So the database
alone gives no code, and a mail that is sent again has the same one. A row is used once; then it
only counts until its hour is over.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.schema import mail_addresses, mail_recoveries

LIFE: Final = timedelta(minutes=30)
"""The validity of a link."""
MOST: Final = 3
"""The most links of one person within `WITHIN`."""
WITHIN: Final = timedelta(hours=1)
_SALT_BYTES: Final = 16
_BETWEEN: Final = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """A request for a link."""

    salt: str
    person: PersonId
    address: str
    asked_at: datetime

    @property
    def expires_at(self) -> datetime:
        """Return when its link becomes void."""
        return self.asked_at + LIFE

    def code(self, key: bytes) -> str:
        """Return the link's code: the salt, which finds the row, and its proof of 256 bits."""
        of = f"recovery:{self.salt}:{self.person}:{self.address}"
        return f"{self.salt}{_BETWEEN}{hmac.digest(key, of.encode(), sha256).hex()}"


_COLUMNS = tuple(mail_recoveries.c[name] for name in ("salt", "person", "address", "asked_at"))


async def confirmed_by(tx: AsyncConnection, address: str) -> list[PersonId]:
    """Return the people who have confirmed the address, in any case of its letters."""
    this = func.lower(mail_addresses.c.address) == address.lower()
    query = select(mail_addresses.c.person).where(this).order_by(mail_addresses.c.person)
    return [PersonId(person) for person in (await tx.execute(query)).scalars()]


async def ask(
    tx: AsyncConnection, person: PersonId, address: str, now: datetime
) -> Recovery | None:
    """Store a request, which voids earlier ones; return None if there were enough this hour."""
    own = mail_recoveries.c.person == person
    recent = select(func.count()).where(own, mail_recoveries.c.asked_at > now - WITHIN)
    if (await tx.execute(recent)).scalar_one() >= MOST:
        return None
    await void(tx, person)
    salt = secrets.token_hex(_SALT_BYTES)
    asked = Recovery(salt=salt, person=person, address=address, asked_at=now)
    values = {"salt": salt, "person": person, "address": address, "asked_at": now, "is_open": True}
    await tx.execute(mail_recoveries.insert().values(values))
    return asked


async def find(tx: AsyncConnection, salt: str, now: datetime) -> Recovery | None:
    """Return the request of that salt while its link is valid, else None.

    It ends with the person's confirmed address.
    """
    query = select(*_COLUMNS).where(
        mail_recoveries.c.salt == salt,
        mail_recoveries.c.is_open,
        mail_recoveries.c.asked_at > now - LIFE,
        mail_recoveries.c.person == mail_addresses.c.person,
        mail_recoveries.c.address == mail_addresses.c.address,
    )
    row = (await tx.execute(query)).first()
    return None if row is None else Recovery(**row._asdict())


async def take(tx: AsyncConnection, code: str, key: bytes, now: datetime) -> PersonId | None:
    """Return the person of a valid code and void the code; None for any other."""
    recovery = await find(tx, code.partition(_BETWEEN)[0], now)
    if recovery is None or not hmac.compare_digest(code.encode(), recovery.code(key).encode()):
        return None
    this = (mail_recoveries.c.salt == recovery.salt, mail_recoveries.c.is_open)
    is_first = (
        await tx.execute(update(mail_recoveries).where(*this).values(is_open=False))
    ).rowcount
    return recovery.person if is_first else None


async def void(tx: AsyncConnection, person: PersonId) -> None:
    """Make the person's links void; their requests still count."""
    own = mail_recoveries.c.person == person
    await tx.execute(update(mail_recoveries).where(own).values(is_open=False))


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete the requests that no longer count; their links are void by then."""
    await tx.execute(delete(mail_recoveries).where(mail_recoveries.c.asked_at <= now - WITHIN))
