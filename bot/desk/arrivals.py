"""The arrivals side of the desk: whether the sheets of a turn are there, and since when (art. 7.1).

Until Telegram has taken them for the player to move, or for who writes for him, no day of his runs.
Who cannot be reached by his own doing has received them on the day they were sent.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from bot.messages import Notice, say
from bot.words.relay import notices_of
from bot.words.turns import bringing, turn_key
from engine.clock import day_of
from engine.games.arrival import arrival, awaited
from engine.games.commands import Command, Pass, Place, ReturnPlacement
from engine.games.events import Event
from engine.games.game import Game, Stage
from engine.ids import GameId
from storage import outbox

if TYPE_CHECKING:
    from bot.desk.desk import Desk
    from bot.desk.games import SeenGame

_ANSWERS = (Place, Pass, ReturnPlacement)


class Arrivals:
    """Everything the desk knows of sheets under way."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx
        self._lost: set[str] = set()
        """The messages that cannot be delivered: they have yet to be set aside."""

    async def are_awaited(self, game: Game) -> bool:
        """Return whether the sheets of the present turn still wait to be sent."""
        if game.stage is not Stage.RUNNING or game.received >= self._desk.games.today(game):
            return False
        key = turn_key(game)
        return key not in self._lost and await outbox.state_of(self._tx, key) == outbox.QUEUED

    async def judged(self, game: Game) -> Game:
        """Return the game by which time is judged now: sheets under way may come today at best."""
        if await self.are_awaited(game):
            return awaited(game, self._desk.games.today(game))
        return game

    async def before(self, game: Game, command: Command, at: datetime) -> tuple[Event, ...]:
        """Return what precedes the answer of a player whose sheets are still under way.

        He has seen the game otherwise: it reached him on the day he answers.
        """
        is_answer = isinstance(command, _ANSWERS) and command.by is game.turn
        if not is_answer or not await self.are_awaited(game):
            return ()
        return arrival(game, self._desk.games.day(game, at), at)

    async def notices(
        self, before: "SeenGame", events: Iterable[Event], after: "SeenGame"
    ) -> list[Notice]:
        """Return who hears what of these events, the sheets of a new turn under its key.

        The days named are those that hold if it goes today.
        """
        game, cast = after.game, await self._desk.games.cast(after.game)
        shown = awaited(game, self._desk.games.today(game))
        told = notices_of(events, shown, after.seq, cast)
        return bringing(told, game, cast) if game.turns != before.game.turns else told

    async def note(self, notice: Notice, queued_at: datetime) -> None:
        """Note that the message which brings a turn is there; tell the player if it came late."""
        seen = await self._desk.games.load(GameId(notice.about))
        if notice.dedup != turn_key(seen.game):
            return  # the game has gone on
        now = self._desk.unit.now
        events = arrival(seen.game, self._desk.games.today(seen.game), now)
        if not events:
            return
        after = await self._desk.games.record(seen, events, now)
        if day_of(queued_at, after.game.rules.time_zone) < events[0].on:
            await self._tell_late(after.game)

    async def _tell_late(self, game: Game) -> None:
        """Tell the player that the days named with his sheets have moved on."""
        cast = await self._desk.games.cast(game)
        player = cast.at(game.turn)
        if player.chat is not None:
            text = say(
                "arrival.late",
                game=game.id,
                sent=game.arrivals[-1].sent.isoformat(),
                on=game.received.isoformat(),
                until=cast.until(game),
            )
            await self._desk.tell(
                Notice(to=player.chat, text=player.addressed(text), about=game.id, silent=True)
            )

    async def note_lost(self, notice: Notice) -> GameId | None:
        """Note that the message which brings a turn cannot be delivered, and tell the arbiter.

        Returns the game, if it is still that turn.
        """
        seen = await self._desk.games.load(GameId(notice.about))
        if notice.dedup != turn_key(seen.game):
            return None
        self._lost.add(notice.dedup)
        await self._desk.planning.plan(seen, moved=True)
        await self._tell_lost(seen, notice)
        return seen.game.id

    async def _tell_lost(self, seen: "SeenGame", notice: Notice) -> None:
        cast = await self._desk.games.cast(seen.game)
        if cast.arbiter.chat is None or cast.arbiter.chat == notice.to:
            return
        text = say(
            "arrival.lost",
            who=cast.at(seen.game.turn).name,
            game=seen.game.id,
            on=seen.game.received.isoformat(),
        )
        dedup = f"lost:{notice.dedup}"
        await self._desk.tell(
            Notice(to=cast.arbiter.chat, text=text, about=seen.game.id, dedup=dedup)
        )
