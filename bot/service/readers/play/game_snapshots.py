"""Reads games: `of_player`, `visible` and `ruled_by` check what a person may do with one.

The other readers return any game.

The games of a text or a reply are found in `named_games`, those of a person in `game_lists`.
`bot.service.recording.play.game_acts` writes games.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.runtime.damaged_logs import leaving_out_damaged, stored_events
from bot.runtime.folding import fold_game, load_game
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.matches.closings import Closings
from bot.service.readers.matches.match_snapshots import Matches
from bot.texts.notices.play.turn import step
from engine.errors import Fault, GameStateError
from engine.games.events import Event
from engine.games.game import Game
from engine.ids import GameId, Leg, Seat, game_id, match_of
from engine.matches.match import Match
from engine.thinking_time import day_of
from storage import log
from storage.play import reading_ahead
from storage.play.game_rows import GameRow
from storage.streams import game_stream, match_stream


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game and the number of its last event."""

    game: Game
    seq: int

    @property
    def step(self) -> int:
        """Return the number that shows whether a view of the game is still valid."""
        return step(self.game, self.seq)


class Games:
    """All reads of single games; each is read once in a unit of work."""

    def __init__(self, context: Context, matches: Matches, closings: Closings) -> None:
        self._context, self._tx = context, context.unit.tx
        self._matches, self._closings = matches, closings
        self._seen: dict[GameId, GameSnapshot] = context.unit.remembering({})
        self._heads: dict[GameId, log.Head] = context.unit.remembering({})

    async def load(self, game: GameId) -> GameSnapshot:
        """Return the game as rebuilt from its log.

        Raises:
            GameStateError: there is no such game.
        """
        if game not in self._seen:
            await reading_ahead.game(self._tx, game)
            streams = game_stream(game), match_stream(match_of(game))
            head, match_head = await log.two_heads(self._tx, *streams)
            if not head.seq:
                raise GameStateError(Fault("no_such_game", facts={"game": game}))
            await self._matches.fold(match_of(game), match_head)
            await self.fold(game, head)
        return await self._with_closing(self._seen[game])

    async def get(self, game: GameId) -> Game:
        """Return the game of `load`, without the number of its last event."""
        return (await self.load(game)).game

    async def of_row(self, row: GameRow) -> GameSnapshot:
        """Return the game of a row."""
        return await self.load(GameId(row.game_id))

    async def home_of(self, match: Match) -> GameSnapshot | None:
        """Return the match's home game, or None before it has begun."""
        return await self.load(game_id(match.code, Leg.HOME)) if match.started else None

    async def as_of(self, game: GameId, upto: int) -> Game:
        """Return the game rebuilt from its log up to that event, with today's closing day.

        Raises:
            GameStateError: there is no such game.
        """
        present = (await self.load(game)).game
        earlier, _ = await load_game(self._tx, self._context.shared, game, upto)
        return replace(earlier, closing=present.closing, closing_moved=present.closing_moved)

    async def gather(self, games: Iterable[GameId]) -> None:
        """Find the last events of these games and their matches at once, before each is requested.

        A damaged log is passed over: a request for its game is refused then.
        """
        missing = [game for game in games if game not in self._seen]
        await self._matches.gather(map(match_of, missing))
        heads = await log.heads(self._tx, *map(game_stream, missing))
        for game, head in zip(missing, heads, strict=True):
            with leaving_out_damaged():
                await self.fold(game, head)

    async def fold(self, game: GameId, head: log.Head) -> None:
        """Read the game from the event that is known to be its last, if there is one."""
        if head.seq and game not in self._seen:
            folded = await fold_game(self._tx, self._context.shared, game, head)
            self._seen[game], self._heads[game] = GameSnapshot(folded, head.seq), head

    async def _with_closing(self, snapshot: GameSnapshot) -> GameSnapshot:
        """Return the game with the day on which its clocks stop, which may have moved."""
        match = await self._matches.get(snapshot.game.match)
        closing = await self._closings.last_day(match)
        shortened = await self._closings.shortened_on(match)
        if (closing, shortened) != (snapshot.game.closing, snapshot.game.closing_moved):
            game = replace(snapshot.game, closing=closing, closing_moved=shortened)
            snapshot = replace(snapshot, game=game)
            self._seen[snapshot.game.id] = snapshot
        return snapshot

    def note(self, game: Game, last: log.Stored) -> GameSnapshot:
        """Remember the game after that event, and return it.

        The cache of recent states has no closing date, which is the competition's.
        """
        self._context.shared.games.put(last.hash, replace(game, closing=None, closing_moved=None))
        snapshot = GameSnapshot(game, last.seq)
        self._seen[game.id] = snapshot
        self._heads[game.id] = log.Head(last.seq, last.hash, last.at)
        return snapshot

    def head_of(self, snapshot: GameSnapshot) -> log.Head | None:
        """Return the event after which the game was read; None if it was read otherwise.

        With it, the log need not be asked for its last event before an append.
        """
        head = self._heads.get(snapshot.game.id)
        return head if head is not None and head.seq == snapshot.seq else None

    async def events(self, game: GameId) -> list[Event]:
        """Return all events of the game, in order."""
        return [row.event for row in await self.stored(game)]

    async def stored(self, game: GameId) -> list[log.Stored]:
        """Return all events of the game, in order, each with the instant of its recording."""
        return await stored_events(self._tx, self._context.shared.damaged, game_stream(game))

    async def of_player(self, user_input: UserInput, game: GameId) -> GameSnapshot:
        """Return a game that the person plays; checked, because a button's data may name any.

        Raises:
            GameStateError: there is no such game, they do not play it, or it was imported and taken
                back.
        """
        snapshot = await self.load(game)
        await self._matches.in_force(snapshot.game.match)
        self.seat(user_input, snapshot.game)
        return snapshot

    async def visible(self, user_input: UserInput, game: GameId) -> GameSnapshot:
        """Return a game that the person plays or rules.

        Raises:
            GameStateError: there is no such game, they do neither, or it was imported and taken
                back.
        """
        snapshot = await self.load(game)
        await self._matches.in_force(snapshot.game.match)
        if snapshot.game.seat_of(user_input.person.id) is None:
            await self._matches.ruled_by(user_input, snapshot.game.match)
        return snapshot

    async def ruled_by(self, user_input: UserInput, game: GameId) -> GameSnapshot:
        """Return a game that the person is the arbiter of.

        Raises:
            GameStateError: there is no such game, another arbiter rules it, or it was imported and
                taken back.
        """
        snapshot = await self.load(game)
        await self._matches.ruled_by(user_input, snapshot.game.match)
        return snapshot

    def seat(self, user_input: UserInput, game: Game) -> Seat:
        """Return the person's seat.

        Raises:
            GameStateError: the person is not a player of the game.
        """
        seat = game.seat_of(user_input.person.id)
        if seat is None:
            raise GameStateError(Fault("not_your_game"))
        return seat

    def day(self, game: Game, at: datetime) -> date:
        """Return the day of an instant in the zone of the game's competition."""
        return day_of(at, game.rules.time_zone)

    def today(self, game: Game) -> date:
        """Return the current day in the zone of the game's competition."""
        return self.day(game, self._context.unit.now)
