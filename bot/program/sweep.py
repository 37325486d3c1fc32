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
from typing import TYPE_CHECKING, Final

from bot.program.heartbeat import Heartbeat
from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger
from bot.service.competitions import phases
from bot.service.days import outage_batches
from bot.service.days.absence_rounds import AWAY
from bot.service.days.agenda import RESULTS_KINDS, due_of
from bot.service.days.digests import SHEETS, wants
from bot.service.days.outage_batches import MAKING_GOOD
from bot.service.days.planning import ringing
from bot.service.days.reminders import (
    concerns_now,
    is_about_leave,
    is_true_now,
    is_urgent,
    notices_of_deadline,
)
from bot.service.people import forgotten
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.messages import say
from engine.games.commands import CheckTime
from engine.games.deadlines import Deadline, Due
from engine.games.game import Stage
from engine.ids import GameId, MatchCode
from storage.days import due
from storage.db import is_cut
from storage.people.forgetting import FORGOTTEN
from storage.queues import inbox
from storage.streams import CASES, COMPETITIONS, GAMES, PEOPLE, name_of

if TYPE_CHECKING:
    from bot.program.timekeeping import Timekeeping
    from bot.runtime.shared import Shared
    from bot.runtime.unit import Runtime


log = get_logger()

PUT_OFF: Final = timedelta(minutes=15)
"""The pause after a row has failed twice."""
_MOMENT: Final = 0.02
"""Seconds between two queries of the inbox."""
_TIMES: Final = 100


class Rung(Enum):
    """The outcome of a due row."""

    DONE = "done"
    TAKEN = "another program has it in hand, or has done it"
    HELD = "an update waits, and goes first"
    FAILED = "it could not be done"


class Sweep:
    """Handles the due rows, whenever the schedule calls it and the clock is right."""

    def __init__(
        self,
        runtime: "Runtime",
        shared: "Shared",
        up_to_date: Callable[[], bool],
        timekeeping: "Timekeeping | None" = None,
    ) -> None:
        self._runtime = runtime
        self._shared = shared
        self._up_to_date = up_to_date
        self._timekeeping = timekeeping
        self._heartbeat = Heartbeat(runtime, shared)
        self._failed: set[tuple[str, str]] = set()
        """Stream and kind of the rows that failed in this sweep."""
        self._failed_before: set[tuple[str, str]] = set()
        """Stream and kind of the rows that failed in the sweep before."""

    async def __call__(self) -> None:
        """Handle every row that is due now, unless a move may still be on its way to the bot."""
        if (
            not self._up_to_date()
            or not await self._knows_the_time()
            or not await self._heartbeat()
        ):
            return
        self._failed_before, self._failed = self._failed, set()
        while self._up_to_date():
            await self._runtime.when_idle()
            if not (rows := await self.portion()) or not await self._work_off(rows):
                return

    async def _knows_the_time(self) -> bool:
        """Return whether the clock is right; if not, at least record that the bot runs."""
        if self._timekeeping is None or await self._timekeeping.is_right():
            return True
        there = self._runtime.clock_check.now()
        if there is not None:
            await self._heartbeat.go_on(there)
        return False

    async def _work_off(self, rows: list[due.Due]) -> bool:
        """Handle these rows, updates first; return False if this sweep should end.

        It ends if another program has all the rows, or if updates arrive faster than they are
        handled. The next sweep continues.
        """
        are_ours = False
        for row in rows:
            while (rung := await self._tried(row)) is Rung.HELD:
                if not await self._dealt_with():
                    return False
            are_ours |= rung is Rung.DONE
        return are_ours

    async def _tried(self, row: due.Due) -> Rung:
        """Handle the row; a failure delays no other row and waits for the next sweep."""
        key = (row.stream, row.kind)
        if key in self._failed:
            return Rung.FAILED
        with bound(stream=row.stream, kind=row.kind):
            try:
                rung = await self.ring(row)
            except Exception as error:  # an error of ours, or a broken log
                if is_cut(error):
                    raise  # no other row can be handled either
                report(log, "what is due could not be rung", error)
                self._runtime.counts.deadlines["failed"] += 1
                self._failed.add(key)
                if key in self._failed_before:
                    await self._put_off(row, f"{type(error).__name__}: {error}")
                return Rung.FAILED
        self._runtime.counts.deadlines["rung"] += rung is Rung.DONE
        return rung

    async def _put_off(self, row: due.Due, reason: str) -> None:
        """Postpone the row and notify the operators, unless the row is gone."""
        async with self._runtime.unit() as unit:
            if await due.claim(unit.tx, row):
                await due.put(unit.tx, replace(row, due_at=unit.now + PUT_OFF))
                text = say("operator.not_rung", stream=row.stream, kind=row.kind, reason=reason)
                each_day = f"{row.stream}:{row.kind}:{unit.now:%F}"
                self._runtime.alert(unit, text, once=each_day)

    async def _dealt_with(self) -> bool:
        """Wait until no update waits, in this or another program; return False after a while.

        Other programs send no events, so the inbox is queried repeatedly.
        """
        await self._runtime.when_idle()
        for _ in range(_TIMES):
            async with self._runtime.database.looking() as tx:
                if await inbox.is_empty(tx):
                    return True
            await asyncio.sleep(_MOMENT)
        return False

    async def portion(self) -> list[due.Due]:
        """Return the first due rows; none while an update waits."""
        async with self._runtime.database.looking() as tx:
            if not await inbox.is_empty(tx):
                return []
            return await due.due(tx, self._runtime.clock.now())

    async def ring(self, row: due.Due) -> Rung:
        """Handle the row, unless an update waits or another program has the row."""
        async with self._runtime.unit() as unit:
            if not await inbox.is_empty(unit.tx):
                return Rung.HELD
            if not await due.claim(unit.tx, row):
                return Rung.TAKEN
            service = Service(unit, self._shared)
            if row.stream.startswith(GAMES):
                await _game(service, row)
            elif row.stream.startswith(COMPETITIONS):
                await phases.on_day(service, row)
            elif row.kind.startswith(AWAY):
                await service.rounds.go_round(row)
            elif row.kind.startswith(MAKING_GOOD):
                await outage_batches.go_on(service, row)
            elif row.kind == FORGOTTEN:
                await forgotten.take_out(service, row)
            elif row.kind.startswith(SHEETS):
                await service.daily_sheets.tell(row)
            elif row.stream.startswith(PEOPLE):
                await service.digest_text.tell(row)
            elif row.stream.startswith(CASES):
                await service.case_acts.remind(row)
            else:
                await _match(service, row)
        return Rung.DONE


async def _match(service: Service, row: due.Due) -> None:
    """Start a game on its day, or remind players of results that are not approved."""
    seen = await service.matches.load(MatchCode(name_of(row.stream)))
    await due.remove(service.unit.tx, row.stream, row.kind)
    if row.kind in RESULTS_KINDS:
        await service.results.remind(seen, row)
        return
    await service.starts.start(seen, service.unit.now)


async def _game(service: Service, row: due.Due) -> None:
    """Send the deadline's reminder, or record exceeded time; then plan the next deadlines."""
    seen = await service.games.load(GameId(name_of(row.stream)))
    rung = due_of(row)
    if seen.game.stage is not Stage.RUNNING:
        await due.replace_all(service.unit.tx, row.stream, [])
        return
    match = (await service.matches.load(seen.game.match)).match
    if await service.closings.is_over(match, service.unit.now):  # earlier deadlines are past, too
        await due.replace_all(service.unit.tx, row.stream, [])
        return
    await due.remove(service.unit.tx, row.stream, row.kind)
    if rung.kind is Deadline.TIME_EXCEEDED:
        if await service.planning.grace(seen) is None:
            seen = await service.game_acts.act(seen, CheckTime(), service.unit.now)
    elif await _is_to_be_said(service, rung, seen):
        for notice in notices_of_deadline(await ringing(service, rung, seen)):
            await service.tell(notice, can_wait=not notice.pictures, aloud=is_urgent(rung))
    if seen.game.stage is Stage.RUNNING:
        await service.planning.plan(seen)


async def _is_to_be_said(service: Service, rung: Due, seen: SeenGame) -> bool:
    """Return whether to send the reminder: it still applies, and no digest contains it.

    A player whose sheets are still on their way gets no reminder.
    """
    today = service.games.today(seen.game)
    if not concerns_now(rung, seen.game) or not is_true_now(rung, seen.game, today):
        return False
    if await _digest_says(service, rung, seen):
        return False
    return is_about_leave(rung) or not await service.arrivals.are_awaited(seen.game)


async def _digest_says(service: Service, rung: Due, seen: SeenGame) -> bool:
    """Return whether the person's digest of the day contains this reminder."""
    person = await service.persons.get(seen.game.side(rung.seat).person)
    if is_urgent(rung) or rung.kind not in {Deadline.YOUR_TURN, Deadline.DAYS_LEFT}:
        return False
    if not wants(person):
        return False
    await service.digests.ensure(person)
    return True
