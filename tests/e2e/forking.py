"""Programs in processes forked from one that has loaded them: a start is mostly imports.

Each has its own session, environment and output, as if it were started from a shell.
`tests.bot.cli.test_run` starts the program as an operator does.
"""

import asyncio
import atexit
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from select import select
from typing import Final, NoReturn

from bot.__main__ import main
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from tests.e2e.killable import lives

_LOADED: Final = (
    "aiosqlite",
    "alembic",
    "anyio._backends._asyncio",
    "apscheduler.executors.asyncio",
    "apscheduler.schedulers.asyncio",
    "apscheduler.triggers.cron",
    "asyncpg",
    "babel.numbers",
    "bot.chat.dispatch",
    "bot.cli.run",
    "bot.documents.calendars.days",
    "bot.documents.render.sheets.competition_sheet",
    "bot.documents.render.sheets.time_sheet",
    "bot.program.answering",
    "bot.program.app",
    "bot.program.installation",
    "bot.program.serving",
    "bot.runtime.log",
    "bot.transport.sending.game_pictures",
    "bot.web.site",
    "httpcore",
    "PIL.ImageDraw",
    "PIL.PngImagePlugin",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "storage.migrations",
    "uvicorn.lifespan.off",
    "uvicorn.protocols.http.h11_impl",
)
"""What the programs import while they run."""
_MOST: Final = 1 << 16
"""Bytes of a request or an answer."""


@dataclass(slots=True)
class Forked:
    """A program that was started, and what it prints."""

    pid: int
    stdout: asyncio.StreamReader
    _writer: asyncio.StreamWriter
    runs: bool = True

    async def kill(self) -> None:
        """Kill the program and its children without warning, as a power failure does."""
        processes = [self.pid, *children_of(self.pid)]
        ends = [os.pidfd_open(process) for process in processes]
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        for end in ends:
            await asyncio.to_thread(select, [end], [], [])
            os.close(end)
        self._writer.close()
        self.runs = False


def children_of(process: int) -> list[int]:
    """Return the child processes of a process."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in children.split()]


async def start(environment: Mapping[str, str], *command: str) -> Forked:
    """Start `turretur` with that command, or without one the bot that kills itself when ordered."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with theirs:
        asked = json.dumps([command, dict(environment)]).encode()
        socket.send_fds(_forking(), [asked], [theirs.fileno()])
    pid = int(await asyncio.to_thread(_forking().recv, _MOST))
    return Forked(pid, *await asyncio.open_connection(sock=ours))


@cache
def _forking() -> socket.socket:
    """Start the process that forks, which ends with this one; return the way to it."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", __name__], stdin=theirs.fileno())
    atexit.register(process.wait)
    atexit.register(ours.close)  # which is done first
    return ours


def serve() -> None:
    """Start each program that is asked for in a fork, and tell its process."""
    for name in _LOADED:
        importlib.import_module(name)
    for language in LANGUAGES:
        load_catalogue(language)
    gc.freeze()  # a collection in a fork would copy everything
    signal.signal(signal.SIGCHLD, _reap)
    asking = socket.socket(fileno=0)
    while True:
        asked, outputs, _, _ = socket.recv_fds(asking, _MOST, 1)
        if not asked:
            return
        child = os.fork()
        if not child:
            asking.close()
            _become(*json.loads(asked), *outputs)
        os.close(*outputs)
        asking.send(str(child).encode())


def _reap(*_: object) -> None:
    """Take note of the programs that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _become(command: Sequence[str], environment: dict[str, str], output: int) -> NoReturn:
    """Take environment and output as a process has them at its start, and run the program."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output, 1)
    os.close(output)
    if command:
        main(command, prog_name="turretur")
    lives()
    raise SystemExit("the bot ended by itself")


if __name__ == "__main__":
    serve()
