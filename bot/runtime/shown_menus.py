"""Each person's command menu, and whose chat shows a role's, so that it goes with the role."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.texts.command_menus import MenuName, menu_role
from bot.texts.languages import negotiate
from engine.ids import PersonId
from storage.conversation import dialogues
from storage.people.people import Person

_KEY: Final = "menu"
"""The key of a person's stored menu among their other dialogues."""


def menu_of(person: Person, operators: Collection[int]) -> MenuName:
    """Return the menu in the person's language, for their role; `operators`: their accounts."""
    role = menu_role(is_operator=person.account in operators, is_arbiter=person.arbiter)
    return MenuName(person.language or negotiate(None), role)


async def record_menu(tx: AsyncConnection, person: PersonId, name: MenuName, now: datetime) -> None:
    """Record that the person's chat shows this menu; the players' menu needs no record."""
    if name.role:
        await dialogues.put(tx, person, _KEY, str(name), now)
    else:
        await dialogues.forget(tx, person, _KEY)


async def people_with_role_menus(tx: AsyncConnection) -> frozenset[PersonId]:
    """Return the numbers of the people whose chat shows a role's menu."""
    return frozenset(await dialogues.of_everybody(tx, _KEY))
