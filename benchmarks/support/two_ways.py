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
        choice = self.bench.match.player.choose(game)
        shown = await self._spent(lambda: self._handle_update(account, "message", text=choice))
        async with self.bench.runtime.database.reading() as tx:
            token = (await tx.execute(select(previews.c.token))).scalar_one()
        pressed = {"id": "1", "chat_instance": "1", "data": f"send:{token}"}
        press = {**pressed, "message": self._message(account)}
        sent = await self._spent(lambda: self._handle_update(account, "callback_query", **press))
        return Cost(shown, sent)

    async def tapped(self, game: Game, account: int) -> Cost:
        """Request the preview of the best play, and send it."""
        choice = self.bench.match.player.choose(game)
        path, web = f"/app/api/games/{game.id}", self.bench.web
        _, body = await web.call(account, "GET", path)
        sent = {"version": self.bench.version(body), "id": str(UUID(int=next(self.numbers)))}
        sent |= {"pass": True} if choice == "PAS" else {"placement": choice}
        shown = await self._spent(
            lambda: web.call(account, "POST", f"{path}/preview", {"placement": choice})
        )
        made = await self._spent(lambda: self._asked(account, f"{path}/moves", sent))
        return Cost(shown, made)

    async def _asked(self, account: int, path: str, sent: dict[str, Any]) -> None:
        """Send a move; the worker handles it as soon as it is stored."""
        asking = asyncio.ensure_future(self.bench.web.call(account, "POST", path, sent))
        await self.bench.runtime.arrived.wait()
        await self._worked_off()
        status, body = await asking
        assert status == 200, body

    async def _handle_update(self, account: int, kind: str, **content: Any) -> None:
        """Store an update as the bot does, and handle it."""
        sender = {"id": account, "is_bot": False, "first_name": "P", "language_code": "ro"}
        whole = {**content, "from": sender}
        if kind == "message":
            whole |= self._message(account)
        row = raw_update({"update_id": next(self.numbers), kind: whole}, is_of_move)
        assert row is not None
        await store(self.bench.runtime, [row])
        await self._worked_off()

    async def _worked_off(self) -> None:
        self.bench.runtime.arrived.clear()
        while await self.bench.worker.step():
            pass

    def _message(self, account: int) -> dict[str, Any]:
        return {
            "message_id": next(self.numbers),
            "date": int(self.bench.clock.now().timestamp()),
            "chat": {"id": account, "type": "private"},
        }

    async def _spent(self, act: Callable[[], Awaitable[object]]) -> float:
        begun = process_time()
        await act()
        return process_time() - begun

    async def queued(self, game: Game) -> int:
        """Return the number of messages queued for the opponent of the player to move."""
        async with self.bench.runtime.database.reading() as tx:
            partner = await people.get(tx, game.side(game.turn.partner).person)
            to_partner = outbox.c.chat == partner.address
            found = await tx.execute(select(func.count()).select_from(outbox).where(to_partner))
            return int(found.scalar_one())


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
                await _played(bench, game, [], [])
            else:
                await _played(bench, game, typed, tapped)
    return [*_rows(typed, tapped)]


async def _played(bench: AppBench, game: GameId, typed: list[Cost], tapped: list[Cost]) -> None:
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
    whole = [median(map(sum, each)) * 1000 for each in (typed, tapped)]
    sent = [median(cost.sending for cost in costs) * 1000 for costs in (typed, tapped)]
    note = f"median of {len(typed)}, of {len(tapped)}"
    return [
        FigureRow("a move typed: preview, press, notices queued", whole[0], "ms", None, note),
        FigureRow("a move tapped: preview, press, notices queued", whole[1], "ms"),
        FigureRow("tapped, to typed", whole[1] / whole[0], "×", 1, "from the same games"),
        FigureRow("the press alone, typed", sent[0], "ms"),
        FigureRow("the press alone, tapped", sent[1], "ms"),
        FigureRow("tapped, to typed, the press alone", sent[1] / sent[0], "×"),
    ]
