"""The courier's processor time at Telegram's thirty messages a second, pictures included.

`python -m benchmarks.bench_courier`. First a match is played, and every message of it is composed
as the courier does: worded, with each picture drawn once for all its readers. Then the program
sends the queued messages of many tables at Telegram's rate. This includes drawing, HTTP calls,
records of sent messages, and all other work of its threads. The sandbox is another process.
"""

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import select

from benchmarks.bench_move import BEGINNING, BenchMatch
from benchmarks.support.bots.programs import PATIENCE, at_work, until
from benchmarks.support.clock import SteppedClock
from benchmarks.support.people import People
from benchmarks.support.rows import FigureRow, show
from bot.program.menus import menu_named
from bot.runtime.unit import Runtime
from bot.texts.i18n import Reader
from bot.texts.messages import Notice
from bot.texts.outgoing import notice_from_json
from bot.texts.pictures import DocumentKind
from bot.transport.sending.composing import Composer
from bot.transport.sending.press import MediaMaker
from engine.games.game import Stage
from storage.db import Database
from storage.migrations import migrate
from storage.schema import outbox

RATE = 30.0
"""The messages a second that Telegram accepts."""
TABLES = 64
SECONDS = 10.0


async def _notices(match: BenchMatch) -> Sequence[Notice]:
    """Play a game to its end; return its messages, without word lists."""
    game = await match.start()
    while (now := await match.game(game)).stage is Stage.RUNNING:
        await match.move(now)
    async with match.runtime.database.reading() as tx:
        rows = (await tx.execute(select(outbox.c.payload).order_by(outbox.c.id))).scalars().all()
    notices = [notice_from_json(json.loads(payload)) for payload in rows]
    return [
        notice
        for notice in notices
        if notice.document is None or notice.document.kind is not DocumentKind.WORD_LIST
    ]


async def _composed() -> tuple[float, int, int]:
    """Return the processor seconds for a game's messages, and how many messages and pictures."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite")
        await migrate(database)
        clock = SteppedClock(BEGINNING)
        runtime = Runtime(database, clock)
        match = BenchMatch(runtime, clock)
        notices = await _notices(match)
        press = MediaMaker(runtime, match.shared, lambda _: ("", b""))
        composer = Composer(press, menu_named, clock)
        await composer.compose(next(each for each in notices if each.pictures), Reader())
        begun = process_time()
        for notice in notices:
            await composer.compose(notice, Reader())
        spent = process_time() - begun
        await database.close()
    pictures = sum(len(notice.pictures) for notice in notices)
    messages = sum(1 if notice.answers else max(1, len(notice.pictures)) for notice in notices)
    return spent, messages, pictures


async def _sending(folder: Path) -> tuple[float, int]:
    """Return the processor seconds for messages that the program sends, and their number."""
    async with at_work(folder, TABLES) as work:
        people = People(work.sandbox, work.database, work.hall)
        playing = asyncio.create_task(people.play())
        await until(lambda: people.placements >= 2 * TABLES)
        playing.cancel()
        await asyncio.wait([playing])
        await work.sandbox.drained(seconds=PATIENCE)
        sent, before = await _sent(work.database), work.reading()
        await asyncio.sleep(SECONDS)
        spent = work.reading().since(before)
        return spent.others[0], await _sent(work.database) - sent


async def _sent(database: Database) -> int:
    """Return how many messages have been sent, as Telegram counts them: each picture is one."""
    query = select(outbox.c.message_ids).where(outbox.c.message_ids != "")
    async with database.reading() as tx:
        return sum(len(ids.split(",")) for ids in (await tx.execute(query)).scalars())


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    spent, messages, pictures = asyncio.run(_composed())
    yield FigureRow(
        "a message composed, pictures included",
        spent / messages * 1000,
        "ms",
        note=f"mean of {messages}, {pictures} pictures among them",
    )
    with TemporaryDirectory() as folder:
        spent, messages = asyncio.run(_sending(Path(folder)))
    yield FigureRow(
        f"the bot sending {RATE:g} messages/s, of one core",
        spent / messages * RATE * 100,
        "%",
        50,
        f"{messages / SECONDS:.0f} a second were sent, {spent / messages * 1000:.1f} ms each",
    )


if __name__ == "__main__":
    sys.exit(not show(run()))
