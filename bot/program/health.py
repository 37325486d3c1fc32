"""The health check: for a supervisor that restarts the program, and for the operator."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

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


class DatabaseState(StrEnum):
    """What the database does, in the words of the health check."""

    ANSWERS = "answers"
    """It can be read and written."""
    SILENT = "does not answer"
    READ_ONLY = "keeps nothing"
    """It can be read, but stores nothing: the disk is full, or the file is read-only."""
    BROKEN = "is broken"

    @property
    def is_readable(self) -> bool:
        """Return whether queries succeed."""
        return self in {DatabaseState.ANSWERS, DatabaseState.READ_ONLY}


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthState:
    """The state of the program."""

    is_well: bool
    database: DatabaseState
    facts: dict[str, object]
    """Facts for people, with the state of the database; machines must not rely on the figures."""


class _Answer(NamedTuple):
    """The answer of the database to the health check."""

    state: DatabaseState
    oldest_wait: timedelta = timedelta()
    """How long the oldest update has waited; zero unless the state is `ANSWERS`."""


Health = Callable[[], Awaitable[HealthState]]


def health_of(runtime: Runtime, *, patience: float = PATIENCE) -> Health:
    """Return the health check of that program.

    The program is unwell if its database does not answer or cannot store, or if a sent message is
    not recorded. It is also unwell if an update has waited for five minutes, or Telegram has been
    silent that long. Then a restart helps, or the disk is full, or the host has no network. So is
    a program that has found a damaged log, another program with its token, or a wrong clock.
    """
    return _HealthCheck(runtime, patience)


class _HealthCheck:
    """The health check of one program."""

    def __init__(self, runtime: Runtime, patience: float) -> None:
        self._runtime, self._patience = runtime, patience
        self._query: asyncio.Task[_Answer] | None = None
        """The last query to the database, which may still be unanswered."""

    async def __call__(self) -> HealthState:
        """Return whether the program is well, with the figures that say why."""
        answer = await self._database_answer()
        number = self._runtime.counts.unnoted
        unnoted = {"sent_and_not_noted": number} if number else {}
        if answer.state is DatabaseState.ANSWERS:
            return self._state(answer.oldest_wait, unnoted)
        facts: dict[str, object] = {"database": answer.state.value, **unnoted}
        return HealthState(is_well=False, database=answer.state, facts=facts)

    def _state(self, oldest_wait: timedelta, unnoted: dict[str, int]) -> HealthState:
        """Return the state of a program whose database answers.

        `unnoted` is the fact that sent messages are not recorded; empty if all are.
        """
        counts, clock = self._runtime.counts, self._runtime.clock_check
        damaged, rival = self._runtime.damaged.found, counts.rival
        silence = self._runtime.clock.now() - counts.heard if counts.heard else timedelta()
        facts: dict[str, object] = {
            "database": DatabaseState.ANSWERS.value,
            "oldest_update_seconds": round(oldest_wait.total_seconds()),
            "telegram_silent_seconds": round(silence.total_seconds()),
            "leads": counts.leads,
            **unnoted,
            **({"rival_since": rival.isoformat()} if rival else {}),
            **({"clock_seconds_behind": round(clock.off.total_seconds())} if clock.is_off else {}),
            **({"damaged_logs": sorted(damaged)} if damaged else {}),
        }
        is_prompt = oldest_wait < LONGEST_WAIT and silence < LONGEST_SILENCE and not unnoted
        is_sound = not damaged and rival is None and not clock.is_off
        return HealthState(
            is_well=is_prompt and is_sound, database=DatabaseState.ANSWERS, facts=facts
        )

    async def _database_answer(self) -> _Answer:
        """Return the database's answer.

        A frozen server gives none, and its query cannot be cancelled; the next check waits for the
        same query.
        """
        if self._runtime.database.damage.reason:
            return _Answer(DatabaseState.BROKEN)
        if self._query is None or self._query.done():
            self._query = asyncio.create_task(self._query_database())
        query = self._query
        if self._runtime.database.shared:
            await asyncio.wait([query], timeout=self._patience)
            if not query.done():
                return _Answer(DatabaseState.SILENT)
        return await asyncio.shield(query)

    async def _query_database(self) -> _Answer:
        """Read and write the database; log why it refuses."""
        database = self._runtime.database
        try:
            async with database.reading() as tx:
                wait = await wait_of_oldest(tx, self._runtime, self._runtime.clock.now())
        except Exception as error:  # noqa: BLE001  (any error means that the database does not answer)
            report(log, "the database does not answer", error)
            return _Answer(DatabaseState.SILENT)
        try:
            await touch(database)
        except StorageError as error:
            report(log, "the database keeps nothing", error)
            return _Answer(DatabaseState.READ_ONLY)
        return _Answer(DatabaseState.ANSWERS, wait)


async def wait_of_oldest(tx: AsyncConnection, runtime: Runtime, now: datetime) -> timedelta:
    """Return how long the oldest update has waited, stored here or held by Telegram."""
    begun = [since for since in (await inbox.oldest(tx), runtime.counts.held) if since is not None]
    return now - min(begun) if begun else timedelta()
