"""Run the process of a job: pass its files, limit its time, kill it when no longer wanted.

People's files are read only in that process, so that the bot's own loop stays free.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from bot.ratings.calculation.task import RatingTask, task_to_json
from bot.ratings.calculation.task_results import unpack
from bot.runtime import processes
from bot.runtime.processes import pipe_of

PATIENCE: Final = 180.0
"""Seconds that a task may take."""
_LONGEST_COMPLAINT: Final = 2000
"""The most characters that are kept of the process's error messages."""

OnStage = Callable[[str], Awaitable[None]]
"""Called with each stage as it begins."""


async def ignore_stage(stage: str) -> None:
    """Do nothing at a stage, because nobody waits for it."""
    del stage


class TaskFailed(Exception):  # noqa: N818  (named after the outcome)
    """A task failed: out of time or memory, or an error of the program."""

    def __init__(self, reason: str, *, in_time: bool) -> None:
        self.in_time = in_time
        """Whether the process ended by itself; if not, its time or memory ran out."""
        super().__init__(reason)


async def work(
    task: RatingTask,
    contents: Mapping[int, bytes],
    on_stage: OnStage,
    *,
    patience: float = PATIENCE,
) -> dict[str, Any]:
    """Run a task on the contents of its files, by number, and return its result.

    Cancellation also kills the process.

    Raises:
        TaskFailed: there is no result.
    """
    process = await processes.start("bot.ratings.jobs", stderr=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(patience):
            _, packed, complaint = await asyncio.gather(
                _feed(process, task, contents),
                pipe_of(process.stdout).read(),
                _report_stages(pipe_of(process.stderr), on_stage),
            )
            status = await process.wait()
    except TimeoutError:
        raise TaskFailed(f"not done within {patience:g} s", in_time=False) from None
    finally:
        await processes.end(process)
    if status:
        # A negative status is a signal, by which the system enforces its limits.
        raise TaskFailed(f"status {status}: {complaint}", in_time=status > 0)
    outcome: dict[str, Any] = await asyncio.to_thread(unpack, packed)
    return outcome


async def _feed(
    process: asyncio.subprocess.Process, task: RatingTask, contents: Mapping[int, bytes]
) -> None:
    """Give the process its task and the contents of its files."""
    pipe = pipe_of(process.stdin)
    # If the process has ended, its status says why.
    with suppress(BrokenPipeError, ConnectionResetError):
        processes.write_to(pipe, json.dumps(task_to_json(task)).encode() + b"\n")
        for file in task.files:
            processes.write_to(pipe, contents[file.number])
            await pipe.drain()
        pipe.close()
        await pipe.wait_closed()


async def _report_stages(pipe: asyncio.StreamReader, on_stage: OnStage) -> str:
    """Report each stage; return the end of any other output of the process."""
    complaint = ""
    while line := await _line_of(pipe):
        text = line.decode(errors="replace")
        word, _, name = text.partition(" ")
        if word == "stage":
            await on_stage(name.strip())
        else:
            complaint = (complaint + text)[-_LONGEST_COMPLAINT:]
    return complaint


async def _line_of(pipe: asyncio.StreamReader) -> bytes:
    """Return the next line of the pipe; of a line too long for it, the last part."""
    while True:
        # The reader drops the part of a long line that it has when it raises the error.
        with suppress(ValueError):
            return await pipe.readline()
