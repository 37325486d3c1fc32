"""Gives the account of a person who has just been met to a person whom an arbiter expected."""

from dataclasses import asdict
from typing import Final

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.people import people
from storage.people.people import Person
from storage.schema import (
    calendar_addresses,
    device_codes,
    devices,
    former_chats,
    former_names,
    mail_addresses,
    mail_codes,
    mail_recoveries,
    persons,
    waiting,
    web_sessions,
)

_OF_MAILS: Final = (mail_addresses, mail_codes, mail_recoveries)
_MOVED: Final = (
    *(web_sessions, devices, device_codes, calendar_addresses, former_chats),
    *_OF_MAILS,
)
"""The tables whose rows go with the account."""
_STAYING_FIELDS: Final = ("id", "name", "arbiter", "volunteer", "club")
"""The fields that the expected person keeps."""


async def transfer(tx: AsyncConnection, expected: PersonId, account: Person) -> None:
    """Move the account of a person just met to an expected person.

    The account's settings move with it; its previous owner has no account any longer. A person
    whom an arbiter has marked as a minor stays one.
    """
    # The dialogue of the account was about a person without a seat.
    await tx.execute(delete(waiting).where(waiting.c.person == account.id))
    # The old account gets no mails any longer, and no mailed link leads to it.
    for table in _OF_MAILS:
        await tx.execute(delete(table).where(table.c.person == expected))
    for table in _MOVED:
        statement = update(table).where(table.c.person == account.id)
        await tx.execute(statement.values(person=expected))
    names = await people.former_names_of(tx, account.id)
    await tx.execute(delete(former_names).where(former_names.c.person == account.id))
    # Before the change below, because no two people may have one account.
    await tx.execute(delete(persons).where(persons.c.id == account.id))
    person = await people.get(tx, expected)
    await people.remember_names(tx, expected, account.name, *names, unless=person.name)
    fields = asdict(account) | {"minor": person.minor or account.minor}
    for name in _STAYING_FIELDS:
        del fields[name]
    await people.change(tx, expected, **fields)
