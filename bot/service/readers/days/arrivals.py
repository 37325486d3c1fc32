"""Arrivals: whether and when the sheets of a turn reached the player (art. 7.1).

A player's days start once Telegram has accepted the sheets for them or their writer. A player who
is unreachable through their own action counts as having received them on the day of sending.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from bot.service.context import Context
from bot.service.readers.play.game_snapshots import Games, GameSnapshot
from bot.service.readers.play.participants import ParticipantReader
from bot.texts.messages import Notice
from bot.texts.notices.play.relay import notices_of
from bot.texts.notices.play.turn_notices import has_sheets, turn_key
from engine.correspondence import game_of
from engine.games.commands import Command, Pass, Place, ReturnPlacement
from engine.games.deadlines import Clocks, arrival, awaited, clocks
from engine.games.events import Event
from engine.games.game import Game, Stage
from engine.ids import GameId
from storage.queues import outbox

_ANSWERS = (Place, Pass, ReturnPlacement)
"""The commands that answer the sheets of a turn."""


class BeforeCommand(NamedTuple):
    """A game when a player's command arrives."""

    arrival: tuple[Event, ...]
    """The arrival of the sheets that the command answers; empty if none was awaited."""
    game: Game
    """The game for time decisions."""


class Arrivals:
    """Whether sheets are still on their way, and what a game is meanwhile.

    The outbox does not know the messages of this unit of work yet: `note_new_turn` and
    `note_undeliverable` name those that matter.
    """

    def __init__(self, context: Context, games: Games, participants: ParticipantReader) -> None:
        self._games, self._participants = games, participants
        self._unit, self._tx = context.unit, context.unit.tx
        self._undeliverable: set[str] = context.unit.remembering(set())
        """Messages that cannot be delivered but are not yet in dead letters."""
        self._new_turns: dict[str, Game] = context.unit.remembering({})
        """The games whose turn has changed in this unit of work."""

    def note_undeliverable(self, key: str) -> None:
        """Record that the message with that key cannot be delivered."""
        self._undeliverable.add(key)

    def note_new_turn(self, game: Game) -> None:
        """Record that a new turn has begun, so that its sheets are sent under the turn's key."""
        self._new_turns[game.id] = game

    async def with_key_of_turn(self, notice: Notice) -> Notice:
        """Return the message; the one that begins a turn gets the turn's key.

        That is the first with sheets for the player to move or for their writer.
        """
        game = self._new_turns.get(notice.about)
        if game is None or game.stage is not Stage.RUNNING or not has_sheets(notice):
            return notice
        key = turn_key(game)
        player = (await self._participants.of(game)).at(game.turn)
        if notice.to != player.address or any(other.dedup == key for other in self._unit.notices):
            return notice
        return replace(notice, dedup=key)

    async def are_awaited(self, game: Game) -> bool:
        """Return whether the sheets of the present turn still wait to be sent."""
        # Sheets that count as received today or later need not be waited for.
        if game.stage is not Stage.RUNNING or game.received >= self._games.today(game):
            return False
        key = turn_key(game)
        if any(notice.dedup == key for notice in self._unit.notices):
            return True  # the sheets are queued in this transaction
        if key in self._undeliverable:
            return False
        return await outbox.state_of(self._tx, key) == outbox.MessageState.QUEUED

    async def game_awaiting(self, notice: Notice) -> GameId | None:
        """Return the game of the message if its turn's sheets are still to be sent, else None."""
        about = game_of(notice.about)
        if about is None:
            return None
        game = await self._games.get(about)
        state = await outbox.state_of(self._tx, turn_key(game))
        return game.id if state == outbox.MessageState.QUEUED else None

    async def for_time_decisions(self, game: Game) -> Game:
        """Return the game for time decisions; pending sheets arrive today at the earliest."""
        if await self.are_awaited(game):
            return awaited(game, self._games.today(game))
        return game

    async def with_days_of_today(self, snapshot: GameSnapshot) -> GameSnapshot:
        """Return the game of `for_time_decisions` in its snapshot."""
        return replace(snapshot, game=await self.for_time_decisions(snapshot.game))

    async def clocks(self, game: Game) -> Clocks:
        """Return the days used, the last day, and whether the player is late, for all readers."""
        return clocks(await self.for_time_decisions(game), self._games.today(game))

    async def arrival_before(self, game: Game, command: Command, at: datetime) -> tuple[Event, ...]:
        """Return the event that precedes an answer from a player whose sheets are pending, if any.

        The player has seen the game another way, so the sheets arrived on the day of the answer.
        """
        return (await self.before_command(game, command, at)).arrival

    async def before_command(self, game: Game, command: Command, at: datetime) -> BeforeCommand:
        """Return what `arrival_before` and `for_time_decisions` return, by one query."""
        if not await self.are_awaited(game):
            return BeforeCommand((), game)
        is_answer = isinstance(command, _ANSWERS) and command.by is game.turn
        arrived = arrival(game, self._games.day(game, at), at) if is_answer else ()
        return BeforeCommand(arrived, awaited(game, self._games.today(game)))

    async def notices(self, events: Iterable[Event], after: GameSnapshot) -> list[Notice]:
        """Return the notices about these events; the days in them apply if they are sent today."""
        turn = awaited(after.game, self._games.today(after.game))
        participants = await self._participants.of(after.game)
        return notices_of(events, turn, after.seq, participants)
