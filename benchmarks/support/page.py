"""The table of figures in `docs/performance.md`, which `python -m benchmarks --write` updates."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.support.rows import FigureRow, bar_of, figure_of

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
_HEAD: Final = "| Benchmark | What | Figure | Bar | Measured |\n| --- | --- | ---: | ---: | --- |\n"
_BEGIN: Final = "<!-- figures: python -m benchmarks --write -->\n"
_END: Final = "<!-- end of the figures -->"


def machine() -> str:
    """Return the day, the cores, the load and the Python version of this run."""
    load = os.getloadavg()[0]
    python = platform.python_version()
    return f"{datetime.now(UTC).date()}, {os.cpu_count()} cores, load {load:.0f}, Python {python}"


def with_figures(page: str, benchmark: str, rows: Iterable[FigureRow], measured: str) -> str:
    """Return the page with these rows in place of the benchmark's earlier ones.

    Raises:
        ValueError: the page has no table of figures between its marks.
    """
    before, has_begin, rest = page.partition(_BEGIN)
    table, has_end, after = rest.partition(_END)
    if not (has_begin and has_end):
        raise ValueError(f"no table between {_BEGIN.strip()!r} and {_END!r}")
    lines = [line for line in table.splitlines()[2:] if not line.startswith(f"| `{benchmark}` |")]
    lines += [_line(benchmark, row, measured) for row in rows]
    lines.sort(key=lambda line: line.split(" | ")[0])
    return before + _BEGIN + _HEAD + "".join(f"{line}\n" for line in lines) + _END + after


def _line(benchmark: str, row: FigureRow, measured: str) -> str:
    missed = "" if row.is_reached else ", **missed**"
    name = f"{row.name} ({row.note})" if row.note else row.name
    cells = (f"`{benchmark}`", name, figure_of(row), f"{bar_of(row)}{missed}", measured)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
