"""Who holds an office, as command menus want to know it; and whose menu says that he did."""

from typing import TYPE_CHECKING

from bot.texts.i18n import negotiate
from bot.texts.messages import ARBITER, MENU, OPERATOR, menu_name
from engine.ids import PersonId
from storage import people, previews

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.unit import Runtime
    from storage.people import Person


class KnownOffices:
    """Arbiters as they are stored, operators as the configuration names them."""

    def __init__(self, runtime: "Runtime", operators: "Collection[int]") -> None:
        self._runtime = runtime
        self._operators = operators

    async def menus(self) -> dict[int, str]:
        """Return, by chat, the menu of each who holds an office, or held one when it was shown."""
        found: dict[int, str] = {}
        async with self._runtime.database.reading() as tx:
            shown = await previews.all_waiting(tx, MENU)
            holders = [*await people.arbiters(tx), *await self._running(tx)]
            known = {one.id: one for one in await people.several(tx, shown.keys())}
        for person in {**known, **{one.id: one for one in holders}}.values():
            if person.chat is not None:
                found[person.chat] = menu_name(
                    person.language or negotiate(None), self._office(person)
                )
        return found

    async def _running(self, tx: "AsyncConnection") -> "list[Person]":
        found = [await people.by_telegram(tx, operator) for operator in self._operators]
        return [one for one in found if one is not None]

    def _office(self, person: "Person") -> str:
        if person.telegram_id in self._operators:
            return OPERATOR
        return ARBITER if person.arbiter else ""

    async def noted(self, chat: int, name: str) -> None:
        """Note that the chat is shown that menu now: an office's is to be taken back one day."""
        async with self._runtime.database.transaction() as tx:
            person = await people.by_chat(tx, chat)
            if person is not None and ":" in name:
                now = self._runtime.clock.now()
                await previews.wait_for(tx, PersonId(person.id), MENU, name, now)
            elif person is not None:
                await previews.forget_waiting(tx, person.id, MENU)
