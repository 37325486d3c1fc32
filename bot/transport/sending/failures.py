"""Handles messages that could not be delivered.

The failure decides: the message is retried later, goes to another chat, or moves to dead letters
with a report to the operators. The courier decides when a message is sent.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final, Protocol

from bot.runtime.alerts import cause_of
from bot.runtime.backoff import pause_after
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery_errors import (
    DeliveryError,
    GroupMigrated,
    MessageRefused,
    NoRightToWrite,
    NoTopic,
    Retry,
    TopicClosed,
    Unreachable,
)
from bot.texts.messages import Notice, say
from bot.transport.sending.group_owners import GroupRefusal, notify_owner
from bot.transport.sending.outcomes import Outcomes
from bot.transport.sending.task import SendingTask
from bot.transport.sending.topics import Topics
from storage.queues import outbox, outbox_due

log = get_logger()

ALLOWED_AGAIN: Final = timedelta(minutes=30)
"""The time after which a group that did not allow a message is asked again."""
LONGEST_PAUSE: Final = 300.0
"""The most seconds between two tries of one message."""
_REPORT: Final = "operator.dead_notice"
"""The key of the report about a dead letter."""


class ChatDirectory(Protocol):
    """Stored data about chats that must change when a message does not arrive."""

    async def unreachable(self, unit: UnitOfWork, notice: Notice) -> bool:
        """Record that the chat accepts no messages, and notify the people concerned.

        Return whether the chat's waiting messages now go to another chat.
        """
        ...

    async def taken(self, unit: UnitOfWork, notice: Notice, queued_at: datetime) -> None:
        """Record the consequences of a message that was accepted, or moved to dead letters.

        Raises:
            ConcurrentAppend: another writer was first; repeat the transaction.
        """
        ...

    async def mailed(self, unit: UnitOfWork, notice: Notice, address: str) -> None:
        """Record that a mail server has accepted the message's mail to that address."""
        ...

    async def has_left(self, notice: Notice) -> bool:
        """Return whether the message's reader in a browser reads neither the page nor mails."""
        ...

    async def migrated(self, unit: UnitOfWork, old: int, new: int) -> None:
        """Record the new number of a group."""
        ...


class Failures:
    """Records failed messages, and notifies the people concerned."""

    def __init__(
        self, runtime: Runtime, directory: ChatDirectory, topics: Topics, outcomes: Outcomes
    ) -> None:
        self._runtime = runtime
        self._outcomes = outcomes
        self._directory = directory
        self._topics = topics

    async def failed(self, task: SendingTask, error: DeliveryError) -> None:
        """Retry the message, send it elsewhere or move it to dead letters, by the kind of error."""
        log.warning("a message was not sent", reason=str(error), kind=type(error).__name__)
        match error:
            case Retry(after=seconds):
                await self._outcomes.keep(partial(self._hold, task, seconds))
            case GroupMigrated(chat=chat):
                await self._outcomes.keep(partial(self._readdress, task, chat))
            case Unreachable():
                self._runtime.counts.messages["dead"] += 1
                await self._outcomes.keep(partial(self._note_unreachable, task, str(error)))
            case TopicClosed() if task.notice.to < 0 and task.notice.topic is None:
                await self._outcomes.keep(
                    partial(self._wait, task, GroupRefusal.TOPIC_CLOSED, str(error))
                )
            case NoRightToWrite() if task.notice.to < 0:
                await self._outcomes.keep(
                    partial(self._wait, task, GroupRefusal.NO_RIGHT, str(error))
                )
            case NoTopic() if await self._topics.forget(task.notice):
                await self.put_back(task, str(error))
            case MessageRefused():
                await self.bury(task, str(error))
            case _:
                await self.put_back(task, str(error))

    async def _hold(self, task: SendingTask, seconds: float, unit: UnitOfWork) -> None:
        until = unit.now + min(timedelta(seconds=seconds), outbox_due.LONGEST_HOLD)
        await outbox_due.hold_chat(unit.tx, task.row.chat, until)

    async def _wait(
        self, task: SendingTask, refusal: GroupRefusal, reason: str, unit: UnitOfWork
    ) -> None:
        """Hold the group's messages for a while, and tell its arbiter what must be allowed."""
        await outbox_due.hold_chat(unit.tx, task.row.chat, unit.now + ALLOWED_AGAIN)
        await notify_owner(unit, task.notice.to, refusal, reason)

    async def _readdress(self, task: SendingTask, chat: int, unit: UnitOfWork) -> None:
        await self._directory.migrated(unit, task.row.chat, chat)

    async def _note_unreachable(self, task: SendingTask, reason: str, unit: UnitOfWork) -> None:
        if not await outbox.is_waiting(unit.tx, task.row):
            return  # the reader has moved or was forgotten: the old address is nobody's
        if not await self._directory.unreachable(unit, task.notice):
            await outbox.bury(unit.tx, task.row, reason)

    async def put_back(self, task: SendingTask, reason: str) -> None:
        """Retry later: after a second, then after twice as long each time."""
        pause = timedelta(seconds=pause_after(task.row.attempts + 1, LONGEST_PAUSE))
        self._runtime.counts.messages["failed"] += 1

        async def write(unit: UnitOfWork) -> None:
            await outbox.put_back(unit.tx, task.row, unit.now + pause, reason)

        await self._outcomes.keep(write)

    async def bury(self, task: SendingTask, reason: str) -> None:
        """Move the message to dead letters and notify the operators."""
        self._runtime.counts.messages["dead"] += 1

        async def write(unit: UnitOfWork) -> None:
            if not await outbox.bury(unit.tx, task.row, reason):
                return  # it goes to another address, or nobody needs it any longer
            # A player whose sheets were lost is not at fault, so their time starts only now.
            await self._directory.taken(unit, task.notice, task.row.created_at)
            self.report(unit, task, reason)

        await self._outcomes.keep(write)

    def report(self, unit: UnitOfWork, task: SendingTask, reason: str) -> None:
        """Notify the operators, unless the message was a report or an answer to a press."""
        text = task.notice.text
        if task.notice.answers or (text is not None and text.key == _REPORT):
            return  # no report about a report; an unanswered press harms nobody
        report = say(_REPORT, chat=task.notice.to, row=task.row.id, reason=reason)
        self._runtime.alert_few(unit, report, cause_of(_REPORT, reason))
