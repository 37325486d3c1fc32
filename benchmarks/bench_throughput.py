"""Moves a second, end to end: the bot's programs, the sandbox's HTTP, a real database.

`python -m benchmarks.bench_throughput`. A move is two updates: its typed text, which a preview
answers, and the press, which appends it to the log and queues the sheets. It counts once it is
recorded. Drawing and sending continue meanwhile at Telegram's thirty messages a second, which is
slower than the moves. Every commit is on the disk, with either database. The people and the sandbox
are one process on the same processor as the bot.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.support.bots.programs import TimesRead, at_work, until
from benchmarks.support.people import People
from benchmarks.support.rows import PER_SECOND, FigureRow, show
from storage.queues import outbox
from tools.postgres import PostgresServer, server

TABLES: Final = 64
SECONDS: Final = 10.0
BAR: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measurements of one run."""

    placements: int
    spent: TimesRead
    """Seconds of other processes: the bot's programs, then the database server."""
    waiting: int
    """Messages still queued at the end."""

    def rows(self, where: str, bar: float | None) -> Iterator[FigureRow]:
        """Yield the rows of the table."""
        wall, (bot, database) = self.spent.wall, self.spent.others
        yield FigureRow(
            f"placements, {where}",
            self.placements / wall,
            PER_SECOND,
            bar,
            f"load {os.getloadavg()[0]:.1f}; {self.waiting} messages wait at the end",
        )
        shares = (
            f"of one core: bot {bot / wall:.0%}, people and sandbox {self.spent.own / wall:.0%}"
        )
        if database:
            shares += f", database {database / wall:.0%}"
        each = bot / self.placements if self.placements else float("inf")
        yield FigureRow("— the bot, for each, sending included", each * 1000, "ms", note=shares)


async def measured(
    folder: Path, server: PostgresServer | None, count: int, *, module: str = ""
) -> Measured:
    """Let everybody play for a while; `module` names another program than the bot."""
    async with at_work(folder, TABLES, server, count, module=module) as work:
        people = People(work.sandbox, work.database, work.hall)
        playing = asyncio.create_task(people.play())
        await until(lambda: people.placements >= TABLES // 2)
        begun, before = people.placements, work.reading()
        await asyncio.wait([playing], timeout=SECONDS)
        spent = work.reading().since(before)
        placements = people.placements - begun
        playing.cancel()
        await asyncio.wait([playing])
        async with work.database.reading() as tx:
            waiting = (await outbox.counts(tx))[outbox.QUEUED]
    return Measured(placements=placements, spent=spent, waiting=waiting)


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        alone = asyncio.run(measured(folder, None, 1))
        yield from alone.rows("SQLite", BAR)
        (folder / "unmarked").mkdir()
        unmarked = measured(
            folder / "unmarked", None, 1, module="benchmarks.support.bots.without_mark"
        )
        yield from asyncio.run(unmarked).rows("SQLite, no marker kept", None)
        database = stack.enter_context(server(durable=True))
        for count, where in ((1, "PostgreSQL, 1 program"), (3, "PostgreSQL, 3 programs")):
            yield from asyncio.run(measured(folder, database, count)).rows(where, None)


if __name__ == "__main__":
    sys.exit(not show(run()))
