"""The bench: a process for each task, given its files, bounded in time, killed when not wanted.

What people send is read there and nowhere else, and the bot's own loop stays free.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

from bot.workshop.packing import unpack
from bot.workshop.task import Task, task_to_json

PATIENCE: Final = 180.0
"""Seconds a task may take."""
_LONGEST_LINE: Final = 1 << 16
_COMPLAINT: Final = 2000

Pipe = TypeVar("Pipe")
Told = Callable[[str], Awaitable[None]]
"""Told which stage begins."""


class TaskFailed(Exception):  # noqa: N818  (says what became of the task)
    """A task came to no end: out of time or memory, or a fault of ours."""

    def __init__(self, reason: str, *, in_time: bool) -> None:
        self.in_time = in_time
        """Whether it broke off by itself; else its time was up."""
        super().__init__(reason)


async def work(
    task: Task, contents: Mapping[int, bytes], told: Told, *, patience: float = PATIENCE
) -> dict[str, Any]:
    """Have a task done; return its outcome. Cancelled, it leaves no process behind.

    Raises:
        TaskFailed: there is no outcome.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.bench",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=_LONGEST_LINE,
        env=environment(),
    )
    try:
        async with asyncio.timeout(patience):
            _, packed, complaint = await asyncio.gather(
                _feed(process, task, contents),
                _there(process.stdout).read(),
                _stages(_there(process.stderr), told),
            )
            status = await process.wait()
    except TimeoutError:
        raise TaskFailed(f"not done within {patience:g} s", in_time=False) from None
    finally:
        await _end(process)
    if status:
        raise TaskFailed(f"status {status}: {complaint}", in_time=status > 0)
    outcome: dict[str, Any] = await asyncio.to_thread(unpack, packed)
    return outcome


def environment() -> dict[str, str]:
    """Return the environment without what is secret: what reads strangers' files need not know."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TURRETUR_")}


async def _feed(
    process: asyncio.subprocess.Process, task: Task, contents: Mapping[int, bytes]
) -> None:
    pipe = _there(process.stdin)
    with suppress(BrokenPipeError, ConnectionResetError):  # it has ended: its status tells why
        pipe.write(json.dumps(task_to_json(task)).encode() + b"\n")
        for file in task.files:
            pipe.write(contents[file.number])
            await pipe.drain()
        pipe.close()
        await pipe.wait_closed()


def _there(pipe: Pipe | None) -> Pipe:
    """Return one of the process's three pipes; each was asked for."""
    if pipe is None:
        raise RuntimeError("the process has no such pipe")
    return pipe


async def _stages(pipe: asyncio.StreamReader, told: Told) -> str:
    """Tell of each stage; return the end of whatever else the process had to say."""
    said = ""
    while line := await pipe.readline():
        text = line.decode(errors="replace")
        word, _, name = text.partition(" ")
        if word == "stage":
            await told(name.strip())
        else:
            said = (said + text)[-_COMPLAINT:]
    return said


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill the process if it still runs, and wait until it is gone."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    transport = process._transport  # type: ignore[attr-defined]  # noqa: SLF001  (else its pipes stay open until collected)
    transport.close()
