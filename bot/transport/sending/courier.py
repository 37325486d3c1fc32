"""The courier: sends what waits in the outbox, each chat's messages in their order.

Different chats are served side by side, one message under way in each; a chat that must wait holds
up no other. A message is claimed before it is sent: no other program sends it meanwhile. What
becomes of one that fails is decided in `bot.transport.sending.setbacks`; one that waits for a
picture is set aside by `bot.transport.sending.aside`. Texts and pictures come from
`bot.transport.sending.composing`, the calls are carried out by a Carrier.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from bot.runtime.log import bound, get_logger
from bot.runtime.troubles import report
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery import Carrier, DeliveryError, Parcel
from bot.texts.i18n import Reader, WordingError
from bot.texts.messages import Notice
from bot.transport.sending.aloud import tell_operators
from bot.transport.sending.aside import Aside
from bot.transport.sending.composing import Composer
from bot.transport.sending.noting import Noting
from bot.transport.sending.pacing import Pace
from bot.transport.sending.recalling import Recalling
from bot.transport.sending.setbacks import Setbacks, Whereabouts
from bot.transport.sending.task import Task, addressed
from bot.transport.sending.topics import Topics
from storage import outbox, outbox_due
from storage.claims import Claim, ClaimLostError, claimed
from storage.db import refusal
from storage.receipts import Receipts

log = get_logger()

AT_ONCE: Final = 6
"""Messages composed and sent side by side."""
IN_HAND: Final = 12
"""Messages claimed at a time: those, and others whose outcome is being noted."""
PLENTY: Final = 30
"""Chats waiting their turn, as many as Telegram takes in a second: with so many at hand nobody
looks for more before that second is over, for looking costs the more the more there is."""
COMPOSE_TRIES: Final = 3
"""Failures after which a message goes without what cannot be drawn."""
_MOMENT: Final = 0.005
_GRACE: Final = 5.0
"""Seconds in which calls under way may end when the courier is stopped."""
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
        self._pace = pace
        self._noting = Noting(runtime, partial(tell_operators, runtime, carrier), receipts)
        self.recall = Recalling(self._noting, directory)
        self._topics = Topics(runtime, carrier, self._noting)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._hands = asyncio.Semaphore(IN_HAND)
        self._under_way: dict[int, asyncio.Task[None]] = {}
        """Chat → the delivery it waits for."""
        self._calling: set[int] = set()
        """The chats among them to which a call is being made."""
        self._aside = Aside(runtime, composer)
        self._setbacks = Setbacks(runtime, directory, self._topics, self._noting)

    async def run(self) -> None:
        """Deliver until cancelled."""
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
        while self._under_way or self._aside or await self._due():
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
        """Start the delivery of each chat's next message, where none is under way."""
        # A delivery that ends while the rows are read leaves its own row among them.
        busy = set(self._under_way)
        for row in await self._due():
            if row.chat not in busy:
                task = asyncio.create_task(self._deliver(row))
                self._under_way[row.chat] = task
                task.add_done_callback(partial(self._finished, row.chat))

    async def _due(self) -> list[outbox_due.Queued]:
        now = self._runtime.clock.now()
        async with self._runtime.database.reading() as tx:
            return await outbox_due.due(tx, now)

    def _finished(self, chat: int, task: asyncio.Task[None]) -> None:
        del task, self._under_way[chat]
        self._calling.discard(chat)
        if len(self._under_way) < PLENTY:
            self._runtime.queued.set()  # the chat's next message may go

    async def _wait(self) -> None:
        # Not wait_for: Python 3.11's may swallow a cancellation that comes with the bell.
        with suppress(TimeoutError):
            async with asyncio.timeout(_IDLE):
                await self._runtime.queued.wait()

    async def _deliver(self, row: outbox_due.Queued) -> None:
        """Send one message, unless another program does, and note what became of it."""
        with bound(row=row.id, chat=row.chat, about=row.about):
            try:
                await self._in_turn(row)
            except ClaimLostError:
                log.warning("another program may send this by now")
            except Exception as error:  # noqa: BLE001  (the row waits as it was)
                report(log, "a message waits", error)
                await asyncio.sleep(1)

    async def _in_turn(self, row: outbox_due.Queued) -> None:
        """Wait for the pace and for a free hand; then send the message, if it is ours to send.

        Drawing takes the interpreter from whoever has other work: what people have sent goes first.
        """
        notice = addressed(row)
        if isinstance(notice, Notice) and not self._composer.is_ready(notice):
            await self._aside.put(row.id, notice)
            return
        if isinstance(notice, Notice) and not notice.answers:
            await self._pace.wait(notice.to, _weight(notice))
            if notice.pictures:
                await self._runtime.at_leisure()
        database, clock = self._runtime.database, self._runtime.clock
        async with self._hands, claimed(database, row, clock.now()) as claim:
            if claim is not None:
                await self._attempt(claim, notice)
        if claim is None:
            await asyncio.sleep(_IDLE)  # before it is looked at again

    async def _attempt(self, claim: Claim, notice: Notice | Exception) -> None:
        if isinstance(notice, Exception):
            log.error("a message cannot be read", exc_info=notice)
            reason = f"{type(notice).__name__}: {notice}"
            await self._setbacks.bury(Task(claim, Notice(to=claim.row.chat)), reason)
            return
        task = Task(claim, notice)
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


def _weight(notice: Notice) -> int:
    """Return how many messages Telegram counts."""
    media = len(notice.pictures) + bool(notice.relayed) + bool(notice.document)
    return max(1, media)
