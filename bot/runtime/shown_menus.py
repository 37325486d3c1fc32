"""Records whose chat shows a role's command menu, so that the menu is removed with the role."""

from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.texts.command_menus import MenuName
from engine.ids import PersonId
from storage.conversation import dialogues

_KEY: Final = "menu"
"""The key of a person's stored menu among their other dialogues."""


async def record_menu(tx: AsyncConnection, person: PersonId, name: MenuName, now: datetime) -> None:
    """Record that the person's chat shows this menu; the players' menu needs no record."""
    if name.role:
        await dialogues.put(tx, person, _KEY, str(name), now)
    else:
        await dialogues.forget(tx, person, _KEY)


async def people_with_role_menus(tx: AsyncConnection) -> frozenset[PersonId]:
    """Return the numbers of the people whose chat shows a role's menu."""
    return frozenset(await dialogues.of_everybody(tx, _KEY))
