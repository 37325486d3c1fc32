"""The time until `turretur run` requests its first updates, and its memory then.

`python -m benchmarks.bench_start`. The bot is a process of its own with a local Bot API server.
Seconds are wall-clock time, from the start of the process to its first getUpdates. Memory is the
resident size (Linux), pages of the mapped word list included.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from benchmarks.support.bots.programs import processor_seconds
from benchmarks.support.rows import FigureRow, resident, show
from sandbox import Sandbox, SandboxUser, serve

STARTS = 3
"""The number of measured starts."""
PATIENCE = 60.0
"""The most seconds for a start or an answer."""
MEMORY = 220
"""The limit in megabytes: everything is loaded at the start, and a small machine has 512."""


class _Start(NamedTuple):
    """The seconds of a start by the clock, and those of the processor."""

    wall: float
    processor: float


class _Memory(NamedTuple):
    """The megabytes after the start, after word look-ups, and after a match has begun."""

    started: float
    looked_up: float
    match_begun: float


@asynccontextmanager
async def _running(sandbox: Sandbox, base_url: str, folder: str) -> AsyncIterator[int]:
    """Yield the id of a bot's process that has requested updates; it is stopped afterwards."""
    environment = {
        "TURRETUR_TELEGRAM_TOKEN": sandbox.token,
        "TURRETUR_TELEGRAM_BASE_URL": base_url,
        "TURRETUR_TELEGRAM_POLL_TIMEOUT": "1",
        "TURRETUR_STORAGE_URL": f"sqlite+aiosqlite:///{folder}/bench.sqlite",
        "TURRETUR_OPERATORS_IDS": str(next(iter(sandbox.users))),
        "TURRETUR_REMINDERS_QUIET_FROM": "0",
        "TURRETUR_REMINDERS_QUIET_TO": "0",
        "TURRETUR_PLAY_UNDO_SECONDS": "0",
        "TURRETUR_LOGGING_LEVEL": "error",
        "PYTHONDONTWRITEBYTECODE": "",  # an installed bot has its modules compiled
    }
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        env=os.environ | environment,
        cwd=Path(__file__).parents[1],
    )
    try:
        await sandbox.wait_for(lambda: sandbox.updates.is_polling, seconds=PATIENCE)
        yield child.pid
    finally:
        child.terminate()
        await child.wait()


async def _starts(sandbox: Sandbox, base_url: str, folder: str) -> list[_Start]:
    """Return the seconds of several starts; the first one creates the database."""
    starts = []
    for _ in range(STARTS + 1):
        before = perf_counter()
        async with _running(sandbox, base_url, folder) as pid:
            starts.append(_Start(perf_counter() - before, processor_seconds(pid)))
    return starts


async def _memory(sandbox: Sandbox, base_url: str, folder: str) -> _Memory:
    """Start the bot, let people use it, and return its memory meanwhile."""
    arbiter, *players = sandbox.users.values()
    async with _running(sandbox, base_url, folder) as pid:
        started = resident(pid)
        await _say(sandbox, arbiter, "/cuvant CASA ZAPADA XYZ")
        looked_up = resident(pid)
        await _say(sandbox, arbiter, "/meci Ana Pop - Ion Rus")
        await _press_yes(sandbox, arbiter, answers=2)
        links = [message.text for message in arbiter.messages if "?start=" in message.text]
        for player, text in zip(players, links, strict=True):
            player.follow(next(word for word in text.split() if "?start=" in word))
            await _press_yes(sandbox, player)
        await sandbox.wait_for(lambda: all(map(_has_document, players)), seconds=PATIENCE)
        return _Memory(started, looked_up, resident(pid))


def _has_document(user: SandboxUser) -> bool:
    """Return whether the person got a file: each player gets the word list as the match begins."""
    return any(message.document for message in user.messages)


async def _press_yes(sandbox: Sandbox, user: SandboxUser, answers: int = 0) -> None:
    """Press the first button of the newest message, and wait for so many further messages."""
    await sandbox.wait_for(lambda: user.messages and user.last.buttons, seconds=PATIENCE)
    seen = len(user.messages)
    user.press_button(user.last, user.last.buttons[0])
    await sandbox.wait_for(lambda: len(user.messages) >= seen + answers, seconds=PATIENCE)


async def _say(sandbox: Sandbox, user: SandboxUser, text: str, answers: int = 1) -> None:
    """Let a person write, and wait for so many answers."""
    seen = len(user.messages)
    user.send(text)
    await sandbox.wait_for(lambda: len(user.messages) > seen + answers, seconds=PATIENCE)


def _sandbox_with_people() -> Sandbox:
    """Return a sandbox with an operator, who is an arbiter, and two players."""
    sandbox = Sandbox()
    for name in ("Radu Arbitru", "Ana Pop", "Ion Rus"):
        sandbox.add_user(name, "ro")
    return sandbox


async def _measured() -> list[FigureRow]:
    """Measure the starts, then the memory of one more."""
    sandbox = _sandbox_with_people()
    with TemporaryDirectory() as folder:
        async with serve(sandbox) as base_url:
            first, *later = await _starts(sandbox, base_url, folder)
            memory = await _memory(sandbox, base_url, folder)
    return [
        FigureRow(
            "start to first poll", min(later).wall, "s", 1.5, f"by the clock, best of {STARTS}"
        ),
        FigureRow("start to first poll, processor", min(start.processor for start in later), "s"),
        FigureRow("the very first start", first.wall, "s", note="makes the database"),
        FigureRow("memory after the start", memory.started, "MB"),
        FigureRow("memory, word list in use", memory.looked_up, "MB", MEMORY),
        FigureRow(
            "memory, a match begun",
            memory.match_begun,
            "MB",
            MEMORY,
            "sheets drawn, word list handed out",
        ),
    ]


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    return asyncio.run(_measured())


if __name__ == "__main__":
    sys.exit(not show(run()))
