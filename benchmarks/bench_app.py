"""Processor time of the Mini App's answers, and the cost of open streams for players.

`python -m benchmarks.bench_app`. The server's application is called without a socket, in the middle
of a long game. The figure is the time of an answer, from the token to the last byte of JSON. The
streams belong to other people and are open in the same loop while moves are made; moves with and
without them alternate. `two_ways` compares a typed move with one made in the Mini App.
`first_board` times a phone's first board, and `drag` the frames while a letter is dragged over it.
`many_games` measures the overview of sixty games.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final
from urllib.parse import quote

from benchmarks.support.drag import drag
from benchmarks.support.first_board import first_board
from benchmarks.support.many_games import many_games
from benchmarks.support.rows import FigureRow, show
from benchmarks.support.two_ways import two_ways
from benchmarks.support.web import AppBench
from bot.web.entity_tags import tag_of
from engine.games.game import Game, Stage
from engine.games.planned_moves import read_planned, variation
from engine.generator import plays
from engine.ids import GameId
from engine.notation import format_placement
from engine.placement import EVERY_WORD
from engine.words.lexicon import open_lexicon
from storage.db import Database
from storage.migrations import migrate

STREAMS: Final = 500
"""The number of open streams beside every other move."""
STREAMS_BAR: Final = 10
"""The most percent that they add to a move; two runs differ by five."""
GRAPH: Final = open_lexicon().graph
MIDDLE: Final = 14
"""The number of moves in the measured game."""
GAMES: Final = 13
"""The number of games played; the first one does not count."""
TIMES: Final = 60
"""The number of calls whose median counts."""
FEW_TIMES: Final = 12
"""The same for a slow call."""
MOST_POSITIONS: Final = 200
"""The positions that fill a notebook."""
DEEP: Final = 5
"""The number of moves in each line of a notebook."""


async def _cost(act: Callable[[], Awaitable[object]], times: int = TIMES) -> float:
    """Return the median processor time of a call, in milliseconds."""
    seconds = []
    for _ in range(times):
        start = process_time()
        await act()
        seconds.append(process_time() - start)
    return median(seconds) * 1000


async def _answers(bench: AppBench, game: Game) -> list[FigureRow]:
    """Measure the queries of the player to move."""
    page = _PlayerPage(bench, game, await bench.account(game))
    return [*await page.game_rows(), *await page.notebook_rows()]


@dataclass(frozen=True, slots=True)
class _PlayerPage:
    """The page of the player to move, in the middle of a game."""

    bench: AppBench
    game: Game
    account: int

    @property
    def path(self) -> str:
        """Return the game's path in the API."""
        return f"/app/api/games/{quote(self.game.id, safe='/')}"

    @property
    def note(self) -> str:
        """Return how the figures were measured."""
        return f"after {len(self.game.moves)} moves, median of {TIMES}"

    async def cost(
        self, method: str, path: str, body: object = None, *, tag: str = "", times: int = TIMES
    ) -> float:
        """Return the median processor time of a request, in milliseconds."""
        call = self.bench.web.call
        return await _cost(lambda: call(self.account, method, path, body, tag), times)

    async def answer(
        self, method: str, path: str, body: object = None, *, tag: str = "", status: int = 200
    ) -> bytes:
        """Return the body of an answer, which must have that status."""
        real_status, answer = await self.bench.web.call(self.account, method, path, body, tag)
        assert real_status == status, answer
        return answer

    async def game_rows(self) -> list[FigureRow]:
        """Measure the game, the same game again, and a preview of a move."""
        body = await self.answer("GET", self.path)
        tag = tag_of(body)
        await self.answer("GET", self.path, tag=tag, status=304)
        preview = f"{self.path}/preview"
        move = {"placement": self.bench.match.player.choose(self.game)}
        validated = json.loads(await self.answer("POST", preview, move))
        assert not validated["faults"], validated
        note = f"{len(body):,} bytes of JSON"
        preview_cost = await self.cost("POST", preview, move)
        game_cost = await self.cost("GET", self.path)
        same_cost = await self.cost("GET", self.path, tag=tag)
        return [
            FigureRow("a preview in the Mini App", preview_cost, "ms", 15, self.note),
            FigureRow("a game in the Mini App", game_cost, "ms", 10, note),
            FigureRow("the same game again: 304", same_cost, "ms", 10, self.note),
        ]

    async def notebook_rows(self) -> list[FigureRow]:
        """Fill the notebook, then measure it and a preview at the end of one of its lines."""
        lines = _lines(self.game)
        notebook, preview = f"{self.path}/notebook", f"{self.path}/preview"
        version = self.bench.version(await self.answer("GET", self.path))
        await self.answer("PUT", notebook, {"lines": lines, "version": version})
        notebook_cost = await self.cost("GET", notebook, times=FEW_TIMES)
        last_of_line = {"placement": lines[0][-1], "after": lines[0][:-1]}
        await self.answer("POST", preview, last_of_line)
        preview_cost = await self.cost("POST", preview, last_of_line)
        positions, depth = sum(map(len, lines)), len(lines[0]) - 1
        note = "all validated"
        return [
            FigureRow(f"a notebook of {positions} positions", notebook_cost, "ms", 60, note),
            FigureRow(f"a preview at the end of {depth} moves", preview_cost, "ms", 15, self.note),
        ]


def _lines(game: Game) -> list[list[str]]:
    """Return as many lines of play as fill a notebook, each with another first move."""
    legal = plays(game.board, game.side(game.turn).rack, GRAPH, game.tile_set, game.rules)
    lines = [
        _line(game, format_placement(play.placement)) for play in legal[: MOST_POSITIONS // DEEP]
    ]
    assert len({line[0] for line in lines}) == len(lines)
    return lines


def _line(game: Game, first: str) -> list[str]:
    """Return a line of play that begins with that move; each later one is of middling score."""
    moves = [first]
    for _ in range(DEEP - 1):
        after = variation(game, map(read_planned, moves), EVERY_WORD).plies[-1].after
        legal = plays(after.board, after.side(after.turn).rack, GRAPH, after.tile_set, after.rules)
        moves.append(format_placement(legal[len(legal) // 2].placement) if legal else "PAS")
    return moves


MoveSeconds = dict[bool, list[float]]
"""Seconds of moves, by whether streams are open."""


async def _play(
    bench: AppBench, game: GameId, seconds: MoveSeconds, *, first_has_streams: bool
) -> list[FigureRow]:
    """Play a game, every other move beside open streams; measure queries in its middle."""
    rows = list[FigureRow]()
    streams = list[asyncio.Task[None]]()
    working = asyncio.create_task(bench.worker.run())
    has_streams = first_has_streams
    while (now := await bench.match.game(game)).stage is Stage.RUNNING:
        if len(now.moves) == MIDDLE:
            rows = await _answers(bench, now)
        if has_streams:
            streams = await _opened(bench)
        else:
            await _cancel(streams)
            streams = []
        _, body = await bench.web.call(await bench.account(now), "GET", f"/app/api/games/{game}")
        cost = await bench.tapped(now, await bench.account(now), bench.version(body))
        seconds[has_streams].append(cost)
        has_streams = not has_streams
    await _cancel([*streams, working])
    return rows


def _move_rows(seconds: MoveSeconds) -> list[FigureRow]:
    """Return the cost of a move with and without streams."""
    without, beside = (median(seconds[has_streams]) * 1000 for has_streams in (False, True))
    note = f"request to answer, worker included, median of {len(seconds[False])}"
    return [
        FigureRow("a move in the Mini App", without, "ms", None, note),
        FigureRow(f"the same beside {STREAMS} streams", beside, "ms"),
        FigureRow("streams add to a move", (beside / without - 1) * 100, "%", STREAMS_BAR),
    ]


async def _opened(bench: AppBench) -> list[asyncio.Task[None]]:
    """Open all streams; return their tasks once opening them no longer costs a move anything."""
    opened = [asyncio.Event() for _ in range(STREAMS)]
    streams = [
        asyncio.create_task(bench.web.listen(10_000 + number, is_open))
        for number, is_open in enumerate(opened)
    ]
    for is_open in opened:
        await is_open.wait()
    return streams


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)


async def _measured(folder: str) -> list[FigureRow]:
    """Play the games with and without streams, then measure everything else."""
    seconds: MoveSeconds = {False: [], True: []}
    rows = list[FigureRow]()
    for number in range(GAMES):
        has_streams = number % 2 == 1  # so that either kind of move begins some games
        rows = await _game(f"{folder}/{number}.sqlite", seconds, first_has_streams=has_streams)
        if not number:  # the first one loads and compiles everything
            seconds = {False: [], True: []}
    rows += [*_move_rows(seconds), *await two_ways(folder)]
    rows += await _many_games(f"{folder}/many.sqlite")
    return rows + await _first_board(f"{folder}/board.sqlite")


async def _many_games(file: str) -> list[FigureRow]:
    """Return the cost of the overview of many games."""
    async with Database(f"sqlite+aiosqlite:///{file}") as database:
        await migrate(database)
        return await many_games(AppBench(database))


async def _first_board(file: str) -> list[FigureRow]:
    """Return the seconds until a slow phone shows the board of a game in its middle."""
    async with Database(f"sqlite+aiosqlite:///{file}") as database:
        await migrate(database)
        bench = AppBench(database)
        game = await bench.match.start()
        while len((now := await bench.match.game(game)).moves) < MIDDLE:
            await bench.match.move(now)
        return [*await first_board(bench, game), *await drag(bench, game)]


async def _game(file: str, seconds: MoveSeconds, *, first_has_streams: bool) -> list[FigureRow]:
    """Play a game in a new database; return the rows of the queries in its middle."""
    database = Database(f"sqlite+aiosqlite:///{file}")
    await migrate(database)
    bench = AppBench(database)
    game = await bench.match.start()
    for account in (2, 3, *range(10_000, 10_000 + STREAMS)):
        await bench.token_of(account)
    rows = await _play(bench, game, seconds, first_has_streams=first_has_streams)
    await database.close()
    return rows


def run() -> list[FigureRow]:
    """Measure, and return the rows."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measured(folder))


if __name__ == "__main__":
    sys.exit(not show(run()))
