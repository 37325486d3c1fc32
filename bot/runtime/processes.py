"""Child processes that read files from strangers, or make the site: how to start and end them.

They receive no secrets, except the database's password to make the site. `-P` keeps them from
importing modules in the current folder, which may contain anything.
"""

import asyncio
import os
import sys
from contextlib import suppress
from typing import TypeVar

Pipe = TypeVar("Pipe")
LONGEST_LINE = 1 << 16
"""The usual most bytes of a line that the process writes."""
_CONFIGURED = "TURRETUR_"
"""The beginning of the variables of the configuration, which has secrets."""
_OF_DATABASE = "PGPASS"
"""The beginning of the variables with PostgreSQL's password or the file that has it."""


async def start(
    module: str,
    *,
    stderr: int | None,
    longest_line: int = LONGEST_LINE,
    opens_database: bool = False,
) -> asyncio.subprocess.Process:
    """Run one of our modules as a process, with pipes for its input and output.

    A reader of lines raises ValueError at one of more than `longest_line` bytes. With
    `opens_database`, the process gets the password of a database server.
    """
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", module),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=stderr,
        limit=longest_line,
        env=environment(opens_database=opens_database),
    )


def environment(*, opens_database: bool = False) -> dict[str, str]:
    """Return the environment without secrets, which readers of strangers' files do not need."""
    secrets = (_CONFIGURED,) if opens_database else (_CONFIGURED, _OF_DATABASE)
    return {name: value for name, value in os.environ.items() if not name.startswith(secrets)}


def pipe_of(pipe: Pipe | None) -> Pipe:
    """Return a pipe that was requested at the start of its process."""
    if pipe is None:
        raise RuntimeError("the process has no such pipe")
    return pipe


def write_to(pipe: asyncio.StreamWriter | None, content: bytes) -> None:
    """Write to a process.

    Raises:
        BrokenPipeError: the process has ended. uvloop would raise a RuntimeError.
    """
    writer = pipe_of(pipe)
    if writer.is_closing():
        raise BrokenPipeError("the process has ended")
    writer.write(content)


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill the process if it still runs; wait until it has ended and its pipes are closed."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if process.stdin is not None:
        process.stdin.close()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            await _emptied(pipe)


async def _emptied(pipe: asyncio.StreamReader) -> None:
    """Read to the end, because the pipe stays open until then."""
    while await pipe.read(LONGEST_LINE):
        pass
