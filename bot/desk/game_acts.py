"""What is done in a game: decided, written, and told to whom it concerns.

One act is: decide, append, fold, store the projection, plan the deadlines, queue the notices — all
in the unit's transaction. The primary key of the log is the lock; a lost race rolls everything back
and the update is taken up again.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.desk.games import SeenGame
from bot.desk.rows import game_row
from bot.desk.ruled_words import lexicon_of
from engine.cases.events import CaseId
from engine.games.commands import Command
from engine.games.decide import decide
from engine.games.events import Event, GameStarted
from engine.games.fold import evolve, replay
from storage import log, projections
from storage.streams import game_stream

if TYPE_CHECKING:
    from bot.desk.desk import Desk


class GameActs:
    """Acts on games, and writes all that follows."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    async def act(self, seen: SeenGame, command: Command, at: datetime) -> SeenGame:
        """Carry a command out and tell whom it concerns; return the game after it.

        Raises:
            EngineError: it is refused, and nothing is written.
        """
        await self._desk.closings.check(seen.game, command, at)
        lexicon = await lexicon_of(self._desk, seen.game)
        arrived = await self._desk.arrivals.before(seen.game, command, at)
        judged = reduce(evolve, arrived, await self._desk.arrivals.judged(seen.game))
        decided = decide(judged, command, at, lexicon)
        return await self.record(seen, (*arrived, *decided), at)

    async def record(
        self, seen: SeenGame, events: Iterable[Event], at: datetime, *, ruled: bool = False
    ) -> SeenGame:
        """Append events that are already decided, with all that follows from them.

        `ruled`: a ruling has made them; whoever records it tells everybody, and lets the match
        follow.
        """
        decided = tuple(events)
        if not decided:
            return seen
        settled = await self._desk.conditions.follow(seen.game, decided)
        decided += settled.events
        stream = game_stream(seen.game.id)
        stored = await log.append(self._desk.unit.tx, stream, seen.seq, decided, at)
        folded = SeenGame(reduce(evolve, decided, seen.game), stored[-1].seq)
        after = self._desk.games.note(folded, stored[-1].hash)
        moved = after.game.moves != seen.game.moves
        if moved or after.game.ended is not None:
            await self._desk.entries.forget(after.game)
        await self.keep(after, moved=moved or after.game.received != seen.game.received)
        for notice in () if ruled else await self._desk.arrivals.notices(seen, decided, after):
            await self._desk.tell(notice)
        if seen.game.query and after.game.query != seen.game.query:
            await self._desk.case_acts.no_longer_asked(CaseId(seen.game.query), at)
        for person, text in settled.told:
            await self._desk.tell_person(person, text, silent=True)
        if not ruled and (after.game.ended is not None or seen.game.ended is not None):
            await self._desk.results.follow(after.game, at)
        return after

    async def begin(self, started: GameStarted) -> SeenGame:
        """Start a game: its first event, its projection, its deadlines."""
        stored = await log.append(
            self._desk.unit.tx, game_stream(started.game), 0, (started,), started.at
        )
        seen = self._desk.games.note(SeenGame(replay((started,)), stored[-1].seq), stored[-1].hash)
        await self.keep(seen, moved=True)
        return seen

    async def keep(self, seen: SeenGame, *, moved: bool) -> None:
        """Store what lists show of the game, and when its deadlines ring."""
        game = seen.game
        match = (await self._desk.matches.load(game.match)).match
        row = game_row(game, seen.seq, match, self._desk.unit.now)
        await projections.save_game(self._desk.unit.tx, row)
        await self._desk.planning.plan(seen, moved=moved)
