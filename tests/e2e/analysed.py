"""A cup of three players, played to its end and approved, so that every game may be analysed."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from bot.analysis.findings import VERSION
from engine.ids import GameId
from sandbox import Message, SandboxUser
from storage.analysis import analyses
from tests.e2e.forking import children_of
from tests.e2e.harness import PATIENCE, Pair, Table, continues
from tests.e2e.harness import table as table_laid
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import mentions, says

NAMES = ("Ana Pop", "Ion Rus", "Geo Luca")
TURNS = 2
"""Moves in the home game of a cup's first match, before the passes."""
MOMENT = 0.01
BEHIND_ALL = 19


Places = tuple[tuple[str, SandboxUser, SandboxUser], ...]
"""The pairs of a cup: code, Red and Blue of the home game."""


@continues(cup_begun(*NAMES))
async def cup_analysed(laid: Table) -> Places:
    """Play a cup of three to its end, approve it, and have Red analyse the first home game.

    The tables differ from the first move. A home game has two moves, because each is analysed. The
    first match ends by passes; the others are resigned, so their return games have no moves.
    """
    season = Season.at(laid, *laid.done)
    first, *others = pairs = await season.pairs()
    for number, pair in enumerate(pairs):
        for _ in range(2):
            await season.place(await pair.game(), choice=40 * number)
    await season.over(first, 0)
    for pair in others:
        await pair.give_up_both()
        await season.agree(pair)
        await season.homologate(pair)
    await shown(laid, first.red, f"{first.code}/1")
    return tuple((pair.code, pair.red, pair.blue) for pair in pairs)


@asynccontextmanager
async def cup_over(folder: Path, *, analysed: bool = False) -> AsyncIterator[list[Pair]]:
    """Give the pairs of that cup, with or without that analysis, at a table of this test."""
    async with table_laid(folder, after=cup_analysed) as laid:
        pairs = [Pair(laid, *place) for place in laid.done]
        if not analysed:
            async with laid.stored.database.transaction() as tx:
                await analyses.drop(tx, GameId(pairs[0].id))
        yield pairs


async def shown(table: Table, user: SandboxUser, code: str) -> Message:
    """Return the analysis as the person sees it once the program has finished it."""
    *before, card = await table.say(user, f"/analiza {code}")
    assert all(says(each, "analysis.working", game=code) for each in before)
    assert mentions(card, "analysis.card", game=code)
    return card


def number_in(written: str) -> int:
    """Return the number in a text such as „1.412 puncte”."""
    return int("".join(filter(str.isdigit, written)))


def is_there(process: int) -> bool:
    """Return whether that process still exists."""
    return Path(f"/proc/{process}").exists()


def is_running(process: int) -> bool:
    """Return whether that process exists and has not ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "\nState:\tZ" not in status


def analysing(bot: int) -> int | None:
    """Return the process that analyses a game, or `None`."""
    for child in children_of(bot):
        command = Path(f"/proc/{child}/cmdline")
        if command.exists() and b"bot.analysis" in command.read_bytes().split(b"\0"):
            return child
    return None


async def process_at_work(bot: int | None = None) -> int:
    """Wait for a process that analyses a game, and return it.

    Its parent is this process, unless the bot runs in one of its own.
    """
    async with asyncio.timeout(PATIENCE):
        while (process := analysing(bot or os.getpid())) is None:  # noqa: ASYNC110  (another process)
            await asyncio.sleep(MOMENT)
    return process


async def begun(process: int) -> None:
    """Wait until that process has started and has lowered its own priority."""
    async with asyncio.timeout(PATIENCE):
        while os.getpriority(os.PRIO_PROCESS, process) < BEHIND_ALL:  # noqa: ASYNC110  (another process)
            await asyncio.sleep(MOMENT)


async def gone(process: int) -> None:
    """Wait until that process has ended, even if nobody has read its exit status."""
    async with asyncio.timeout(PATIENCE):
        while is_running(process):  # noqa: ASYNC110  (another process)
            await asyncio.sleep(MOMENT)


async def requested(user: SandboxUser, game: str) -> Message:
    """Have a person ask; return the bot's message that it is working."""
    last = user.messages[-1]
    user.send(f"/analiza {game}")
    return await user.receive(
        lambda each: each.id > last.id and says(each, "analysis.working", game=game)
    )


async def frozen(user: SandboxUser, game: str) -> tuple[Message, int]:
    """Have a person ask; return the bot's answer so far and the analysing process, now paused."""
    working = await requested(user, game)
    process = await process_at_work()
    os.kill(process, signal.SIGSTOP)
    return working, process


async def goes_on(table: Table, process: int) -> None:
    """Resume the process, and wait until the bot has its findings."""
    os.kill(process, signal.SIGCONT)
    await table.settle()


async def is_outdated(table: Table, game: GameId, content: bytes | None = None) -> None:
    """Mark the stored analysis of a game as one of an earlier version."""
    async with table.stored.database.transaction() as tx:
        kept = await analyses.find(tx, game)
        assert kept is not None
        old = replace(kept, version=VERSION - 1, findings=content or kept.findings)
        await analyses.keep(tx, old)


def after(user: SandboxUser, message: Message) -> list[Message]:
    """Return the messages that the person has received since."""
    return [each for each in user.messages if each.id > message.id and each.from_bot]
