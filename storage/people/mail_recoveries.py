"""Links by mail that let a person in again who has lost their devices.

A link's code is derived from the row's random salt and the installation's key. So the database
alone gives no code, and a mail that is sent again has the same one. A row is used once; then it
only counts until its hour is over.
"""

import hmac
import secrets
from dataclasses import asdict, dataclass
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
"""The time for which a request counts; longer than `LIFE`."""
_SALT_BYTES: Final = 16
_SEPARATOR: Final = "."
"""Stands between the two parts of a code."""


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
        message = f"recovery:{self.salt}:{self.person}:{self.address}"
        proof = hmac.digest(key, message.encode(), sha256).hex()
        return f"{self.salt}{_SEPARATOR}{proof}"


_COLUMNS = tuple(mail_recoveries.c[name] for name in ("salt", "person", "address", "asked_at"))


async def confirmed_by(tx: AsyncConnection, address: str) -> list[PersonId]:
    """Return the people who have confirmed the address, in any case of its letters."""
    is_same = func.lower(mail_addresses.c.address) == address.lower()
    query = select(mail_addresses.c.person).where(is_same).order_by(mail_addresses.c.person)
    return [PersonId(person) for person in (await tx.execute(query)).scalars()]


async def ask(
    tx: AsyncConnection, person: PersonId, address: str, now: datetime
) -> Recovery | None:
    """Store a request, which voids earlier ones; return None if there were enough this hour."""
    recent = select(func.count()).where(
        mail_recoveries.c.person == person, mail_recoveries.c.asked_at > now - WITHIN
    )
    if (await tx.execute(recent)).scalar_one() >= MOST:
        return None
    await void(tx, person)
    salt = secrets.token_hex(_SALT_BYTES)
    recovery = Recovery(salt=salt, person=person, address=address, asked_at=now)
    await tx.execute(mail_recoveries.insert().values(**asdict(recovery), is_open=True))
    return recovery


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
    recovery = await find(tx, code.partition(_SEPARATOR)[0], now)
    if recovery is None or not hmac.compare_digest(code.encode(), recovery.code(key).encode()):
        return None
    close = (
        update(mail_recoveries)
        .where(mail_recoveries.c.salt == recovery.salt, mail_recoveries.c.is_open)
        .values(is_open=False)
    )
    is_first = bool((await tx.execute(close)).rowcount)
    return recovery.person if is_first else None


async def void(tx: AsyncConnection, person: PersonId) -> None:
    """Make the person's links void; their requests still count."""
    of_person = update(mail_recoveries).where(mail_recoveries.c.person == person)
    await tx.execute(of_person.values(is_open=False))


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete the requests that no longer count; their links are void by then."""
    await tx.execute(delete(mail_recoveries).where(mail_recoveries.c.asked_at <= now - WITHIN))
