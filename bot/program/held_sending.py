"""Makes held moves when they can no longer be taken back.

The leader checks once a second. Moves that an earlier process left are made at once. A take-back
that was pressed in time but waits in the inbox comes first, unless the inbox stays busy.
"""

import asyncio
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.held_first import make_held
from bot.texts.messages import say
from engine.ids import GameId
from storage.db import is_cut
from storage.play import held_moves
from storage.queues import inbox
from storage.streams import game_stream

log = get_logger()

CHECK_EVERY: Final = 1.0
"""Seconds between two checks for moves that are due."""
BUSY: Final = timedelta(seconds=5)
"""The longest time for which waiting updates may delay a move."""
_PUT_OFF: Final = timedelta(minutes=1)
"""The pause after the second failure to make a move, and after each later one."""


class HeldSending:
    """The timer of held moves."""

    def __init__(self, runtime: Runtime, shared: BotSettings) -> None:
        self._runtime, self._shared = runtime, shared
        self._lock = asyncio.Lock()
        self._is_new = True
        """Whether the moves that an earlier process left are still to be made."""
        self._failed: dict[GameId, int] = {}
        """How often making the move failed."""

    async def run(self) -> None:
        """Make each held move once its time to take it back is over; repeat until cancelled."""
        self._is_new = True
        while True:
            try:
                await self.settle()
            except Exception as error:  # noqa: BLE001  (the database is not reachable; the next round retries)
                report(log, "held moves cannot be looked for", error)
            await asyncio.sleep(CHECK_EVERY)

    async def settle(self) -> None:
        """Make the moves that are due now.

        Without time to take a move back none is held, except those that an earlier process left.
        """
        if not (self._shared.undo or self._is_new or self._failed):
            return
        async with self._lock:
            for game in await self._due():
                with bound(stream=game_stream(game)):
                    await self._try(game)
            self._is_new = False

    async def _due(self) -> list[GameId]:
        """Return the games whose move is to be made now; a busy inbox delays it for a while."""
        now = self._runtime.clock.now()
        async with self._runtime.database.reading_latest() as tx:
            if self._is_new or self._failed:
                held = await held_moves.games(tx)
                self._forget_gone(held)
                if self._is_new:
                    return held
            due = await held_moves.games_due(tx, now)
            if not due or await inbox.are_players_served(tx):
                return due
            return await held_moves.games_due(tx, now - BUSY)

    def _forget_gone(self, held: Collection[GameId]) -> None:
        """Forget the failures of moves that are no longer held, because they were taken back."""
        for game in self._failed.keys() - set(held):
            del self._failed[game]

    async def _try(self, game: GameId) -> None:
        """Make the move; from the second failure on, notify the operators and wait a minute."""
        try:
            async with self._runtime.unit() as unit:
                await make_held(unit, self._shared, (game,))
        except Exception as error:  # an error in the program, or a lost race
            if is_cut(error):
                raise
            report(log, "a held move could not be made", error)
            failures = self._failed[game] = self._failed.get(game, 0) + 1
            if failures > 1:
                await self._put_off(game, f"{type(error).__name__}: {error}")
        else:
            self._failed.pop(game, None)

    async def _put_off(self, game: GameId, reason: str) -> None:
        """Let the move wait for `_PUT_OFF`, and notify the operators once a day."""
        async with self._runtime.unit() as unit:
            await held_moves.put_off(unit.tx, game, unit.now + _PUT_OFF)
            text = say("operator.not_rung", stream=game_stream(game), kind="undo", reason=reason)
            self._runtime.alert(unit, text, once=f"held:{game}:{unit.now:%F}")
