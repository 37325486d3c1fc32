"""The size of the code, and the cost of a move, a help page and a start, by version.

`python -m benchmarks house`. Seconds are processor time of all threads. With `--tests` the module
also runs `make test` and reports its wall-clock seconds.
"""

import ast
import asyncio
import os
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter

import click
from sqlalchemy import AdaptedConnection, event
from sqlalchemy.engine import Engine

from benchmarks.bench_move import BEGINNING, BenchMatch
from benchmarks.bench_start import started
from benchmarks.support.clock import SteppedClock
from benchmarks.support.rows import FigureRow, show
from bot.__main__ import COMMANDS
from bot.runtime.unit import Runtime
from engine.games.game import Stage
from storage.db import Database
from storage.migrations import migrate

ROOT = Path(__file__).parents[1]
PLACES = ("bot", "engine", "storage", "sandbox", "tools", "benchmarks")
HELPS = 3
"""The number of runs of each command's help; the fastest counts."""
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def _modules(place: str) -> list[Path]:
    return sorted((ROOT / place).rglob("*.py"))


def code_lines(file: Path) -> int:
    """Return the number of code lines, without blank lines, comments and docstrings."""
    with tokenize.open(file) as opened:
        source = opened.read()
    lines: set[int] = set()
    for token in tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - set(_docstring_lines(ast.parse(source))))


def _docstring_lines(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


class _Counted(BenchMatch):
    """A match that counts the statements of each update."""

    def __init__(self, runtime: Runtime, clock: SteppedClock) -> None:
        super().__init__(runtime, clock)
        self.statements: list[str] = []
        self.counts: list[int] = []
        self._tracing: list[asyncio.Task[None]] = []
        event.listen(Engine, "connect", self._trace)

    def _trace(self, connection: AdaptedConnection, _: object) -> None:
        traced = connection.driver_connection.set_trace_callback(self.statements.append)
        self._tracing.append(asyncio.ensure_future(traced))

    async def do(self, who: int, text: str = "", data: str = "") -> None:
        """Let a person type, or press; count the statements."""
        await asyncio.gather(*self._tracing)
        before = len(self.statements)
        await super().do(who, text, data)
        self.counts.append(len(self.statements) - before)

    def moved(self) -> list[int]:
        """Return the statements of each move: of the typed text and of the press."""
        moves = self.counts[-2 * len(self.spent) :]
        return [typed + sent for typed, sent in zip(moves[::2], moves[1::2], strict=True)]


async def _played(folder: str, kind: type[BenchMatch]) -> BenchMatch:
    """Return a match whose home game was played to its end by typed placements."""
    async with Database(f"sqlite:///{folder}/{kind.__name__}.sqlite") as database:
        await migrate(database)
        clock = SteppedClock(BEGINNING)
        match = kind(Runtime(database, clock), clock)
        game = await match.start()
        while (now := await match.game(game)).stage is Stage.RUNNING:
            await match.move(now)
        return match


_LAUNCHER = """
import os, subprocess, sys
with subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL) as child:
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""
"""Starts a command from a small process, because the memory of the parent counts too."""


_COMPILED = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
"""An environment in which Python stores compiled modules, as for an installed program."""


def _help(command: tuple[str, ...]) -> tuple[float, float]:
    """Return the processor seconds and the megabytes of a command's help."""
    launch = [sys.executable, "-c", _LAUNCHER, sys.executable, "-m", "bot", *command, "--help"]
    runs = [
        subprocess.run(
            launch, cwd=ROOT, check=True, capture_output=True, text=True, env=_COMPILED
        ).stdout
        for _ in range(HELPS)
    ]
    seconds, megabytes = min(tuple(map(float, run.split())) for run in runs)
    return seconds, megabytes


def _commands() -> Iterator[tuple[str, ...]]:
    """Yield each command, and each command of a group."""
    yield ()
    for name in sorted(COMMANDS):
        yield (name,)
        command = import_module(COMMANDS[name].module).command
        if isinstance(command, click.Group):
            for below in command.list_commands(click.Context(command)):
                yield (name, below)


def _tests() -> Iterator[FigureRow]:
    begun = perf_counter()
    before = os.times()
    done = subprocess.run(["make", "test"], cwd=ROOT, check=False)  # noqa: S607  (the installed make)
    after = os.times()
    note = "passed" if done.returncode == 0 else "FAILED"
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    yield FigureRow("make test, by the clock", perf_counter() - begun, "s", note=note)
    yield FigureRow("make test, processor", spent, "s")


def _rows() -> Iterator[FigureRow]:
    files = [file for place in PLACES for file in _modules(place)]
    yield FigureRow("modules outside the tests", len(files), "")
    yield FigureRow("code lines outside the tests", sum(map(code_lines, files)), "")
    yield FigureRow("code lines of the tests", sum(map(code_lines, _modules("tests"))), "")
    with TemporaryDirectory() as folder:
        match = asyncio.run(_played(folder, BenchMatch))
        yield FigureRow("a move, typed and sent", median(match.spent) * 1000, "ms", 25)
        counted = asyncio.run(_played(folder, _Counted))
        assert isinstance(counted, _Counted)
        note = "as SQLite counts: each row of many, BEGIN and COMMIT included"
        yield FigureRow("statements of a move", mean(counted.moved()), "", note=note)
        seconds, processor = asyncio.run(started(folder))
    costs = {" ".join(command): _help(command) for command in _commands()}
    for unit, bar, column in (("s", 0.2, 0), ("MB", 30, 1)):
        worst = max(costs, key=lambda command: costs[command][column])
        note = f"the most of {len(costs)}: turretur {worst}"
        yield FigureRow("turretur … --help", costs[worst][column], unit, bar, note)
    yield FigureRow(
        "start to first poll, processor", processor, "s", 0.9, f"{seconds:.2f} by the clock"
    )
    if "--tests" in sys.argv:
        yield from _tests()


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    return _rows()


if __name__ == "__main__":
    sys.exit(not show(run()))
