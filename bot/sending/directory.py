"""What the courier must know of people: how to word a message for a chat, and who is gone."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.desk.desk import Desk
from bot.language.i18n import negotiate
from bot.sending.composing import Reader
from storage import groups, people

if TYPE_CHECKING:
    from bot.messages import Notice
    from bot.office.shared import Shared
    from bot.office.unit import Office, UnitOfWork


class PeopleDirectory:
    """The directory of stored people."""

    def __init__(self, office: "Office", shared: "Shared") -> None:
        self._office = office
        self._shared = shared

    async def reader(self, chat: int) -> Reader:
        """Return the language and time zone of whoever reads that chat."""
        async with self._office.database.reading() as tx:
            person = await people.by_chat(tx, chat)
            group = None if person else await groups.of_chat(tx, chat)
        if person is None:
            return Reader(group.language) if group else Reader()
        return Reader(person.language or negotiate(None), ZoneInfo(person.time_zone))

    async def unreachable(self, unit: "UnitOfWork", notice: "Notice") -> bool:
        """Note that the person takes no messages, and tell the arbiters of his games, once.

        A group that has shut the bot out is linked no longer; its arbiter's copies go to himself.
        """
        desk = Desk(unit, self._shared)
        if notice.to < 0:
            return await desk.groups.lost(notice.to)
        person = await people.by_chat(unit.tx, notice.to)
        if person is not None and person.reachable:
            await people.change(unit.tx, person.id, reachable=False)
            await desk.tell_arbiters_unreachable(person)
        return False

    async def migrated(self, unit: "UnitOfWork", old: int, new: int) -> None:
        """Address everything that waits for the old chat to the new one."""
        await Desk(unit, self._shared).groups.moved(old, new)
