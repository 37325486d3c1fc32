"""Processes of rating jobs, forked from one that has loaded their modules.

Most of a job's time is otherwise the start of its process, which is mostly imports. The pipes,
limits, environment and status of a job are those of a started process. `test_rating_work` and
`tests/bot/ratings/jobs/test_runner.py` start processes as the program does.
"""

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Final

from bot.runtime.processes import environment

JOBS: Final = "bot.ratings.jobs"
FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([f"{JOBS}.__main__", "openpyxl"])


class Forked:
    """What the program uses of an `asyncio.subprocess.Process`."""

    def __init__(
        self,
        process: ForkServerProcess,
        stdin: asyncio.StreamWriter,
        stdout: asyncio.StreamReader,
        stderr: asyncio.StreamReader,
    ) -> None:
        self._process = process
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr

    @property
    def returncode(self) -> int | None:
        """Return the status, or `None` while the process runs."""
        return self._process.exitcode

    def kill(self) -> None:
        """End the process."""
        self._process.kill()

    async def wait(self) -> int:
        """Wait until the process has ended; return its status."""
        await asyncio.to_thread(self._process.join)
        status = self._process.exitcode
        assert status is not None
        return status


async def start(module: str, *, stderr: int | None) -> Forked:
    """Run the jobs' module as `bot.runtime.processes.start` does, in a forked process."""
    assert (module, stderr) == (JOBS, asyncio.subprocess.PIPE)
    loop = asyncio.get_running_loop()
    (stdin, to_stdin), (from_stdout, stdout), (from_stderr, stderr_) = (
        FORKS.Pipe(duplex=False) for _ in range(3)
    )
    theirs = (stdin, stdout, stderr_)
    process = FORKS.Process(target=_become, args=(module, environment(), *theirs))
    process.start()
    for each in theirs:
        each.close()
    writing, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()),
        os.fdopen(_own(to_stdin), "wb", 0),
    )
    read = [await _read(_own(each)) for each in (from_stdout, from_stderr)]
    return Forked(process, asyncio.StreamWriter(writing, protocol, None, loop), *read)


def _own(connection: Connection) -> int:
    """Return a copy of the connection's descriptor, and close the connection."""
    with connection:
        return os.dup(connection.fileno())


class _ClosedAtEnd(asyncio.StreamReaderProtocol):
    """Lets the loop close the pipe at its end."""

    def eof_received(self) -> bool:
        """Tell the reader; keep nothing open."""
        super().eof_received()
        return False


async def _read(pipe: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: _ClosedAtEnd(reader), os.fdopen(pipe, "rb", 0)
    )
    return reader


def _become(
    module: str,
    variables: Mapping[str, str],
    stdin: Connection,
    stdout: Connection,
    stderr: Connection,
) -> None:
    """Take environment and pipes as a process has them at its start, and run the module."""
    os.environ.clear()
    os.environ.update(variables)
    for number, pipe in enumerate((stdin, stdout, stderr)):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout, sys.stderr = (open(n, "w", closefd=False) for n in (1, 2))  # noqa: SIM115
    import_module(f"{module}.__main__").main()
