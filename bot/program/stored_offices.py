"""The people with a role: arbiters from the database, operators from the configuration."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.unit import Runtime
from bot.texts.i18n import negotiate
from bot.texts.messages import ARBITER, MENU, OPERATOR, menu_name
from engine.ids import PersonId
from storage.conversation import dialogues
from storage.people import people
from storage.people.people import Person


class StoredOffices:
    """Reads who has a role, and remembers which menus were shown (`bot.program.menus.Offices`)."""

    def __init__(self, runtime: Runtime, operators: Collection[int]) -> None:
        self._runtime = runtime
        self._operators = operators

    async def menus(self) -> dict[int, str]:
        """Return, by chat, the menu of each person who has a role or was last shown its menu."""
        menus_by_chat: dict[int, str] = {}
        async with self._runtime.database.reading_latest() as tx:
            shown = await dialogues.of_everybody(tx, MENU)
            former = await people.several(tx, shown.keys())
            holders = [*await people.arbiters(tx), *await self._known_operators(tx)]
        by_id = {person.id: person for person in (*former, *holders)}
        for person in by_id.values():
            if person.address is not None:
                menus_by_chat[person.address] = menu_name(
                    person.language or negotiate(None), self._office(person)
                )
        return menus_by_chat

    async def noted(self, chat: int, name: str) -> None:
        """Store the menu shown in the chat, so that a role's menu can later be removed."""
        async with self._runtime.database.transaction() as tx:
            person = await people.by_address(tx, chat)
            if person is not None and ":" in name:
                now = self._runtime.clock.now()
                await dialogues.put(tx, PersonId(person.id), MENU, name, now)
            elif person is not None:
                await dialogues.forget(tx, person.id, MENU)

    async def _known_operators(self, tx: AsyncConnection) -> list[Person]:
        """Return the operators who have written to the bot."""
        found = [await people.by_account(tx, operator) for operator in self._operators]
        return [person for person in found if person is not None]

    def _office(self, person: Person) -> str:
        """Return the person's role as in the name of a menu; "" for a player."""
        if person.account in self._operators:
            return OPERATOR
        return ARBITER if person.arbiter else ""
