"""The cost of verification in the reader's browser, and of fingerprints in the bot.

`python -m benchmarks verify`. Node, which has Chromium's engine, runs the program of the
pages; figures are processor time. The first draw counts the patterns, and later draws reuse the
count. The season's log is artificial: its rows have the right size, but no chain.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import insert

from benchmarks.support.rows import FigureRow, show
from bot.documents.proofs.proof import rules_of, tiles_of
from bot.documents.proofs.scripts import script
from engine.rulesets import NATIONAL_2025
from storage.db import Database
from storage.fingerprints import InclusionPaths, take
from storage.migrations import migrate
from storage.schema import events

NODE: Final = Path(sys.prefix) / "bin" / "node"
DRAWS: Final = 500
ROWS: Final = 2_000
GAMES: Final = 3_600
EVENTS: Final = 60
GROWN: Final = 300
AT_ONCE: Final = 5_000
AT: Final = datetime(2025, 5, 3, 8, tzinfo=UTC)
DAY: Final = date(2025, 5, 3)
CODE: Final = """
const { rules, tiles, draws, rows } = given;
const spent = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const first = spent(() => drawSequence("00".repeat(32), rules, tiles));
const next = spent(() => {
  for (let n = 0; n < draws; n += 1) drawSequence(hashText(`draw ${n}`), rules, tiles);
});
const chain = [];
for (let seq = 1, previous = NO_HASH; seq <= rows; seq += 1) {
  const row = { stream: "g/K7QF/1", seq, name: "game.placement", version: 1, previous };
  row.at = "2025-05-03T08:00:00.000000+00:00";
  row.payload = JSON.stringify({ word: "ȘEDINȚĂ".repeat(50), seq });
  row.hash = previous = rowHash(row);
  chain.push(row);
}
const links = spent(() => brokenLink(chain));
process.stdout.write(JSON.stringify({ first, next: next / draws, link: links / rows }));
"""


def _in_the_browser() -> list[FigureRow]:
    given = {
        "rules": rules_of(NATIONAL_2025),
        "tiles": tiles_of(NATIONAL_2025.tile_set),
        "draws": DRAWS,
        "rows": ROWS,
    }
    program = f"{script().decode()}\nconst given = {json.dumps(given)};\n{CODE}"
    done = subprocess.run([NODE, "-"], input=program, capture_output=True, check=True, text=True)
    found = json.loads(done.stdout)
    return [
        FigureRow(
            "draw in the browser: the first", found["first"], "ms", 400, "it counts the patterns"
        ),
        FigureRow("draw in the browser: the next", found["next"], "ms", 2, f"mean of {DRAWS}"),
        FigureRow("a row of an exported log", found["link"], "ms", note="some 400 bytes each"),
        FigureRow("the program", len(script()) / 1000, "kB", note="before it is compressed"),
    ]


async def _fingerprints() -> list[FigureRow]:
    with TemporaryDirectory() as folder:
        async with Database(f"sqlite:///{folder}/season.sqlite") as database:
            await migrate(database)
            await _grow(database, range(GAMES), range(1, EVENTS + 1))
            first = await _taken(database, DAY)
            await _grow(database, range(GROWN), (EVENTS + 1,))
            later = await _taken(database, DAY + timedelta(days=1))
            begun = time.process_time()
            async with database.reading() as tx:
                ways = InclusionPaths(tx)
                for game in range(GAMES):
                    await ways.of([_stream(game)])
            each = (time.process_time() - begun) * 1000 / GAMES
    note = f"{GAMES:,} games, {GAMES * EVENTS:,} events"
    return [
        FigureRow("the first fingerprint of a season", first, "ms", note=note),
        FigureRow("a day's, of the same", later, "ms", note=f"{GROWN} games had grown"),
        FigureRow(
            "the way of a game to its fingerprint", each, "ms", note="for its proof; mean of all"
        ),
    ]


async def _grow(database: Database, games: Iterable[int], numbers: Iterable[int]) -> None:
    rows = [
        {
            "stream": _stream(game),
            "seq": seq,
            "name": "game.placement",
            "version": 1,
            "payload": "-" * 400,
            "at": AT,
            "previous": "",
            "hash": sha256(f"{game} {seq}".encode()).hexdigest(),
        }
        for game in games
        for seq in numbers
    ]
    async with database.transaction() as tx:
        for at in range(0, len(rows), AT_ONCE):
            await tx.execute(insert(events), rows[at : at + AT_ONCE])


async def _taken(database: Database, day: date) -> float:
    begun = time.process_time()
    async with database.transaction() as tx:
        await take(tx, day, AT, "secret")
    return (time.process_time() - begun) * 1000


def _stream(game: int) -> str:
    return f"g/{game:04d}/1"


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    return [*_in_the_browser(), *asyncio.run(_fingerprints())]


if __name__ == "__main__":
    sys.exit(not show(run()))
