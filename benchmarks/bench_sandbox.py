"""Memory of `turretur sandbox` in a long tour: people, chats, pictures and the bot in one process.

`python -m benchmarks.bench_sandbox [MOVES]`. People at 128 tables play 2,500 moves. Memory is
read at the start, half-way, and at the end, when every message of the bot has reached its chat.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.support.people import People
from benchmarks.support.rows import FigureRow, resident, show
from benchmarks.support.tables import seat
from bot.cli.sandboxed import sandbox_config
from bot.program.answering import answering
from bot.program.app import opened
from bot.runtime.limits import open_gate
from bot.runtime.log import set_up
from bot.transport.sending.pacing import UNLIMITED
from sandbox import Sandbox, serve
from storage.db import Database
from storage.migrations import migrate
from storage.queues import outbox

TABLES: Final = 128
MOVES: Final = 2500
BAR: Final = 300.0
LONGEST: Final = 3000.0
MOMENT: Final = 0.1


@asynccontextmanager
async def _tour(folder: Path) -> AsyncIterator[People]:
    """Run a bot as `turretur sandbox` does; yield the people at their tables."""
    sandbox = Sandbox()
    operator = sandbox.add_user("Olga", "ro")
    async with serve(sandbox) as base_url:
        config = sandbox_config(sandbox, base_url, folder)
        async with Database(config.storage.url) as database:
            await migrate(database)
            hall = await seat(database, sandbox, operator.id, TABLES)
            async with (
                opened(config, clock=sandbox.clock, rates=UNLIMITED, gate=open_gate()) as app,
                answering(config, app),
            ):
                running = asyncio.create_task(app.run())
                yield People(sandbox, database, hall)
                running.cancel()
                await asyncio.wait([running])


async def _measured(folder: Path, moves: int) -> bool:
    async with _tour(folder) as people:
        show([_row(people)])
        playing = asyncio.create_task(people.play())
        for reached in (moves // 2, moves):
            await _until_played(people, reached)
            show([_row(people)])
        playing.cancel()
        await asyncio.wait([playing])
        await _until_sent(people.database)
        return show([_row(people)])


async def _until_played(people: People, moves: int) -> None:
    async with asyncio.timeout(LONGEST):
        while people.placements < moves:  # noqa: ASYNC110  (another task)
            await asyncio.sleep(MOMENT)


async def _until_sent(database: Database) -> None:
    async with asyncio.timeout(LONGEST):
        while True:
            async with database.reading() as tx:
                if not (await outbox.counts(tx))[outbox.QUEUED]:
                    return
            await asyncio.sleep(MOMENT)


def _row(people: People) -> FigureRow:
    messages = [each for user in people.sandbox.users.values() for each in user.messages]
    files = {each.photo or each.document for each in messages} - {None}
    megabytes = sum(each.size for each in files if each) / 1e6
    note = f"{len(messages)} messages, {megabytes:.0f} MB of files on the disk"
    return FigureRow(f"memory after {people.placements} moves", resident(), "MB", BAR, note)


def run(moves: int = MOVES) -> bool:
    """Print the rows as they are measured; return whether the last one reaches the bar."""
    set_up(level="WARNING")
    with TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder), moves))


if __name__ == "__main__":
    sys.exit(not run(*map(int, sys.argv[1:])))
