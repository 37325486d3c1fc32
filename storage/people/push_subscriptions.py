"""The subscriptions to announcements: at most one of a device, and one device of an address.

A browser that signs another person in has the same address, so the newest device has it alone. A
subscription ends with its device.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.schema import devices, push_subscriptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """What is needed to announce something on a device."""

    device: int
    endpoint: str
    """The address at the browser's push service."""
    p256dh: str
    """The browser's public key, as it gives it."""
    auth: str
    """The browser's secret for the encryption, as it gives it."""


_COLUMNS = tuple(push_subscriptions.c[name] for name in Subscription.__dataclass_fields__)


async def store(
    tx: AsyncConnection, person: PersonId, subscription: Subscription, at: datetime
) -> None:
    """Store a device's subscription, in place of any with that device or address."""
    is_same = (push_subscriptions.c.device == subscription.device) | (
        push_subscriptions.c.endpoint == subscription.endpoint
    )
    await tx.execute(delete(push_subscriptions).where(is_same))
    values = {
        "device": subscription.device,
        "person": person,
        "endpoint": subscription.endpoint,
        "p256dh": subscription.p256dh,
        "auth": subscription.auth,
        "made_at": at,
    }
    await tx.execute(insert(push_subscriptions).values(values))


async def end(tx: AsyncConnection, device: int, endpoint: str | None = None) -> bool:
    """Delete a device's subscription, and return whether there was one.

    With an `endpoint`, it is deleted only if it still has that address.
    """
    where = [push_subscriptions.c.device == device]
    if endpoint is not None:
        where.append(push_subscriptions.c.endpoint == endpoint)
    return bool((await tx.execute(delete(push_subscriptions).where(*where))).rowcount)


async def has(tx: AsyncConnection, device: int) -> bool:
    """Return whether the device is subscribed."""
    query = select(push_subscriptions.c.device).where(push_subscriptions.c.device == device)
    return (await tx.execute(query)).first() is not None


async def of_person(tx: AsyncConnection, person: PersonId, now: datetime) -> list[Subscription]:
    """Return the subscriptions of the person's devices that are signed in."""
    query = (
        select(*_COLUMNS)
        .join(devices, devices.c.id == push_subscriptions.c.device)
        .where(devices.c.person == person, devices.c.expires_at > now)
        .order_by(push_subscriptions.c.device)
    )
    return [Subscription(**row._asdict()) for row in await tx.execute(query)]


async def count(tx: AsyncConnection) -> int:
    """Return how many devices are subscribed."""
    query = select(func.count()).select_from(push_subscriptions)
    return int((await tx.execute(query)).scalar_one())
