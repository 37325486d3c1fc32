"""Two programs with mail at one PostgreSQL database: one mail a turn, though one dies.

`make test` kills the first once the server has the mail, where a second copy is due; `make soak`
also kills it before the first byte.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from engine.ids import Seat
from tests.e2e.fleet import PAUSE, Program
from tests.e2e.harness import PATIENCE
from tests.e2e.killable import BEGUN, MAILED
from tests.e2e.people.mail_shared import mail_world, passed, played
from tests.e2e.plays import best
from tests.e2e.process import Process, process
from tests.e2e.running.leaders_shared import another
from tests.e2e.running.mortal_shared import Mortal
from tests.smtp import CUT, post_box

TURNS = 3


async def test_two_couriers_mail_each_turn_once(tmp_path: Path, postgres_url: str) -> None:
    """Both believe that they lead; each turn has one mail, and a lost answer one copy more."""
    async with mail_world(tmp_path, postgres_url) as world:
        code, ana, ion = await world.seated()
        async with another(world.table) as other:
            for number in range(TURNS):
                move = best(await world.table.stored.game(f"{code}/1"))
                await played(world, ana, move or "PAS")
                if number == TURNS - 1:
                    world.box.faults = [CUT]
                await world.box.down()
                await passed(world, ion)
                other.runtime.queued.set()
                await world.server_back()
            await world.table.sandbox.travel(timedelta(minutes=6))
            await world.table.settle()
        copies = world.box.copies()
        assert sorted(copies.values()) == [*([1] * (len(copies) - 1)), 2]
        assert len(world.turns()) == TURNS + 2  # the first turn, and the second copy of the last


@asynccontextmanager
async def second(bot: Process) -> AsyncIterator[Program]:
    """Run a second program beside the one that can be killed."""
    program = await Program.started(bot.environment)
    try:
        yield program
    finally:
        await program.kill()


@pytest.mark.parametrize(
    ("step", "copies"), [(MAILED, 2), pytest.param(BEGUN, 1, marks=pytest.mark.campaign)]
)
async def test_the_second_program_mails_what_the_first_could_not_record(
    tmp_path: Path, postgres_url: str, step: str, copies: int
) -> None:
    """The first is killed for good; the turn has its mail, a second copy only if nobody knows."""
    async with AsyncExitStack() as stack:
        box = await stack.enter_async_context(post_box())
        bot = await stack.enter_async_context(
            process(tmp_path, storage_url=postgres_url, **box.settings)
        )
        mortal = await Mortal.mailed(bot, box)
        ion = mortal.ion
        _, typed = await mortal.turn_of(Seat.BLUE)
        (preview,) = await bot.say(ion, typed)
        known = set(box.copies())

        await stack.enter_async_context(second(bot))
        os.kill(bot.parent, signal.SIGSTOP)  # so that nobody restarts the first
        bot.order.write_text(step)
        ion.press(preview, "Trimite")
        async with asyncio.timeout(PATIENCE):
            while bot.order.exists():  # noqa: ASYNC110  (another process)
                await asyncio.sleep(PAUSE)
        await bot.settle()

        new = {key: n for key, n in box.copies().items() if key not in known}
        assert list(new.values()) == [copies]
        assert len(await mortal.feed_sheets(len(await bot.stored.events(mortal.id)))) == 1
        assert await bot.stored.findings() == ()
