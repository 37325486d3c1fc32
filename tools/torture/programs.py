"""The bot's programs as seen from outside: started, killed, starved of disk, put out of time."""

import asyncio
import os
import resource
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sandbox import Sandbox
from tools.torture.life import CLOCK, STEP

PATIENCE: Final = 60.0
PUBLIC_URL: Final = "TURRETUR_SERVER_PUBLIC_URL"
UNLIMITED: Final = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
_LINE: Final = 1 << 20


@dataclass(slots=True)
class Program:
    """One program; `pid` is that of its present life."""

    parent: asyncio.subprocess.Process
    pid: int = 0
    kills: int = 0
    ends: int = 0
    """How often it ended by itself."""
    most: int | None = None
    """How many bytes a file may have that it writes, in this life and the next."""
    alive: asyncio.Event = field(default_factory=asyncio.Event)

    def kill(self) -> bool:
        """Have it gone on the spot; return whether there was anything to kill."""
        if not self.alive.is_set():
            return False
        self.alive.clear()
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        return True

    def limit_files(self, most: int | None) -> None:
        """Let it write no file beyond that many bytes, as on a full disk; None: as it likes."""
        self.most = most
        limits = UNLIMITED if most is None else (most, resource.RLIM_INFINITY)
        with suppress(ProcessLookupError):
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, limits)

    async def watch(self) -> None:
        """Follow what the parent says of its lives."""
        if self.parent.stdout is None:
            raise RuntimeError("started without a pipe")
        async for line in self.parent.stdout:
            what, _, pid = line.decode().partition(" ")
            if what == "life":
                self.pid = int(pid)
                if self.most is not None:
                    self.limit_files(self.most)
                self.alive.set()
            else:
                self.alive.clear()
                self.kills += what == "killed"
                self.ends += what == "ended"


@dataclass(slots=True)
class Programs:
    """All programs of one bot."""

    environment: dict[str, str]
    folder: Path
    each: list[Program] = field(default_factory=list)
    _watchers: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def kills(self) -> int:
        """Return how many lives were killed."""
        return sum(program.kills for program in self.each)

    @property
    def ends(self) -> int:
        """Return how many lives ended by themselves: the database was away at their start."""
        return sum(program.ends for program in self.each)

    @property
    def log(self) -> Path:
        """Return the file of what the programs complained of."""
        return self.folder / "programs.log"

    async def start(self, count: int) -> None:
        """Start that many programs and wait until each lives."""
        self.step_clock(0)
        more = {CLOCK: str(self._clock)}
        for _ in range(count):
            parent = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tools.torture.life"),
                env=os.environ | self.environment | more,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=_LINE,
                start_new_session=True,
            )
            program = Program(parent)
            self.each.append(program)
            self._watchers.append(asyncio.create_task(program.watch()))
            self._watchers.append(asyncio.create_task(self._complaints(parent)))
        async with asyncio.timeout(PATIENCE):
            for program in self.each:
                await program.alive.wait()

    async def stop(self) -> None:
        """End the programs and their parents, each a group of its own."""
        for program in self.each:
            if program.parent.returncode is None:
                os.killpg(program.parent.pid, signal.SIGKILL)
                await program.parent.wait()
        await asyncio.gather(*self._watchers, return_exceptions=True)

    def step_clock(self, seconds: float) -> None:
        """Put every program's clock that far ahead of the computer's, or behind."""
        file = os.open(self._clock, os.O_WRONLY | os.O_CREAT)
        try:
            os.pwrite(file, STEP.pack(seconds), 0)  # in place: whoever reads meanwhile finds either
        finally:
            os.close(file)

    @property
    def _clock(self) -> Path:
        return self.folder / "clock"

    async def _complaints(self, parent: asyncio.subprocess.Process) -> None:
        """Keep what a program writes to its log; by a pipe, which no limit on files concerns."""
        if parent.stderr is None:
            raise RuntimeError("started without a pipe")
        with self.log.open("ab") as log:
            while text := await parent.stderr.read(_LINE):
                log.write(text)


def environment_for(
    sandbox: Sandbox, base_url: str, database: str, operator: int, folder: Path
) -> dict[str, str]:
    """Return the environment that configures a bot at that sandbox and that database.

    What it keeps besides lies in the folder. At a database that programs share, updates come to one
    address; else they are fetched.
    """
    environment = {
        "TURRETUR_TELEGRAM_TOKEN": sandbox.token,
        "TURRETUR_TELEGRAM_BASE_URL": base_url,
        "TURRETUR_TELEGRAM_POLL_TIMEOUT": "1",
        "TURRETUR_STORAGE_URL": database,
        "TURRETUR_STORAGE_RECEIPTS": str(folder / "receipts"),
        "TURRETUR_OPERATORS_IDS": str(operator),
        "TURRETUR_REMINDERS_QUIET_FROM": "0",
        "TURRETUR_REMINDERS_QUIET_TO": "0",
        "TURRETUR_FEDERATION_MAY_DISTRIBUTE_WORD_LIST": "false",
    }
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment |= {PUBLIC_URL: f"http://127.0.0.1:{port}", "TURRETUR_SERVER_PORT": str(port)}
    if not database.startswith("sqlite"):
        environment |= {
            "TURRETUR_TELEGRAM_MODE": "webhook",
            "TURRETUR_TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/telegram",
        }
    return environment
