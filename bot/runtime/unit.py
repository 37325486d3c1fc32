"""The unit of work: all effects of one update, or of one due row, or none of them.

A handler gets a `UnitOfWork`. It writes through the unit's transaction and queues notices with
`say`. The notices become outbox rows in the same transaction; the commit wakes the courier.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.alerts import Alerts, Cause
from bot.runtime.clock import Clock, ClockCheck
from bot.runtime.counts import Counts
from bot.runtime.damaged_logs import DamagedLogs
from bot.runtime.listeners import Listeners, MessageShown, News, ShownMessages
from bot.texts.messages import Notice, Text, say
from bot.texts.outgoing import notice_to_json
from bot.texts.pictures import BoardShown, CompetitionSheet
from storage.db import Database, savepoint
from storage.errors import ConcurrentAppend
from storage.people.addresses import is_browser
from storage.people.strangers import Strangers
from storage.queues import outbox
from storage.queues.precedence import Precedence

_Memory = TypeVar("_Memory", dict[Any, Any], set[Any])
_TRIES: Final = 5
"""The most tries of a unit that other writers overtake."""
PATIENCE: Final = 2.0
"""The most seconds between two low-priority steps while updates wait."""
PRESS_LIFE: Final = timedelta(seconds=150)
"""How long Telegram accepts the answer to a button press."""
ANSWERS: Final = outbox.LANE
"""The offset from a chat's number to its outbox lane for answers to button presses.

So answers wait behind no message and behind no other chat.
"""


@dataclass(slots=True)
class UnitOfWork:
    """One transaction, and the notices to send after its commit."""

    tx: AsyncConnection
    now: datetime
    notices: list[Notice] = field(default_factory=list)
    has_work: bool = False
    """Whether the job queue has new work after the commit."""
    has_said: bool = False
    """Whether there are messages to send after the commit."""
    news: list[News] = field(default_factory=list)
    """Changes for this program's listeners after the commit."""
    after_commit: list[Callable[[], object]] = field(default_factory=list)
    """What this program remembers only once the transaction is committed."""
    is_ignored: bool = False
    """Whether the action gets no answer because it exceeded the rate limit."""
    asked_in: int | None = None
    """The chat of the person's action that caused this unit; None without such an action."""
    is_move: bool = False
    """Whether the action is a move; its effects precede all others."""
    strangers: Strangers = field(default_factory=Strangers)
    _memories: list[Any] = field(default_factory=list)
    """What readers remember of this unit's data."""

    def remembering(self, memory: _Memory) -> _Memory:
        """Return that empty memory; a savepoint that fails undoes what was put into it."""
        self._memories.append(memory)
        return memory

    def say(self, *notices: Notice) -> None:
        """Queue these messages in order; they are sent if the transaction commits."""
        self.notices.extend(notices)

    def say_before(self, place: int, notice: Notice) -> None:
        """Queue a message before those queued since there were `place` of them."""
        queued = len(self.notices)
        self.say(notice)
        self.put_before(place, queued)

    def put_before(self, place: int, since: int) -> None:
        """Send the messages queued since there were `since` before those since there were `place`.

        Both numbers count queued messages; the order within each part stays.
        """
        later = self.notices[since:]
        del self.notices[since:]
        self.notices[place:place] = later

    async def store(self, notice: Notice) -> None:
        """Write a message to the outbox now, so that later steps can withdraw it."""
        self.news += _shown([notice])
        await outbox.queue(self.tx, await self._rows([notice]), self.now)
        self.has_said = True

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        """Undo the context's writes, messages and memories if it fails; then raise again."""
        said, heard, done = len(self.notices), len(self.news), len(self.after_commit)
        remembered = [memory.copy() for memory in self._memories]
        try:
            async with savepoint(self.tx):
                yield
        except BaseException:
            del self.notices[said:], self.news[heard:], self.after_commit[done:]
            self.strangers.forget()
            for memory in self._memories:
                memory.clear()
            # The later ones began in the context, so they were empty before it.
            for memory, before in zip(self._memories, remembered, strict=False):
                memory.update(before)
            raise

    async def flush(self) -> None:
        """Write the queued messages to the outbox."""
        rows = await self._rows(self.notices)
        self.news += _shown(self.notices)
        self.notices.clear()
        await outbox.queue(self.tx, rows, self.now)
        self.has_said |= bool(rows)

    async def _rows(self, notices: Sequence[Notice]) -> list[outbox.Outgoing]:
        """Return the messages as rows of the outbox, each with its precedence."""
        # Telegram limits no browser, and a mail is sent only for what nobody has asked for.
        chats = {notice.to for notice in notices if not is_browser(notice.to)}
        strange = await self.strangers.among(self.tx, chats)
        return [_row(notice, self.now, self._precedence(notice, strange)) for notice in notices]

    def _precedence(self, notice: Notice, strange: AbstractSet[int]) -> Precedence:
        """Return the message's precedence; unrequested sheets are part of a move."""
        if notice.to in strange:
            return Precedence.STRANGER
        if notice.to == self.asked_in:
            if not self.is_move:
                return Precedence.ASKED
            return Precedence.MOVE if may_be_late(notice) else Precedence.PREVIEW
        is_sheet = any(isinstance(picture, CompetitionSheet) for picture in notice.pictures)
        if is_sheet or (self.is_move and notice.about):
            return Precedence.MOVE
        return Precedence.TOLD


def _shown(notices: Iterable[Notice]) -> list[News]:
    """Return the news for the pages that show these messages."""
    addresses = dict.fromkeys(notice.to for notice in notices if is_browser(notice.to))
    return [News(ShownMessages(address), MessageShown()) for address in addresses]


def may_be_late(notice: Notice) -> bool:
    """Return whether its pictures may be drawn later, because the reader does not wait for them."""
    return any(
        not isinstance(picture, BoardShown) or picture.is_of_game for picture in notice.pictures
    )


def _set_event() -> asyncio.Event:
    """Return an event that is set already."""
    event = asyncio.Event()
    event.set()
    return event


@dataclass(frozen=True, slots=True)
class Runtime:
    """The shared parts of the bot: database, clock, operators and wake-up events."""

    database: Database
    clock: Clock
    operators: Sequence[int] = ()
    """The chats of the operators."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when updates are stored."""
    queued: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when notices are stored."""
    job_requested: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the job queue has new work."""
    listeners: Listeners = field(default_factory=Listeners)
    counts: Counts = field(default_factory=Counts)
    clock_check: ClockCheck = field(default_factory=ClockCheck)
    """Telegram's clock, from the last readings."""
    idle: asyncio.Event = field(default_factory=_set_event)
    """Set while no move is known to wait for its effect."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one low-priority task that waits for its turn."""
    alerts: Alerts = field(default_factory=Alerts)
    damaged: DamagedLogs = field(default_factory=DamagedLogs)
    """The logs that were found damaged."""
    strangers: Strangers = field(init=False)

    def __post_init__(self) -> None:
        """Create the set of strangers; operators are never strangers."""
        object.__setattr__(self, "strangers", Strangers(self.operators))

    @asynccontextmanager
    async def unit(self) -> AsyncIterator[UnitOfWork]:
        """Yield a unit of work. Commit it at the end and wake the courier; roll back on failure."""
        async with self.units() as next_unit:
            unit = next_unit()
            yield unit
            await unit.flush()

    async def repeated(self, act: Callable[[UnitOfWork], Awaitable[object]]) -> None:
        """Do this in a unit of work; repeat it if another writer was first in one of its logs.

        Raises:
            ConcurrentAppend: another writer was first each time.
        """
        for tries_left in reversed(range(_TRIES)):
            try:
                async with self.unit() as unit:
                    await act(unit)
            except ConcurrentAppend:
                if not tries_left:
                    raise
            else:
                return

    @asynccontextmanager
    async def units(self) -> AsyncIterator[Callable[[], UnitOfWork]]:
        """Yield a function that begins units in one transaction; all are committed, or none.

        Flush each unit before the next begins.

        Raises:
            RuntimeError: a unit was not flushed; its messages would be lost.
        """
        begun: list[UnitOfWork] = []
        async with self.database.transaction() as tx:

            def next_unit() -> UnitOfWork:
                apart = self.strangers.begun()
                begun.append(UnitOfWork(tx, self.clock.now(), strangers=apart))
                return begun[-1]

            yield next_unit
            if any(unit.notices for unit in begun):
                raise RuntimeError("a unit was not flushed: its messages would be lost")
        for unit in begun:
            self.strangers.keep(unit.strangers)
            for remember in unit.after_commit:
                remember()
        if any(unit.has_said for unit in begun):
            self.queued.set()
        if any(unit.has_work for unit in begun):
            self.job_requested.set()
        self.listeners.notify(news for unit in begun for news in unit.news)

    async def when_idle(self, unless: asyncio.Event | None = None) -> None:
        """Wait until no move waits for its effect, for at most `PATIENCE` seconds a task.

        Setting `unless` ends the wait at once.
        """
        if self.idle.is_set():
            return
        if unless is None:
            await self._patiently()
            return
        waiting = {asyncio.create_task(waiter) for waiter in (self._patiently(), unless.wait())}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _patiently(self) -> None:
        """Wait until no move waits, for a limited time; one task at a time, so that each waits."""
        async with self.turn:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self.idle.wait()

    def alert_few(self, unit: UnitOfWork, text: Text, cause: Cause) -> None:
        """Alert the operators, unless they had an alert of the same cause in the last minutes.

        Suppressed alerts are counted; `alerts_over` reports the count.
        """
        delivery = self.alerts.delivery_of(cause, unit.now)
        if delivery is not None:
            unit.say(
                *(
                    Notice(to=operator, text=text, silent=delivery.silent)
                    for operator in self.operators
                )
            )
            self._notify_of_count(unit, cause, delivery.left_out)

    async def alerts_over(self) -> None:
        """Send the operators the number of suppressed alerts of each cause."""
        over = self.alerts.take_left_out(self.clock.now())
        if over:
            async with self.unit() as unit:
                for cause, left_out in over:
                    self._notify_of_count(unit, cause, left_out)

    def _notify_of_count(self, unit: UnitOfWork, cause: Cause, left_out: int) -> None:
        """Send the operators the number of suppressed alerts of a cause, unless there are none."""
        if left_out:
            more = say("operator.more_alike", n=left_out, cause=cause.reason or "…")
            unit.say(*(Notice(to=operator, text=more, silent=True) for operator in self.operators))

    def alert(self, unit: UnitOfWork, text: Text, *, once: str = "") -> None:
        """Alert the operators in that unit of work; an alert with the name `once` is sent once."""
        for operator in self.operators:
            dedup = f"alert:{once}:{operator}" if once else ""
            unit.say(Notice(to=operator, text=text, dedup=dedup))


def _row(notice: Notice, now: datetime, precedence: Precedence) -> outbox.Outgoing:
    """Return the notice as a row of the outbox."""
    payload = json.dumps(notice_to_json(notice), ensure_ascii=False, separators=(",", ":"))
    return outbox.Outgoing(
        chat=notice.to + ANSWERS if notice.answers else notice.to,
        payload=payload,
        dedup_key=notice.dedup,
        about=notice.about,
        not_before=notice.not_before,
        expires_at=now + PRESS_LIFE if notice.answers else notice.expires,
        precedence=precedence,
    )
