"""Run the process of an analysis: with a time limit, and killed when the caller is cancelled."""

import asyncio
from contextlib import suppress
from typing import Final

from bot.analysis.findings import Findings, findings_from_json
from bot.analysis.task import AnalysisTask, BestGame, best_from_json, task_to_json
from bot.runtime import processes

PATIENCE: Final = 1800.0
"""Limit in wall-clock seconds; the process runs only when the machine is idle."""
_LONGEST_COMPLAINT: Final = 2000
"""The most characters kept of what the process wrote about an error."""


class AnalysisFailed(Exception):  # noqa: N818  (named after the outcome)
    """An analysis failed: out of time or memory, or an error of the program."""


async def analyse(task: AnalysisTask, *, patience: float = PATIENCE) -> Findings:
    """Return the analysis of a game. Cancellation also kills the process.

    Raises:
        AnalysisFailed: there are no findings.
    """
    return findings_from_json(await _answer(task, patience))


async def search(task: AnalysisTask) -> BestGame:
    """Return the best game found on a game's tiles. Cancellation also kills the process.

    Raises:
        AnalysisFailed: nothing was found.
    """
    return best_from_json(await _answer(task, PATIENCE))


async def _answer(task: AnalysisTask, patience: float) -> bytes:
    """Return the output of a process that analyses one game."""
    process = await processes.start("bot.analysis", stderr=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(patience):
            with suppress(BrokenPipeError):  # the process has ended; its status says why
                processes.write_to(process.stdin, task_to_json(task).encode())
                processes.pipe_of(process.stdin).close()
            answer, complaint = await process.communicate()
    except TimeoutError:
        raise AnalysisFailed(f"not done within {patience:g} s") from None
    finally:
        await processes.end(process)
    if process.returncode:
        message = complaint[-_LONGEST_COMPLAINT:].decode(errors="replace")
        raise AnalysisFailed(f"status {process.returncode}: {message}")
    return answer
