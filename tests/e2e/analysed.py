"""A cup of three played to its end and homologated, so that all its games may be analysed."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sandbox import Message, SandboxUser
from tests.e2e.harness import PATIENCE, Pair, Table, arbiter_made
from tests.e2e.harness import table as table_laid
from tests.e2e.season import Season, cup
from tests.e2e.texts import mentions, says

NAMES = ("Ana Pop", "Ion Rus", "Geo Luca")
TURNS = 6
MOMENT = 0.01


async def finished(season: Season, pair: Pair) -> None:
    """Have both games of a match played, and homologated."""
    await season.play_both(pair, TURNS)
    await season.agree(pair)
    await season.homologate(pair)


Places = tuple[tuple[str, SandboxUser, SandboxUser], ...]
"""The pairs of a cup: code, Red and Blue of the home game."""


async def cup_played(laid: Table) -> Places:
    """Play a cup of three to its end, homologated; its tables part from the beginning."""
    await arbiter_made(laid)
    season = await cup(laid, *NAMES)
    pairs = await season.pairs()
    for number, pair in enumerate(pairs):
        for _ in range(2):
            await season.place(await pair.game(), choice=40 * number)
        await finished(season, pair)
    return tuple((pair.code, pair.red, pair.blue) for pair in pairs)


@asynccontextmanager
async def cup_over(folder: Path) -> AsyncIterator[list[Pair]]:
    """Give the pairs of that cup, at a table of one's own."""
    async with table_laid(folder, after=cup_played) as laid:
        yield [Pair(laid, *place) for place in laid.done]


async def shown(table: Table, user: SandboxUser, code: str) -> Message:
    """Return the analysis as the person is shown it, once it has been worked out."""
    *before, card = await table.say(user, f"/analiza {code}")
    assert all(says(each, "analysis.working", game=code) for each in before)
    assert mentions(card, "analysis.card", game=code)
    return card


def is_there(process: int) -> bool:
    """Return whether that process is still to be found."""
    return Path(f"/proc/{process}").exists()


def analysing() -> int | None:
    """Return the process in which a game is being analysed, if there is one."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
    for child in children.split():
        command = Path(f"/proc/{child}/cmdline")
        if command.exists() and b"bot.analysis" in command.read_bytes().split(b"\0"):
            return int(child)
    return None


async def process_at_work() -> int:
    """Return the process in which a game is being analysed, as soon as there is one."""
    async with asyncio.timeout(PATIENCE):
        while (process := analysing()) is None:  # noqa: ASYNC110  (another process)
            await asyncio.sleep(MOMENT)
    return process
