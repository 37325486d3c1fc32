"""The cost and rate of moves while the public site is built, or games are analysed.

`python -m benchmarks.bench_meanwhile`. The bot's program plays as in `throughput`. Beside it games
are analysed one after the other, or the site is built every second, sixty times as often as in
production. Both run in low-priority processes of their own. Measurements with and without
alternate.
"""

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bench_analysis import finished_game
from benchmarks.bench_move import shared
from benchmarks.bench_throughput import Measured, measured
from benchmarks.documents.bench_site import SiteProcess, site_maker
from benchmarks.engine.bench_standings import START
from benchmarks.support.rows import FigureRow, show
from benchmarks.support.stored_season import season_stored
from bot.analysis.process import work
from bot.analysis.task import AnalysisTask
from engine.gcg import write_gcg
from engine.rulesets import SequenceScope

TURNS: Final = 3
MOST: Final = 1.05
PAUSE: Final = 1.0

Beside = Callable[[], AbstractAsyncContextManager[None]]


async def _analysing(folder: str) -> None:
    settled = shared()
    record = write_gcg(finished_game(random.Random(1))).decode()
    task = AnalysisTask(
        record=record,
        sequence="",
        rules=settled.rules,
        edition=settled.edition_on(START),
        folder=folder,
    )
    while True:
        await work(task)


async def _making(maker: SiteProcess, enough: asyncio.Event) -> None:
    while not enough.is_set():
        await maker.make()
        await asyncio.sleep(PAUSE)


@asynccontextmanager
async def _alone() -> AsyncIterator[None]:
    yield


async def _cost(beside: Beside) -> Measured:
    with TemporaryDirectory() as folder:
        async with beside():
            return await measured(Path(folder), None, 1)


def _each(one: Measured) -> float:
    return one.spent.others[0] / one.placements


async def _compared(name: str, beside: Beside) -> list[FigureRow]:
    """Return the ratio of a move's cost beside that work to its cost alone, and the rate."""
    pairs = [(await _cost(_alone), await _cost(beside)) for _ in range(TURNS)]
    cost = median(_each(busy) / _each(alone) for alone, busy in pairs)
    pace = median(
        busy.placements / busy.spent.wall / (alone.placements / alone.spent.wall)
        for alone, busy in pairs
    )
    rows = [
        FigureRow(
            f"a move {name}, to one alone", cost, "times", MOST, "processor, sending included"
        )
    ]
    rows.append(
        FigureRow("— placements a second, to those alone", pace, "times", note=f"{TURNS} pairs")
    )
    return rows


async def _measured() -> list[FigureRow]:
    @asynccontextmanager
    async def beside_analysis() -> AsyncIterator[None]:
        with TemporaryDirectory() as folder:
            task = asyncio.create_task(_analysing(folder))
            yield
            assert not task.done(), task.exception()
            task.cancel()
            await asyncio.wait([task])

    rows = await _compared("beside an analysis", beside_analysis)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        stored = season_stored(folder, SequenceScope.HOME)
        async with stored as season, site_maker(season, folder / "site") as maker:
            await maker.make()

            @asynccontextmanager
            async def beside_making() -> AsyncIterator[None]:
                enough = asyncio.Event()
                task = asyncio.create_task(_making(maker, enough))
                yield
                enough.set()
                await task

            rows += await _compared("beside the site's making", beside_making)
    return rows


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    return asyncio.run(_measured())


if __name__ == "__main__":
    sys.exit(not show(run()))
