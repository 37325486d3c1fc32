"""One program leads: its jobs begin and end with the lead."""

import asyncio
from contextlib import suppress

import pytest

from bot.program import leading
from bot.program.health import LONGEST_SILENCE, health_of
from bot.program.leading import Leading
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.texts.delivery import Parcel
from sandbox import SandboxUser
from sandbox.clock import ShiftedClock
from storage.db import Database
from storage.lead import Lead
from tests.bot.conftest import MAY_DAY, ServedOffice
from tests.bot.transport.sending.mail import note, numbers


class Lent(Lead):
    """A lead that the program has as long as the test says so."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.is_ours = True

    async def acquire(self) -> bool:
        """Return whether the test says so."""
        return self.is_ours


async def test_a_program_that_no_longer_leads_is_healthy_without_updates(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A former leader no longer polls Telegram, and needs no restart."""
    monkeypatch.setattr("bot.program.leading.QUERY_EVERY", 0.001)
    clock = ShiftedClock(FixedClock(MAY_DAY))
    runtime, asked = Runtime(database, clock), asyncio.Event()

    async def ask() -> None:
        runtime.counts.heard = clock.now()
        asked.set()
        await asyncio.Event().wait()

    lead = Lent(database)
    running = asyncio.create_task(Leading(lead, runtime.counts, [ask], _for_ever).run())
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

    assert state.is_well


async def _for_ever() -> None:
    """Send nothing."""
    await asyncio.Event().wait()


class CutCarrier:
    """Sends messages; after the first one another program leads and the server is cut off.

    The sender cannot record the delivery before the server is connected again.
    """

    def __init__(self, served: ServedOffice, first: Lent, second: Lent) -> None:
        self._served, self._first, self._second = served, first, second

    async def send(self, parcel: Parcel) -> tuple[int, ...]:
        """Send it."""
        messages = await self._served.post.telegram.send(parcel)
        if self._first.is_ours:
            await self._served.cut()
            self._first.is_ours, self._second.is_ours = False, True
        return messages

    async def open_topic(self, chat: int, title: str) -> int:
        """Open one."""
        return await self._served.post.telegram.open_topic(chat, title)


async def test_the_next_leader_sends_nothing_again(
    served: ServedOffice, ana: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message was sent but not recorded, so the next leader waits for its record.

    The new leader sends unsent messages once.
    """
    monkeypatch.setattr(leading, "QUERY_EVERY", 0.001)
    monkeypatch.setattr(leading, "HANDOVER", 1.0)
    post = served.post
    async with Database(served.url) as other:
        runtimes = post.runtime, Runtime(other, post.runtime.clock, post.runtime.operators)
        leads = Lent(post.runtime.database), Lent(other)
        leads[1].is_ours = False
        carrier = CutCarrier(served, *leads)
        await post.say(note(ana, 1), note(ana, 2))
        couriers = [post.courier(runtime, carrier) for runtime in runtimes]
        running = [
            asyncio.create_task(Leading(lead, runtime.counts, [], courier.run).run())
            for lead, runtime, courier in zip(leads, runtimes, couriers, strict=True)
        ]
        await ana.receive("2")
        await couriers[1].settle()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    assert numbers(ana) == [1, 2]


async def test_a_leader_without_answers_is_unwell(database: Database) -> None:
    """Telegram answers every poll within a minute, even without updates."""
    clock = ShiftedClock(FixedClock(MAY_DAY))
    runtime = Runtime(database, clock)
    runtime.counts.heard = clock.now()
    assert (await health_of(runtime)()).is_well

    clock.travel(LONGEST_SILENCE)

    assert not (await health_of(runtime)()).is_well
