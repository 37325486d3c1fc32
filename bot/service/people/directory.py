"""Data about people for the courier: a chat's language and time zone, unreachable people."""

from datetime import datetime
from typing import Final

from bot.runtime.log import get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.context import reader_of
from bot.service.operations.people import mails
from bot.service.operations.people.browsers import has_left
from bot.service.operations.people.mails import note_refused_address
from bot.service.service import Service
from bot.texts.mails import APART, CODE_KEY, FORMER_KEY, RECOVERY_KEY
from bot.texts.messages import Notice, say
from bot.texts.notices.play.turn_notices import brings_turn
from bot.texts.reader import Reader
from storage.competitions import groups
from storage.db import refusal
from storage.errors import ConcurrentAppend
from storage.people import mail_addresses, people
from storage.people.addresses import is_browser

log = get_logger()

MOST_READERS: Final = 1000
"""The most readers to remember."""
_REFUSED_MAIL_KEY: Final = "arrival.lost_mail"
"""The text for an arbiter about a turn whose mail no server takes."""


class PeopleDirectory:
    """The directory of stored people."""

    def __init__(self, runtime: Runtime, shared: BotSettings) -> None:
        self._runtime = runtime
        self._shared = shared
        self._readers: dict[int, Reader] = {}
        """The readers of chats that were read last, of this version of the database."""
        self._version = 0

    async def reader(self, chat: int) -> Reader:
        """Return language and time zone of the chat's reader, and whether it may make a sound.

        Every message asks, and the answer rarely changes, so it is remembered for one version of
        the database. Of a database that other programs change, nothing is remembered.
        """
        database = self._runtime.database
        version = people.version(database) + groups.version(database)
        if database.shared or version != self._version or len(self._readers) >= MOST_READERS:
            self._readers, self._version = {}, version
        readers = self._readers
        if chat not in readers:
            readers[chat] = await self._reader(chat)
        return readers[chat]

    async def _reader(self, chat: int) -> Reader:
        """Return the language and time zone of the chat's person or group, or the usual ones."""
        async with self._runtime.database.reading_latest() as tx:
            person = await people.by_address(tx, chat)
            group = None if person else await groups.of_chat(tx, chat)
        if person is None:
            return Reader(group.language) if group else Reader()
        return reader_of(person)

    async def unreachable(self, unit: UnitOfWork, notice: Notice) -> bool:
        """Record that the person is unreachable, and notify their games' arbiters once.

        A group that has removed the bot is unlinked; its arbiter's copies go to their chat.
        """
        service = self._service(unit)
        if notice.dedup.startswith(FORMER_KEY):
            return False  # the refused address is nobody's
        if notice.to < 0:  # Telegram's numbers of groups are negative
            return await service.posts.note_lost(notice.to)
        person, key = await people.by_address(unit.tx, notice.to), "arrival.lost"
        if person is not None and notice.dedup.startswith(CODE_KEY):
            # The refused address is not theirs yet: a confirmed one stays, and so do they.
            await mails.note_refused_code(service, person)
            return False
        if person is not None and is_browser(notice.to):
            key = "arrival.lost_left"
            if not await has_left(unit, person):
                key = _REFUSED_MAIL_KEY
        if brings_turn(notice):
            game = await service.arrival_acts.note_lost(notice, key)
        else:
            game = await service.arrivals.game_awaiting(notice)
        if person is not None and key == _REFUSED_MAIL_KEY:
            await note_refused_address(service, person, but=game)
        elif person is not None and person.reachable:
            await people.change(unit.tx, person.id, reachable=False)
            await service.notify_arbiters_of_unreachable(person, but=game)
        return False

    async def has_left(self, notice: Notice) -> bool:
        """Return whether the reader has ended their last browser and gets no mails either.

        A link for which they ask is mailed all the same, and so is the mail to a former address.
        """
        if notice.dedup.startswith((RECOVERY_KEY, FORMER_KEY)):
            return False
        async with self._runtime.database.reading_latest() as tx:
            person = await people.by_address(tx, notice.to)
            unit = UnitOfWork(tx, self._runtime.clock.now())
            return person is not None and await has_left(unit, person)

    async def taken(self, unit: UnitOfWork, notice: Notice, queued_at: datetime) -> None:
        """Record when a turn has reached its player (art. 7.1).

        The message counts as sent even if its game has an error, so that nobody gets it twice.
        """
        if not brings_turn(notice):
            return
        try:
            async with unit.savepoint():
                await self._service(unit).arrival_acts.note_arrival(notice, queued_at)
        except ConcurrentAppend:
            raise
        except Exception as error:
            if refusal(error) is not None:
                raise
            log.exception("an arrival could not be noted", about=notice.about)
            reason = f"{type(error).__name__}: {error}"
            self._runtime.alert(unit, say("operator.no_arrival", game=notice.about, reason=reason))

    async def mailed(self, unit: UnitOfWork, notice: Notice, address: str) -> None:
        """Record for the arbiter's card when a server last accepted a mail to the person.

        It may have been slow, and the person have confirmed another address meanwhile.
        """
        if notice.dedup.startswith(APART):
            return
        person = await people.by_address(unit.tx, notice.to)
        if person is not None:
            server = self._shared.mail_server
            await mail_addresses.accept(unit.tx, person.id, address, unit.now, server)

    async def migrated(self, unit: UnitOfWork, old: int, new: int) -> None:
        """Redirect everything that waits for the old chat to the new one."""
        await self._service(unit).group_acts.note_moved(old, new)

    def _service(self, unit: UnitOfWork) -> Service:
        """Return the service for that unit of work."""
        return Service(unit, self._shared)
