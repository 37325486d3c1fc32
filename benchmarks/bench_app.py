"""Processor time of the Mini App's answers, and what open streams cost those who play.

`python -m benchmarks.bench_app`. The server's application is called without a socket, in the middle
of a long game: what is measured is the answer, from the token to the last byte of JSON. Streams are
those of other people, open in the same loop while moves are made; with and without them in turn.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID

from starlette.applications import Starlette

from benchmarks.bench_move import BEGINNING, Match
from benchmarks.clock import SteppedClock
from benchmarks.rows import Row, show
from bot.chat.dispatch import Dispatcher
from bot.runtime.limits import open_gate
from bot.runtime.unit import Runtime
from bot.transport.receiving.worker import Worker
from bot.web.acts import Acts
from bot.web.site import Site, site_of
from engine.games.game import Game, Stage
from engine.games.planned import planned
from engine.games.variations import variation
from engine.generator import plays
from engine.ids import GameId
from engine.lexicon import open_lexicon
from engine.notation import format_placement
from engine.placement import EVERY_WORD
from storage import people, web_sessions
from storage.db import Database
from storage.migrations import migrate

STREAMS: Final = 500
GRAPH: Final = open_lexicon().graph
MIDDLE: Final = 14
"""Moves of the game that is looked at."""
GAMES: Final = 7
SETTLED: Final = 0.5
"""Seconds in which streams are opened, or closed, before a move is made."""
TIMES: Final = 60
DEEP: Final = 5
"""Moves of each line in a notebook."""
_TOKEN: Final = "token-of-{}"  # noqa: S105  (made up)


class Web:
    """The application, called by whoever has a token."""

    def __init__(self, site: Site) -> None:
        self.app = Starlette(routes=site.routes)

    async def call(
        self, who: int, method: str, path: str, sent: object = None, tag: str = ""
    ) -> tuple[int, bytes]:
        """Return status and body of an answer."""
        status, body = 0, bytearray()

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            body.extend(message.get("body", b""))

        content = b"" if sent is None else json.dumps(sent).encode()
        asked = iter([{"type": "http.request", "body": content, "more_body": False}])

        async def receive() -> Any:
            return next(asked, {"type": "http.disconnect"})

        await self.app(_scope(who, method, path, tag), receive, send)
        return status, bytes(body)

    async def listen(self, who: int) -> None:
        """Keep a stream open until cancelled."""

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            del message

        await self.app(_scope(who, "GET", "/app/api/events"), receive, send)


def _scope(who: int, method: str, path: str, tag: str = "") -> dict[str, Any]:
    headers = [(b"authorization", f"Bearer {_TOKEN.format(who)}".encode())]
    if tag:
        headers.append((b"if-none-match", tag.encode()))
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
    }


async def _cost(act: Callable[[], Awaitable[object]], times: int = TIMES) -> float:
    """Return the processor's milliseconds of one, in the middle."""
    spent = []
    for _ in range(times):
        begun = process_time()
        await act()
        spent.append(process_time() - begun)
    return median(spent) * 1000


class Bench:
    """A match in the middle of a game, and the Mini App beside it."""

    def __init__(self, database: Database) -> None:
        self.clock = SteppedClock(BEGINNING)
        self.runtime = Runtime(database, self.clock)
        self.match = Match(self.runtime, self.clock)
        object.__setattr__(self.match.shared, "gate", open_gate())
        site = site_of(self.runtime, self.match.shared, "1:x", public_url="https://bench.example")
        self.web = Web(site)
        self.worker = Worker(
            self.runtime, Dispatcher(self.match.shared), carry_out=Acts(self.match.shared)
        )
        self.numbers = 0

    async def token_of(self, account: int) -> None:
        """Give somebody a token; a new face is noted."""
        async with self.runtime.database.transaction() as tx:
            known = await people.by_telegram(tx, account)
            if known is None:
                habits = self.match.shared.habits
                known = await people.create(
                    tx, f"P{account}", habits, telegram_id=account, chat=account, language="ro"
                )
            until = self.clock.now() + timedelta(days=4000)
            await web_sessions.keep(tx, _TOKEN.format(account), known.id, account, until)

    async def tapped(self, game: Game, account: int, version: int) -> float:
        """Make the best placement in the Mini App; return the processor's seconds of it."""
        choice = self.match.player.choose(game)
        self.numbers += 1
        sent = {"version": version, "id": str(UUID(int=self.numbers, version=4))}
        sent |= {"pass": True} if choice == "PAS" else {"placement": choice}
        path = f"/app/api/games/{game.id}/moves"
        begun = process_time()
        status, body = await self.web.call(account, "POST", path, sent)
        spent = process_time() - begun
        assert status == 200, body
        self.clock.travel(timedelta(hours=7))
        return spent

    async def account(self, game: Game) -> int:
        """Return the account of who is on turn."""
        async with self.runtime.database.reading() as tx:
            person = await people.get(tx, game.side(game.turn).person)
        return person.telegram_id or 0


async def _answers(bench: Bench, game: GameId) -> list[Row]:
    path = f"/app/api/games/{quote(game, safe='/')}"
    now = await bench.match.game(game)
    who = await bench.account(now)
    typed = bench.match.player.choose(now)
    _, body = await bench.web.call(who, "GET", path)
    tag = f'"{json.loads(body)["version"]}"'
    look = await _cost(lambda: bench.web.call(who, "GET", path))
    same = await _cost(lambda: bench.web.call(who, "GET", path, tag=tag))
    sent = {"placement": typed}
    status, shown = await bench.web.call(who, "POST", f"{path}/preview", sent)
    assert status == 200, shown
    assert not json.loads(shown)["faults"], shown
    preview = await _cost(lambda: bench.web.call(who, "POST", f"{path}/preview", sent))
    status, _ = await bench.web.call(who, "GET", path, tag=tag)
    assert status == 304
    note = f"after {len(now.moves)} moves, median of {TIMES}"
    lines = _lines(now)
    book = f"{path}/notebook"
    status, told = await bench.web.call(who, "PUT", book, {"lines": lines, "version": _seq(body)})
    assert status == 200, told
    opened = await _cost(lambda: bench.web.call(who, "GET", book), 12)
    ahead = {"placement": lines[0][-1], "after": lines[0][:-1]}
    status, shown = await bench.web.call(who, "POST", f"{path}/preview", ahead)
    assert status == 200, shown
    deep = await _cost(lambda: bench.web.call(who, "POST", f"{path}/preview", ahead))
    positions = sum(map(len, lines))
    return [
        Row(f"a notebook of {positions} positions", opened, "ms", 60, "all of them judged"),
        Row(f"a preview at the end of {len(lines[0]) - 1} moves", deep, "ms", 15, note),
        Row("a preview in the Mini App", preview, "ms", 15, note),
        Row("a game in the Mini App", look, "ms", 10, f"{len(body):,} bytes of JSON"),
        Row("the same game again: 304", same, "ms", 2, note),
    ]


def _seq(body: bytes) -> int:
    version: int = json.loads(body)["version"]
    return version


def _lines(game: Game) -> list[list[str]]:
    """Return as many lines of play as fill a notebook, each begun with another placement."""
    found = plays(game.board, game.side(game.turn).rack, GRAPH, game.tile_set, game.rules)
    lines = [_line(game, format_placement(each.placement)) for each in found[: 200 // DEEP]]
    assert len({each[0] for each in lines}) == len(lines)
    return lines


def _line(game: Game, first: str) -> list[str]:
    moves = [first]
    for _ in range(DEEP - 1):
        after = variation(game, map(planned, moves), EVERY_WORD).plies[-1].after
        found = plays(after.board, after.side(after.turn).rack, GRAPH, after.tile_set, after.rules)
        moves.append(format_placement(found[len(found) // 2].placement) if found else "PAS")
    return moves


Spent = dict[bool, list[float]]
"""Seconds of moves, with streams open and without."""


async def _played(bench: Bench, game: GameId, spent: Spent, first: int) -> list[Row]:
    """Play a game, with and without streams in turn; what is shown is asked in its middle."""
    rows = list[Row]()
    streams = list[asyncio.Task[None]]()
    working = asyncio.create_task(bench.worker.run())
    count = first
    while (now := await bench.match.game(game)).stage is Stage.RUNNING:
        if len(now.moves) == MIDDLE:
            rows = await _answers(bench, game)
        are_open = count % 2 == 1
        if are_open:
            streams = [asyncio.create_task(bench.web.listen(10_000 + n)) for n in range(STREAMS)]
        else:
            await _closed(streams)
            streams = []
        await asyncio.sleep(SETTLED)
        _, body = await bench.web.call(await bench.account(now), "GET", f"/app/api/games/{game}")
        version = json.loads(body)["version"]
        cost = await bench.tapped(now, await bench.account(now), version)
        spent[are_open].append(cost)
        count += 1
    await _closed([*streams, working])
    return rows


def _moves(spent: Spent) -> list[Row]:
    without, beside = (median(spent[which]) * 1000 for which in (False, True))
    note = f"request to answer, worker included, median of {len(spent[False])}"
    return [
        Row("a move in the Mini App", without, "ms", None, note),
        Row(f"the same beside {STREAMS} streams", beside, "ms"),
        Row("streams add to a move", (beside / without - 1) * 100, "%", 5),
    ]


async def _closed(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)


async def _measured(folder: str) -> list[Row]:
    spent: Spent = {False: [], True: []}
    rows = list[Row]()
    for number in range(GAMES):
        rows = await _game(f"{folder}/{number}.sqlite", spent, number)
        if not number:  # everything is loaded and compiled with it
            spent = {False: [], True: []}
    return rows + _moves(spent)


async def _game(file: str, spent: Spent, number: int) -> list[Row]:
    database = Database(f"sqlite+aiosqlite:///{file}")
    await migrate(database)
    bench = Bench(database)
    game = await bench.match.start()
    for account in (2, 3, *range(10_000, 10_000 + STREAMS)):
        await bench.token_of(account)
    rows = await _played(bench, game, spent, number)
    await database.close()
    return rows


def run() -> list[Row]:
    """Measure, and return the rows."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measured(folder))


if __name__ == "__main__":
    sys.exit(not show(run()))
