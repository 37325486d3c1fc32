"""A night of ratings: the list of a season of 300 players and about 5,000 official games.

`python -m benchmarks night`. The season is stored as its log (`benchmarks.support.stored_season`),
and read again each night. Processor time includes the process that calculates. The last figure is
the size of one night's terms and results in the database.
"""

import asyncio
import resource
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import func, select

from benchmarks.bench_move import shared
from benchmarks.engine.bench_standings import AT
from benchmarks.support.rows import FigureRow, show
from benchmarks.support.stored_season import SeasonStored, season_stored
from bot.ratings.jobs.systems import System
from bot.ratings.nightly.publishing import publish_lists
from bot.runtime.clock import FixedClock
from bot.runtime.config.sections import OFF, NightlyRatings
from bot.runtime.unit import Runtime
from engine.rulesets import SequenceScope
from storage.schema import rating_lists, rating_rows, rating_runs, rating_sheets

PLAYERS = 300
GROUPS = 17
"""Groups of 17 and 18 players: 2,494 matches."""
PROCESSOR_BAR = 60
"""The most seconds of processor time; the night has two hours before people wake up."""
KILOBYTES_BAR = 2_000


async def _rows() -> AsyncIterator[FigureRow]:
    with TemporaryDirectory() as folder:
        async with season_stored(Path(folder), SequenceScope.HOME, PLAYERS, GROUPS) as stored:
            games = 2 * len(stored.season.now.phase.matches) - 4
            for system in (System.FRS, System.ABSP):
                async for row in _night(stored, system, games):
                    yield row


async def _night(stored: SeasonStored, system: System, games: int) -> AsyncIterator[FigureRow]:
    """Yield the processor time, the time and the storage of one list."""
    runtime = Runtime(stored.database, FixedClock(AT))
    config = NightlyRatings(competitions=system.value, friendlies=OFF)
    begun, spent = perf_counter(), _processor()
    await publish_lists(runtime, shared(), config)
    took, spent = perf_counter() - begun, _processor() - spent
    name = f"A night by {system.upper()}, {PLAYERS} players, {games:,} games"
    yield FigureRow(name, spent, "s", PROCESSOR_BAR, f"{took:.1f} s in all")
    async with stored.database.reading() as tx:
        run = (await tx.execute(select(func.max(rating_runs.c.id)))).scalar_one()
        listed = select(func.count()).select_from(rating_rows.join(rating_lists))
        assert (await tx.execute(listed.where(rating_lists.c.run == run))).scalar_one() == PLAYERS
        terms = select(func.sum(func.length(rating_sheets.c.sheet))).where(
            rating_sheets.c.run == run
        )
        result = select(func.length(rating_runs.c.result)).where(rating_runs.c.id == run)
        sizes = [(await tx.execute(each)).scalar_one() / 1000 for each in (terms, result)]
    note = f"terms {sizes[0]:.0f} kB, results {sizes[1]:.0f} kB"
    yield FigureRow("— the same: stored", sum(sizes), "kB", KILOBYTES_BAR, note)


def _processor() -> float:
    """Return the seconds of processor time of this process and of those that it started."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


async def run() -> list[FigureRow]:
    """Return the rows."""
    return [row async for row in _rows()]


if __name__ == "__main__":
    sys.exit(0 if show(asyncio.run(run())) else 1)
