"""The worker: takes stored updates one at a time, in order; each is kept whole, or not at all.

Read the update, let the handlers act, queue what is to be said, mark it done: all of it is in one
transaction, which it may share with its neighbours. An update that fails is tried again a little
later, its chat's later updates wait behind it, and after the fifth failure it is set aside: the
operators are told, and its author gets one apology. One whose handler wants a file waits until that
is fetched (`bot.transport.receiving.fetching`). What an update brings about is the dispatcher's
business.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.runtime.log import bound, get_logger
from bot.runtime.troubles import report
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery import Fetch
from bot.texts.messages import FileWanted, Incoming, Notice, say
from bot.transport.receiving.fetching import Fetching
from bot.transport.receiving.storing import storable
from bot.transport.telegram_io.reading import UnreadableUpdate, parse_update
from storage.db import is_cut
from storage.queues import inbox
from storage.queues.precedence import Precedence

log = get_logger()

Dispatch = Callable[[Incoming, UnitOfWork], Awaitable[None]]
"""Acts on what a person did, in the given unit of work."""
CarryOut = Callable[[inbox.Pending, UnitOfWork], Awaitable[None]]
"""Carries out what was asked in the Mini App, and writes its answer, likewise."""


RETRIES: Final = (0.0, 2.0, 10.0, 60.0)
"""Seconds to wait after the first, second … failure of an update."""
AT_ONCE: Final = 16
"""Updates that may share a transaction."""
IN_BETWEEN: Final = 2
"""So many while others wait to be stored, for which there is no room meanwhile."""
_MOMENT: Final = 0.005
_IDLE: Final = 1.0
"""Seconds after which the inbox is looked at even if nothing has rung."""
_LONGEST_PAUSE: Final = 30.0
_LONGEST_REASON: Final = 500
"""Characters of an error, in a dead letter and in the report: what was sent may stand in it."""


_Failed = tuple[inbox.Pending, Exception]


async def _nothing(pending: inbox.Pending, _: UnitOfWork) -> None:
    raise UnreadableUpdate(f"nothing is asked here: {pending.source}")


class Worker:
    """Works the inbox off through `dispatch`."""

    def __init__(  # noqa: PLR0913  (what it stands on, each once)
        self,
        runtime: Runtime,
        dispatch: Dispatch,
        *,
        username: str = "",
        fetch: Fetch | None = None,
        all_here: Callable[[], bool] = lambda: True,
        carry_out: CarryOut = _nothing,
    ) -> None:
        """`all_here`: whether no more updates wait to be stored; until then strangers' wait."""
        self._fetching = Fetching(runtime, fetch)
        self._runtime = runtime
        self._dispatch, self._carry_out = dispatch, carry_out
        self._username = username
        self._all_here = all_here
        self._moves = False
        """Whether moves were among what was handled last: others may wait."""

    async def run(self) -> None:
        """Work until cancelled; a database that fails is waited for."""
        try:
            await self._work()
        finally:
            self._runtime.leisure.set()
            await self._fetching.stop()

    async def _work(self) -> None:
        failures = 0
        while True:
            self._runtime.arrived.clear()
            try:
                busy = await self.step()
            except Exception as error:  # noqa: BLE001  (nothing was changed)
                failures += 1
                pause = min(2.0 ** min(failures - 1, 5), _LONGEST_PAUSE)
                report(log, "the inbox cannot be worked off", error, again_in=pause)
                await asyncio.sleep(pause)
                continue
            failures = 0
            if self._moves:
                self._runtime.leisure.clear()
            else:
                self._runtime.leisure.set()
            if not busy:
                # Not wait_for: Python 3.11's may swallow a cancellation that comes with the bell.
                with suppress(TimeoutError):
                    async with asyncio.timeout(_IDLE):
                        await self._runtime.arrived.wait()

    async def backlog(self) -> int:
        """Return how many stored updates have not had their effect yet."""
        async with self._runtime.database.reading() as tx:
            return (await inbox.counts(tx))[inbox.NEW]

    async def settle(self) -> None:
        """Return once every stored update has had its effect, while `run` is at work."""
        while await self.backlog():
            self._runtime.arrived.set()
            await asyncio.sleep(_MOMENT)

    async def step(self) -> bool:
        """Handle the next update whose turn it is, or several; return whether there was one.

        A commit waits for the disk longer than an update takes, so several share one; if one fails,
        what it has done is taken back, and it is the last of them. Several programs at one server
        would wait for each other's rows: there each update has its own.
        """
        begun, self._moves = asyncio.get_running_loop().time(), False
        work = self._single if self._runtime.database.shared else self._several
        handled, failed = await work()
        if handled:
            self._runtime.counts.updates["handled"] += handled
            self._runtime.counts.update_seconds += asyncio.get_running_loop().time() - begun
        if failed is not None:
            await self._set_back(*failed)
        return handled > 0 or failed is not None

    async def _single(self) -> tuple[int, _Failed | None]:
        """Handle an update in a transaction of its own; return whether there was one that went."""
        pending: inbox.Pending | None = None
        try:
            async with self._runtime.unit() as unit:
                pending = await self._take(unit)
                if pending is not None:
                    await self._handle(pending, unit)
        except Exception as error:
            if pending is None or is_cut(error):  # it is no fault of the update's
                raise
            return 0, (pending, error)
        return int(pending is not None), None

    async def _several(self) -> tuple[int, _Failed | None]:
        """Handle updates in one transaction, up to one that fails; return how many went."""
        handled = 0
        async with self._runtime.units() as next_unit:
            while handled < (AT_ONCE if self._all_here() else IN_BETWEEN):
                unit = next_unit()
                pending = await self._take(unit)
                if pending is None:
                    break
                try:
                    async with unit.savepoint():
                        await self._handle(pending, unit)
                        await unit.flush()
                except Exception as error:
                    if is_cut(error):
                        raise
                    return handled, (pending, error)
                handled += 1
                await asyncio.sleep(0)  # whoever else has work is not kept waiting
        return handled, None

    async def _take(self, unit: UnitOfWork) -> inbox.Pending | None:
        """Return what is next; storing must not wait for strangers, behind whom others may be."""
        last = Precedence.STRANGER if self._all_here() else Precedence.TOLD
        return await inbox.take(unit.tx, unit.now, last)

    async def _handle(self, pending: inbox.Pending, unit: UnitOfWork) -> None:
        self._moves |= pending.precedence is Precedence.MOVE
        with bound(update=pending.update_id):
            if pending.source == inbox.WEB:
                await self._carry_out(pending, unit)
                await inbox.mark_done(unit.tx, pending.id, unit.now)
                return
            incoming = self._read(pending)
            if incoming is not None and await _is_first(incoming, unit):
                await self._dispatch(self._with_file(incoming), unit)
                _answer_press(incoming, unit)
            await inbox.mark_done(unit.tx, pending.id, unit.now)

    def _with_file(self, incoming: Incoming) -> Incoming:
        """Return the same with what the file that was sent holds, if it has been fetched."""
        sent = incoming.file
        if sent is None or not self._fetching.is_through(sent.file_id):
            return incoming
        content = self._fetching.content(sent.file_id)
        return replace(incoming, content=content, is_fetched=True)

    async def _set_back(self, pending: inbox.Pending, error: Exception) -> None:
        """Have the update tried again, or set aside at once what no other try makes readable.

        The file that one needs is fetched meanwhile, then it is taken again.
        """
        with bound(update=pending.update_id):
            if isinstance(error, FileWanted):
                await self._fetching.fetch(pending, error)
            elif isinstance(error, UnreadableUpdate):
                # One line: whoever sends it could fill the log with tracebacks.
                log.error("an update cannot be read", reason=storable(str(error))[:_LONGEST_REASON])
                await self._give_up(pending, str(error))
            else:
                report(log, "an update failed", error, failures=pending.attempts + 1)
                await self._fail(pending, f"{type(error).__name__}: {error}")

    def _read(self, pending: inbox.Pending) -> Incoming | None:
        """Return what the person did; None: nothing in a chat, or nothing of ours."""
        if pending.source == inbox.WEB:
            return None
        try:
            raw = json.loads(pending.raw)
        except (ValueError, RecursionError) as error:  # nested deeper than can be followed
            raise UnreadableUpdate(f"{type(error).__name__}: {error}") from error
        return parse_update(raw, pending.received_at, self._username)

    async def _fail(self, pending: inbox.Pending, reason: str) -> None:
        """Note the failure; after the last one say so to the operators and to the author."""
        wait = RETRIES[min(pending.attempts, len(RETRIES) - 1)]
        async with self._runtime.unit() as unit:
            again = unit.now + timedelta(seconds=wait)
            kept = storable(reason)[:_LONGEST_REASON]
            dead = await inbox.mark_failed(unit.tx, pending.id, kept, again if wait else None)
            self._runtime.counts.updates["dead" if dead else "failed"] += 1
            if dead:
                await self._tell(unit, pending, reason, is_apology_due=True)

    async def _give_up(self, pending: inbox.Pending, reason: str) -> None:
        """Set aside what no other try would make readable."""
        async with self._runtime.unit() as unit:
            await inbox.bury(unit.tx, pending.id, storable(reason)[:_LONGEST_REASON])
            self._runtime.counts.updates["dead"] += 1
            await self._tell(unit, pending, reason)

    async def _tell(
        self, unit: UnitOfWork, pending: inbox.Pending, reason: str, *, is_apology_due: bool = False
    ) -> None:
        """Report a dead letter, and apologise to its author.

        Each message is queued in a savepoint, because one that cannot be queued must not keep the
        update in the inbox.
        """
        reason = storable(reason)[:_LONGEST_REASON]
        text = say("operator.dead_update", update=pending.update_id, reason=reason)
        async with self._if_possible(unit):
            self._runtime.alert_few(unit, text, reason)
        if not is_apology_due:
            return
        async with self._if_possible(unit):
            incoming = self._read(pending)
            if incoming is not None and incoming.blocked is None and incoming.private:
                unit.say(Notice(to=incoming.chat, text=say("error.apology")))

    @asynccontextmanager
    async def _if_possible(self, unit: UnitOfWork) -> AsyncIterator[None]:
        try:
            async with unit.savepoint():
                yield
                await unit.flush()
        except UnreadableUpdate:
            return
        except Exception as error:
            if is_cut(error):
                raise
            report(log, "a dead letter cannot be reported", error)


async def _is_first(incoming: Incoming, unit: UnitOfWork) -> bool:
    """Return False for a message that has had its effect under another update's id."""
    if incoming.edited or incoming.callback or incoming.inline or incoming.blocked is not None:
        return True
    return await inbox.claim(unit.tx, incoming.chat, incoming.message, unit.now)


def _answer_press(incoming: Incoming, unit: UnitOfWork) -> None:
    """See that a pressed button stops turning, whatever else its press has led to.

    Not for one of too many: answers to all people's presses stand in one queue.
    """
    is_answered = unit.is_ignored or any(notice.answers for notice in unit.notices)
    if incoming.callback and not is_answered:
        unit.say(Notice(to=incoming.chat, answers=incoming.callback))
