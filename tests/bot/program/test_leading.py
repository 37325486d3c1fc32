"""One program leads: what it does begins with the lead, and ends with it."""

import asyncio
from contextlib import suppress

import pytest

from bot.program.health import LONGEST_SILENCE, health_of
from bot.program.leading import Leading
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from sandbox.clock import ShiftedClock
from storage.db import Database
from storage.lead import Lead
from tests.bot.conftest import MAY_DAY


class Lent(Lead):
    """A lead that is ours as long as somebody says so."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.is_ours = True

    async def held(self) -> bool:
        """Return whether it is."""
        return self.is_ours


async def test_who_no_longer_leads_is_well_though_telegram_tells_him_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He asked Telegram while he led; now somebody else does, and nobody need restart him."""
    monkeypatch.setattr("bot.program.leading.LOOK_EVERY", 0.001)
    clock = ShiftedClock(FixedClock(MAY_DAY))
    runtime, asked = Runtime(database, clock), asyncio.Event()

    async def ask() -> None:
        runtime.counts.heard = clock.now()
        asked.set()
        await asyncio.Event().wait()

    lead = Lent(database)
    running = asyncio.create_task(Leading(lead, runtime.counts, [ask]).run())
    await asked.wait()
    assert (await health_of(runtime)()).facts["leads"]
    lead.is_ours = False
    while runtime.counts.leads:  # noqa: ASYNC110  (a flag of a figure, no bell)
        await asyncio.sleep(0.001)
    clock.travel(2 * LONGEST_SILENCE)
    state = await health_of(runtime)()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running

    assert state.well


async def test_who_leads_and_hears_nothing_is_unwell(database: Database) -> None:
    """Telegram answers within a minute, if only that there is nothing."""
    clock = ShiftedClock(FixedClock(MAY_DAY))
    runtime = Runtime(database, clock)
    runtime.counts.heard = clock.now()
    assert (await health_of(runtime)()).well

    clock.travel(LONGEST_SILENCE)

    assert not (await health_of(runtime)()).well
