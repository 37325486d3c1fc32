"""The cost of a hundred thousand running games: the sweep, `/jocuri`, and a start.

`python -m benchmarks.bench_scale`. The games are copies of real ones
(`benchmarks.support.many_matches`), played by twelve thousand people; 1% have a deadline that is
due. Milliseconds are processor time, without the database server's. For comparison, one scheduler
job per deadline is measured in the same run.
"""

import asyncio
import sys
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.bench_move import shared
from benchmarks.bench_start import started
from benchmarks.support import jobs
from benchmarks.support.many_matches import NOW, CopiedMatch, Pattern, fill, pattern
from benchmarks.support.rows import FigureRow, show
from bot.chat.dispatch import Dispatcher
from bot.program.sweep import Sweep
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.texts.messages import Incoming, Sender
from engine.ids import MatchCode, PersonId
from storage.days import due
from storage.db import Database
from storage.migrations import migrate
from storage.streams import game_stream
from tools.postgres import server

GAMES = 100_000
DUE = GAMES // 100
OWN = 200
"""The number of running games of the player who asks for their list."""
BUSY = PersonId(2)
USUAL = PersonId(5000)
PORTION = 100
"""The number of due rows that the sweep reads at a time."""
PLAYERS = 12_500
"""The number of other players, with sixteen games each."""
FINDING = f"sweep of {GAMES:,} games, 1 % due: finding all"
STORED_JOBS = 2_000
"""The number of jobs that the scheduler's own database stores in a few seconds."""


def copies() -> Iterator[CopiedMatch]:
    """Yield the matches, each with a home game of four, eight or twelve moves."""
    fresh = [_pattern(moves, timedelta(hours=2), timedelta(hours=2)) for moves in (4, 8, 12)]
    # No move for five days, and another deadline a day ago: the resend is due.
    silent = _pattern(8, timedelta(days=5), timedelta(days=1))
    for number in range(GAMES):
        chosen = silent if number < DUE else fresh[number % len(fresh)]
        yield CopiedMatch(chosen, MatchCode(f"M{number:06d}"), *_players(number))


def _pattern(moves: int, last: timedelta, planned: timedelta) -> Pattern:
    return pattern(moves, NOW - last, NOW - planned, seed=moves)


def _players(number: int) -> tuple[PersonId, PersonId]:
    """Return the players of the match of that number; the last matches are the busy player's."""
    one = PersonId(BUSY + 1 + number % PLAYERS)
    if number >= GAMES - OWN:
        return (BUSY, one) if number % 2 else (one, BUSY)
    return one, PersonId(BUSY + 1 + (number + 1 + number // PLAYERS) % PLAYERS)


class ScaleBench:
    """A bot without Telegram on the filled database, with empty caches."""

    def __init__(self, database: Database) -> None:
        self._runtime = Runtime(database, FixedClock(NOW))
        self._shared = shared()
        self._dispatch = Dispatcher(self._shared)
        self._updates = count(1)

    async def types(self, who: PersonId, text: str) -> float:
        """Handle a text that a person types; return the milliseconds."""
        number = next(self._updates)
        incoming = Incoming(
            update=number,
            sender=Sender(who, f"Jucător {who}", "ro"),
            chat=who,
            private=True,
            at=NOW,
            message=number,
            text=text,
        )
        begun = process_time()
        async with self._runtime.unit() as unit:
            await self._dispatch(incoming, unit)
        return (process_time() - begun) * 1000

    async def looks(self, times: int) -> tuple[float, int]:
        """Query the due rows so many times; return the total milliseconds and the number found."""
        sweep = Sweep(self._runtime, self._shared, lambda: True)
        begun = process_time()
        found = [await sweep.portion() for _ in range(times)]
        return (process_time() - begun) * 1000, sum(map(len, found)) // times

    async def sweeps(self) -> float:
        """Handle everything that is due; return the milliseconds."""
        begun = process_time()
        await Sweep(self._runtime, self._shared, lambda: True)()
        return (process_time() - begun) * 1000


async def _list(database: Database, who: PersonId, games: int, where: str) -> Iterator[FigureRow]:
    """Ask for the list of a person's games twice: first in a bot just started."""
    first = min([await ScaleBench(database).types(who, "/jocuri") for _ in range(5)])
    bench = ScaleBench(database)
    warm = min([await bench.types(who, "/jocuri") for _ in range(8)])
    return iter(
        [
            FigureRow(f"/jocuri with {games} running games{where}", warm, "ms", 20, "best of 8"),
            FigureRow("— the same, nothing in memory", first, "ms", 20, "best of 5 new bots"),
        ]
    )


async def _sweep(bench: ScaleBench, where: str) -> Iterator[FigureRow]:
    """Find everything that is due and handle it."""
    looks = DUE // PORTION + 1
    begun = perf_counter()
    finding, found = await bench.looks(looks)
    clock = (perf_counter() - begun) * 1000
    assert found == PORTION, found
    ringing = await bench.sweeps() - finding
    idle = min([(await bench.looks(1))[0] for _ in range(8)])
    note = f"{looks} looks, {PORTION} rows each; {clock:.0f} ms by the clock"
    return iter(
        [
            FigureRow(f"{FINDING}{where}", finding, "ms", 150, note),
            FigureRow("— a look that finds nothing due", idle, "ms", note="every 20 seconds"),
            FigureRow(
                "— ringing one, its messages queued",
                ringing / DUE,
                "ms",
                note=f"mean of {DUE:,}, each a transaction; moves go in between",
            ),
        ]
    )


async def _planned(database: Database) -> float:
    """Return the milliseconds to plan a game's deadlines again, inside a transaction."""
    streams = [game_stream(f"M{number:06d}/1") for number in range(GAMES - DUE, GAMES)]
    async with database.transaction() as tx:
        rows = [await due.of(tx, stream) for stream in streams]
        begun = process_time()
        for stream, deadlines in zip(streams, rows, strict=True):
            await due.replace_all(tx, stream, deadlines)
        return (process_time() - begun) * 1000 / DUE


def _against(finding: float, planning: float, folder: Path) -> Iterator[FigureRow]:
    """Measure one job per deadline, and compare with the sweep's finding and planning."""
    memory = jobs.in_memory(GAMES, DUE)
    yield FigureRow(
        f"{GAMES:,} APScheduler jobs in memory", memory.creating, "s", note="at each start"
    )
    yield FigureRow("— their memory", memory.memory, "MB", note="the sweep has none of it")
    ratio = memory.running * 1000 / finding
    yield FigureRow(
        "— running the due 1 %, to our finding them", ratio, "×", note="jobs that do nothing"
    )
    stored = jobs.in_database(folder, STORED_JOBS, STORED_JOBS // 100)
    made = stored.creating / STORED_JOBS * 1000
    yield FigureRow(
        "a job stored by SQLAlchemyJobStore", made, "ms", note="a transaction of its own"
    )
    yield FigureRow(
        "— to all deadlines of a game, stored by us", made / planning, "×", note="in a move's"
    )


async def _stored(url: str, where: str = "") -> tuple[list[FigureRow], float]:
    """Fill a database; ask for lists and sweep. Return the rows and the cost of planning."""
    begun = process_time()
    async with Database(url) as database:
        await migrate(database)
        await fill(database, copies(), range(1, PLAYERS + BUSY + 1))
        spent = process_time() - begun
        return [
            FigureRow(
                f"{GAMES:,} games stored{where}", spent, "s", note="events, chains and lists"
            ),
            *await _list(database, BUSY, OWN, where),
            *await _list(database, USUAL, GAMES * 2 // PLAYERS, where),
            *await _sweep(ScaleBench(database), where),
        ], await _planned(database)


def _empty_start() -> float:
    """Return the processor seconds of a start on an empty database."""
    with TemporaryDirectory() as folder:
        return asyncio.run(started(folder))[1]


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    with TemporaryDirectory() as folder:
        rows, planning = asyncio.run(_stored(f"sqlite+aiosqlite:///{folder}/bench.sqlite"))
        yield from rows
        seconds, processor = asyncio.run(started(folder))
        note = f"processor, to the first poll; {seconds:.1f} s by the clock"
        yield FigureRow(f"start with {GAMES:,} games", processor, "s", 3, note)
        yield FigureRow("— to one with no games", processor / _empty_start(), "×")
        finding = next(row for row in rows if row.name == FINDING).figure
        yield from _against(finding, planning, Path(folder))
    with server() as postgres:
        postgres.command("CREATE DATABASE bench")
        url = postgres.url("bench").replace("postgresql://", "postgresql+asyncpg://")
        yield from asyncio.run(_stored(url, ", PostgreSQL"))[0]


if __name__ == "__main__":
    sys.exit(not show(run()))
