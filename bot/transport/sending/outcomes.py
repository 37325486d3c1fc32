"""Records of message outcomes: held in memory until the database has stored them.

Notes that arrive during a write share one commit. Until then the receipts file also lists the
messages that Telegram has accepted; a killed program records them after its restart
(`storage.queues.receipts`). While notes cannot be written (a full disk, an unreachable server)
nothing may be sent, because every message would go out again. So notes are retried until they are
stored, even if no task waits for them. A sender calls `until_stored` before each call.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime, UnitOfWork
from storage.db import refusal
from storage.errors import ConcurrentAppend, reason_of
from storage.queues import outbox, outbox_due
from storage.queues.outbox_due import QueuedMessage
from storage.queues.receipts import Receipt, Receipts, fingerprint

log = get_logger()

_TRIES: Final = 5
"""The tries for a note that fails by an error in the program."""
SHORTEST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 1.0
"""Seconds between two tries while the database fails; the pause doubles from try to try."""
ALARM_AFTER = 5.0
"""Seconds of failure before operators are notified: longer than a lock or a restart."""
ALARM_AGAIN: Final = 60.0
"""Seconds before the notification is retried if nobody was reached."""

Write = Callable[[UnitOfWork], Awaitable[object]]
Alarm = Callable[[str], Awaitable[bool]]
"""Notifies the operators past the outbox, with the reason; returns whether one was reached."""


@dataclass(slots=True)
class _Note:
    """Something to write, and the task that waits for it."""

    write: Write
    least: Write | None
    """The least to write if the rest fails by an error in the program."""
    row: int | None
    """The row whose receipt is then no longer needed."""
    faults: int = 0
    """The number of failures that the note itself has caused."""
    noted: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class UnrecordedDelivery(NamedTuple):
    """A message that an earlier run has sent, but not recorded."""

    receipt: Receipt
    row: QueuedMessage


class Outcomes:
    """Records the outcomes of messages; one commit may cover several."""

    def __init__(
        self, runtime: Runtime, alarm: Alarm | None = None, receipts: Receipts | None = None
    ) -> None:
        """Use the receipts; without an alarm, nobody is notified of failures."""
        self._runtime = runtime
        self._receipts = receipts or Receipts()
        self._alarm = alarm
        self._alarm_at = 0.0
        """When to notify the operators, on the loop's clock."""
        self._alarming: asyncio.Task[None] | None = None
        """The running notification."""
        self._unstored: list[_Note] = []
        """The notes that are not stored yet."""
        self._writer: asyncio.Task[None] | None = None
        self._can_store = asyncio.Event()
        self._can_store.set()

    async def record_sent(
        self,
        row: QueuedMessage,
        messages: Sequence[int],
        follow: Write | None = None,
        at: datetime | None = None,
    ) -> None:
        """Return once it is recorded that the message was sent, under these ids.

        `follow` writes the consequences in the same transaction. The message counts as sent now, or
        at the instant `at`, however late the note is stored: a turn's days run from then (art.
        7.1).
        """
        sent_at = at or self._runtime.clock.now()
        self._keep_receipt(row, [messages], sent_at, whole=True)

        async def least(unit: UnitOfWork) -> None:
            await outbox.mark_sent(unit.tx, row, messages, sent_at)

        async def write(unit: UnitOfWork) -> None:
            await least(unit)
            if follow is not None:
                # The consequences happen at the delivery, even if its note is stored later.
                present, unit.now = unit.now, sent_at
                try:
                    await follow(unit)
                finally:
                    unit.now = present

        await self.keep(write, least, row.id)

    async def sent_so_far(self, row: QueuedMessage, parts: outbox.Parts) -> None:
        """Return once the results of the message's first calls are recorded."""
        self._keep_receipt(row, parts, self._runtime.clock.now(), whole=False)
        await self.keep(lambda unit: outbox.keep_parts(unit.tx, row, parts), row=row.id)

    def _keep_receipt(
        self, row: QueuedMessage, parts: outbox.Parts, at: datetime, *, whole: bool
    ) -> None:
        """Keep the receipt of the calls made so far; `whole`: they were all."""
        self._receipts.keep(
            Receipt(row=row.id, message=fingerprint(row), at=at, parts=parts, whole=whole)
        )

    async def unrecorded(self) -> list[UnrecordedDelivery]:
        """Return what an earlier run has sent without recording it; drop other receipts."""
        deliveries = []
        for receipt in self._receipts.left():
            async with self._runtime.database.reading() as tx:
                row = await outbox_due.queued(tx, receipt.row)
            if row is not None and fingerprint(row) == receipt.message:
                deliveries.append(UnrecordedDelivery(receipt, row))
            else:
                self._receipts.drop(receipt.row)
        return deliveries

    async def keep(self, write: Write, least: Write | None = None, row: int | None = None) -> None:
        """Return once the note is written; it will be, even if the caller is cancelled.

        `row`: the row of the receipt.

        Raises:
            Exception: an error of the program, not of the database.
        """
        note = _Note(write, least, row)
        self._unstored.append(note)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await asyncio.shield(note.noted)

    async def until_stored(self) -> None:
        """Return once the database stores notes; only then may a message be sent."""
        await self._can_store.wait()

    async def close(self) -> None:
        """Stop writing; the next start records the unrecorded messages that have receipts."""
        tasks = [task for task in (self._writer, self._alarming) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._unstored:
            log.error("sent, and not noted yet", messages=len(self._unstored))
        self._receipts.close()

    async def _write(self) -> None:
        """Write the waiting notes: all at once, or one by one if one is faulty."""
        pause, at_once = SHORTEST_PAUSE, True
        while self._unstored:
            notes = self._unstored[:] if at_once else self._unstored[:1]
            try:
                await self._store(notes)
            except Exception as error:  # noqa: BLE001  (after any error the note is written again)
                at_once = _may_succeed_later(error)
                if at_once:
                    self._pause_sending(error)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                elif len(notes) == 1:
                    await self._retry_or_cut(notes[0], error)
            else:
                pause, at_once = SHORTEST_PAUSE, True
                self._release(notes)

    async def _store(self, notes: Sequence[_Note]) -> None:
        """Write all notes; retry if another program has written to the same log meanwhile."""

        async def write(unit: UnitOfWork) -> None:
            for note in notes:
                await note.write(unit)

        await self._runtime.repeated(write)

    async def _retry_or_cut(self, note: _Note, error: Exception) -> None:
        """Write only the least part of a note that keeps failing by an error in the program.

        A lost connection may look like such an error, so the note is retried first.
        """
        note.faults += 1
        if note.faults < _TRIES:
            await asyncio.sleep(SHORTEST_PAUSE)
        elif note.least is not None:
            log.error("what follows from a message could not be noted", exc_info=error)
            note.write, note.least, note.faults = note.least, None, 0
        else:
            if not note.noted.done():
                note.noted.set_exception(error)
                note.noted.exception()  # a cancelled task does not read it
            self._release([note])

    def _release(self, notes: Sequence[_Note]) -> None:
        """Forget the first notes, and release their senders; sending continues if it was paused."""
        del self._unstored[: len(notes)]
        for note in notes:
            if note.row is not None:
                self._receipts.drop(note.row)
            if not note.noted.done():
                note.noted.set_result(None)
        if not self._unstored:
            self._runtime.counts.unnoted = 0
        if not self._can_store.is_set():
            log.info("notes are stored again: sending continues")
            self._can_store.set()

    def _pause_sending(self, error: Exception) -> None:
        """Stop all sending; after a while notify the operators, once."""
        now = asyncio.get_running_loop().time()
        if self._can_store.is_set():
            self._can_store.clear()
            self._alarm_at = now + ALARM_AFTER
            event = "what was sent cannot be noted: nothing more is sent"
            report(log, event, error, messages=len(self._unstored))
        self._runtime.counts.unnoted = len(self._unstored)
        if self._alarm is not None and now >= self._alarm_at:
            self._alarm_at = now + ALARM_AGAIN
            self._alarming = asyncio.create_task(self._notify(self._alarm, reason_of(error)))

    async def _notify(self, alarm: Alarm, reason: str) -> None:
        """Notify the operators; once one was reached, do so no more until sending resumes."""
        if await alarm(reason):
            self._alarm_at = float("inf")


def _may_succeed_later(error: Exception) -> bool:
    """Return whether the database failed, so that a later try may succeed, not a statement."""
    return isinstance(error, ConcurrentAppend) or refusal(error) is not None
