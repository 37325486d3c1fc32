"""The process in which files are read and rated: a task on its input, the outcome on its output.

Input: one line of JSON, then the files, as long as it says. Output: the outcome as JSON, packed. On
the error stream a line for each stage that begins. It ends where it takes too long or needs too
much memory; nothing it does can hold up the bot.
"""

import json
import resource
import sys
from typing import Final

from bot.ratings.jobs.files import pack
from bot.ratings.jobs.task import Act, task_from_json
from bot.ratings.jobs.working import check, rate

SECONDS: Final = 150
"""Of the processor's time."""
MEMORY: Final = 2 << 30
"""Bytes."""


def main() -> None:
    """Do what the input says."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    source = sys.stdin.buffer
    task = task_from_json(json.loads(source.readline()))
    contents = {file.number: source.read(file.size) for file in task.files}
    outcome = check(task, contents) if task.act is Act.CHECK else rate(task, contents, _stage)
    sys.stdout.buffer.write(pack(outcome))


def _stage(name: str) -> None:
    sys.stderr.write(f"stage {name}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
