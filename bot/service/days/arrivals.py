"""Arrivals: whether the sheets of a turn are there, and since when (art. 7.1).

Until Telegram has taken them for the player to move, or for who writes for him, no day of his runs.
Who cannot be reached by his own doing has received them on the day they were sent.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from bot.texts.messages import Notice
from bot.texts.notices.play.relay import notices_of
from bot.texts.notices.play.whose_turn import bringing, turn_key
from engine.correspondence import about_of
from engine.games.clocks import Clocks, clocks
from engine.games.commands import Command, Pass, Place, ReturnPlacement
from engine.games.deadlines import arrival, awaited
from engine.games.events import Event
from engine.games.game import Game, Stage
from engine.ids import GameId
from storage.queues import outbox

if TYPE_CHECKING:
    from bot.service.context import Context
    from bot.service.play.games import Games, SeenGame

_ANSWERS = (Place, Pass, ReturnPlacement)


class Arrivals:
    """What is known of sheets under way."""

    def __init__(self, here: "Context", games: "Games") -> None:
        self._games = games
        self._unit, self._tx = here.unit, here.unit.tx
        self._lost: set[str] = set()
        """The messages that cannot be delivered: they have yet to be set aside."""

    def set_aside(self, key: str) -> None:
        """Note that the message under that key cannot be delivered."""
        self._lost.add(key)

    async def are_awaited(self, game: Game) -> bool:
        """Return whether the sheets of the present turn still wait to be sent."""
        if game.stage is not Stage.RUNNING or game.received >= self._games.today(game):
            return False
        key = turn_key(game)
        if any(notice.dedup == key for notice in self._unit.notices):
            return True  # they are queued with this very transaction
        return key not in self._lost and await outbox.state_of(self._tx, key) == outbox.QUEUED

    async def to_follow(self, notice: Notice) -> GameId | None:
        """Return the game that the message is about, if the sheets of its turn are still to go."""
        about = about_of(notice.about)
        if "/" not in about:
            return None
        game = (await self._games.load(GameId(about))).game
        state = await outbox.state_of(self._tx, turn_key(game))
        return game.id if state == outbox.QUEUED else None

    async def judged(self, game: Game) -> Game:
        """Return the game by which time is judged now: sheets under way may come today at best."""
        if await self.are_awaited(game):
            return awaited(game, self._games.today(game))
        return game

    async def shown(self, seen: "SeenGame") -> "SeenGame":
        """Return the game as everybody reads it now: see `judged`."""
        return replace(seen, game=await self.judged(seen.game))

    async def clocks(self, game: Game) -> Clocks:
        """Return the days used, the last day and the late flag as every reader gives them."""
        return clocks(await self.judged(game), self._games.today(game))

    async def before(self, game: Game, command: Command, at: datetime) -> tuple[Event, ...]:
        """Return what precedes the answer of a player whose sheets are still under way.

        He has seen the game otherwise: it reached him on the day he answers.
        """
        is_answer = isinstance(command, _ANSWERS) and command.by is game.turn
        if not is_answer or not await self.are_awaited(game):
            return ()
        return arrival(game, self._games.day(game, at), at)

    async def notices(
        self, before: "SeenGame", events: Iterable[Event], after: "SeenGame"
    ) -> list[Notice]:
        """Return who hears what of these events, the sheets of a new turn under its key.

        The days named are those that hold if it goes today.
        """
        game, cast = after.game, await self._games.cast(after.game)
        shown = awaited(game, self._games.today(game))
        told = notices_of(events, shown, after.seq, cast)
        return bringing(told, game, cast) if game.turns != before.game.turns else told
