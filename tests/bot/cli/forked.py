"""Run `turretur` in processes forked from one that has loaded it: a start is mostly imports.

Each process has its own folder, environment, output and status, as if it were started from a shell.
"""

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from bot.__main__ import main

ROOT = Path(__file__).parents[3]
LOADED = ("bot.cli.run", "bot.program.answering", "bot.program.app", "storage.migrations")
"""What `turretur run` imports before it asks Telegram."""
LONGEST = 60
"""Seconds after which the system ends a command."""


class Forks:
    """The process that forks, and one command at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self._process = process
        self.loaded = frozenset(json.loads(process.stdout.readline()))
        """The modules that the process has loaded."""
        self.running = 0
        """The id of the latest command's process."""

    async def run(
        self, folder: Path, arguments: Sequence[str], environment: Mapping[str, str]
    ) -> tuple[int, str, str]:
        """Run the command in that folder; return its status, stdout and stderr."""
        asked = {"folder": str(folder), "arguments": arguments, "environment": dict(environment)}
        return await asyncio.to_thread(self._run, json.dumps(asked))

    def _run(self, asked: str) -> tuple[int, str, str]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{asked}\n")
        process.stdin.flush()
        self.running = json.loads(process.stdout.readline())
        status, out, err = json.loads(process.stdout.readline())
        return status, out, err


@contextmanager
def forks() -> Iterator[Forks]:
    """Yield a process that forks, and end it."""
    with subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import serve; serve()"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:  # which ends with its input
        yield Forks(process)


def serve() -> None:
    """Load the program, and print the names of all modules.

    Then read commands from stdin, one a line, run each in a fork; print its id, then its result.
    """
    for name in LOADED:
        __import__(name)
    print(json.dumps([*sys.modules]), flush=True)  # noqa: T201
    gc.freeze()
    for line in sys.stdin:
        asked = json.loads(line)
        outputs = [os.memfd_create(name) for name in ("out", "err")]
        child = os.fork()
        if not child:
            _become(asked["folder"], asked["environment"], outputs)
            _end(main, asked["arguments"])
        print(child, flush=True)  # noqa: T201
        _, status = os.waitpid(child, 0)
        texts = [os.pread(each, os.fstat(each).st_size, 0).decode() for each in outputs]
        for each in outputs:
            os.close(each)
        print(json.dumps([os.waitstatus_to_exitcode(status), *texts]), flush=True)  # noqa: T201


def _end(command: click.Command, arguments: Sequence[str]) -> None:
    """Run the command and end with its status at once: taking down what was loaded takes long."""
    try:
        command(arguments, prog_name="turretur")
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        if isinstance(end.code, int):
            os._exit(end.code)
        raise


def _become(folder: str, environment: dict[str, str], outputs: list[int]) -> None:
    """Take folder, environment and outputs as a process has them at its start."""
    signal.alarm(LONGEST)
    os.chdir(folder)
    sys.path[0] = folder
    os.environ.clear()
    os.environ.update(environment)
    for number, output in enumerate(outputs, 1):
        os.dup2(output, number)
