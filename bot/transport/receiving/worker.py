"""The worker: handles stored updates one at a time, in order, each completely or not at all.

One transaction reads the update, runs the handlers, queues messages and marks the update done; it
may include several updates. A failed update is retried after a while, and its chat's later updates
wait. After the fifth failure it moves to dead letters, operators are notified, and its author gets
one apology. An update whose handler needs a file waits for the download
(`bot.transport.receiving.fetching`). The dispatcher decides what an update does.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final, NamedTuple

from bot.runtime.alerts import cause_of
from bot.runtime.backoff import pause_after
from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery import Fetch
from bot.texts.messages import FileWanted, Incoming, Notice, say
from bot.transport.receiving.fetching import Fetching
from bot.transport.receiving.storing import storable
from bot.transport.telegram_io.raw_updates import UnreadableUpdate, parse_update
from storage.db import is_cut
from storage.queues import inbox
from storage.queues.precedence import Precedence

log = get_logger()

Dispatch = Callable[[Incoming, UnitOfWork], Awaitable[None]]
"""Handles a person's action in the given unit of work."""
CarryOut = Callable[[inbox.Pending, UnitOfWork], Awaitable[None]]
"""Carries out a request of the Mini App in the unit of work, and writes its answer."""


RETRIES: Final = (0.0, 2.0, 10.0, 60.0)
"""Seconds to wait after the first, second … failure of an update."""
AT_ONCE: Final = 16
"""The most updates in one transaction."""
AT_ONCE_BEHIND: Final = 2
"""The same limit while other updates wait to be stored, which the transaction blocks."""
_POLL_PAUSE: Final = 0.005
"""Seconds between two queries of `settle`."""
_IDLE: Final = 1.0
"""Seconds after which the inbox is queried even without an event."""
_LONGEST_PAUSE: Final = 30.0
_LONGEST_REASON: Final = 500
"""The most characters of an error in a dead letter and report; it may quote the update."""


class _FailedUpdate(NamedTuple):
    """An update that was rolled back, and why."""

    pending: inbox.Pending
    error: Exception


class _Batch(NamedTuple):
    """What a transaction has done with the next updates."""

    handled: int
    """The number of updates that were handled."""
    failed: _FailedUpdate | None = None
    """The update that ended the batch."""
    may_be_more: bool = True
    """Whether other updates may wait."""


async def _refuse_request(pending: inbox.Pending, _: UnitOfWork) -> None:
    """Refuse a request of the Mini App, because this worker serves none."""
    raise UnreadableUpdate(f"nothing is asked here: {pending.source}")


class Worker:
    """Handles the inbox through `dispatch`."""

    def __init__(  # noqa: PLR0913  (one parameter for each dependency)
        self,
        runtime: Runtime,
        dispatch: Dispatch,
        *,
        username: str = "",
        fetch: Fetch | None = None,
        all_here: Callable[[], bool] = lambda: True,
        carry_out: CarryOut = _refuse_request,
    ) -> None:
        """`all_here` returns whether every update is stored; until then, strangers' updates wait.

        `username` is the bot's own; without `fetch` no file is ever available.
        """
        self._fetching = Fetching(runtime, fetch)
        self._runtime = runtime
        self._dispatch, self._carry_out = dispatch, carry_out
        self._username = username
        self._all_here = all_here
        self._is_resting = asyncio.Event()
        """Set while the worker waits, because the last query found no update to handle."""
        self._has_moves = False
        """Whether the last handled updates included moves, so that low-priority work waits."""

    async def run(self) -> None:
        """Work until cancelled; wait while the database fails."""
        try:
            await self._work()
        finally:
            self._runtime.idle.set()
            await self._fetching.stop()

    async def _work(self) -> None:
        """Handle stored updates as they arrive; after an error wait longer each time."""
        failures = 0
        while True:
            self._runtime.arrived.clear()
            self._is_resting.clear()
            try:
                has_more = await self.step() or self._runtime.arrived.is_set()
            except Exception as error:  # noqa: BLE001  (any error rolls back the transaction)
                failures += 1
                pause = pause_after(failures, _LONGEST_PAUSE)
                report(log, "the inbox cannot be worked off", error, again_in=pause)
                await asyncio.sleep(pause)
                continue
            failures = 0
            if self._has_moves and has_more:
                self._runtime.idle.clear()
            else:
                self._runtime.idle.set()
            if not has_more:
                self._is_resting.set()
                # Not wait_for: Python 3.11's may swallow a cancellation that comes with the event.
                with suppress(TimeoutError):
                    async with asyncio.timeout(_IDLE):
                        await self._runtime.arrived.wait()

    async def backlog(self) -> int:
        """Return the number of stored updates that are not handled."""
        async with self._runtime.database.reading_latest() as tx:
            return await inbox.backlog(tx)

    async def settle(self) -> None:
        """Return once every stored update is handled, while `run` is active."""
        pause = 0.0
        await self._is_resting.wait()
        while await self.backlog():
            self._is_resting.clear()
            self._runtime.arrived.set()
            await self._is_resting.wait()
            await asyncio.sleep(pause)
            pause = _POLL_PAUSE

    async def step(self) -> bool:
        """Handle the next updates that are due; return whether more may be.

        A commit waits for the disk longer than an update takes, so several updates share one. A
        failure rolls back its own update and ends the batch. Several programs at one server would
        wait for each other's rows, so each update there has a transaction of its own.
        """
        begun, self._has_moves = asyncio.get_running_loop().time(), False
        work = self._single if self._runtime.database.shared else self._several
        batch = await work()
        if batch.handled:
            self._runtime.counts.updates["handled"] += batch.handled
            self._runtime.counts.update_seconds += asyncio.get_running_loop().time() - begun
        if batch.failed is not None:
            await self._set_back(*batch.failed)
        return batch.may_be_more

    async def _single(self) -> _Batch:
        """Handle one update in a transaction."""
        pending: inbox.Pending | None = None
        try:
            async with self._runtime.unit() as unit:
                pending = await self._take(unit)
                if pending is not None:
                    await self._handle(pending, unit)
        except Exception as error:
            if pending is None or is_cut(error):  # not the update's fault
                raise
            return _Batch(0, _FailedUpdate(pending, error))
        return _Batch(int(pending is not None), may_be_more=pending is not None)

    async def _several(self) -> _Batch:
        """Handle updates in one transaction, until one fails or none is left.

        The first needs no savepoint: if it fails, the whole transaction is rolled back.
        """
        handled, pending = 0, None
        try:
            async with self._runtime.units() as next_unit:
                while handled < (AT_ONCE if self._all_here() else AT_ONCE_BEHIND):
                    unit = next_unit()
                    pending = await self._take(unit)
                    if pending is None:
                        return _Batch(handled, may_be_more=False)
                    try:
                        async with unit.savepoint() if handled else nullcontext():
                            await self._handle(pending, unit)
                            await unit.flush()
                    except Exception as error:
                        if not handled or is_cut(error):
                            raise
                        return _Batch(handled, _FailedUpdate(pending, error))
                    handled += 1
                    if pending.is_only:
                        return _Batch(handled, may_be_more=False)
                    await asyncio.sleep(0)  # let other tasks run
        except Exception as error:
            if handled or pending is None or is_cut(error):  # not the first update's fault
                raise
            return _Batch(0, _FailedUpdate(pending, error))
        return _Batch(handled)

    async def _take(self, unit: UnitOfWork) -> inbox.Pending | None:
        """Return the next update, or None; updates of strangers must not delay storing others."""
        last = Precedence.STRANGER if self._all_here() else Precedence.TOLD
        return await inbox.take(unit.tx, unit.now, last)

    async def _handle(self, pending: inbox.Pending, unit: UnitOfWork) -> None:
        """Pass one stored update to the dispatcher, and mark it as done."""
        self._has_moves |= pending.precedence is Precedence.MOVE
        with bound(update=pending.update_id):
            if pending.source == inbox.RowOrigin.WEB:
                await self._carry_out(pending, unit)
                await inbox.mark_done(unit.tx, pending.id, unit.now)
                return
            incoming = self._read(pending)
            if incoming is not None and await _is_first(incoming, unit):
                await self._dispatch(self._with_file(incoming), unit)
                _answer_press(incoming, unit)
            await inbox.mark_done(unit.tx, pending.id, unit.now)

    def _with_file(self, incoming: Incoming) -> Incoming:
        """Return the action with the content of its file, if that is fetched."""
        sent = incoming.file
        if sent is None or not self._fetching.is_finished(sent.file_id):
            return incoming
        content = self._fetching.content(sent.file_id)
        return replace(incoming, content=content, is_fetched=True)

    async def _set_back(self, pending: inbox.Pending, error: Exception) -> None:
        """Schedule a retry, or move an unreadable update to dead letters at once.

        If a handler needs a file, start its download; the update is handled again afterwards.
        """
        with bound(update=pending.update_id):
            if isinstance(error, FileWanted):
                await self._fetching.fetch(pending, error)
            elif isinstance(error, UnreadableUpdate):
                # One line, because a sender could otherwise fill the log with tracebacks.
                reason = _short(str(error))
                log.error("an update cannot be read", reason=reason)
                await self._give_up(pending, reason)
            else:
                report(log, "an update failed", error, failures=pending.attempts + 1)
                await self._fail(pending, _short(f"{type(error).__name__}: {error}"))

    def _read(self, pending: inbox.Pending) -> Incoming | None:
        """Return the person's action, or None for updates outside chats or of unused kinds."""
        if pending.source == inbox.RowOrigin.WEB:
            return None
        try:
            raw = json.loads(pending.raw)
        except (ValueError, RecursionError) as error:  # invalid, or nested too deeply
            raise UnreadableUpdate(f"{type(error).__name__}: {error}") from error
        return parse_update(raw, pending.received_at, self._username)

    async def _fail(self, pending: inbox.Pending, reason: str) -> None:
        """Record the failure; after the last one notify the operators and the author."""
        wait = RETRIES[min(pending.attempts, len(RETRIES) - 1)]
        async with self._runtime.unit() as unit:
            again = unit.now + timedelta(seconds=wait) if wait else None
            is_dead = await inbox.mark_failed(unit.tx, pending.id, reason, again)
            self._runtime.counts.updates["dead" if is_dead else "failed"] += 1
            if is_dead:
                await self._report(unit, pending, reason, is_apology_due=True)

    async def _give_up(self, pending: inbox.Pending, reason: str) -> None:
        """Move an update that no retry can make readable to dead letters."""
        async with self._runtime.unit() as unit:
            await inbox.bury(unit.tx, pending.id, reason)
            self._runtime.counts.updates["dead"] += 1
            await self._report(unit, pending, reason)

    async def _report(
        self, unit: UnitOfWork, pending: inbox.Pending, reason: str, *, is_apology_due: bool = False
    ) -> None:
        """Report a dead letter, and apologise to its author.

        Each message is queued in a savepoint. One that cannot be queued must not keep the update in
        the inbox. The report has the number that `turretur updates` expects.
        """
        text = say("operator.dead_update", update=pending.id, reason=reason)
        async with self._if_possible(unit):
            self._runtime.alert_few(unit, text, cause_of(text.key, reason))
        if not is_apology_due:
            return
        async with self._if_possible(unit):
            incoming = self._read(pending)
            if incoming is not None and incoming.blocked is None and incoming.is_private:
                unit.say(Notice(to=incoming.chat, text=say("error.apology")))

    @asynccontextmanager
    async def _if_possible(self, unit: UnitOfWork) -> AsyncIterator[None]:
        """Let a block report a dead letter; a failure of its own is logged and undone."""
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


def _short(reason: str) -> str:
    """Return the reason as it is stored, logged and reported."""
    return storable(reason)[:_LONGEST_REASON]


async def _is_first(incoming: Incoming, unit: UnitOfWork) -> bool:
    """Return False for a message that was handled under another update's id."""
    if incoming.is_edited or incoming.callback or incoming.inline or incoming.blocked is not None:
        return True
    return await inbox.claim(unit.tx, incoming.chat, incoming.message, unit.now)


def _answer_press(incoming: Incoming, unit: UnitOfWork) -> None:
    """Answer a button press, so that the button stops spinning, whatever the press caused.

    A press over the rate limit gets no answer, because all people's answers share one queue.
    """
    is_answered = unit.is_ignored or any(notice.answers for notice in unit.notices)
    if incoming.callback and not is_answered:
        unit.say(Notice(to=incoming.chat, answers=incoming.callback))
