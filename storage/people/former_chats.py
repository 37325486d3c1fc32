"""The chats that a person had before they moved between Telegram and a browser.

Messages stay where they were sent. By these chats the proof of dispatch (art. 2.2, 7.2) still knows
to whom they were.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.dialects import put
from storage.people import people
from storage.people.people import Person
from storage.schema import former_chats, persons


async def left(tx: AsyncConnection, person: PersonId, chat: int, at: datetime) -> None:
    """Record that the person no longer has that chat."""
    values = {"person": person, "chat": chat, "left_at": at}
    await tx.execute(put(tx.dialect.name, former_chats), values)


async def person_of(tx: AsyncConnection, chat: int) -> Person | None:
    """Return the person who last left that chat, or None."""
    query = select(former_chats.c.person).where(former_chats.c.chat == chat)
    newest = query.order_by(former_chats.c.left_at.desc()).limit(1)
    person = (await tx.execute(newest)).scalar_one_or_none()
    return None if person is None else await people.get(tx, PersonId(person))


async def own_of(tx: AsyncConnection, person: PersonId) -> list[int]:
    """Return the person's former chats, without those in which somebody else reads now.

    A Telegram account that writes again after its person moved to a browser is a new person.
    """
    reader_now = select(persons.c.id).where(
        or_(persons.c.address == former_chats.c.chat, persons.c.account == former_chats.c.chat)
    )
    query = select(former_chats.c.chat).where(former_chats.c.person == person, ~reader_now.exists())
    return list((await tx.execute(query.order_by(former_chats.c.chat))).scalars())


async def of_people(tx: AsyncConnection, people_wanted: Iterable[PersonId]) -> dict[int, PersonId]:
    """Return the former chats of these people, each with its person."""
    query = select(former_chats.c.chat, former_chats.c.person)
    rows = await tx.execute(query.where(former_chats.c.person.in_(set(people_wanted))))
    return {chat: PersonId(person) for chat, person in rows}
