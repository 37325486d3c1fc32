"""The people with a menu of their own: stored arbiters, and operators of the configuration."""

from collections.abc import Collection

from bot.runtime.shown_menus import menu_of, people_with_role_menus, record_menu
from bot.runtime.unit import Runtime
from bot.texts.command_menus import MenuName
from storage.people import people
from storage.people.addresses import is_browser


class StoredOffices:
    """The `Offices` of `bot.program.menus`: reads who has which menu, records which are shown."""

    def __init__(self, runtime: Runtime, operators: Collection[int]) -> None:
        self._runtime = runtime
        self._operators = operators

    async def menus(self) -> dict[int, MenuName]:
        """Return, by chat, the menu of each person who has a role or was last shown its menu.

        A browser's page has no such menu.
        """
        async with self._runtime.database.reading_latest() as tx:
            last_shown = await people.several(tx, await people_with_role_menus(tx))
            # Operators who have never written to the bot have no row.
            operators = await people.of_accounts(tx, self._operators)
            holders = [*await people.arbiters(tx), *operators]
        by_id = {person.id: person for person in (*last_shown, *holders)}
        return {
            person.address: menu_of(person, self._operators)
            for person in by_id.values()
            if person.address is not None and not is_browser(person.address)
        }

    async def record_shown(self, chat: int, name: MenuName) -> None:
        """Record the menu shown in the chat, so that a role's menu can later be removed."""
        async with self._runtime.database.transaction() as tx:
            person = await people.by_address(tx, chat)
            if person is not None:
                await record_menu(tx, person.id, name, self._runtime.clock.now())
