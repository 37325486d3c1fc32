"""The process that analyses a game or searches its tiles: a task on input, an answer on output.

It runs at the lowest priority, with limits on time and memory. It writes no files and answers only
the bot, so the bot may kill it at any time. It ends when the bot ends.
"""

import ctypes
import os
import resource
import signal
import sys
from typing import Final

from bot.analysis.calculation import best_of, findings_of
from bot.analysis.findings import findings_to_json
from bot.analysis.task import best_to_json, task_from_json

SECONDS: Final = 600
"""Processor seconds; a game takes about ten, a search at night two hundred."""
MEMORY: Final = 1 << 30
"""Bytes of address space."""
_LOWEST_PRIORITY: Final = 19
_ON_DEATH_OF_PARENT: Final = 1
"""`PR_SET_PDEATHSIG` of prctl(2)."""


def _run_when_idle() -> None:
    """Run only when the processor is idle; a nice value alone still delays other processes."""
    os.nice(_LOWEST_PRIORITY)
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_with_the_bot() -> None:
    """Ask the kernel to kill this process with the bot, because nobody would read its answer."""
    if sys.platform == "linux":  # on other systems the process runs to its end, without a reader
        ctypes.CDLL(None).prctl(_ON_DEATH_OF_PARENT, signal.SIGKILL)


def main() -> None:
    """Read a task, and write its answer."""
    _end_with_the_bot()
    _run_when_idle()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    task = task_from_json(sys.stdin.buffer.read())
    sys.stdout.write(
        best_to_json(best_of(task)) if task.width else findings_to_json(findings_of(task))
    )


if __name__ == "__main__":
    main()
