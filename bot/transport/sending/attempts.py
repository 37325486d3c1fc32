"""One try to send a claimed message: compose it, make its calls, and record what came of it.

`bot.transport.sending.failures` handles failures. `bot.transport.sending.composing` makes texts and
pictures; a Carrier executes the calls. An address of a browser has a carrier of its own
(`bot.transport.sending.browsers`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, Protocol

from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery import Carrier, Parcel
from bot.texts.delivery_errors import DeliveryError, NoMedia, Unreachable
from bot.texts.messages import Notice
from bot.texts.reader import Reader
from bot.transport.sending.browsers import BrowserCarrier, Delivered
from bot.transport.sending.composing import Composer
from bot.transport.sending.failures import ChatDirectory, Failures
from bot.transport.sending.group_owners import GroupRefusal, notify_owner
from bot.transport.sending.outcomes import Outcomes
from bot.transport.sending.rate_limiter import Slot
from bot.transport.sending.task import SendingTask, addressed, message_count
from bot.transport.sending.topics import Topics
from storage.db import refusal
from storage.people.addresses import is_browser
from storage.queues import outbox_mails
from storage.queues.claims import ClaimedMessage, ClaimLostError

log = get_logger()

AT_ONCE: Final = 6
"""The most messages composed and sent at once."""
COMPOSE_TRIES: Final = 3
"""Retries after which a message is sent without its pictures and files, or given up."""


class Directory(ChatDirectory, Protocol):
    """The data about people that sending reads and writes."""

    async def reader(self, chat: int) -> Reader:
        """Return the language and time zone of the chat's reader."""
        ...


class Attempts:
    """Makes the tries to send messages, a few at once."""

    def __init__(  # noqa: PLR0913  (one parameter for each dependency)
        self,
        runtime: Runtime,
        carrier: Carrier,
        *,
        browsers: BrowserCarrier,
        composer: Composer,
        directory: Directory,
        outcomes: Outcomes,
    ) -> None:
        self._runtime = runtime
        self._carrier = carrier
        self._browsers = browsers
        self._composer = composer
        self._directory = directory
        self._outcomes = outcomes
        self._topics = Topics(runtime, carrier, outcomes)
        self._failures = Failures(runtime, directory, self._topics, outcomes)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._calling: set[int] = set()
        """The chats with a call in progress."""

    def has_begun(self, chat: int) -> bool:
        """Return whether a call to the chat is under way: it may have been carried out already."""
        return chat in self._calling

    def end(self, chat: int) -> None:
        """Note that the chat's delivery has ended."""
        self._calling.discard(chat)

    async def make(self, claim: ClaimedMessage, slot: Slot) -> bool:
        """Send the message; return whether it was sent, and all of it."""
        notice = addressed(claim.row)
        if isinstance(notice, Exception):
            log.error("a message cannot be read", exc_info=notice)
            reason = f"{type(notice).__name__}: {notice}"
            await self._failures.bury(SendingTask(claim, Notice(to=claim.row.chat), slot), reason)
            return False
        task = SendingTask(claim, notice, slot)
        try:
            delivered = await self._carry_out(task)
        except ClaimLostError:
            raise
        except NoMedia as error:
            await self._without_media(task, error)
        except DeliveryError as error:
            await self._failures.failed(task, error)
        except Exception as error:
            if _was_unreachable(error):
                raise
            log.exception("a message could not be composed", failures=task.row.attempts + 1)
            await self._not_composed(task, error)
        else:
            await self._note_sent(task, delivered)
            return True
        return False

    async def _without_media(self, task: SendingTask, error: NoMedia) -> None:
        """Send the words alone, where pictures are not allowed, and tell the group's arbiter."""
        chat, refusal = task.notice.to, GroupRefusal.NO_MEDIA
        await self._send_words(task, lambda unit: notify_owner(unit, chat, refusal, f"{error}"))

    async def _not_composed(self, task: SendingTask, error: Exception) -> None:
        """Retry a few times; then send the words alone, and notify the operators."""
        reason = f"{type(error).__name__}: {error}"
        if task.row.attempts < COMPOSE_TRIES:
            await self._failures.put_back(task, reason)
            return

        async def report_lack(unit: UnitOfWork) -> None:
            self._failures.report(unit, task, reason)

        await self._send_words(task, report_lack)

    async def _send_words(
        self, task: SendingTask, also: Callable[[UnitOfWork], Awaitable[None]]
    ) -> None:
        """Send the words alone, and do `also` in the unit of work that records it.

        A message whose words cannot be composed either is moved to dead letters after a few tries;
        otherwise its chat would wait for ever.
        """
        try:
            delivered = await self._carry_out(task, bare=True)
        except ClaimLostError:
            raise
        except DeliveryError as failure:
            await self._failures.failed(task, failure)
        except Exception as failure:
            if _was_unreachable(failure):
                raise
            log.exception("the words alone could not be composed", failures=task.row.attempts + 1)
            reason = f"{type(failure).__name__}: {failure}"
            if task.row.attempts < COMPOSE_TRIES:
                await self._failures.put_back(task, reason)
            else:
                await self._failures.bury(task, reason)
        else:
            await self._note_sent(task, delivered, also)

    async def _carry_out(self, task: SendingTask, *, bare: bool = False) -> Delivered:
        """Compose the message and make its calls; return the ids of the new messages.

        `bare`: without pictures and files.
        """
        if is_browser(task.notice.to):
            await self._outcomes.until_stored()
            await task.claim.check()
            if await self._directory.has_left(task.notice):
                raise Unreachable("the last browser was ended")
            self._calling.add(task.row.chat)
            begun = partial(self._note_begun, task)
            return await self._browsers.carry(task.row, task.notice, begun, bare=bare)
        notice = await self._topics.placed(task.notice)
        reader = await self._directory.reader(notice.to)
        async with self._slots:
            parcels = await self._composer.compose(notice, reader, bare=bare)
            return Delivered(await self._carry(task, parcels, () if bare else task.row.parts))

    async def _carry(
        self, task: SendingTask, parcels: Sequence[Parcel], made_before: Sequence[Sequence[int]]
    ) -> list[int]:
        """Make the calls that no earlier try has made, and record each but the last."""
        self._calling.add(task.row.chat)
        parts = list(made_before)
        # Now there may be fewer, without pictures that are gone; the last has the text and buttons.
        left = parcels[min(len(made_before), len(parcels) - 1) :] if parcels else parcels
        for parcel in left:
            await self._outcomes.until_stored()
            await task.claim.check()
            async with task.slot.call(message_count(parcel)):
                parts.append(await self._carrier.send(parcel))
            if parcel is not parcels[-1]:
                await self._outcomes.sent_so_far(task.row, parts)
        return [message for part in parts for message in part]

    async def _note_begun(self, task: SendingTask, times: int) -> None:
        """Store how many mails of the message a server may have, before each.

        Raises:
            ClaimLostError: another program has it, or it is no longer to be sent.
        """
        row, is_ours = task.row, False

        async def write(unit: UnitOfWork) -> None:
            nonlocal is_ours
            is_ours = await outbox_mails.note_begun(unit.tx, row, times)

        await self._outcomes.until_stored()
        await task.claim.check()
        await self._outcomes.keep(write)
        if not is_ours:
            raise ClaimLostError(row.id)

    async def _note_sent(
        self,
        task: SendingTask,
        delivered: Delivered,
        also: Callable[[UnitOfWork], Awaitable[None]] | None = None,
    ) -> None:
        """Record that it was sent; do `also` in the same unit of work."""

        async def follow(unit: UnitOfWork) -> None:
            await self._directory.taken(unit, task.notice, task.row.created_at)
            if delivered.mailed_to:
                await self._directory.mailed(unit, task.notice, delivered.mailed_to)
            if also is not None:
                await also(unit)

        messages = delivered.messages
        await self._outcomes.record_sent(task.row, messages, follow, delivered.at)
        self._runtime.counts.messages["sent"] += 1
        log.debug("sent", messages=messages)


def _was_unreachable(error: Exception) -> bool:
    """Return whether the database was unreachable during composition, so that a retry helps.

    An error that names a file is about an unreadable file of this program; retries cannot help.
    """
    return refusal(error) is not None and getattr(error, "filename", None) is None
