"""Acts on a game: decides, writes, and notifies the people concerned.

An act decides, appends events, rebuilds the game, stores the projection, and runs the followers of
`bot.service.following`, all in the unit's transaction. The log's primary key is the lock: a lost
race rolls back everything, and the update is handled again.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from functools import reduce

from bot.runtime.listeners import Changed, News, Playing
from bot.service.cases.ruled_words import lexicon_of
from bot.service.changes import AutomaticMoves, GameChange
from bot.service.days.planning import Planning
from bot.service.play.games import SeenGame
from bot.service.play.held_first import check_none_held
from bot.service.readers import Readers
from bot.service.rows import game_row
from engine.games.commands import Command
from engine.games.decide import decide
from engine.games.events import Event, GameEnded, GameStarted, SheetsArrived
from engine.games.fold import evolve, replay
from engine.games.game import Game
from engine.matches.seating import with_untaken
from storage import log
from storage.play import game_rows
from storage.streams import game_stream

Answer = Callable[[Game, tuple[Event, ...]], Awaitable[AutomaticMoves]]
"""Returns the conditional moves that answer events."""
Follow = Callable[[GameChange], Awaitable[None]]
"""Runs the consequences of written events."""


class GameActs:
    """Acts on games, and writes all consequences."""

    def __init__(
        self, service: Readers, planning: Planning, answered: Answer, follow: Follow
    ) -> None:
        self._service, self._planning = service, planning
        self._answered, self._follow = answered, follow

    async def act(self, seen: SeenGame, command: Command, at: datetime) -> SeenGame:
        """Execute a command and notify the people concerned; return the game after it.

        Raises:
            EngineError: the command is refused, and nothing is written.
            HeldMoveFirst: see `record`.
        """
        return await self.record(seen, await self.decided(seen, command, at), at)

    async def decided(self, seen: SeenGame, command: Command, at: datetime) -> tuple[Event, ...]:
        """Return the events of a command; nothing is written.

        Raises:
            EngineError: the command is refused.
        """
        await self._service.closings.check_command(seen.game, command, at)
        lexicon = await lexicon_of(self._service, seen.game)
        arrived, judged = await self._service.arrivals.answered(seen.game, command, at)
        return *arrived, *decide(reduce(evolve, arrived, judged), command, at, lexicon)

    async def record(
        self, seen: SeenGame, events: Iterable[Event], at: datetime, *, ruled: bool = False
    ) -> SeenGame:
        """Append decided events, with all their consequences.

        `ruled`: a ruling made them; its recorder notifies everyone and updates the match.

        Raises:
            HeldMoveFirst: a move is held in the game; it is made first.
        """
        decided = tuple(events)
        if not decided:
            return seen
        if not all(isinstance(event, SheetsArrived) for event in decided):  # arrivals move no tile
            await check_none_held(self._service, (seen.game.id,))
        if any(isinstance(event, GameEnded) for event in decided):
            match = (await self._service.matches.load(seen.game.match)).match
            decided = with_untaken(match, seen.game, decided)
        answered = await self._answered(seen.game, decided)
        decided += answered.events
        stream = game_stream(seen.game.id)
        known = self._service.games.head_of(seen)
        stored = await log.append(self._service.unit.tx, stream, seen.seq, decided, at, known=known)
        folded = SeenGame(reduce(evolve, decided, seen.game), stored[-1].seq)
        after = self._service.games.note(folded, stored[-1].hash)
        await self._save(after)
        told = answered.told
        await self._follow(
            GameChange(before=seen, events=decided, after=after, at=at, told=told, ruled=ruled)
        )
        return after

    async def begin(self, started: GameStarted) -> SeenGame:
        """Start a game: its first event, its projection, its deadlines."""
        stored = await log.append(
            self._service.unit.tx, game_stream(started.game), 0, (started,), started.at
        )
        seen = self._service.games.note(
            SeenGame(replay((started,)), stored[-1].seq), stored[-1].hash
        )
        await self.keep(seen, moved=True)
        return seen

    async def import_game(self, events: Sequence[Event], at: datetime) -> SeenGame:
        """Begin a game with all its events so far, whose dates are their own; nobody is notified.

        `at` is the instant of the import.
        """
        game = replay(events)
        stored = await log.append(self._service.unit.tx, game_stream(game.id), 0, events, at)
        seen = self._service.games.note(SeenGame(game, stored[-1].seq), stored[-1].hash)
        await self.keep(seen, moved=True)
        return seen

    async def keep(self, seen: SeenGame, *, moved: bool) -> None:
        """Store the game's row and its deadlines."""
        await self._save(seen)
        await self._planning.plan(seen, moved=moved)

    async def _save(self, seen: SeenGame) -> None:
        """Store the game's row."""
        match = (await self._service.matches.load(seen.game.match)).match
        row = game_row(seen.game, seen.seq, match, self._service.unit.now)
        await game_rows.save_game(self._service.unit.tx, row)
        for side in (seen.game.red, seen.game.blue):
            news = News(Playing(side.person), Changed(seen.game.id, seen.seq))
            self._service.unit.news.append(news)
