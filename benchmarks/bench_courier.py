"""What the courier costs at Telegram's thirty messages a second, pictures included.

`python -m benchmarks.bench_courier`. A match is played, and every message it brings is composed as
the courier does it: worded, and its sheets and boards drawn, each once however many get it. All
threads count. The HTTP call itself is left out: its cost is the client library's and the network's.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import select

from benchmarks.bench_move import BEGINNING, Match
from benchmarks.rows import Row, show
from bot.clock import FixedClock, ShiftedClock
from bot.messages import DocumentKind, Notice
from bot.office.unit import Office
from bot.outgoing import notice_from_json
from bot.program.menus import players_menu
from bot.sending.composing import Composer, Reader
from bot.sending.press import Press
from engine.games.game import Stage
from storage.db import Database
from storage.migrations import migrate
from storage.schema import outbox

RATE = 30.0
"""Messages a second that Telegram takes."""


async def _nothing(_: str) -> bytes:
    """Stand for a download: nobody sends files in this match."""
    return b""


async def _notices(match: Match) -> Sequence[Notice]:
    """Play a game to its end; return what is to be sent, word lists left out."""
    game = await match.start()
    while (now := await match.game(game)).stage is Stage.RUNNING:
        await match.move(now)
    async with match.office.database.reading() as tx:
        rows = (await tx.execute(select(outbox.c.payload).order_by(outbox.c.id))).scalars().all()
    notices = [notice_from_json(json.loads(payload)) for payload in rows]
    return [
        notice
        for notice in notices
        if notice.document is None or notice.document.kind is not DocumentKind.WORD_LIST
    ]


async def _composed() -> tuple[float, int, int]:
    """Return the processor's seconds for a game's messages, how many they are, and pictures."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite")
        await migrate(database)
        clock = ShiftedClock(FixedClock(BEGINNING))
        office = Office(database, clock)
        match = Match(office, clock)
        notices = await _notices(match)
        press = Press(office, match.shared, _nothing, lambda _: ("", b""))
        composer = Composer(press, players_menu)
        await composer.compose(next(each for each in notices if each.pictures), Reader())
        begun = process_time()
        for notice in notices:
            await composer.compose(notice, Reader())
        spent = process_time() - begun
        await database.close()
    pictures = sum(len(notice.pictures) for notice in notices)
    messages = sum(1 if notice.answers else max(1, len(notice.pictures)) for notice in notices)
    return spent, messages, pictures


def run() -> list[Row]:
    """Measure and return the rows."""
    spent, messages, pictures = asyncio.run(_composed())
    each = spent / messages
    return [
        Row("a message composed, pictures included", each * 1000, "ms", note="mean of a game's"),
        Row(
            f"composing at {RATE:g} messages/s, of one core",
            each * RATE * 100,
            "%",
            50,
            f"{messages} messages, {pictures} pictures among them",
        ),
    ]


if __name__ == "__main__":
    sys.exit(not show(run()))
