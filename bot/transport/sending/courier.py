"""The courier: sends the outbox, each chat's messages in order.

Chats are served in parallel, with one message at a time in each; a waiting chat delays no other.
`bot.transport.sending.selection` and the rate limiter decide the order. A message is claimed before
it is sent, so that no other program sends it. `bot.transport.sending.attempts` sends it;
`bot.transport.sending.postponed_messages` postpones a message that waits for a picture.
"""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger
from bot.runtime.unit import Runtime, may_be_late
from bot.texts.delivery import Carrier
from bot.texts.messages import Notice
from bot.transport.sending.attempts import Attempts, Directory
from bot.transport.sending.browsers import BrowserCarrier, OwnPage
from bot.transport.sending.composing import Composer
from bot.transport.sending.low_priority import LowPriority
from bot.transport.sending.operators import alarm_unrecorded
from bot.transport.sending.outcomes import Outcomes
from bot.transport.sending.pacing import UNLIMITED, Pace
from bot.transport.sending.postponed_messages import PostponedMessages
from bot.transport.sending.rate_limiter import CONCURRENT_SENDS, RateLimiter
from bot.transport.sending.recovery import Recovery
from bot.transport.sending.selection import MessageSelection
from bot.transport.sending.task import addressed, weight
from storage.people.addresses import is_browser
from storage.queues import outbox, outbox_due
from storage.queues.claims import ClaimLostError, Reading, claimed
from storage.queues.precedence import REQUESTED, Precedence
from storage.queues.receipts import Receipts

log = get_logger()

_POLL_PAUSE: Final = 0.005
"""Seconds between two queries of `settle`."""
_GRACE: Final = 5.0
"""Seconds for running calls to end when the courier stops."""
_QUERY_PAUSE: Final = 0.05
"""Seconds between two queries of the outbox while no sender is free, as queries cost time."""
_IDLE: Final = 1.0
"""Seconds after which the outbox is queried even without an event."""


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
        self._composer = composer
        self._rate_limiter = RateLimiter(pace)
        self._mail_limiter = RateLimiter(Pace(UNLIMITED))
        """For browsers, so that a silent mail server keeps no sender from Telegram's chats."""
        self._low_priority = LowPriority(runtime)
        self._selection = MessageSelection(self._rate_limiter, self._low_priority.end_wait)
        self._outcomes = Outcomes(runtime, partial(alarm_unrecorded, runtime, carrier), receipts)
        self.recall = Recovery(self._outcomes, directory)
        """Records what an earlier run has sent; each program calls it at its start."""
        self._attempts = Attempts(
            runtime,
            carrier,
            browsers=browsers or OwnPage(),
            composer=composer,
            directory=directory,
            outcomes=self._outcomes,
        )
        self._under_way: dict[int, asyncio.Task[bool]] = {}
        """Chat → its running delivery."""
        self._sending: dict[int, int] = {}
        """Chat → the row of that delivery."""
        self._postponed = PostponedMessages(runtime, composer)

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
            if not self._attempts.has_begun(chat):
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
            self._selection.add_waiting(row.chat, precedence, row.precedence)
            task = asyncio.create_task(self._deliver(row, precedence, reading))
            self._under_way[row.chat], self._sending[row.chat] = task, row.id
            task.add_done_callback(partial(self._finished, row.chat, precedence))

    async def _are_due(self) -> bool:
        async with self._runtime.database.reading_latest() as tx:
            return await self._selection.any(tx, self._runtime.clock.now())

    def _finished(self, chat: int, precedence: Precedence, task: asyncio.Task[bool]) -> None:
        """Forget a delivery that has ended, and query again if its chat may have more."""
        del self._under_way[chat], self._sending[chat]
        self._attempts.end(chat)
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
        precedence = self._selection.add_waiting(row.chat, precedence, row.precedence)
        chat = notice.to if isinstance(notice, Notice) else row.chat
        limiter = self._mail_limiter if is_browser(chat) else self._rate_limiter
        waiting = limiter.slot(row.chat, precedence, chat, weight(notice), row.precedence)
        database, is_sent = self._runtime.database, False
        async with waiting as slot:
            self._end_wait(row.chat, precedence)
            now = self._runtime.clock.now()
            async with claimed(database, row, now, reading) as claim:
                if claim is not None:
                    is_sent = await self._attempts.make(claim, slot)
        if claim is None and database.shared:
            await asyncio.sleep(_IDLE)  # another program has it: pause before the next query
        return is_sent
