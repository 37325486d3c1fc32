"""Compare a move typed in the chat with one made in the Mini App, in the same games.

Both are measured from the update or request to the opponent's notice in the outbox: stored, handled
by the worker, committed. A typed move is two updates, the text with its preview and the press of
„Trimite”. A move in the Mini App is two requests, the last preview and „Trimite”. The two ways
alternate, so that openings and ends are shared evenly.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select

from benchmarks.bench_move import BETWEEN_MOVES
from benchmarks.support.rows import FigureRow
from benchmarks.support.web import AppBench
from bot.chat.input_kinds import is_of_move
from bot.transport.receiving.storing import raw_update, store
from engine.games.game import Game, Stage
from engine.ids import GameId
from storage.db import Database
from storage.migrations import migrate
from storage.people import people
from storage.schema import outbox, previews

GAMES: Final = 4
"""The number of games played; one more, the first, does not count."""


class Cost(NamedTuple):
    """Processor seconds of a move."""

    preview: float
    sending: float


class TwoWays:
    """A game in which moves are typed and made in the Mini App in turn."""

    def __init__(self, bench: AppBench) -> None:
        self.bench = bench
        self.numbers = count(1_000_000)

    async def typed(self, game: Game, account: int) -> Cost:
        """Type the best play, and press „Trimite” under its preview."""
        text = self.bench.match.player.choose(game)
        preview = await self._seconds_of(lambda: self._handle_update(account, "message", text=text))
        async with self.bench.runtime.database.reading() as tx:
            token = (await tx.execute(select(previews.c.token))).scalar_one()
        press = {
            "id": "1",
            "chat_instance": "1",
            "data": f"send:{token}",
            "message": self._message(account),
        }
        sending = await self._seconds_of(
            lambda: self._handle_update(account, "callback_query", **press)
        )
        return Cost(preview, sending)

    async def tapped(self, game: Game, account: int) -> Cost:
        """Request the preview of the best play, and send it."""
        text = self.bench.match.player.choose(game)
        path, web = f"/app/api/games/{game.id}", self.bench.web
        _, body = await web.call(account, "GET", path)
        move = {"version": self.bench.version(body), "id": str(UUID(int=next(self.numbers)))}
        move |= {"pass": True} if text == "PAS" else {"placement": text}
        preview = await self._seconds_of(
            lambda: web.call(account, "POST", f"{path}/preview", {"placement": text})
        )
        sending = await self._seconds_of(lambda: self._send_move(account, f"{path}/moves", move))
        return Cost(preview, sending)

    async def _send_move(self, account: int, path: str, move: dict[str, Any]) -> None:
        """Send a move; the worker handles it as soon as it is stored."""
        request = asyncio.ensure_future(self.bench.web.call(account, "POST", path, move))
        await self.bench.runtime.arrived.wait()
        await self._work_off()
        status, body = await request
        assert status == 200, body

    async def _handle_update(self, account: int, kind: str, **content: Any) -> None:
        """Store an update as the bot does, and handle it."""
        sender = {"id": account, "is_bot": False, "first_name": "P", "language_code": "ro"}
        update = {**content, "from": sender}
        if kind == "message":
            update |= self._message(account)
        row = raw_update({"update_id": next(self.numbers), kind: update}, is_of_move)
        assert row is not None
        await store(self.bench.runtime, [row])
        await self._work_off()

    async def _work_off(self) -> None:
        """Let the worker handle everything that is stored."""
        self.bench.runtime.arrived.clear()
        while await self.bench.worker.step():
            pass

    def _message(self, account: int) -> dict[str, Any]:
        """Return a new message in that person's chat, without its content."""
        return {
            "message_id": next(self.numbers),
            "date": int(self.bench.clock.now().timestamp()),
            "chat": {"id": account, "type": "private"},
        }

    async def _seconds_of(self, act: Callable[[], Awaitable[object]]) -> float:
        """Return the processor seconds that the act takes."""
        begun = process_time()
        await act()
        return process_time() - begun

    async def queued(self, game: Game) -> int:
        """Return the number of messages queued for the opponent of the player to move."""
        async with self.bench.runtime.database.reading() as tx:
            opponent = await people.get(tx, game.side(game.turn.partner).person)
            to_opponent = outbox.c.chat == opponent.address
            count = await tx.execute(select(func.count()).select_from(outbox).where(to_opponent))
            return int(count.scalar_one())


async def two_ways(folder: str) -> list[FigureRow]:
    """Play some games with both ways in turn; return the costs."""
    typed, tapped = list[Cost](), list[Cost]()
    for number in range(GAMES + 1):
        async with Database(f"sqlite+aiosqlite:///{folder}/ways-{number}.sqlite") as database:
            await migrate(database)
            bench = AppBench(database)
            game = await bench.match.start()
            for account in (2, 3):
                await bench.token_of(account)
            if not number:  # the first one loads and compiles everything
                await _play(bench, game, [], [])
            else:
                await _play(bench, game, typed, tapped)
    return [*_rows(typed, tapped)]


async def _play(bench: AppBench, game: GameId, typed: list[Cost], tapped: list[Cost]) -> None:
    """Play a game, and add the cost of each move to one of the lists."""
    ways = TwoWays(bench)
    while (now := await bench.match.game(game)).stage is Stage.RUNNING:
        account, before = await bench.account(now), await ways.queued(now)
        # Two moves each way in turn, so that both players make moves of both kinds.
        if len(now.moves) // 2 % 2:
            typed.append(await ways.typed(now, account))
        else:
            tapped.append(await ways.tapped(now, account))
        assert await ways.queued(now) > before
        bench.clock.travel(BETWEEN_MOVES)


def _rows(typed: list[Cost], tapped: list[Cost]) -> list[FigureRow]:
    """Return the medians of both ways, and their ratios."""
    typed_total, tapped_total = (median(map(sum, costs)) * 1000 for costs in (typed, tapped))
    typed_press, tapped_press = (
        median(cost.sending for cost in costs) * 1000 for costs in (typed, tapped)
    )
    note = f"median of {len(typed)}, of {len(tapped)}"
    return [
        FigureRow("a move typed: preview, press, notices queued", typed_total, "ms", None, note),
        FigureRow("a move tapped: preview, press, notices queued", tapped_total, "ms"),
        FigureRow("tapped, to typed", tapped_total / typed_total, "×", 1, "from the same games"),
        FigureRow("the press alone, typed", typed_press, "ms"),
        FigureRow("the press alone, tapped", tapped_press, "ms"),
        FigureRow("tapped, to typed, the press alone", tapped_press / typed_press, "×"),
    ]
