"""Devices: the browsers in which a person is signed in (`storage.people.device_codes` adds one).

A device has a random token, stored only as a hash. The hash of an ended device stays for a time
with the reason, but without its person, so that the browser can say why it is signed out.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.hashes import hashed
from storage.people import device_codes, mail_recoveries
from storage.schema import devices, ended_devices, web_sessions
from storage.types import UtcDateTime

ENDED_FOR: Final = timedelta(days=90)
"""How long the reason for which a device was ended is stored."""


class DeviceEnd(Enum):
    """Why a device was ended."""

    SELF = "self"
    """The person signed it out, there or on another device."""
    ARBITER = "arbiter"
    """An arbiter ended it for the person."""
    SEAT_FREED = "seat"
    """The person lost their only seat."""
    MOVED = "telegram"
    """The person plays in Telegram since."""
    TOO_MANY = "many"
    """The person added another device, and this one was opened least recently."""
    FORGOTTEN = "forgotten"
    """The person was forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedDevice:
    """A device that was ended."""

    why: DeviceEnd
    ended_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A browser in which a person is signed in."""

    id: int
    person: PersonId
    name: str
    """The browser and the system, such as `Chrome, Android`."""
    made_at: datetime
    opened_at: datetime
    """When the page was last opened there."""


_FIND = select(
    *(devices.c[name] for name in ("id", "person", "name", "made_at", "opened_at"))
).where(
    devices.c.token_hash == bindparam("hash"),
    devices.c.expires_at > bindparam("now", type_=UtcDateTime),
)


async def add(  # noqa: PLR0913, PLR0917  (each is a column)
    tx: AsyncConnection,
    person: PersonId,
    token_hash: str,
    name: str,
    now: datetime,
    expires_at: datetime,
) -> None:
    """Store a device of the person; a browser that was ended before is no longer listed as such."""
    values = {
        "person": person,
        "token_hash": token_hash,
        "name": name,
        "made_at": now,
        "opened_at": now,
        "expires_at": expires_at,
    }
    await tx.execute(delete(ended_devices).where(ended_devices.c.token_hash == token_hash))
    await tx.execute(insert(devices).values(values))


async def find(tx: AsyncConnection, token: str, now: datetime) -> Device | None:
    """Return the device of a valid token, or None."""
    row = (await tx.execute(_FIND, {"hash": hashed(token), "now": now})).first()
    return None if row is None else Device(**row._asdict())


async def of_hash(tx: AsyncConnection, token_hash: str) -> PersonId | None:
    """Return the person of the device with that hash, or None."""
    query = select(devices.c.person).where(devices.c.token_hash == token_hash)
    person = (await tx.execute(query)).scalar_one_or_none()
    return None if person is None else PersonId(person)


async def opened(tx: AsyncConnection, device: int, now: datetime, expires_at: datetime) -> None:
    """Record that the page was opened on the device, which stays valid until then."""
    statement = update(devices).where(devices.c.id == device)
    await tx.execute(statement.values(opened_at=now, expires_at=expires_at))


async def of_person(tx: AsyncConnection, person: PersonId, now: datetime) -> list[Device]:
    """Return the person's devices, the one opened last first."""
    query = (
        select(*_FIND.selected_columns)
        .where(devices.c.person == person, devices.c.expires_at > now)
        .order_by(devices.c.opened_at.desc(), devices.c.id.desc())
    )
    return [Device(**row._asdict()) for row in await tx.execute(query)]


async def last_opened(tx: AsyncConnection, person: PersonId) -> datetime | None:
    """Return when the person last opened the page on a device of theirs; None if they have none."""
    query = select(func.max(devices.c.opened_at)).where(devices.c.person == person)
    last: datetime | None = (await tx.execute(query)).scalar_one()
    return last


async def end(
    tx: AsyncConnection,
    person: PersonId,
    why: DeviceEnd,
    now: datetime,
    device: int | None = None,
) -> int:
    """End one of the person's devices, or all of them, with their sessions, codes and links.

    Return the number of ended devices.
    """
    are_ending = [devices.c.person == person]
    of_sessions = [web_sessions.c.person == person]
    if device is not None:
        are_ending.append(devices.c.id == device)
        of_sessions.append(web_sessions.c.device == device)
    await tx.execute(delete(web_sessions).where(*of_sessions))
    await device_codes.drop(tx, person)
    await mail_recoveries.void(tx, person)
    columns = (literal(why.value), literal(now, UtcDateTime), literal(now + ENDED_FOR, UtcDateTime))
    with_reason = select(devices.c.token_hash, *columns).where(*are_ending)
    names = ("token_hash", "why", "ended_at", "expires_at")
    await tx.execute(insert(ended_devices).from_select(names, with_reason))
    return (await tx.execute(delete(devices).where(*are_ending))).rowcount


async def ended(tx: AsyncConnection, token: str, now: datetime) -> EndedDevice | None:
    """Return why the device of that token was ended; None if unknown or too long ago."""
    query = select(ended_devices.c.why, ended_devices.c.ended_at).where(
        ended_devices.c.token_hash == hashed(token), ended_devices.c.expires_at > now
    )
    row = (await tx.execute(query)).first()
    return None if row is None else EndedDevice(why=DeviceEnd(row.why), ended_at=row.ended_at)


async def prune(tx: AsyncConnection, now: datetime) -> None:
    """Delete expired devices, and the reasons for which devices ended long ago."""
    await tx.execute(delete(ended_devices).where(ended_devices.c.expires_at <= now))
    await tx.execute(delete(devices).where(devices.c.expires_at <= now))
