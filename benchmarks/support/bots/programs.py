"""The bot's programs as processes of their own, and the processor time of each process."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Final, Self

from benchmarks.support.begun_games import BegunGames, begin_games
from sandbox import Sandbox, SandboxUser, serve
from storage.db import Database
from storage.migrations import migrate
from tools.postgres import PostgresServer
from tools.torture.programs import environment_for

PATIENCE: Final = 120.0
"""Seconds that a program or a condition may take."""
MOMENT: Final = 0.03
"""Seconds between two checks of a condition."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    """Return the processor seconds that a process has used, all threads together."""
    # The name, the second field, may have blanks; the fields after it are counted from there.
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / _TICKS


def family(pid: int) -> list[int]:
    """Return the process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


@dataclass(frozen=True, slots=True)
class TimesRead:
    """Wall-clock seconds, and processor seconds of each watched group of processes."""

    wall: float
    own: float
    """The processor seconds of this process."""
    others: Sequence[float]
    """Those of each group of other processes."""

    @classmethod
    def take(cls, *groups: Sequence[int]) -> Self:
        """Read the clocks of this process and of groups of processes, given by their ids."""
        others = [sum(map(processor_seconds, pids)) for pids in groups]
        return cls(perf_counter(), process_time(), others)

    def since(self, earlier: Self) -> "TimesRead":
        """Return the difference to an earlier reading."""
        others = [now - then for now, then in zip(self.others, earlier.others, strict=True)]
        return TimesRead(self.wall - earlier.wall, self.own - earlier.own, others)


@dataclass(frozen=True, slots=True)
class PreparedBot:
    """A new database with people in games, and the configuration of a program for it."""

    sandbox: Sandbox
    operator: SandboxUser
    database: Database
    games: BegunGames
    environment: dict[str, str]


@asynccontextmanager
async def prepared(folder: Path, count: int, url: str = "") -> AsyncIterator[PreparedBot]:
    """Yield a bot with so many games that have begun; it does not run yet.

    `url`: the address of its database; "" for a file in the folder.
    """
    sandbox = Sandbox()
    operator = sandbox.add_user("Olga", "ro")
    url = url or f"sqlite+aiosqlite:///{folder}/bot.sqlite"
    async with serve(sandbox) as base_url, Database(url) as database:
        await migrate(database)
        games = await begin_games(database, sandbox, operator.id, count)
        environment = environment_for(sandbox, base_url, url, operator.id, folder)
        yield PreparedBot(sandbox, operator, database, games, environment)


@dataclass(frozen=True, slots=True)
class RunningPrograms:
    """Running programs, with people whose games have begun."""

    sandbox: Sandbox
    database: Database
    games: BegunGames
    pids: Sequence[int]
    server: PostgresServer | None

    def reading(self) -> TimesRead:
        """Read the clocks; the groups are the programs, then the database server."""
        return TimesRead.take(self.pids, family(self.server.pid) if self.server is not None else ())


@asynccontextmanager
async def at_work(  # noqa: PLR0913  (one value each)
    folder: Path,
    games: int,
    server: PostgresServer | None = None,
    count: int = 1,
    *,
    module: str = "",
    before: Callable[[BegunGames], None] = lambda _: None,
) -> AsyncIterator[RunningPrograms]:
    """Yield that many running programs at a new database: a file in the folder, or at the server.

    The program is the bot, or `module`. `before` is called when all games have begun.
    """
    url = ""
    if server is not None:
        server.command(f"CREATE DATABASE bot{count}")
        url = server.url(f"bot{count}").replace("postgresql://", "postgresql+asyncpg://")
    async with prepared(folder, games, url) as bot:
        before(bot.games)
        run = (module,) if module else ("bot", "run")
        async with programs(bot.sandbox, bot.environment, folder, count, *run) as pids:
            yield RunningPrograms(bot.sandbox, bot.database, bot.games, pids, server)


async def until(reached: Callable[[], bool]) -> None:
    """Wait until a condition is true, by polling."""
    async with asyncio.timeout(PATIENCE):
        while not reached():  # noqa: ASYNC110  (other processes)
            await asyncio.sleep(MOMENT)


@asynccontextmanager
async def programs(
    sandbox: Sandbox, environment: dict[str, str], folder: Path, count: int, *module: str
) -> AsyncIterator[list[int]]:
    """Yield the ids of so many processes of `python -m MODULE` that are ready for updates."""
    with (folder / "programs.log").open("ab") as log:
        children = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *module),
                env=os.environ | environment,
                stdout=log,
                stderr=log,
            )
            for _ in range(count)
        ]
        try:
            updates = sandbox.updates
            await sandbox.wait_for(
                lambda: updates.is_polling or updates.webhook_url, seconds=PATIENCE
            )
            yield [child.pid for child in children]
        finally:
            for child in children:
                if child.returncode is None:
                    child.send_signal(signal.SIGKILL)
                await child.wait()
