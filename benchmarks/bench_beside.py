"""What a player waits while an operator's long work runs beside a hundred thousand games.

`python -m benchmarks.bench_beside`. Players of twelve games type moves and wait for the preview:
first at a bot with no other games, then at one with a hundred thousand. There `turretur verify`,
`turretur backup` and `turretur person anonymise` run meanwhile, and a thousand deadlines come at
once. The promise is that the median answer stays within five times that of the small bot.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import func, select, update

from benchmarks.support.answers import seconds_to_answer
from benchmarks.support.begun_games import BegunGames
from benchmarks.support.bots.programs import prepared, programs
from benchmarks.support.many_matches import CopiedMatch, fill, pattern
from benchmarks.support.rows import FigureRow, show
from engine.ids import MatchCode, PersonId
from storage.db import Database
from storage.schema import due
from storage.streams import game_stream

GAMES: Final = 100_000
"""The number of games beside those that are played."""
DUE: Final = 1_000
"""The number of deadlines that come at once."""
PEOPLE: Final = range(5_001, 17_502)
"""Their numbers, which are their accounts' too; the last of them plays no game."""
PLAYED: Final = 12
"""The number of games in which players wait for previews."""
MOST_ANSWERS: Final = 160
"""The most answers whose median counts; some works last for many minutes."""
EVERY: Final = 0.25
"""Seconds between two questions."""
PATIENCE: Final = 600.0
"""The most seconds until all deadlines are handled."""
BAR: Final = 5.0
"""The most by which the median answer may exceed that of the small bot, as a factor."""


def copies(now: datetime) -> Iterator[CopiedMatch]:
    """Yield the matches, each with a home game of four, eight or twelve moves."""
    last_move = now - timedelta(hours=2)
    patterns = [pattern(moves, last_move, last_move, seed=moves) for moves in (4, 8, 12)]
    for number in range(GAMES):
        # Round after round everybody plays another person; the last one plays nobody.
        first = number % (len(PEOPLE) - 1)
        second = (first + 1 + number // len(PEOPLE)) % (len(PEOPLE) - 1)
        players = PersonId(PEOPLE[first]), PersonId(PEOPLE[second])
        yield CopiedMatch(patterns[number % len(patterns)], _code(number), *players)


def _code(number: int) -> MatchCode:
    return MatchCode(f"M{number:06d}")


@dataclass(frozen=True, slots=True)
class _BusyBot:
    """A running bot with people in its games."""

    games: BegunGames
    database: Database
    environment: dict[str, str]

    async def waits(self, work: Awaitable[object] | None = None) -> list[float]:
        """Return the seconds of `MOST_ANSWERS` answers, or of fewer if the work ends first."""
        running = asyncio.ensure_future(work) if work else None
        seconds = list[float]()
        while len(seconds) < MOST_ANSWERS and not (running and running.done()):
            author = self.games.begun[len(seconds) % PLAYED].players[0]
            seconds.append(await seconds_to_answer(author, self.games.script[0]))
            await asyncio.sleep(max(0.0, EVERY - seconds[-1]))
        if running:
            running.cancel()  # which does nothing to work that is done
            with suppress(asyncio.CancelledError):
                await running
        return seconds

    async def command(self, *words: str) -> None:
        """Run the command line; `verify` may find fault with copied games."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *words),
            env=os.environ | self.environment,
            stdout=asyncio.subprocess.DEVNULL,
        )
        try:
            assert await child.wait() in {0, 1}, words
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()

    async def let_deadlines_come(self) -> None:
        """Let a thousand deadlines come at once; return when none is left."""
        streams = [game_stream(f"{_code(number)}/1") for number in range(DUE)]
        is_of_games = due.c.stream.in_(streams)
        now = datetime.now(UTC)
        async with self.database.transaction() as tx:
            await tx.execute(update(due).where(is_of_games).values(due_at=now))
        unhandled = select(func.count()).where(is_of_games, due.c.due_at <= now)
        async with asyncio.timeout(PATIENCE):
            while True:
                async with self.database.reading() as tx:
                    if not (await tx.execute(unhandled)).scalar_one():
                        return
                await asyncio.sleep(0.5)


@asynccontextmanager
async def _running_bot(folder: Path, *, with_others: bool) -> AsyncIterator[_BusyBot]:
    """Run a bot for people in twelve games, alone or beside all the other games."""
    async with prepared(folder, PLAYED) as start:
        if with_others:
            now = datetime.now(UTC)
            await fill(start.database, copies(now), PEOPLE, now)
        environment = start.environment | {"TURRETUR_BACKUP_DIRECTORY": str(folder / "copies")}
        async with programs(start.sandbox, environment, folder, 1, "bot", "run"):
            yield _BusyBot(start.games, start.database, environment)


def _row(name: str, seconds: list[float], small: float) -> FigureRow:
    """Return the median answer as a multiple of `small`, that of the small bot."""
    middle = median(seconds)
    note = f"median {middle * 1000:.0f} ms of {len(seconds)}; longest {max(seconds):.2f} s"
    return FigureRow(name, middle / small, "×", BAR, note)


async def _measured() -> list[FigureRow]:
    """Measure the answers of the small bot, then those of the large one beside each work."""
    with TemporaryDirectory() as folder:
        async with _running_bot(Path(folder), with_others=False) as bot:
            small = median(await bot.waits())
    rows = [FigureRow("an answer of a bot with twelve games", small * 1000, "ms")]
    with TemporaryDirectory() as folder:
        async with _running_bot(Path(folder), with_others=True) as bot:
            works: dict[str, Callable[[], Awaitable[object]] | None] = {
                f"beside {GAMES:,} games": None,
                "— and verify": lambda: bot.command("verify"),
                "— and backup": lambda: bot.command("backup"),
                "— and person anonymise": lambda: bot.command(
                    "person", "anonymise", str(PEOPLE[-1]), "--yes"
                ),
                f"— and {DUE:,} deadlines at once": bot.let_deadlines_come,
            }
            for name, work in works.items():
                rows.append(_row(name, await bot.waits(work and work()), small))
    return rows


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    yield from asyncio.run(_measured())


if __name__ == "__main__":
    sys.exit(not show(run()))
