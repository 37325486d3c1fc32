"""The durable poller: fetches updates, stores them, and only then acknowledges them.

Telegram forgets an update once a later one is requested. So each batch is committed to the inbox
first. After a restart the poller asks without an offset: unacknowledged updates arrive again, and
the inbox recognises those it has. Updates are not parsed here, so none can block the others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from bot.runtime.backoff import pause_after
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery import MOST_UPDATES, UpdateSource
from bot.texts.delivery_errors import (
    ConnectionFailed,
    DeliveryError,
    Retry,
    TokenRejected,
    UpdatesConflict,
)
from bot.transport.receiving.absence import Absence
from bot.transport.receiving.rivals import RENUMBERED, Rivals
from bot.transport.receiving.storing import Plays, number_at, raw_update, store

log = get_logger()

LONG_POLL: Final = 50.0
"""Seconds that Telegram holds a request while nothing happens."""
LONGEST_PAUSE: Final = 60.0
"""The most seconds between two tries after failures."""
FEW: Final = MOST_UPDATES // 2
"""The size of a batch that means that no more updates wait; busy bots never get an empty one."""

Sleep = Callable[[float], Awaitable[object]]


class Poller:
    """Moves updates from Telegram to the inbox, and sets `arrived` when some have arrived.

    `up_to_date` is set while every update that Telegram held is stored. A failed poll, or a full
    batch, clears it; a small or empty batch sets it again. While it is clear no time may run out,
    because a move may be on its way.
    """

    def __init__(
        self,
        source: UpdateSource,
        runtime: Runtime,
        *,
        plays: Plays = lambda _text, _data: False,
        long_poll: float = LONG_POLL,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Poll that source; `plays` recognises moves, and `long_poll` is in seconds."""
        self.up_to_date = asyncio.Event()
        self._source = source
        self._runtime = runtime
        self._plays = plays
        self._long_poll = long_poll
        self._sleep = sleep
        self._offset: int | None = None
        """The number of the next update; None before the first batch of a run."""
        self._stored_at: datetime | None = None
        """When the last batch was stored."""
        self._rivals = Rivals(runtime)
        self._failures = 0
        self._absence = Absence(runtime)

    async def run(self) -> None:
        """Poll until cancelled. Another program may have polled since the last run.

        Raises:
            TokenRejected: the token is no longer accepted.
        """
        self.up_to_date.clear()
        self._offset = None
        self._absence.begin()
        # Otherwise a program that Telegram has never answered would count as well for ever.
        self._runtime.counts.heard = self._runtime.clock.now()
        try:
            while True:
                try:
                    await self._poll()
                except TokenRejected:
                    raise
                except Exception as error:  # noqa: BLE001  (no update was acknowledged, so all arrive again)
                    self.up_to_date.clear()
                    self._absence.begin()
                    await self._recover(error)
                else:
                    self._failures = 0
        finally:
            self._rivals.forget()

    async def _poll(self) -> None:
        """Fetch one batch, store it, and advance the offset."""
        now = self._runtime.clock.now()
        if self._stored_at is not None and now - self._stored_at >= RENUMBERED:
            # The next number may be lower, and an offset above it would acknowledge it unread.
            self._offset = None
        # Until it is known that no update waits, the poll must return at once.
        wait = self._long_poll if self.up_to_date.is_set() else 0
        updates = await self._source.updates(self._offset, wait)
        self._runtime.counts.heard = self._runtime.clock.now()
        await self._absence.end()
        await self._rivals.note_success()
        if not updates:
            self._runtime.counts.held = None
            self.up_to_date.set()
            return
        self._runtime.counts.held = self._runtime.counts.held or self._runtime.clock.now()
        if len(updates) >= MOST_UPDATES:
            self.up_to_date.clear()
        if wait:  # the updates are new: none waited when the poll began
            self._check_clock(updates)
        readable = (raw_update(update, self._plays) for update in updates)
        rows = [row for row in readable if row is not None]
        if not rows:
            raise ConnectionFailed("no update of the batch has an id")
        new = await store(self._runtime, rows)
        await self._rivals.note_batch(self._offset, [row.update_id for row in rows])
        self._offset = max(row.update_id for row in rows) + 1
        self._stored_at = self._runtime.clock.now()
        self._runtime.counts.held = None
        if len(updates) <= FEW:
            self.up_to_date.set()
        log.debug("updates stored", fetched=len(updates), new=new)
        self._runtime.arrived.set()

    def _check_clock(self, updates: Iterable[object]) -> None:
        """Use the date of the newest of these messages for the clock check."""
        dates = (number_at(update, "message", "date") for update in updates)
        newest = max((date for date in dates if date is not None), default=None)
        if newest is not None:
            with suppress(OverflowError, ValueError, OSError):  # the date may be impossible
                self._runtime.clock_check.note_message(datetime.fromtimestamp(newest, UTC))

    async def _recover(self, error: Exception) -> None:
        """Wait after the failure, longer each time in a row, at most a minute.

        If Telegram says how long to wait, the wait is as long.
        """
        self._failures += 1
        pause = pause_after(self._failures, LONGEST_PAUSE)
        if isinstance(error, Retry):
            pause = error.after
        if isinstance(error, UpdatesConflict):
            try:
                await self._resolve(error)
            except Exception as failed:  # noqa: BLE001  (the next conflict alerts again)
                report(log, "a conflict could not be reported", failed, again_in=pause)
        elif isinstance(error, DeliveryError):
            log.warning("polling failed", reason=str(error), again_in=pause)
        else:
            report(log, "updates could not be stored", error, again_in=pause)
        await self._sleep(pause)

    async def _resolve(self, conflict: UpdatesConflict) -> None:
        """Take the updates back from a web address, or note that another program takes them."""
        if not conflict.webhook:
            await self._rivals.note_conflict(str(conflict))
            return
        if self._offset is not None:  # not a web address of our own from before
            await self._rivals.note_conflict(str(conflict))
        log.warning("a web address takes this bot's updates; it is removed", reason=str(conflict))
        try:
            await self._source.drop_webhook()
        except DeliveryError as error:
            log.warning("the web address could not be removed", reason=str(error))
