"""One line of a benchmark's table, and its format."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PER_SECOND = "/s"
"""The unit in which more is better; in any other unit, less is better."""
KEPT_IN = "TURRETUR_BENCHMARK_ROWS"
"""The environment variable with the file to which `show` also appends the rows, as JSON."""


class FigureRow(NamedTuple):
    """A figure, its target (if any), and how it was measured."""

    name: str
    figure: float
    unit: str
    bar: float | None = None
    note: str = ""

    @property
    def is_reached(self) -> bool:
        """Return whether the target is reached; true without a target."""
        if self.bar is None:
            return True
        return self.figure >= self.bar if self.unit == PER_SECOND else self.figure <= self.bar

    def __str__(self) -> str:
        """Return the row as one line of the table."""
        bar = "" if self.bar is None else f"{'✓' if self.is_reached else '✗'} {bar_of(self)}"
        line = f"{self.name:<44} {_short(self.figure):>14} {self.unit:<6} {bar:<12} {self.note}"
        return line.rstrip()


def bar_of(row: FigureRow) -> str:
    """Return the target with its sign; empty without a target."""
    if row.bar is None:
        return ""
    return f"{'≥' if row.unit == PER_SECOND else '≤'} {_short(row.bar)}"


def figure_of(row: FigureRow) -> str:
    """Return the figure with its unit."""
    return f"{_short(row.figure)} {row.unit}".rstrip()


def _short(figure: float) -> str:
    """Return the figure with three significant digits, or all before the point."""
    if not figure % 1:
        return f"{figure:,.0f}"
    places = next((places for places, least in enumerate((100, 10, 1)) if figure >= least), 3)
    return f"{figure:,.{places}f}"


def show(rows: Iterable[FigureRow]) -> bool:
    """Print the rows as they arrive; return whether every target is reached."""
    are_all_reached = True
    kept_in = os.environ.get(KEPT_IN)
    for row in rows:
        print(row, flush=True)
        are_all_reached &= row.is_reached
        if kept_in:
            with Path(kept_in).open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(row)}\n")
    return are_all_reached


def resident(pid: int | str = "self") -> float:
    """Return the megabytes of a process's resident memory (Linux), with all pages it maps."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def held(pid: int) -> float:
    """Return the megabytes of a process's memory (Linux), with its share of shared pages."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
