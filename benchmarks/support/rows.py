"""One line of a benchmark's table, and its format."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PER_SECOND = "/s"
"""The unit in which more is better; in any other unit, less is."""


class Row(NamedTuple):
    """A figure, its target (if any), and how it was measured."""

    name: str
    figure: float
    unit: str
    bar: float | None = None
    note: str = ""

    @property
    def reached(self) -> bool:
        """Return whether the target is reached; true without a target."""
        if self.bar is None:
            return True
        return self.figure >= self.bar if self.unit == PER_SECOND else self.figure <= self.bar

    def __str__(self) -> str:
        """Return the row as one line of the table."""
        bar = ""
        if self.bar is not None:
            sign = "≥" if self.unit == PER_SECOND else "≤"
            bar = f"{'✓' if self.reached else '✗'} {sign} {_short(self.bar)}"
        line = f"{self.name:<44} {_short(self.figure):>14} {self.unit:<6} {bar:<12} {self.note}"
        return line.rstrip()


def _short(figure: float) -> str:
    """Return the figure with three significant digits, or all before the point."""
    places = 0 if figure >= 100 else 1 if figure >= 10 else 2 if figure >= 1 else 3
    return f"{figure:,.{places if figure % 1 else 0}f}"


def show(rows: Iterable[Row]) -> bool:
    """Print the rows as they arrive; return whether every target is reached."""
    reached = True
    for row in rows:
        print(row, flush=True)
        reached &= row.reached
    return reached


def resident(pid: int | str = "self") -> float:
    """Return the megabytes of a process's resident memory (Linux), with all pages it maps."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def held(pid: int) -> float:
    """Return the megabytes of a process's memory (Linux), with its share of shared pages."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
