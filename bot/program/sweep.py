"""The sweep: finds every due row and does what its day requires (art. 7).

Each row is one unit of work: load the game, act only if there still is a reason, and rewrite the
stream's rows. That survives any outage and is safe to repeat. No row is handled while updates wait
in the inbox, so a move sent in time never loses on time. Other people's reminders delay nobody. A
row that fails is retried; after a second failure it is postponed and the operators are notified.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from enum import Enum
from functools import partial
from typing import Final

from bot.program.due_rows import handle
from bot.program.heartbeat import Heartbeat
from bot.program.timekeeping import Timekeeping
from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.held_first import after_held_moves
from bot.service.people.damages import notify_of_damage
from bot.service.service import Service
from bot.texts.messages import say
from storage.days import due
from storage.db import is_cut
from storage.queues import inbox

log = get_logger()

PUT_OFF: Final = timedelta(minutes=15)
"""The pause after a row has failed twice."""
_POLL_PAUSE: Final = 0.02
"""Seconds between two queries of the inbox."""
_MOST_POLLS: Final = 100
"""The most queries before the sweep leaves the rest to the next one."""

_RowKey = tuple[str, str]
"""The stream and the kind of a row, by which it is known."""


class RowOutcome(Enum):
    """The outcome of a due row."""

    DONE = "done"
    TAKEN = "another program has it in hand, or has done it"
    HELD = "an update waits, and goes first"
    FAILED = "it could not be done"


class Sweep:
    """Handles the due rows, whenever the schedule calls it and the clock is right."""

    def __init__(
        self,
        runtime: Runtime,
        shared: BotSettings,
        up_to_date: Callable[[], bool],
        timekeeping: Timekeeping | None = None,
    ) -> None:
        """`up_to_date` returns whether no update waits at Telegram.

        Without `timekeeping`, the clock is taken to be right.
        """
        self._runtime = runtime
        self._shared = shared
        self._up_to_date = up_to_date
        self._timekeeping = timekeeping
        self._heartbeat = Heartbeat(runtime, shared)
        self._failed: set[_RowKey] = set()
        """The rows that failed in this sweep."""
        self._failed_before: set[_RowKey] = set()
        """The rows that failed in the sweep before."""

    async def __call__(self) -> None:
        """Handle every row that is due now, unless a move may still be on its way to the bot."""
        # The heartbeat handles an outage, whose cost needs the right time and all moves.
        if not self._up_to_date() or not await self._knows_the_time():
            return
        if not await self._heartbeat():
            return
        self._failed_before, self._failed = self._failed, set()
        while self._up_to_date():
            await self._runtime.when_idle()
            if not (rows := await self.portion()) or not await self._handle_rows(rows):
                return

    async def _knows_the_time(self) -> bool:
        """Return whether the clock is right; if not, at least record that the bot runs."""
        if self._timekeeping is None or await self._timekeeping.is_right():
            return True
        right_time = self._runtime.clock_check.now()
        if right_time is not None:
            await self._heartbeat.record_only(right_time)
        return False

    async def _handle_rows(self, rows: list[due.DueRow]) -> bool:
        """Handle these rows, updates first; return False if this sweep should end.

        It ends if none of the rows could be handled here, or if updates arrive faster than they are
        handled. The next sweep continues.
        """
        are_ours = False
        for row in rows:
            while (outcome := await self._attempt(row)) is RowOutcome.HELD:
                if not await self._wait_for_updates():
                    return False
            are_ours |= outcome is RowOutcome.DONE
        return are_ours

    async def _attempt(self, row: due.DueRow) -> RowOutcome:
        """Handle the row; a failure delays no other row and waits for the next sweep."""
        key = (row.stream, row.kind)
        if key in self._failed:
            return RowOutcome.FAILED
        with bound(stream=row.stream, kind=row.kind):
            try:
                outcome = await self.handle(row)
            except Exception as error:  # an error in the program, or a broken log
                if is_cut(error):
                    raise  # no other row can be handled either
                report(log, "a due row failed", error)
                await self._notify_of_damage()
                self._runtime.counts.deadlines["failed"] += 1
                self._failed.add(key)
                if key in self._failed_before:
                    await self._put_off(row, f"{type(error).__name__}: {error}")
                return RowOutcome.FAILED
        self._runtime.counts.deadlines["rung"] += outcome is RowOutcome.DONE
        return outcome

    async def _notify_of_damage(self) -> None:
        """Notify operators and players of the logs that were found damaged."""
        if self._shared.damaged.untold:
            async with self._runtime.unit() as unit:
                await notify_of_damage(unit, self._shared)

    async def _put_off(self, row: due.DueRow, reason: str) -> None:
        """Postpone the row and notify the operators, unless the row is gone."""
        async with self._runtime.unit() as unit:
            if await due.claim(unit.tx, row):
                await due.put(unit.tx, replace(row, due_at=unit.now + PUT_OFF))
                text = say("operator.not_rung", stream=row.stream, kind=row.kind, reason=reason)
                each_day = f"{row.stream}:{row.kind}:{unit.now:%F}"
                self._runtime.alert(unit, text, once=each_day)

    async def _wait_for_updates(self) -> bool:
        """Wait until no update waits, in this or another program; return False after a while.

        Other programs send no events, so the inbox is queried repeatedly.
        """
        await self._runtime.when_idle()
        for _ in range(_MOST_POLLS):
            async with self._runtime.database.reading_latest() as tx:
                if await inbox.are_players_served(tx):
                    return True
            await asyncio.sleep(_POLL_PAUSE)
        return False

    async def portion(self) -> list[due.DueRow]:
        """Return the first due rows; none while an update waits."""
        async with self._runtime.database.reading_latest() as tx:
            rows = await due.due_rows(tx, self._runtime.clock.now())
            return rows if rows and await inbox.are_players_served(tx) else []

    async def handle(self, row: due.DueRow) -> RowOutcome:
        """Handle the row, unless an update waits or another program has the row."""
        async with self._runtime.unit() as unit:
            if not await inbox.are_players_served(unit.tx):
                return RowOutcome.HELD
            return await after_held_moves(unit, self._shared, partial(self._claimed, row))

    async def _claimed(self, row: due.DueRow, service: Service) -> RowOutcome:
        """Claim and handle the row, which a held move may have replaced."""
        if not await due.claim(service.unit.tx, row):
            return RowOutcome.TAKEN
        await handle(service, row)
        return RowOutcome.DONE
