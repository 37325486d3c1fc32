"""SIGKILL between commit, SMTP, receipt and record: each turn is mailed once, or once too often.

`MAIL_KILLS=100` runs the long campaign; by default each step kills once.
"""

import os
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from engine.ids import Seat
from tests.e2e.killable import ANSWERED, BEGUN, COMMITTED, MAILED, MAILING
from tests.e2e.process import process
from tests.e2e.running.mortal_shared import Mortal
from tests.smtp import post_box

STEPS = (COMMITTED, MAILING, BEGUN, MAILED, ANSWERED)
UNKNOWN = {MAILED}
"""Where nobody can know that the server has the mail."""
KILLS = int(os.environ.get("MAIL_KILLS", str(len(STEPS))))


@pytest.mark.parametrize("number", range(-(-KILLS // len(STEPS))))
async def test_killed_while_a_turn_is_mailed_it_is_mailed_at_most_twice(
    tmp_path: Path, number: int
) -> None:
    """No turn is without its mail; a second copy has the same id, in the unknown case alone."""
    del number
    async with AsyncExitStack() as stack:
        box = await stack.enter_async_context(post_box())
        bot = await stack.enter_async_context(process(tmp_path, **box.settings))
        mortal = await Mortal.mailed(bot, box)
        ion = mortal.ion
        for step in STEPS:
            _, typed = await mortal.turn_of(Seat.BLUE)
            await bot.say(ion, typed)
            known = set(box.copies())

            await bot.killed_at(step, ion)

            new = {key: n for key, n in box.copies().items() if key not in known}
            assert list(new.values()) == [2 if step in UNKNOWN else 1], (step, new)
            version = len(await bot.stored.events(mortal.id))
            assert len(await mortal.feed_sheets(version)) == 1
            await _move(mortal)
        assert await bot.stored.findings() == ()


async def _move(mortal: Mortal) -> None:
    """Have Ana pass, so that the opponent is to move."""
    button = await mortal.preview("PAS")
    await mortal.post(str(uuid4()), button=button, message=(await mortal.last()).id)
    await mortal.bot.settle()
