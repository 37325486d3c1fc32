"""The process that analyses a game or searches its letters: a task comes in, an answer goes out.

It gives way to everything else on the machine, and ends where it takes too long or needs too much
memory. It writes nothing, and what it says of a game goes to the bot alone: killed with no time to
end anything, the bot takes it along.
"""

import ctypes
import os
import resource
import signal
import sys
from typing import Final

from bot.analysis.findings import findings_to_json
from bot.analysis.task import best_to_json, task_from_json
from bot.analysis.working import best_of, findings_of

SECONDS: Final = 600
"""Of the processor's time; a game takes some ten, a night's search two hundred."""
MEMORY: Final = 1 << 30
"""Bytes."""
_LAST_IN_LINE: Final = 19
_ON_DEATH_OF_PARENT: Final = 1
"""`PR_SET_PDEATHSIG` of prctl(2)."""


def _stand_back() -> None:
    """Run only while nobody else would: being nice alone still makes who wakes up wait a slice."""
    os.nice(_LAST_IN_LINE)
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _go_with_the_bot() -> None:
    """Be killed when the bot is: nobody would hear what is found, and the next bot begins anew."""
    if sys.platform == "linux":  # elsewhere it works on to its end, in vain
        ctypes.CDLL(None).prctl(_ON_DEATH_OF_PARENT, signal.SIGKILL)


def main() -> None:
    """Do what the input says."""
    _go_with_the_bot()
    _stand_back()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    task = task_from_json(sys.stdin.buffer.read())
    sys.stdout.write(
        best_to_json(best_of(task)) if task.width else findings_to_json(findings_of(task))
    )


if __name__ == "__main__":
    main()
