"""The growth of the bot's memory over a simulated season, which must be near zero.

`python -m benchmarks.bench_season`. Twenty matches of new people are played from the invitations to
the approval (`benchmarks.support.season`), in ten parts; memory is read after each. A bounded cache
that is still filling would look like growth. So the bot keeps only a few folded games, and the
benchmark empties every function cache before it reads the memory.
"""

import asyncio
import gc
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from tempfile import TemporaryDirectory

import benchmarks.support.plainly  # noqa: F401  (imported before the compiled search)
from benchmarks.support.rows import FigureRow, resident, show
from benchmarks.support.season import season
from bot.runtime.log import set_up

PARTS = 10
MATCHES = 2
"""Matches in each part."""
SETTLED = 5
"""The number of parts after which memory must not grow."""
MOST = 1.0
"""The limit in megabytes per thousand moves."""


async def _measured() -> tuple[list[float], list[int], list[int]]:
    """Return the megabytes, the moves and the objects after each part."""
    memory, moves, objects = list[float](), list[int](), list[int]()
    with TemporaryDirectory() as folder:
        async with season(Path(folder)) as played:
            for _ in range(PARTS):
                await played.play(MATCHES)
                _forget()
                memory.append(resident())
                moves.append(played.moves)
                objects.append(len(gc.get_objects()))
    return memory, moves, objects


def _forget() -> None:
    """Empty all function caches, and run the garbage collector."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper):
            each.cache_clear()
    gc.collect()


def slope(xs: list[int], ys: list[float]) -> float:
    """Return the slope of y over x, by least squares."""
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    along = sum((one - x) ** 2 for one in xs)
    return sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True)) / along


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    set_up(level="ERROR", as_json=False, secrets=())
    memory, moves, objects = asyncio.run(_measured())
    for number, (megabytes, made) in enumerate(zip(memory, moves, strict=True), 1):
        name = f"memory after {number}/{PARTS} of a season"
        yield FigureRow(name, megabytes, "MB", note=f"{made} placements")
    growth = slope(moves[SETTLED:], memory[SETTLED:]) * 1000
    more = slope(moves[SETTLED:], list(map(float, objects[SETTLED:]))) * 1000
    yield FigureRow(
        "growth in a thousand placements", growth, "MB", MOST, f"from part {SETTLED + 1} on"
    )
    yield FigureRow("objects more in a thousand placements", more, "", note=f"of {objects[-1]:,}")


if __name__ == "__main__":
    sys.exit(not show(run()))
