"""The health check: for a supervisor that restarts the program, and for the operator."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from storage.errors import StorageError
from storage.migrations import touch
from storage.queues import inbox

log = get_logger()

LONGEST_SILENCE: Final = timedelta(minutes=5)
"""The longest time without an answer from Telegram; a poll takes less than a minute."""
PATIENCE: Final = 2.0
"""Seconds in which a server must answer; supervisors do not wait much longer."""
LONGEST_WAIT: Final = timedelta(minutes=5)
"""The longest time that an update may wait."""


@dataclass(frozen=True, slots=True)
class HealthState:
    """The state of the program."""

    well: bool
    facts: dict[str, object]
    """Facts for people; machines must not rely on these figures."""


Health = Callable[[], Awaitable[HealthState]]


def health_of(runtime: Runtime, *, patience: float = PATIENCE) -> Health:
    """Return the health check of that program.

    The program is unwell if its database does not answer or cannot store, or if a sent message is
    not recorded. It is also unwell if an update has waited for five minutes, or Telegram has been
    silent that long. Then a restart helps, or the disk is full, or the host has no network. So is
    a program that has found a damaged log, or another program with its token.
    """
    return _HealthCheck(runtime, patience)


class _HealthCheck:
    """The health check of one program."""

    def __init__(self, runtime: Runtime, patience: float) -> None:
        self._runtime, self._patience = runtime, patience
        self._query: asyncio.Task[str | timedelta] | None = None
        """The last query to the database, which may still be unanswered."""

    async def __call__(self) -> HealthState:
        """Return whether the program is well, with the figures that say why."""
        if self._runtime.database.damage.reason:
            return HealthState(well=False, facts={"database": "is broken"})
        waits = await self._answered()
        held = self._runtime.counts.unnoted
        unnoted = {"sent_and_not_noted": held} if held else {}
        if isinstance(waits, str):
            return HealthState(well=False, facts={"database": waits, **unnoted})
        return self._state(waits, unnoted)

    def _state(self, waits: timedelta, unnoted: dict[str, int]) -> HealthState:
        """Return the state of a program whose database answers."""
        counts, clock = self._runtime.counts, self._runtime.clock_check
        damaged, rival = self._runtime.damaged.found, counts.rival
        silence = self._runtime.clock.now() - counts.heard if counts.heard else timedelta()
        facts: dict[str, object] = {
            "database": "answers",
            "oldest_update_seconds": round(waits.total_seconds()),
            "telegram_silent_seconds": round(silence.total_seconds()),
            "leads": counts.leads,
            **unnoted,
            **({"rival_since": rival.isoformat()} if rival else {}),
            **({"clock_seconds_behind": round(clock.off.total_seconds())} if clock.is_off else {}),
            **({"damaged_logs": sorted(damaged)} if damaged else {}),
        }
        is_prompt = waits < LONGEST_WAIT and silence < LONGEST_SILENCE and not unnoted
        is_sound = not damaged and rival is None and not clock.is_off
        return HealthState(well=is_prompt and is_sound, facts=facts)

    async def _answered(self) -> str | timedelta:
        """Return the database's answer; a frozen server gives none, and cannot be cancelled."""
        if self._query is None or self._query.done():
            self._query = asyncio.create_task(self._stored())
        query = self._query
        if self._runtime.database.shared:
            await asyncio.wait([query], timeout=self._patience)
            if not query.done():
                return "does not answer"
        return await asyncio.shield(query)

    async def _stored(self) -> str | timedelta:
        """Return how long the oldest update has waited, or what is wrong with the database."""
        database = self._runtime.database
        try:
            async with database.reading() as tx:
                waits = await longest_wait(tx, self._runtime, self._runtime.clock.now())
        except Exception as error:  # noqa: BLE001  (any error means that the database does not answer)
            report(log, "the database does not answer", error)
            return "does not answer"
        try:
            await touch(database)
        except StorageError as error:
            report(log, "the database keeps nothing", error)
            return "keeps nothing"
        return waits


async def longest_wait(tx: AsyncConnection, runtime: Runtime, now: datetime) -> timedelta:
    """Return how long the oldest update has waited, stored here or held by Telegram."""
    begun = [since for since in (await inbox.oldest(tx), runtime.counts.held) if since is not None]
    return now - min(begun) if begun else timedelta()
