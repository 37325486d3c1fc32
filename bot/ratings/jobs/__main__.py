"""The process that reads and rates files: a task on its input, the result on its output.

Input: one line of JSON, then the files, whose lengths it gives. Output: the result as compressed
JSON. The error stream gets a line for each stage that begins. The process has limits on time and
memory, and cannot delay the bot.
"""

import json
import resource
import signal
import sys
from typing import Final

from bot.ratings.calculation.task import TaskAction, task_from_json
from bot.ratings.calculation.task_results import pack
from bot.ratings.jobs.calculating import check, rate

SECONDS: Final = 150
"""Limit in processor seconds."""
MEMORY: Final = 2 << 30
"""Limit in bytes."""


def main() -> None:
    """Set the limits, and do the work."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        _work()
    except MemoryError:
        # End as at the limit on time, by the signal from which the bot learns of a limit.
        sys.stderr.write("out of memory\n")
        sys.stderr.flush()
        signal.raise_signal(signal.SIGKILL)


def _work() -> None:
    """Read a task, and write its result."""
    source = sys.stdin.buffer
    task = task_from_json(json.loads(source.readline()))
    contents = {file.number: source.read(file.size) for file in task.files}
    if task.action is TaskAction.CHECK:
        outcome = check(task, contents)
    else:
        outcome = rate(task, contents, _report_stage)
    sys.stdout.buffer.write(pack(outcome))


def _report_stage(name: str) -> None:
    sys.stderr.write(f"stage {name}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
