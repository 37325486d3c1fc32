"""The courier: sends what waits in the outbox, each chat's messages in their order.

Different chats are served side by side, one message under way in each; a chat that must wait holds
up no other. Whose turn it is say `bot.transport.sending.choosing` and its turnstile. A message is
claimed before it is sent: no other program sends it meanwhile. What becomes of one that fails is
decided in `bot.transport.sending.setbacks`; one that waits for a picture is set aside by
`bot.transport.sending.aside`. Texts and pictures come from `bot.transport.sending.composing`, the
calls are carried out by a Carrier.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from bot.runtime.log import bound, get_logger
from bot.runtime.troubles import report
from bot.runtime.unit import Runtime, UnitOfWork, may_be_late
from bot.texts.delivery import Carrier, DeliveryError, Parcel
from bot.texts.i18n import Reader, WordingError
from bot.texts.messages import Notice
from bot.transport.sending.aloud import tell_operators
from bot.transport.sending.aside import Aside
from bot.transport.sending.choosing import Choosing
from bot.transport.sending.composing import Composer
from bot.transport.sending.leisure import Leisure
from bot.transport.sending.noting import Noting
from bot.transport.sending.pacing import Pace
from bot.transport.sending.recalling import Recalling
from bot.transport.sending.setbacks import Setbacks, Whereabouts
from bot.transport.sending.task import Task, addressed, counted, weight
from bot.transport.sending.topics import Topics
from bot.transport.sending.turnstile import HANDS, Slot, Turnstile
from storage.db import refusal
from storage.queues import outbox, outbox_due
from storage.queues.claims import Claim, ClaimLostError, claimed
from storage.queues.precedence import LOOKED_OUT_FOR, Precedence
from storage.queues.receipts import Receipts

log = get_logger()

AT_ONCE: Final = 6
"""Messages composed and sent side by side."""
COMPOSE_TRIES: Final = 3
"""Failures after which a message goes without what cannot be drawn."""
_MOMENT: Final = 0.005
_GRACE: Final = 5.0
"""Seconds in which calls under way may end when the courier is stopped."""
_BREATH: Final = 0.05
"""Seconds between two looks at the outbox while no hand is free: looking costs something, too."""
_IDLE: Final = 1.0
"""Seconds after which the outbox is looked at even if nothing has rung."""


class Directory(Whereabouts, Protocol):
    """What the courier must know of people, and must tell about them."""

    async def reader(self, chat: int) -> Reader:
        """Return the language and time zone of whoever reads that chat."""
        ...


class Courier:
    """Drains the outbox through a carrier."""

    def __init__(  # noqa: PLR0913  (what it stands between, and its own memory)
        self,
        runtime: Runtime,
        carrier: Carrier,
        composer: Composer,
        directory: Directory,
        *,
        pace: Pace,
        receipts: Receipts | None = None,
    ) -> None:
        self._runtime = runtime
        self._carrier = carrier
        self._composer = composer
        self._directory = directory
        self._turnstile = Turnstile(pace)
        self._leisure = Leisure(runtime)
        self._choosing = Choosing(self._turnstile, self._leisure.looked_out_for)
        self._noting = Noting(runtime, partial(tell_operators, runtime, carrier), receipts)
        self.recall = Recalling(self._noting, directory)
        self._topics = Topics(runtime, carrier, self._noting)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._under_way: dict[int, asyncio.Task[None]] = {}
        """Chat → the delivery it waits for."""
        self._calling: set[int] = set()
        """The chats among them to which a call is being made."""
        self._aside = Aside(runtime, composer)
        self._setbacks = Setbacks(runtime, directory, self._topics, self._noting)

    async def run(self) -> None:
        """Deliver until cancelled."""
        self._turnstile.reset()
        try:
            await self.recall()
            while True:
                await self._noting.whole()
                self._runtime.queued.clear()
                try:
                    await self._start_due()
                except Exception as error:  # noqa: BLE001  (whatever waits is still there)
                    report(log, "the outbox cannot be read", error)
                await self._wait()
                if len(self._under_way) >= HANDS:
                    await asyncio.sleep(_BREATH)
        finally:
            await self._stop()

    async def _stop(self) -> None:
        """End what is under way; a call that has begun gets time for its answer, or is repeated."""
        await self._aside.stop()
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
        """Leave what could not be noted to the last to the next life of the program."""
        await self.recall.stop()
        await self._noting.close()

    async def backlog(self) -> int:
        """Return how many messages wait, those meant for later among them."""
        async with self._runtime.database.reading() as tx:
            return (await outbox.counts(tx))[outbox.QUEUED]

    async def settle(self) -> None:
        """Return once nothing that may go now is left to be sent, while `run` is at work."""
        while self._under_way or self._aside or await self._are_due():
            if self._under_way:
                await asyncio.wait(list(self._under_way.values()))
            elif self._aside:
                await self._aside.settle()
            else:
                self._runtime.queued.set()
                await asyncio.sleep(_MOMENT)

    async def expire(self) -> None:
        """Drop what has waited beyond its time; for the clockwork."""
        async with self._runtime.database.transaction() as tx:
            await outbox.expire(tx, self._runtime.clock.now())

    async def _start_due(self) -> None:
        """Take messages whose turn it is to the turnstile."""
        # A delivery that ends while the rows are read leaves its own row among them.
        busy = set(self._under_way)
        async with self._runtime.database.reading() as tx:
            now = self._runtime.clock.now()
            chosen = await self._choosing.next(tx, now, busy)
        for row, precedence in chosen:
            self._choosing.waits(row.chat, precedence)
            task = asyncio.create_task(self._deliver(row, precedence))
            self._under_way[row.chat] = task
            task.add_done_callback(partial(self._finished, row.chat, precedence))

    async def _are_due(self) -> bool:
        async with self._runtime.database.reading() as tx:
            return await self._choosing.any(tx, self._runtime.clock.now())

    def _finished(self, chat: int, precedence: Precedence, task: asyncio.Task[None]) -> None:
        del task, self._under_way[chat]
        self._calling.discard(chat)
        self._goes(chat, precedence)  # and the chat's next message may come

    def _goes(self, chat: int, precedence: Precedence) -> None:
        """Have somebody else come to the turnstile, unless enough are there."""
        self._choosing.goes(chat)
        if not self._choosing.is_plenty(precedence):
            self._runtime.queued.set()

    async def _wait(self) -> None:
        # Not wait_for: Python 3.11's may swallow a cancellation that comes with the bell.
        with suppress(TimeoutError):
            async with asyncio.timeout(_IDLE):
                await self._runtime.queued.wait()

    async def _deliver(self, row: outbox_due.Queued, precedence: Precedence) -> None:
        """Send one message, unless another program does, and note what became of it."""
        with bound(row=row.id, chat=row.chat, about=row.about):
            try:
                await self._in_turn(row, precedence)
            except ClaimLostError:
                log.warning("another program may send this by now")
            except Exception as error:  # noqa: BLE001  (the row waits as it was)
                report(log, "a message waits", error)
                await asyncio.sleep(1)

    async def _in_turn(self, row: outbox_due.Queued, precedence: Precedence) -> None:
        """Wait at the turnstile; then send the message, if it still is to be sent, and by us."""
        notice = addressed(row)
        if isinstance(notice, Notice) and not self._composer.is_ready(notice):
            await self._aside.put(row.id, notice)
            return
        if isinstance(notice, Notice) and may_be_late(notice) and precedence not in LOOKED_OUT_FOR:
            self._goes(row.chat, precedence)
            await self._leisure.wait(row.chat)
        precedence = self._choosing.waits(row.chat, precedence)
        chat = notice.to if isinstance(notice, Notice) else row.chat
        place = self._turnstile.slot(row.chat, precedence, chat, weight(notice), row.precedence)
        async with place as slot:
            self._goes(row.chat, precedence)
            async with claimed(self._runtime.database, row, self._runtime.clock.now()) as claim:
                if claim is not None:
                    await self._attempt(claim, slot)
        if claim is None and self._runtime.database.shared:
            await asyncio.sleep(_IDLE)  # another has it: before it is looked at again

    async def _attempt(self, claim: Claim, slot: Slot) -> None:
        notice = addressed(claim.row)
        if isinstance(notice, Exception):
            log.error("a message cannot be read", exc_info=notice)
            reason = f"{type(notice).__name__}: {notice}"
            await self._setbacks.bury(Task(claim, Notice(to=claim.row.chat), slot), reason)
            return
        task = Task(claim, notice, slot)
        try:
            messages = await self._carry_out(task)
        except ClaimLostError:
            raise
        except DeliveryError as error:
            await self._setbacks.failed(task, error)
        except Exception as error:
            if _is_cut(error):
                raise
            log.exception("a message could not be composed", failures=task.row.attempts + 1)
            await self._not_composed(task, error)
        else:
            await self._note_sent(task, messages)

    async def _carry_out(self, task: Task, *, bare: bool = False) -> list[int]:
        """Compose the message and carry out its calls; return the ids of the messages made.

        `bare`: its words alone.
        """
        notice = await self._topics.placed(task.notice)
        reader = await self._directory.reader(notice.to)
        async with self._slots:
            parcels = await self._composer.compose(notice, reader, bare=bare)
            return await self._carry(task, parcels, () if bare else task.row.parts)

    async def _carry(
        self, task: Task, parcels: Sequence[Parcel], made: Sequence[Sequence[int]]
    ) -> list[int]:
        """Carry out the calls that no earlier try has carried out, and note each but the last."""
        self._calling.add(task.row.chat)
        parts = list(made)
        for parcel in parcels[len(made) :]:
            await self._noting.whole()
            await task.claim.check()
            async with task.slot.call(counted(parcel)):
                parts.append(await self._carrier.send(parcel))
            if len(parts) < len(parcels):
                await self._noting.sent_so_far(task.row, parts)
        return [message for part in parts for message in part]

    async def _note_sent(self, task: Task, messages: Sequence[int], lacking: str = "") -> None:
        """Note it; `lacking`: why only its words were sent, which the operators are told."""

        async def follow(unit: UnitOfWork) -> None:
            await self._directory.taken(unit, task.notice, task.row.created_at)
            if lacking:
                self._setbacks.report(unit, task, lacking)

        await self._noting.sent(task.row, messages, follow)
        self._runtime.counts.messages["sent"] += 1
        log.debug("sent", messages=messages)

    async def _not_composed(self, task: Task, error: Exception) -> None:
        """Try again a few times; then send the words alone, and tell the operators."""
        reason = f"{type(error).__name__}: {error}"
        if task.row.attempts < COMPOSE_TRIES:
            await self._setbacks.put_back(task, reason)
            return
        try:
            messages = await self._carry_out(task, bare=True)
        except DeliveryError as failure:
            await self._setbacks.failed(task, failure)
        except WordingError:
            await self._setbacks.bury(task, reason)
        else:
            await self._note_sent(task, messages, reason)


def _is_cut(error: Exception) -> bool:
    """Return whether the database was away while a message was composed: it waits until it is back.

    A file of ours that cannot be read names itself; no waiting makes it readable.
    """
    return refusal(error) is not None and getattr(error, "filename", None) is None
