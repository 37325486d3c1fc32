"""The bot's programs from outside: started, killed, short of disk space, with a wrong clock."""

import asyncio
import os
import resource
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sandbox import Sandbox
from tools.postgres import free_port
from tools.torture.life import CLOCK, STEP

PATIENCE: Final = 60.0
"""Seconds within which every program must have started."""
UNDO: Final = "1"
"""Seconds for which a sent move is held, so that kills happen before the move is made."""
PUBLIC_URL: Final = "TURRETUR_SERVER_PUBLIC_URL"
"""The setting with the address of the bot's web server."""
UNLIMITED: Final = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
"""The soft and the hard limit of a process without a limit."""
_LONGEST_LINE: Final = 1 << 20
"""The most bytes of one line that a program prints."""


@dataclass(slots=True)
class Program:
    """One program, which its parent starts again after each end."""

    parent: asyncio.subprocess.Process
    """The process of `tools.torture.life`."""
    pid: int = 0
    """The id of its present process."""
    kills: int = 0
    ends: int = 0
    """The number of times the program ended by itself."""
    most_bytes: int | None = None
    """The most bytes of a file that it may write, in this life and the next; None for no limit."""
    alive: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the process runs."""

    def kill(self) -> bool:
        """Kill the process at once; return whether there was one."""
        if not self.alive.is_set():
            return False
        self.alive.clear()
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        return True

    def limit_files(self, most_bytes: int | None) -> None:
        """Limit the size of files, as on a full disk; None removes the limit."""
        self.most_bytes = most_bytes
        limits = UNLIMITED if most_bytes is None else (most_bytes, resource.RLIM_INFINITY)
        with suppress(ProcessLookupError):
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, limits)

    async def watch(self) -> None:
        """Follow the parent's reports of starts and ends."""
        if self.parent.stdout is None:
            raise RuntimeError("started without a pipe")
        async for line in self.parent.stdout:
            event, _, pid = line.decode().partition(" ")
            if event == "life":
                self.pid = int(pid)
                if self.most_bytes is not None:  # each process has limits of its own
                    self.limit_files(self.most_bytes)
                self.alive.set()
            else:
                self.alive.clear()
                self.kills += event == "killed"
                self.ends += event == "ended"


@dataclass(slots=True)
class Programs:
    """All programs of one bot."""

    environment: dict[str, str]
    """The configuration, which all of them have."""
    folder: Path
    """The folder of their log and their clock."""
    each: list[Program] = field(default_factory=list)
    _watchers: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def kills(self) -> int:
        """Return the number of killed processes."""
        return sum(program.kills for program in self.each)

    @property
    def ends(self) -> int:
        """Return the number of processes that ended by themselves, as without a database."""
        return sum(program.ends for program in self.each)

    @property
    def log(self) -> Path:
        """Return the file with the programs' error output."""
        return self.folder / "programs.log"

    async def start(self, count: int) -> None:
        """Start that many programs, and wait until each runs."""
        self.step_clock(0)
        clock = {CLOCK: str(self._clock)}
        for _ in range(count):
            parent = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tools.torture.life"),
                env=os.environ | self.environment | clock,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
                start_new_session=True,
            )
            program = Program(parent)
            self.each.append(program)
            self._watchers.append(asyncio.create_task(program.watch()))
            self._watchers.append(asyncio.create_task(self._log_errors(parent)))
        async with asyncio.timeout(PATIENCE):
            for program in self.each:
                await program.alive.wait()

    async def stop(self) -> None:
        """Stop the programs and their parents, each of which is a process group."""
        for program in self.each:
            if program.parent.returncode is None:
                os.killpg(program.parent.pid, signal.SIGKILL)
                await program.parent.wait()
        await asyncio.gather(*self._watchers, return_exceptions=True)

    def step_clock(self, seconds: float) -> None:
        """Set every program's clock that far ahead of the computer's, or behind."""
        file = os.open(self._clock, os.O_WRONLY | os.O_CREAT)
        try:
            # In place, so that a reader always finds a complete value.
            os.pwrite(file, STEP.pack(seconds), 0)
        finally:
            os.close(file)

    @property
    def _clock(self) -> Path:
        """Return the file with the error of their clock."""
        return self.folder / "clock"

    async def _log_errors(self, parent: asyncio.subprocess.Process) -> None:
        """Copy a program's error output to the log through a pipe, which has no file size limit."""
        if parent.stderr is None:
            raise RuntimeError("started without a pipe")
        with self.log.open("ab") as log:
            while text := await parent.stderr.read(_LONGEST_LINE):
                log.write(text)


def environment_for(
    sandbox: Sandbox, base_url: str, database: str, operator: int, folder: Path
) -> dict[str, str]:
    """Return the environment that configures a bot for that sandbox and that database.

    Its other files are in the folder. With a shared database, updates are sent to one address;
    otherwise the bot fetches them.
    """
    environment = {
        "TURRETUR_TELEGRAM_TOKEN": sandbox.token,
        "TURRETUR_TELEGRAM_BASE_URL": base_url,
        "TURRETUR_TELEGRAM_POLL_TIMEOUT": "1",
        "TURRETUR_STORAGE_URL": database,
        "TURRETUR_STORAGE_RECEIPTS": str(folder / "receipts"),
        "TURRETUR_OPERATORS_IDS": str(operator),
        "TURRETUR_PLAY_UNDO_SECONDS": UNDO,
        "TURRETUR_REMINDERS_QUIET_FROM": "0",
        "TURRETUR_REMINDERS_QUIET_TO": "0",
        "TURRETUR_FEDERATION_MAY_DISTRIBUTE_WORD_LIST": "false",
    }
    port = free_port()
    environment |= {PUBLIC_URL: f"http://127.0.0.1:{port}", "TURRETUR_SERVER_PORT": str(port)}
    if not database.startswith("sqlite"):
        environment |= {
            "TURRETUR_TELEGRAM_MODE": "webhook",
            "TURRETUR_TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/telegram",
        }
    return environment
