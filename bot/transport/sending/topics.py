"""The topics of a group for the courier: found by subject, or opened.

A topic is opened for its first message. If the group has no topics, or the bot may not open any,
all messages go to the group itself, and its arbiter is notified once.
"""

from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import Final

from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery import Carrier
from bot.texts.delivery_errors import MessageRefused
from bot.texts.messages import Notice
from bot.transport.sending.group_owners import GroupRefusal, notify_owner
from bot.transport.sending.outcomes import Outcomes
from storage.competitions import group_topics

MOST_GONE: Final = 1000
"""The most missing topics that are remembered."""


class Topics:
    """Finds and opens topics."""

    def __init__(self, runtime: Runtime, carrier: Carrier, outcomes: Outcomes) -> None:
        self._runtime = runtime
        self._carrier = carrier
        self._outcomes = outcomes
        self._gone: OrderedDict[tuple[int, int | None], None] = OrderedDict()
        """The chats and numbers of topics that were recently found missing, in order."""

    async def placed(self, notice: Notice) -> Notice:
        """Return the notice with the number of its topic, or without one if there is none.

        Raises:
            DeliveryError: a topic could not be opened this time.
        """
        if (notice.to, notice.thread) in self._gone:
            return replace(notice, thread=None)
        if notice.topic is None or notice.to >= 0:
            return notice
        async with self._runtime.database.reading() as tx:
            thread = await group_topics.find(tx, notice.to, notice.topic.key)
            is_barred = await group_topics.is_barred(tx, notice.to)
        if thread is None and not is_barred:
            thread = await self._open(notice.to, notice.topic.key, notice.topic.title)
        return replace(notice, thread=thread)

    def _note_private_topic_gone(self, notice: Notice) -> bool:
        """Remember that the topic of a private question is gone, so that answers go to the chat.

        Return whether there was one.
        """
        if notice.to < 0 or notice.thread is None:
            return False
        self._gone[notice.to, notice.thread] = None
        while len(self._gone) > MOST_GONE:
            self._gone.popitem(last=False)
        return True

    async def _open(self, chat: int, key: str, title: str) -> int | None:
        """Open a topic and store its number; None if the group does not allow that."""
        await self._outcomes.until_stored()
        try:
            thread = await self._carrier.open_topic(chat, title)
        except MessageRefused as error:
            await self._outcomes.keep(partial(self._bar, chat, str(error)))
            return None
        await self._outcomes.keep(lambda unit: group_topics.keep(unit.tx, chat, key, thread))
        return thread

    async def _bar(self, chat: int, reason: str, unit: UnitOfWork) -> None:
        """Stop opening topics there, and notify the group's owner."""
        await group_topics.bar(unit.tx, chat)
        await notify_owner(unit, chat, GroupRefusal.NO_TOPICS, reason)

    async def forget(self, notice: Notice) -> bool:
        """Forget the topic of a message, which is missing; return whether a retry may succeed."""
        topic = notice.topic
        if topic is None:
            return self._note_private_topic_gone(notice)
        await self._outcomes.keep(lambda unit: group_topics.forget(unit.tx, notice.to, topic.key))
        return True
