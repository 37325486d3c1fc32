"""The public site of a season: 500 players in 61 groups, 3,608 games, each with a replay.

`python -m benchmarks site`. Both games of one real match are stored under the codes of all
matches of a competition. The competition is entered, drawn and approved by the rules. The bot's own
process builds the site; a page is served as by the bot's web server.
"""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from starlette.requests import Request

from benchmarks.support.rows import FigureRow, show
from benchmarks.support.stored_season import SeasonStored, season_stored
from bot.runtime.processes import end, pipe_of, start
from bot.site.options import SiteOptions
from bot.web.public import PublicSite
from engine.rulesets import SequenceScope

_PAGES: Final = 200


class SiteProcess:
    """The process that builds the site."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def make(self) -> tuple[float, int]:
        """Build the site; return the processor seconds and the number of files written."""
        before = self._spent()
        pipe_of(self._process.stdin).write(b"make\n")
        answer: dict[str, Any] = json.loads(await pipe_of(self._process.stdout).readline())
        return self._spent() - before, answer["written"]

    def _spent(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def most_memory(self) -> float:
        """Return the most megabytes that the process had."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


async def _handed_out(folder: Path, paths: list[str]) -> float:
    """Return the processor milliseconds to serve a page for the first time."""
    site = PublicSite(folder, robots=False)
    headers = [(b"accept-encoding", b"gzip")]
    begun = process_time()
    for path in paths:
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/{path}",
            "headers": headers,
            "path_params": {"path": path},
        }
        answer = await site.file(Request(scope))
        assert answer.status_code == 200, path
    return (process_time() - begun) / len(paths) * 1000


@asynccontextmanager
async def site_maker(stock: SeasonStored, site: Path) -> AsyncIterator[SiteProcess]:
    """Yield a running process for that season."""
    process = await start("bot.site", stderr=None)
    options = SiteOptions(address="https://scrabble.example.org")
    order = {"database": stock.url, "options": options.as_json(), "folder": str(site)}
    pipe_of(process.stdin).write(json.dumps(order).encode() + b"\n")
    yield SiteProcess(process)
    await end(process)


async def _one_more(stock: SeasonStored, maker: SiteProcess, what: str) -> FigureRow:
    """Let a match become official, and update the site."""
    async with stock.database.transaction() as tx:
        await stock.play(tx, [stock.season.now.phase.matches[-2]])
    spent, files = await maker.make()
    return FigureRow(what, spent * 1000, "ms", 300, f"{files} files of one match homologated")


async def _every_game_open(folder: Path) -> AsyncIterator[FigureRow]:
    """Measure a season in which each match has its own sequence: every game has a replay."""
    site = folder / "site"
    async with (
        season_stored(folder, SequenceScope.MATCH) as stock,
        site_maker(stock, site) as maker,
    ):
        begun = perf_counter()
        spent, files = await maker.make()
        passed = perf_counter() - begun
        games = len(stock.season.now.phase.results)
        note = f"{files:,} files, {games:,} results; {passed:.0f} s by the clock"
        yield FigureRow("the whole site made", spent, "s", 60, note)
        yield FigureRow("its process, at most", maker.most_memory(), "MB", 300)
        spent, files = await maker.make()
        yield FigureRow("made again, nothing new", spent * 1000, "ms", note=f"{files} files")
        yield await _one_more(stock, maker, "one more result")
    found = sorted(path.relative_to(site).as_posix() for path in site.rglob("m/*.html"))
    cost = await _handed_out(site, found[:: max(1, len(found) // _PAGES)])
    yield FigureRow("a page handed out to its first reader", cost, "ms", 3)


async def _one_sequence(folder: Path) -> AsyncIterator[FigureRow]:
    """Measure a season with one sequence for all home games: none is public before the last end."""
    stocked = season_stored(folder, SequenceScope.HOME)
    async with stocked as stock, site_maker(stock, folder / "site") as maker:
        await maker.make()
        yield await _one_more(stock, maker, "one more, home games on one sequence")


async def _measured() -> list[FigureRow]:
    rows = []
    for measured in (_every_game_open, _one_sequence):
        with tempfile.TemporaryDirectory() as folder:
            rows += [row async for row in measured(Path(folder))]
    return rows


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    yield from asyncio.run(_measured())


if __name__ == "__main__":
    sys.exit(not show(run()))
