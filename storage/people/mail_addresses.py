"""E-mail addresses of people in browsers, once they are confirmed (`storage.people.mail_codes`)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.people import mail_codes, mail_recoveries
from storage.schema import mail_addresses, outbox


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
    of_person = mail_addresses.c.person == person
    await tx.execute(update(mail_addresses).where(of_person).values(refused_at=at, server=server))


async def accept(
    tx: AsyncConnection, person: PersonId, address: str, at: datetime, server: str
) -> None:
    """Record that a server accepted a mail to that address, if it is still the person's."""
    theirs = (mail_addresses.c.person == person, mail_addresses.c.address == address)
    await tx.execute(update(mail_addresses).where(*theirs).values(accepted_at=at, server=server))


async def stop(tx: AsyncConnection, person: PersonId, at: datetime) -> bool:
    """Record that the person wants no mails; return whether they got some until now."""
    await mail_codes.drop(tx, person)
    own_running = (mail_addresses.c.person == person, mail_addresses.c.stopped_at.is_(None))
    statement = update(mail_addresses).where(*own_running).values(stopped_at=at)
    return bool((await tx.execute(statement)).rowcount)


async def drop_queued(tx: AsyncConnection, person: PersonId) -> None:
    """Drop the mails that wait for the person; the page still has the messages."""
    await mail_codes.drop(tx, person)
    newest = select(func.max(outbox.c.id)).scalar_subquery()
    of_person = mail_addresses.c.person == person
    await tx.execute(update(mail_addresses).where(of_person).values(dropped_to=newest))


async def remove(tx: AsyncConnection, person: PersonId) -> bool:
    """Delete the person's address and code; return whether they had a confirmed one."""
    await mail_codes.drop(tx, person)
    await mail_recoveries.void(tx, person)
    of_person = mail_addresses.c.person == person
    return bool((await tx.execute(delete(mail_addresses).where(of_person))).rowcount)


async def counts(tx: AsyncConnection) -> dict[str, int]:
    """Return how many addresses are `confirmed` and in use, `refused`, or `stopped` by choice."""
    is_refused = mail_addresses.c.refused_at.is_not(None)
    is_stopped = mail_addresses.c.stopped_at.is_not(None)
    state = case((is_refused, "refused"), (is_stopped, "stopped"), else_="confirmed")
    number_by_state = dict.fromkeys(("confirmed", "refused", "stopped"), 0)
    for name, number in await tx.execute(select(state, func.count()).group_by(state)):
        number_by_state[name] = int(number)
    return number_by_state
