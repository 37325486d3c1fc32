"""Ratings in chat: a long calculation delays nobody, can be stopped, and survives a restart."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.e2e.analysed import MOMENT
from tests.e2e.forking import children_of
from tests.e2e.harness import PATIENCE, Table
from tests.e2e.rating_talk import RatingTalk
from tests.e2e.texts import says
from tests.rating_files import free_games


def calculating() -> int | None:
    """Return the process that calculates a list, or `None`."""
    for child in children_of(os.getpid()):
        with suppress(OSError):  # it has ended meanwhile
            if b"bot.ratings.jobs" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0"):
                return child
    return None


async def frozen() -> None:
    """Wait for the process that calculates a list, and pause it."""
    async with asyncio.timeout(PATIENCE):
        while (process := calculating()) is None:  # noqa: ASYNC110  (another process)
            await asyncio.sleep(MOMENT)
    os.kill(process, signal.SIGSTOP)


async def test_one_thing_at_a_time_that_can_be_stopped(table: Table) -> None:
    """The bot answers others during a long calculation, and a stopped one leaves nothing.

    A bot that stops meanwhile begins again: the request remains, and the list is sent once.
    """
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("partide.csv", free_games(100)))
    await talk.press(card, "Toți sunt noi")
    runs = await talk.kept_runs()
    talk.user.press(card, "Calculează")
    await frozen()
    await talk.sees(card, "citesc fișierele")

    other = RatingTalk.of(table, "Ion Rus")
    other.user.send("/cuvant CASA")
    await other.user.receive("CASA")
    talk.user.send("/rating")
    busy = await talk.user.receive("Îți calculez deja")
    talk.user.press(busy, "Renunț")
    await table.settle()
    assert says(busy, "rating.stopped")
    assert await talk.stage() is None
    assert await talk.kept_runs() == runs
    await _begun_again(talk)


async def _begun_again(talk: RatingTalk) -> None:
    """Have the bot stop during a calculation, and start again."""
    table = talk.table
    await talk.begin("absp")
    card = await talk.send(("mult.csv", free_games(100)))
    await talk.press(card, "Toți sunt noi")
    seen, runs = len(talk.user.messages), await talk.kept_runs()
    talk.user.press(card, "Calculează")
    await frozen()
    await table.stop_bot()
    await table.start_bot()
    await table.settle()

    lists = [each for each in talk.user.messages[seen:] if each.photo is not None]
    assert len(lists) == 1
    assert says(card, "rating.done")
    assert await talk.kept_runs() == runs + 1
