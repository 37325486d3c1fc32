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
_PIECE: Final = 1 << 16
"""The most bytes that are read at once."""

OnStage = Callable[[str], Awaitable[None]]
"""Called with each stage as it begins."""


async def ignore_stage(stage: str) -> None:
    """Do nothing at a stage, because nobody waits for it."""
    del stage


class TaskFailed(Exception):  # noqa: N818  (named after the outcome)
    """A task failed: out of time or memory, or an error of the program."""

    def __init__(self, reason: str, *, hit_limit: bool) -> None:
        self.hit_limit = hit_limit
        """Whether time or memory ran out, so that another attempt would fail, too."""
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
        raise TaskFailed(f"not done within {patience:g} s", hit_limit=True) from None
    finally:
        await processes.end(process)
    if status:
        # A negative status is a signal: that of the system, or the process's own without memory.
        raise TaskFailed(f"status {status}: {complaint}", hit_limit=status < 0)
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
    complaint, begun = "", b""
    while piece := await pipe.read(_PIECE):
        *lines, begun = (begun + piece).split(b"\n")
        begun = begun[-_LONGEST_COMPLAINT:]  # a line may be endless; those of stages are short
        for line in lines:
            text = line.decode(errors="replace")
            word, _, name = text.partition(" ")
            if word == "stage":
                await on_stage(name.strip())
            else:
                complaint = f"{complaint}{text}\n"[-_LONGEST_COMPLAINT:]
    return (complaint + begun.decode(errors="replace"))[-_LONGEST_COMPLAINT:]
