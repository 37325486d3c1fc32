"""Simulated players at all tables at once: they type, and press „Trimite”.

They do not wait for Telegram. A player types as soon as the opponent's move is recorded, and
presses as soon as the bot has queued their preview, which may reach the chat much later. So they
read the bot's database instead of their chats. Their actions go to the bot through the sandbox, as
updates.
"""

import asyncio
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from sandbox import MessageButton
from sandbox.formatting.entities import Formatted
from storage.schema import games, previews

if TYPE_CHECKING:
    from benchmarks.support.tables import BegunGame, Hall
    from sandbox import Sandbox
    from storage.db import Database

LOOK: Final = 0.03
"""The seconds between two queries of the bot's database."""
_RECORDED = select(games.c.game_id, games.c.seq)
_JUDGED = select(previews.c.game_id, previews.c.token)


@dataclass(slots=True)
class _Seat:
    """The progress of a table: `seq` is the last event that its players have reacted to."""

    table: "BegunGame"
    seq: int = 0
    moves: int = 0
    typed: bool = False


@dataclass(slots=True)
class People:
    """The players at all tables."""

    sandbox: "Sandbox"
    database: "Database"
    hall: "Hall"
    placements: int = 0
    """The number of moves recorded since the start."""
    _seats: "dict[str, _Seat]" = field(default_factory=dict)

    async def play(self) -> None:
        """Play until cancelled, or until every game is over."""
        self._seats = {table.game: _Seat(table) for table in self.hall.tables}
        while any(seat.moves <= len(self.hall.script) for seat in self._seats.values()):
            began = perf_counter()
            async with self.database.reading() as tx:
                recorded = (await tx.execute(_RECORDED)).all()
                judged = (await tx.execute(_JUDGED)).all()
            for game, seq in recorded:
                self._type(self._seats[game], seq)
            for game, token in judged:
                self._press(self._seats[game], token)
            await asyncio.sleep(max(0.0, LOOK - (perf_counter() - began)))

    def _type(self, seat: _Seat, seq: int) -> None:
        """Let the player on turn type their move, once the last one is recorded."""
        if seq == seat.seq:
            return
        self.placements += seat.seq > 0
        seat.seq = seq
        if seat.moves < len(self.hall.script):
            seat.table.players[seat.moves % 2].send(self.hall.script[seat.moves])
            seat.typed = True
        seat.moves += 1

    def _press(self, seat: _Seat, token: str) -> None:
        """Let the author press the button under their queued preview."""
        if not seat.typed:
            return
        seat.typed = False
        author, world = seat.table.players[(seat.moves - 1) % 2], self.sandbox.world
        shown = world.post(author.chat, world.bot, Formatted("…"))
        author.press_button(shown, MessageButton("Trimite", f"send:{token}"))
