"""What the courier must know of people: how to word a message for a chat, and who is gone."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.composing import Reader
from bot.desk import Desk
from bot.i18n import negotiate
from storage import outbox, people

if TYPE_CHECKING:
    from bot.messages import Notice
    from bot.shared import Shared
    from bot.unit import Office, UnitOfWork


class PeopleDirectory:
    """The directory of stored people."""

    def __init__(self, office: "Office", shared: "Shared") -> None:
        self._office = office
        self._shared = shared

    async def reader(self, chat: int) -> Reader:
        """Return the language and time zone of whoever reads that chat."""
        async with self._office.database.reading() as tx:
            person = await people.by_chat(tx, chat)
        if person is None:
            return Reader()
        return Reader(person.language or negotiate(None), ZoneInfo(person.time_zone))

    async def unreachable(self, unit: "UnitOfWork", notice: "Notice") -> None:
        """Note that the person takes no messages, and tell the arbiters of his games, once."""
        person = await people.by_chat(unit.tx, notice.to)
        if person is None or not person.reachable:
            return
        await people.change(unit.tx, person.id, reachable=False)
        await Desk(unit, self._shared).tell_arbiters_unreachable(person)

    async def migrated(self, unit: "UnitOfWork", old: int, new: int) -> None:
        """Address everything that waits for the old chat to the new one."""
        await outbox.readdress(unit.tx, old, new)
