"""How the process of an analysis is run: bounded in time, killed when nobody waits for it."""

import asyncio
from contextlib import suppress
from typing import Final

from bot.analysis.findings import Findings, findings_from_json
from bot.analysis.task import Best, Task, best_from_json, task_to_json
from bot.runtime import processes

PATIENCE: Final = 1800.0
"""Seconds by the clock; it gives way to everything else on the machine."""
_COMPLAINT: Final = 2000


class AnalysisFailed(Exception):  # noqa: N818  (says what became of it)
    """An analysis came to no end: out of time or memory, or a fault of ours."""


async def work(task: Task, *, patience: float = PATIENCE) -> Findings:
    """Have a game analysed. Cancelled, it leaves no process behind.

    Raises:
        AnalysisFailed: there are no findings.
    """
    return findings_from_json(await _answer(task, patience))


async def search(task: Task) -> Best:
    """Have a game's letters searched for the best game on them. Cancelled, likewise.

    Raises:
        AnalysisFailed: nothing was found.
    """
    return best_from_json(await _answer(task, PATIENCE))


async def _answer(task: Task, patience: float) -> bytes:
    process = await processes.start("bot.analysis", stderr=asyncio.subprocess.PIPE)
    try:
        with suppress(BrokenPipeError, ConnectionResetError):  # it has ended: its status tells why
            async with asyncio.timeout(patience):
                found, complaint = await process.communicate(task_to_json(task).encode())
    except TimeoutError:
        raise AnalysisFailed(f"not done within {patience:g} s") from None
    finally:
        await processes.end(process)
    if process.returncode:
        said = complaint[-_COMPLAINT:].decode(errors="replace")
        raise AnalysisFailed(f"status {process.returncode}: {said}")
    return found
