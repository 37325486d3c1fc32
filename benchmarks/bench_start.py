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

from benchmarks.support.rows import FigureRow, resident, show
from sandbox import Sandbox, SandboxUser, serve

STARTS = 3
PATIENCE = 60.0
MEMORY = 120
"""The limit in megabytes."""


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
        await sandbox.wait_for(lambda: sandbox.updates.polling, seconds=PATIENCE)
        yield child.pid
    finally:
        child.terminate()
        await child.wait()


async def _starts(sandbox: Sandbox, base_url: str, folder: str) -> list[tuple[float, float]]:
    """Return the seconds of several starts; the first one creates the database."""
    taken = []
    for _ in range(STARTS + 1):
        begun = perf_counter()
        async with _running(sandbox, base_url, folder) as pid:
            taken.append((perf_counter() - begun, _processor(pid)))
    return taken


async def _memory(sandbox: Sandbox, base_url: str, folder: str) -> tuple[float, float, float]:
    """Return the memory after the start, after word look-ups, and after a match has begun."""
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
        await sandbox.wait_for(
            lambda: all(any(m.document for m in player.messages) for player in players),
            seconds=PATIENCE,
        )
        return started, looked_up, resident(pid)


async def _press_yes(sandbox: Sandbox, user: SandboxUser, answers: int = 0) -> None:
    """Press the first button of the newest message, and wait for so many further messages."""
    await sandbox.wait_for(lambda: user.messages and user.last.buttons, seconds=PATIENCE)
    seen = len(user.messages)
    user.press_button(user.last, user.last.buttons[0])
    await sandbox.wait_for(lambda: len(user.messages) >= seen + answers, seconds=PATIENCE)


async def _say(sandbox: Sandbox, user: SandboxUser, text: str, answers: int = 1) -> None:
    seen = len(user.messages)
    user.send(text)
    await sandbox.wait_for(lambda: len(user.messages) > seen + answers, seconds=PATIENCE)


def _processor(pid: int) -> float:
    """Return the processor seconds that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peopled() -> Sandbox:
    """Return a sandbox with an operator, who is an arbiter, and two players."""
    sandbox = Sandbox()
    for name in ("Radu Arbitru", "Ana Pop", "Ion Rus"):
        sandbox.add_user(name, "ro")
    return sandbox


async def _all() -> list[FigureRow]:
    sandbox = _peopled()
    with TemporaryDirectory() as folder:
        async with serve(sandbox) as base_url:
            first, *later = await _starts(sandbox, base_url, folder)
            started, looked_up, begun = await _memory(sandbox, base_url, folder)
    return [
        FigureRow(
            "start to first poll", min(later)[0], "s", 1.5, f"by the clock, best of {STARTS}"
        ),
        FigureRow("start to first poll, processor", min(cpu for _, cpu in later), "s"),
        FigureRow("the very first start", first[0], "s", note="makes the database"),
        FigureRow("memory after the start", started, "MB"),
        FigureRow("memory, word list in use", looked_up, "MB", MEMORY),
        FigureRow(
            "memory, a match begun", begun, "MB", MEMORY, "sheets drawn, word list handed out"
        ),
    ]


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    return asyncio.run(_all())


if __name__ == "__main__":
    sys.exit(not show(run()))
