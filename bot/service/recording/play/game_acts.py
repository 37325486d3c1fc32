"""Acts on a game: decides, writes, and notifies the people concerned.

An act decides, appends events, rebuilds the game, stores its row, and runs the followers of
`bot.service.following`, all in the unit's transaction. The log's primary key is the lock: a lost
race rolls back everything, and the update is handled again.

`act` carries out a player's command, and `decided` only tries it. `record` writes events that are
decided already; `write` is the same for a caller that needs the change.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from bot.runtime.listeners import GameChanged, News, PlayerGames
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.lookups.play.first_moves import check_first_move
from bot.service.lookups.play.held_move_checks import check_none_held
from bot.service.notices.play.written_moves import keep_standing
from bot.service.pure.rows import game_row
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.changes import AutomaticMoves, GameChange
from bot.service.recording.days.planning import Planning
from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.events import (
    Event,
    GameStarted,
    LeaveAnnounced,
    LeaveWithdrawn,
    SheetsArrived,
    TimeExceeded,
)
from engine.games.fold import recorded, replay
from engine.games.game import Game
from engine.games.ruling_events import TimeGranted
from storage import log
from storage.play import game_rows
from storage.streams import game_stream

_KEEPS_BOARD: Final = (SheetsArrived, LeaveAnnounced, LeaveWithdrawn, TimeGranted, TimeExceeded)
"""Events that change days alone, so that a move may still be sent as it was written."""
FindMoves = Callable[[Game, tuple[Event, ...]], Awaitable[AutomaticMoves]]
"""Returns the moves that the bot makes at once in answer to events, before these are written."""
Follow = Callable[[GameChange], Awaitable[None]]
"""Runs the consequences of written events."""


class GameActs:
    """Acts on games, and writes all consequences."""

    def __init__(
        self, readers: Readers, planning: Planning, automatic_moves: FindMoves, follow: Follow
    ) -> None:
        self._readers, self._planning = readers, planning
        self._automatic_moves, self._follow = automatic_moves, follow

    async def act(self, snapshot: GameSnapshot, command: Command, at: datetime) -> GameSnapshot:
        """Execute a command and notify the people concerned; return the game after it.

        Raises:
            EngineError: the command is refused, and nothing is written.
            MoveIsHeldError: see `write`.
        """
        return await self.record(snapshot, await self.decided(snapshot, command, at), at)

    async def decided(
        self, snapshot: GameSnapshot, command: Command, at: datetime
    ) -> tuple[Event, ...]:
        """Return the events of a command; nothing is written.

        Raises:
            EngineError: the command is refused.
        """
        await self._readers.closings.check_command(snapshot.game, command, at)
        if isinstance(command, Place | Pass):
            player = snapshot.game.side(command.by).person
            await check_first_move(self._readers, snapshot.game, player)
        lexicon = await lexicon_of(self._readers, snapshot.game)
        arrived, timed_game = await self._readers.arrivals.before_command(
            snapshot.game, command, at
        )
        return *arrived, *decide(recorded(timed_game, arrived, at), command, at, lexicon)

    async def record(
        self, snapshot: GameSnapshot, events: Iterable[Event], at: datetime, *, ruled: bool = False
    ) -> GameSnapshot:
        """Append decided events, with all their consequences; return the game after them.

        `ruled`: as in `write`.

        Raises:
            MoveIsHeldError, GameStateError: see `write`.
        """
        change = await self.write(snapshot, events, at, ruled=ruled)
        return snapshot if change is None else change.after

    async def write(
        self, snapshot: GameSnapshot, events: Iterable[Event], at: datetime, *, ruled: bool = False
    ) -> GameChange | None:
        """Append decided events, with all their consequences; return what was written.

        None without events, and nothing is written. They are recorded now, also if their act was
        earlier, because the bot was away: a new turn begins when its sheets are queued (art. 7.1).

        `ruled`: a ruling made them; its recorder notifies everyone and updates the match.

        Raises:
            MoveIsHeldError: a move is held in the game.
            GameStateError: the match was imported and taken back.
        """
        decided = tuple(events)
        if not decided:
            return None
        if not all(isinstance(event, SheetsArrived) for event in decided):  # arrivals move no tile
            await check_none_held(self._readers, (snapshot.game.id,))
            await self._readers.matches.in_force(snapshot.game.match)
        at_log = max(at, self._readers.unit.now)
        automatic = await self._automatic_moves(snapshot.game, decided)
        decided += automatic.events
        stream = game_stream(snapshot.game.id)
        known = self._readers.games.head_of(snapshot)
        stored = await log.append(
            self._readers.unit.tx, stream, snapshot.seq, decided, at_log, known=known
        )
        folded = recorded(snapshot.game, decided, stored[-1].at)
        after = self._readers.games.note(folded, stored[-1])
        await self._save(after)
        if after.game.turns != snapshot.game.turns:
            self._readers.arrivals.note_new_turn(after.game)
        change = GameChange(
            before=snapshot,
            events=decided,
            after=after,
            at=at,
            author_notices=automatic.author_notices,
            is_ruled=ruled,
        )
        if all(isinstance(event, _KEEPS_BOARD) for event in decided):
            await keep_standing(self._readers, snapshot, after)
        await self._follow(change)
        return change

    async def begin(self, started: GameStarted) -> GameSnapshot:
        """Start a game: store its first event, its row and its deadlines; nobody is notified."""
        at = max(started.at, self._readers.unit.now)
        stream = game_stream(started.game)
        stored = await log.append(self._readers.unit.tx, stream, 0, (started,), at)
        snapshot = self._readers.games.note(replay(stored), stored[-1])
        self._readers.arrivals.note_new_turn(snapshot.game)
        await self.keep(snapshot, moved=True)
        return snapshot

    async def import_game(self, events: Sequence[Event], at: datetime) -> GameSnapshot:
        """Begin a game with all its events so far, whose dates are their own; nobody is notified.

        `at` is the instant of the import.
        """
        stream = game_stream(replay(events).id)
        at_log = max(at, self._readers.unit.now)
        stored = await log.append(self._readers.unit.tx, stream, 0, events, at_log)
        snapshot = self._readers.games.note(replay(stored), stored[-1])
        await self.keep(snapshot, moved=True)
        return snapshot

    async def keep(self, snapshot: GameSnapshot, *, moved: bool) -> None:
        """Store the game's row and its deadlines; `moved`: also those that are due already."""
        await self._save(snapshot)
        await self._planning.plan(snapshot, moved=moved)

    async def _save(self, snapshot: GameSnapshot) -> None:
        """Store the game's row, and let its players' open pages read the game again."""
        match = await self._readers.matches.get(snapshot.game.match)
        row = game_row(snapshot.game, snapshot.seq, match, self._readers.unit.now)
        await game_rows.save_game(self._readers.unit.tx, row)
        self._readers.game_lists.forget()
        for side in (snapshot.game.red, snapshot.game.blue):
            news = News(PlayerGames(side.person), GameChanged(snapshot.game.id))
            self._readers.unit.news.append(news)
