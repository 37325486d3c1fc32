"""The courier: sends the outbox, each chat's messages in order.

Chats are served in parallel, with one message at a time in each; a waiting chat delays no other.
`bot.transport.sending.selection` and the rate limiter decide the order. A message is claimed before
it is sent, so that no other program sends it. `bot.transport.sending.failures` handles failures;
`bot.transport.sending.postponed_messages` postpones a message that waits for a picture.
`bot.transport.sending.composing` makes texts and pictures; a Carrier executes the calls. An address
of a browser has a carrier of its own (`bot.transport.sending.browsers`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger
from bot.runtime.unit import Runtime, UnitOfWork, may_be_late
from bot.texts.delivery import Carrier, Parcel
from bot.texts.delivery_errors import DeliveryError, NoMedia, Unreachable
from bot.texts.messages import Notice
from bot.texts.reader import Reader
from bot.transport.sending.browsers import BrowserCarrier, Delivered, OwnPage
from bot.transport.sending.composing import Composer
from bot.transport.sending.failures import ChatDirectory, Failures
from bot.transport.sending.group_owners import GroupRefusal, notify_owner
from bot.transport.sending.low_priority import LowPriority
from bot.transport.sending.operators import alarm_unrecorded
from bot.transport.sending.outcomes import Outcomes
from bot.transport.sending.pacing import UNLIMITED, Pace
from bot.transport.sending.postponed_messages import PostponedMessages
from bot.transport.sending.rate_limiter import CONCURRENT_SENDS, RateLimiter, Slot
from bot.transport.sending.recovery import Recovery
from bot.transport.sending.selection import MessageSelection
from bot.transport.sending.task import SendingTask, addressed, message_count, weight
from bot.transport.sending.topics import Topics
from storage.db import refusal
from storage.people.addresses import is_browser
from storage.queues import outbox, outbox_due, outbox_mails
from storage.queues.claims import ClaimedMessage, ClaimLostError, Reading, claimed
from storage.queues.precedence import REQUESTED, Precedence
from storage.queues.receipts import Receipts

log = get_logger()

AT_ONCE: Final = 6
"""The most messages composed and sent at once."""
COMPOSE_TRIES: Final = 3
"""Failures after which a message is sent without its pictures and files."""
_POLL_PAUSE: Final = 0.005
"""Seconds between two queries of `settle`."""
_GRACE: Final = 5.0
"""Seconds for running calls to end when the courier stops."""
_QUERY_PAUSE: Final = 0.05
"""Seconds between two queries of the outbox while no sender is free, as queries cost time."""
_IDLE: Final = 1.0
"""Seconds after which the outbox is queried even without an event."""


class Directory(ChatDirectory, Protocol):
    """The data about people that the courier reads and writes."""

    async def reader(self, chat: int) -> Reader:
        """Return the language and time zone of the chat's reader."""
        ...


class Courier:
    """Sends the outbox through a carrier."""

    def __init__(  # noqa: PLR0913  (one parameter for each dependency)
        self,
        runtime: Runtime,
        carrier: Carrier,
        composer: Composer,
        directory: Directory,
        *,
        pace: Pace,
        receipts: Receipts | None = None,
        browsers: BrowserCarrier | None = None,
    ) -> None:
        """Send at that pace; without `browsers`, only the page shows messages of browsers."""
        self._runtime = runtime
        self._carrier = carrier
        self._browsers = browsers or OwnPage()
        self._composer = composer
        self._directory = directory
        self._rate_limiter = RateLimiter(pace)
        self._mail_limiter = RateLimiter(Pace(UNLIMITED))
        """For browsers, so that a silent mail server keeps no sender from Telegram's chats."""
        self._low_priority = LowPriority(runtime)
        self._selection = MessageSelection(self._rate_limiter, self._low_priority.end_wait)
        self._outcomes = Outcomes(runtime, partial(alarm_unrecorded, runtime, carrier), receipts)
        self.recall = Recovery(self._outcomes, directory)
        """Records what an earlier run has sent; each program calls it at its start."""
        self._topics = Topics(runtime, carrier, self._outcomes)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._under_way: dict[int, asyncio.Task[bool]] = {}
        """Chat → its running delivery."""
        self._sending: dict[int, int] = {}
        """Chat → the row of that delivery."""
        self._calling: set[int] = set()
        """The chats with a call in progress."""
        self._postponed = PostponedMessages(runtime, composer)
        self._failures = Failures(runtime, directory, self._topics, self._outcomes)

    async def run(self) -> None:
        """Send until cancelled."""
        self._rate_limiter.reset()
        self._mail_limiter.reset()
        try:
            await self.recall()
            while True:
                await self._outcomes.until_stored()
                self._runtime.queued.clear()
                try:
                    await self._start_due()
                except Exception as error:  # noqa: BLE001  (after any error the messages are still stored)
                    report(log, "the outbox cannot be read", error)
                await self._wait()
                if len(self._under_way) >= CONCURRENT_SENDS:
                    await asyncio.sleep(_QUERY_PAUSE)
        finally:
            await self._stop()

    async def _stop(self) -> None:
        """End running deliveries; a started call gets time for its answer, or is repeated later."""
        await self._postponed.stop()
        for chat, task in self._under_way.items():
            if chat not in self._calling:
                task.cancel()
        tasks = list(self._under_way.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def close(self) -> None:
        """Leave sent messages that could not be recorded to the next start."""
        await self.recall.stop()
        await self._outcomes.close()

    async def backlog(self) -> int:
        """Return the number of waiting messages, including those meant for later."""
        async with self._runtime.database.reading_latest() as tx:
            return (await outbox.counts(tx))[outbox.MessageState.QUEUED]

    async def settle(self) -> None:
        """Return once no message that may be sent now is left, while `run` is active."""
        while self._under_way or self._postponed or await self._are_due():
            if self._under_way:
                await asyncio.wait(list(self._under_way.values()))
            elif self._postponed:
                await self._postponed.settle()
            else:
                self._runtime.queued.set()
                await asyncio.sleep(_POLL_PAUSE)

    async def expire(self) -> None:
        """Drop expired messages. The schedule calls it."""
        async with self._runtime.database.transaction() as tx:
            await outbox.expire(tx, self._runtime.clock.now())

    async def _start_due(self) -> None:
        """Pass the next messages to the rate limiter."""
        # A delivery that ends during the query leaves its own row among the results.
        busy = dict(self._sending)
        reading = Reading(self._runtime.clock.now(), self._runtime.database.changes)
        async with self._runtime.database.reading_latest() as tx:
            chosen = await self._selection.next(tx, reading.at, busy)
        if self._selection.has_more and busy.keys() - self._sending.keys():
            self._runtime.queued.set()  # a delivery ended before the query found what follows it
        for row, precedence in chosen:
            self._selection.add_waiting(row.chat, precedence)
            task = asyncio.create_task(self._deliver(row, precedence, reading))
            self._under_way[row.chat], self._sending[row.chat] = task, row.id
            task.add_done_callback(partial(self._finished, row.chat, precedence))

    async def _are_due(self) -> bool:
        async with self._runtime.database.reading_latest() as tx:
            return await self._selection.any(tx, self._runtime.clock.now())

    def _finished(self, chat: int, precedence: Precedence, task: asyncio.Task[bool]) -> None:
        """Forget a delivery that has ended, and query again if its chat may have more."""
        del self._under_way[chat], self._sending[chat]
        self._calling.discard(chat)
        self._selection.has_more |= task.cancelled() or task.result()
        self._end_wait(chat, precedence)

    def _end_wait(self, chat: int, precedence: Precedence) -> None:
        """Remove the lane from those that wait, and select more if too few are left."""
        self._selection.remove_waiting(chat)
        if self._selection.has_more and not self._selection.has_plenty(precedence):
            self._runtime.queued.set()

    async def _wait(self) -> None:
        """Wait until messages are queued, or for a limited time."""
        # Not wait_for: Python 3.11's may swallow a cancellation that comes with the event.
        with suppress(TimeoutError):
            async with asyncio.timeout(_IDLE):
                await self._runtime.queued.wait()

    async def _deliver(
        self, row: outbox_due.QueuedMessage, precedence: Precedence, reading: Reading
    ) -> bool:
        """Send one message, unless another program does, and record the outcome.

        Return whether its chat may have another message to send.
        """
        is_sent = False
        with bound(row=row.id, chat=row.chat, about=row.about):
            try:
                is_sent = await self._in_turn(row, precedence, reading)
            except ClaimLostError:
                log.warning("another program may send this by now")
            except Exception as error:  # noqa: BLE001  (after any error the row stays in the outbox)
                report(log, "a message waits", error)
                await asyncio.sleep(1)
        return not (is_sent and row.is_alone)

    async def _in_turn(
        self, row: outbox_due.QueuedMessage, precedence: Precedence, reading: Reading
    ) -> bool:
        """Wait at the rate limiter; then claim and send the message if it is still due.

        Return whether it was sent.
        """
        notice = addressed(row)
        # The page draws a picture when somebody looks at it, so nothing is prepared here.
        for_telegram = notice if isinstance(notice, Notice) and not is_browser(notice.to) else None
        if for_telegram is not None and not self._composer.is_ready(for_telegram):
            await self._postponed.put(row.id, for_telegram)
            return False
        if for_telegram is not None and may_be_late(for_telegram) and precedence not in REQUESTED:
            self._end_wait(row.chat, precedence)
            await self._low_priority.wait(row.chat)
        precedence = self._selection.add_waiting(row.chat, precedence)
        chat = notice.to if isinstance(notice, Notice) else row.chat
        limiter = self._mail_limiter if is_browser(chat) else self._rate_limiter
        waiting = limiter.slot(row.chat, precedence, chat, weight(notice), row.precedence)
        database, is_sent = self._runtime.database, False
        async with waiting as slot:
            self._end_wait(row.chat, precedence)
            now = self._runtime.clock.now()
            async with claimed(database, row, now, reading) as claim:
                if claim is not None:
                    is_sent = await self._attempt(claim, slot)
        if claim is None and database.shared:
            await asyncio.sleep(_IDLE)  # another program has it: pause before the next query
        return is_sent

    async def _attempt(self, claim: ClaimedMessage, slot: Slot) -> bool:
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
        for parcel in parcels[len(made_before) :]:
            await self._outcomes.until_stored()
            await task.claim.check()
            async with task.slot.call(message_count(parcel)):
                parts.append(await self._carrier.send(parcel))
            if len(parts) < len(parcels):
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
            is_ours = await outbox_mails.note_begun(unit.tx, row.id, row.chat, times)

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
            if delivered.is_mailed:
                await self._directory.mailed(unit, task.notice)
            if also is not None:
                await also(unit)

        messages = delivered.messages
        await self._outcomes.record_sent(task.row, messages, follow, delivered.at)
        self._runtime.counts.messages["sent"] += 1
        log.debug("sent", messages=messages)

    async def _not_composed(self, task: SendingTask, error: Exception) -> None:
        """Retry a few times; then send the words alone, and notify the operators."""
        reason = f"{type(error).__name__}: {error}"
        if task.row.attempts < COMPOSE_TRIES:
            await self._failures.put_back(task, reason)
            return

        async def report_lack(unit: UnitOfWork) -> None:
            self._failures.report(unit, task, reason)

        await self._send_words(task, report_lack)


def _was_unreachable(error: Exception) -> bool:
    """Return whether the database was unreachable during composition, so that a retry helps.

    An error that names a file is about an unreadable file of this program; retries cannot help.
    """
    return refusal(error) is not None and getattr(error, "filename", None) is None
