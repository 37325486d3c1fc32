"""Notes of what became of messages: held in memory until the database has them.

Those that come while others are being written share one commit. What Telegram has taken is kept in
a file as well until then: whoever is killed notes it in his next life (`storage.queues.receipts`).
While notes cannot be written (a full disk, a server that is away) nothing more may be sent: every
message would go out again as soon as its row is read. So they are tried until they are kept,
whoever has stopped waiting for them, and whoever wants to send asks `whole` first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.runtime.log import get_logger
from bot.runtime.troubles import report
from bot.runtime.unit import Runtime, UnitOfWork
from storage.db import refusal
from storage.errors import ConcurrentAppend, reason_of
from storage.queues import outbox, outbox_due
from storage.queues.outbox_due import Queued
from storage.queues.receipts import Receipt, Receipts, fingerprint

log = get_logger()

_TRIES: Final = 5
"""How often notes are written at once that others overtake; how often a faulty one is tried."""
SHORTEST: Final = 0.1
LONGEST: Final = 1.0
"""Seconds between two tries of notes that the database does not take: twice as long each time."""
ALARM_AFTER = 5.0
"""Seconds of that after which the operators are told: no lock, and no server's restart."""
ALARM_AGAIN: Final = 60.0
"""Seconds after which that is tried again if nobody could be reached."""

Write = Callable[[UnitOfWork], Awaitable[None]]
Alarm = Callable[[str], Awaitable[bool]]
"""Tells the operators, past the outbox, why nothing can be noted; returns whether one was told."""


@dataclass(slots=True)
class _Note:
    """Something to be written down, and whoever waits for that."""

    write: Write
    least: Write | None
    """What is written at the least, should the rest fail by a fault of ours."""
    row: int | None
    """The row whose receipt is no longer needed then."""
    faults: int = 0
    """How often it has failed by one."""
    noted: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Noting:
    """Writes down what became of messages. A commit waits for the disk: one may serve several."""

    def __init__(
        self, runtime: Runtime, alarm: Alarm | None = None, receipts: Receipts | None = None
    ) -> None:
        self._runtime = runtime
        self._receipts = receipts or Receipts()
        self._alarm = alarm
        self._alarm_at = 0.0
        """When the operators are to be told; on the loop's clock."""
        self._alarming: asyncio.Task[None] | None = None
        self._waiting: list[_Note] = []
        self._writer: asyncio.Task[None] | None = None
        self._whole = asyncio.Event()
        self._whole.set()

    async def sent(
        self,
        row: Queued,
        messages: Sequence[int],
        follow: Write | None = None,
        at: datetime | None = None,
    ) -> None:
        """Return once it is noted that the message was sent, under these ids.

        `follow` writes down, in the same transaction, what follows from that. However long the note
        is held, it was sent now, or at that instant: a turn's days run from then (art. 7.1).
        """
        taken = at or self._runtime.clock.now()
        self._take(row, [messages], taken, whole=True)

        async def least(unit: UnitOfWork) -> None:
            await outbox.mark_sent(unit.tx, row.id, messages, taken)

        async def write(unit: UnitOfWork) -> None:
            await least(unit)
            if follow is not None:
                written, unit.now = unit.now, taken
                await follow(unit)
                unit.now = written

        await self.keep(write, least, row.id)

    async def sent_so_far(self, row: Queued, parts: outbox.Parts) -> None:
        """Return once it is noted what the first of the message's calls have made."""
        self._take(row, parts, self._runtime.clock.now(), whole=False)
        await self.keep(lambda unit: outbox.keep_parts(unit.tx, row.id, parts), row=row.id)

    def _take(self, row: Queued, parts: outbox.Parts, at: datetime, *, whole: bool) -> None:
        self._receipts.keep(
            Receipt(row=row.id, message=fingerprint(row), at=at, parts=parts, whole=whole)
        )

    async def left(self) -> list[tuple[Receipt, Queued]]:
        """Return what an earlier life of the program has sent and not noted; forget the rest."""
        found = []
        for receipt in self._receipts.left():
            async with self._runtime.database.reading() as tx:
                row = await outbox_due.queued(tx, receipt.row)
            if row is not None and fingerprint(row) == receipt.message:
                found.append((receipt, row))
            else:
                self._receipts.drop(receipt.row)
        return found

    async def keep(self, write: Write, least: Write | None = None, row: int | None = None) -> None:
        """Return once it is written; it will be, though nobody waits for it any more.

        `row`: whose receipt it is of.

        Raises:
            Exception: a fault of the program that the database has no part in.
        """
        note = _Note(write, least, row)
        self._waiting.append(note)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await asyncio.shield(note.noted)

    async def whole(self) -> None:
        """Return once the database takes notes: only then may anything be sent."""
        await self._whole.wait()

    async def close(self) -> None:
        """Leave what is not noted to the next life of the program, which finds the receipts."""
        for task in (self._writer, self._alarming):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        if self._waiting:
            log.error("sent, and not noted yet", messages=len(self._waiting))
        self._receipts.close()

    async def _write(self) -> None:
        """Write the notes that wait: all at once, or singly if one is faulty."""
        pause, together = SHORTEST, True
        while self._waiting:
            notes = self._waiting[:] if together else self._waiting[:1]
            try:
                await self._kept(notes)
            except Exception as error:  # noqa: BLE001  (whatever it is, it is written again)
                together = _is_the_database(error)
                if together:
                    self._fails(error)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST)
                elif len(notes) == 1:
                    await self._faulty(notes[0], error)
            else:
                pause, together = SHORTEST, True
                self._done(notes)

    async def _kept(self, notes: Sequence[_Note]) -> None:
        """Write all of them; again, where another program has written to the same log meanwhile."""
        for tries_left in reversed(range(_TRIES)):
            try:
                async with self._runtime.unit() as unit:
                    for note in notes:
                        await note.write(unit)
            except ConcurrentAppend:
                if not tries_left:
                    raise
            else:
                return

    async def _faulty(self, note: _Note, error: Exception) -> None:
        """Write only the least of a note that has failed by itself, by a fault of ours, too often.

        A connection that is lost half-way may look like one: it is tried again in a moment.
        """
        note.faults += 1
        if note.faults < _TRIES:
            await asyncio.sleep(SHORTEST)
        elif note.least is not None:
            log.error("what follows from a message could not be noted", exc_info=error)
            note.write, note.least, note.faults = note.least, None, 0
        else:
            self._waiting.remove(note)
            if note.row is not None:
                self._receipts.drop(note.row)
            if not note.noted.done():
                note.noted.set_exception(error)
                note.noted.exception()  # whoever has been stopped asks no more

    def _done(self, notes: Sequence[_Note]) -> None:
        del self._waiting[: len(notes)]
        for note in notes:
            if note.row is not None:
                self._receipts.drop(note.row)
            if not note.noted.done():
                note.noted.set_result(None)
        if not self._waiting:
            self._runtime.counts.unnoted = 0
        if not self._whole.is_set():
            log.info("notes are kept again: the messages go on")
            self._whole.set()

    def _fails(self, error: Exception) -> None:
        """Have nothing more sent; after a while tell the operators, once."""
        now = asyncio.get_running_loop().time()
        if self._whole.is_set():
            self._whole.clear()
            self._alarm_at = now + ALARM_AFTER
            event = "what was sent cannot be noted: nothing more is sent"
            report(log, event, error, messages=len(self._waiting))
        self._runtime.counts.unnoted = len(self._waiting)
        if self._alarm is not None and now >= self._alarm_at:
            self._alarm_at = now + ALARM_AGAIN
            self._alarming = asyncio.create_task(self._tell(self._alarm, reason_of(error)))

    async def _tell(self, alarm: Alarm, reason: str) -> None:
        if await alarm(reason):
            self._alarm_at = float("inf")


def _is_the_database(error: Exception) -> bool:
    """Return whether it will be taken another time: no statement of ours is wrong."""
    return isinstance(error, ConcurrentAppend) or refusal(error) is not None
