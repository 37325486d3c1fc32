"""The topics of a group, as the courier needs them: found by what they are about, or opened.

A topic is opened when the first message for it is sent. Where the group has none, or the bot may
not open any, everything goes to the group without a topic, and the arbiter hears why, once.
"""

from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.texts.delivery import Refused
from bot.texts.messages import Notice, say
from storage.competitions import groups
from storage.people import people

if TYPE_CHECKING:
    from bot.runtime.unit import Runtime, UnitOfWork
    from bot.texts.delivery import Carrier
    from bot.transport.sending.noting import Noting

MOST_GONE: Final = 1000


class Topics:
    """Finds and opens topics."""

    def __init__(self, runtime: "Runtime", carrier: "Carrier", noting: "Noting") -> None:
        self._runtime = runtime
        self._carrier = carrier
        self._noting = noting
        self._gone: OrderedDict[tuple[int, int | None], None] = OrderedDict()
        """Chats and their topics of late that are no longer there."""

    async def placed(self, notice: Notice) -> Notice:
        """Return the notice with the number of its topic; without one where there is none.

        Raises:
            DeliveryError: a topic could not be opened just now.
        """
        if (notice.to, notice.thread) in self._gone:
            return replace(notice, thread=None)
        if notice.topic is None or notice.to >= 0:
            return notice
        async with self._runtime.database.reading() as tx:
            thread = await groups.topic(tx, notice.to, notice.topic.key)
            barred = await groups.topic(tx, notice.to, groups.NO_TOPICS) is not None
        if thread is None and not barred:
            thread = await self._open(notice.to, notice.topic.key, notice.topic.title)
        return replace(notice, thread=thread)

    def _is_told_outside(self, notice: Notice) -> bool:
        """Have what was asked in a private topic that is gone answered in the chat itself."""
        if notice.to < 0 or notice.thread is None:
            return False
        self._gone[notice.to, notice.thread] = None
        while len(self._gone) > MOST_GONE:
            self._gone.popitem(last=False)
        return True

    async def _open(self, chat: int, key: str, title: str) -> int | None:
        await self._noting.whole()
        try:
            thread = await self._carrier.open_topic(chat, title)
        except Refused as error:
            await self._noting.keep(partial(self._bar, chat, str(error)))
            return None
        await self._noting.keep(lambda unit: groups.keep_topic(unit.tx, chat, key, thread))
        return thread

    async def _bar(self, chat: int, reason: str, unit: "UnitOfWork") -> None:
        """Open no more topics there, and tell whose group it is."""
        await groups.keep_topic(unit.tx, chat, groups.NO_TOPICS, 0)
        known = await groups.of_chat(unit.tx, chat)
        if known is None:
            return
        person = await people.get(unit.tx, known.person)
        if person.chat is not None:
            text = say("group.no_topics", reason=reason)
            unit.say(Notice(to=person.chat, text=text))

    async def lost(self, notice: Notice) -> bool:
        """Forget a topic that is no longer there; return whether another may be opened for it."""
        topic = notice.topic
        if topic is None:
            return self._is_told_outside(notice)
        await self._noting.keep(lambda unit: groups.forget_topic(unit.tx, notice.to, topic.key))
        return True
