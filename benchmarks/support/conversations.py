"""People who write to the bot's own parts, one update after the other, without HTTP.

Updates are stored as Telegram's JSON, and the worker handles each before the next comes.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from benchmarks.support.clock import SteppedClock
from bot.runtime.unit import Runtime
from bot.transport.receiving.worker import Worker
from bot.transport.sending.courier import Courier
from engine.games.fold import replay
from engine.games.game import Game
from engine.ids import GameId
from storage import log
from storage.queues import inbox
from storage.queues.inbox import RawUpdate
from storage.streams import game_stream


class Conversations:
    """The bot's parts, and the people who write to it."""

    def __init__(
        self, clock: SteppedClock, runtime: Runtime, worker: Worker, courier: Courier
    ) -> None:
        self._clock, self._runtime = clock, runtime
        self._worker, self._courier = worker, courier
        self._updates = count(1)

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Run the courier."""
        work = asyncio.create_task(self._courier.run())
        try:
            yield
        finally:
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    def message(self, who: int) -> dict[str, Any]:
        """Return a new message in the person's chat, without its content."""
        return {
            "message_id": next(self._updates),
            "date": int(self._clock.now().timestamp()),
            "chat": {"id": who, "type": "private"},
        }

    async def typed(self, who: int, text: str, **more: Any) -> None:
        """Store a text of the person as an update, and handle it."""
        content = {**self.message(who), "from": _user(who), "text": text, **more}
        await self.handle(who, "message", content)

    async def pressed(self, who: int, data: str, **message: Any) -> None:
        """Handle a press on the button with that data, under a new message or the given one."""
        press = {"id": f"{who}", "from": _user(who), "chat_instance": "1", "data": data}
        of = {**self.message(who), **message}
        await self.handle(who, "callback_query", {**press, "message": of})

    async def handle(self, who: int, kind: str, content: dict[str, Any]) -> None:
        """Store an update and let the bot handle it."""
        number = next(self._updates)
        raw = json.dumps({"update_id": number, kind: content})
        async with self._runtime.database.transaction() as tx:
            update = RawUpdate(update_id=number, chat=who, raw=raw)
            await inbox.store(tx, [update], self._clock.now())
        while await self._worker.step():
            pass

    async def game(self, game: str) -> Game:
        """Return the game as rebuilt from its log."""
        async with self._runtime.database.reading() as tx:
            return replay(await log.load(tx, game_stream(GameId(game))))


def _user(who: int) -> dict[str, Any]:
    return {"id": who, "is_bot": False, "first_name": f"Player {who}", "language_code": "ro"}
