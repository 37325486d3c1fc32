"""Gives the account of a person who has just been met to a person whom an arbiter expected."""

from typing import Final

from sqlalchemy import Delete, Table, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.people import people
from storage.people.people import Person
from storage.people.personal_data import OF_ANYONE
from storage.schema import (
    former_names,
    mail_addresses,
    mail_codes,
    mail_recoveries,
    metadata,
    persons,
    waiting,
)

_OF_MAILS: Final = (mail_addresses, mail_codes, mail_recoveries)
_MOVED: Final = tuple(
    table for table in metadata.sorted_tables if table.name in OF_ANYONE - {"persons", "waiting"}
)
"""The tables whose rows go with the account: all in which a person just met may have any."""
ACCOUNT_FIELDS: Final = (
    *("account", "address", "account_name", "reachable", "language", "time_zone"),
    *("reminder_hour", "quiet_from", "quiet_to", "digest", "mute", "public_name"),
)
"""The fields that go with the account; the expected person keeps all others."""


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
        if "person" in table.primary_key.columns:
            await tx.execute(_delete_same(table, expected, account.id))
        statement = update(table).where(table.c.person == account.id)
        await tx.execute(statement.values(person=expected))
    names = await people.former_names_of(tx, account.id)
    await tx.execute(delete(former_names).where(former_names.c.person == account.id))
    # Before the change below, because no two people may have one account.
    await tx.execute(delete(persons).where(persons.c.id == account.id))
    person = await people.get(tx, expected)
    await people.remember_names(tx, expected, account.name, *names, unless=person.name)
    fields = {name: getattr(account, name) for name in ACCOUNT_FIELDS}
    await people.change(tx, expected, **fields, minor=person.minor or account.minor)


def _delete_same(table: Table, expected: PersonId, account: PersonId) -> Delete:
    """Return the deletion of the expected person's rows whose place the account's rows take."""
    moved = table.alias()
    other_keys = [key for key in table.primary_key if key.name != "person"]
    same_key = [moved.c[key.name] == key for key in other_keys]
    taken = select(1).select_from(moved).where(moved.c.person == account, *same_key)
    return delete(table).where(table.c.person == expected, taken.exists())
