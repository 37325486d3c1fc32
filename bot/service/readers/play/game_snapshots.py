"""Reads games: by code, by message, by player or by arbiter.

`load` and `get` read any game. For a person who names one, `of_player`, `visible` and `ruled_by`
check what the person may do; `named` and `replied_to` find the game that a message means.
`running`, `running_ruled_by` and `running_in` list games; `listed` and `played` give rows alone.

`bot.service.recording.play.game_acts` writes them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged, stored_events
from bot.runtime.folding import fold_game, load_game
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.matches.closings import Closings
from bot.service.readers.matches.match_snapshots import Matches
from bot.service.readers.people.persons import Persons
from bot.texts.messages import Text, say
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.turn import step
from engine.correspondence import game_of
from engine.errors import Fault, GameStateError
from engine.games.events import Event
from engine.games.game import Game
from engine.ids import CompetitionCode, GameId, Leg, MatchCode, PersonId, Seat, game_id, match_of
from engine.matches.match import Match
from engine.thinking_time import day_of
from engine.typed import visible as visible_text
from storage import log
from storage.play import game_rows, reading_ahead
from storage.play.game_rows import GameRow
from storage.queues import outbox
from storage.streams import game_stream, match_stream

_GAME_CODE: Final = re.compile(r"\b[A-Z0-9]+/[12]\b")
"""A game's code in a message, such as `K7QF/2`."""


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game and the number of its last event."""

    game: Game
    seq: int

    @property
    def step(self) -> int:
        """Return the number that shows whether a view of the game is still valid."""
        return step(self.game, self.seq)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame:
    """A game of a person's list: its row, and the game itself."""

    row: GameRow
    snapshot: GameSnapshot


class Games:
    """All reads of games; each game, and the list of `listed`, is read once in a unit of work."""

    def __init__(
        self,
        context: Context,
        persons: Persons,
        competitions: Competitions,
        matches: Matches,
        closings: Closings,
    ) -> None:
        self._context, self._persons = context, persons
        self._competitions, self._matches, self._closings = competitions, matches, closings
        self._tx = context.unit.tx
        self._seen: dict[GameId, GameSnapshot] = context.unit.remembering({})
        self._heads: dict[GameId, log.Head] = context.unit.remembering({})
        self._listed: dict[PersonId, Sequence[GameRow]] = context.unit.remembering({})

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
            return await self._fold(game, head)
        return await self._with_closing(self._seen[game])

    async def get(self, game: GameId) -> Game:
        """Return the game of `load`, without the number of its last event."""
        return (await self.load(game)).game

    async def home_of(self, match: Match) -> GameSnapshot | None:
        """Return the match's home game, or None before it has begun."""
        return await self.load(game_id(match.code, Leg.HOME)) if match.started else None

    async def copy(self, game: GameId, upto: int) -> Game:
        """Return the game rebuilt from its log up to that event, with today's closing day.

        Raises:
            GameStateError: there is no such game.
        """
        now = (await self.load(game)).game
        game_copy, _ = await load_game(self._tx, self._context.shared, game, upto)
        return replace(game_copy, closing=now.closing, closing_moved=now.closing_moved)

    async def _fold(self, game: GameId, head: log.Head) -> GameSnapshot:
        """Return the game after the event that is known to be its last."""
        if game not in self._seen:
            folded = await fold_game(self._tx, self._context.shared, game, head)
            self._seen[game], self._heads[game] = GameSnapshot(folded, head.seq), head
        return await self._with_closing(self._seen[game])

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

    def note(self, snapshot: GameSnapshot, last: log.Stored) -> GameSnapshot:
        """Remember the game after that event, and return it.

        The cache of recent states has no closing date, which is the competition's.
        """
        self._context.shared.games.put(
            last.hash, replace(snapshot.game, closing=None, closing_moved=None)
        )
        head = log.Head(last.seq, last.hash, last.at)
        self._seen[snapshot.game.id], self._heads[snapshot.game.id] = snapshot, head
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
            GameStateError: there is no such game, or they do not play it.
        """
        snapshot = await self.load(game)
        await self._matches.in_force(snapshot.game.match)
        self.seat(user_input, snapshot.game)
        return snapshot

    async def visible(self, user_input: UserInput, game: GameId) -> GameSnapshot:
        """Return a game that the person plays or rules.

        Raises:
            GameStateError: there is no such game, or they do neither.
        """
        snapshot = await self.load(game)
        await self._matches.in_force(snapshot.game.match)
        if snapshot.game.seat_of(user_input.person.id) is None:
            await self._matches.ruled_by(user_input, snapshot.game.match)
        return snapshot

    async def ruled_by(self, user_input: UserInput, game: GameId) -> GameSnapshot:
        """Return a game that the person is the arbiter of.

        Raises:
            GameStateError: there is no such game, or another arbiter rules it.
        """
        snapshot = await self.load(game)
        await self._matches.ruled_by(user_input, snapshot.game.match)
        return snapshot

    async def named(self, user_input: UserInput, text: str) -> GameSnapshot:
        """Return the game of a typed code, `K7QF` or `K7QF/2`, if the person may see it.

        A match's code means its last changed game.

        Raises:
            GameStateError: the person sees no such game.
        """
        code = text.strip().upper()
        games = await self._games_of_code(user_input, code)
        if not games:
            raise GameStateError(Fault("no_such_game", facts={"game": code[:20]}))
        return await self.visible(user_input, games[0])  # the last changed comes first

    async def is_seen(self, user_input: UserInput, text: str) -> bool:
        """Return whether a typed code is that of a game the person plays or rules."""
        return bool(await self._games_of_code(user_input, text.strip().upper()))

    async def _games_of_code(self, user_input: UserInput, code: str) -> list[GameId]:
        """Return the games of that code that the person sees; a match's code means both."""
        rows = await game_rows.games_seen_by(self._tx, user_input.person.id)
        return [GameId(row.game_id) for row in rows if code in {row.game_id, row.match_id}]

    async def replied_to(self, user_input: UserInput) -> GameSnapshot | None:
        """Return the game of the message replied to, if it is the person's, else None.

        Telegram may have accepted a notice whose number never arrived. Its text then tells the
        game, if it names exactly one that the person plays or rules.
        """
        if thread := await self.thread_replied_to(user_input):
            return await self._of_thread(user_input, thread)
        named = set(_GAME_CODE.findall(visible_text(user_input.incoming.reply_text)))
        if not named:
            return None
        rows = await game_rows.games_seen_by(self._tx, user_input.person.id)
        games = [GameId(row.game_id) for row in rows if row.game_id in named]
        return await self.visible(user_input, games[0]) if len(games) == 1 else None

    async def replied_to_by_number(self, user_input: UserInput) -> GameSnapshot | None:
        """Return the game under which the number of the message replied to is stored, or None."""
        return await self._of_thread(user_input, await self.thread_replied_to(user_input))

    async def _of_thread(self, user_input: UserInput, thread: str) -> GameSnapshot | None:
        """Return the game that a thread is about, or None if it is about a match or nothing."""
        game = game_of(thread)
        return None if game is None else await self.visible(user_input, game)

    async def thread_replied_to(self, user_input: UserInput) -> str:
        """Return the thread of the message replied to (`engine.correspondence`), or ""."""
        if user_input.incoming.reply_to is None:
            return ""
        return await outbox.about_of(
            self._tx, user_input.incoming.chat, user_input.incoming.reply_to
        )

    async def running(self, person: PersonId) -> list[GameSnapshot]:
        """Return the games the person is playing now, without damaged ones."""
        snapshots = []
        for game, (head, match_head) in (await game_rows.running_of(self._tx, person)).items():
            with leaving_out_damaged():
                await self._matches.fold(match_of(game), match_head)
                snapshots.append(await self._fold(game, head))
        return snapshots

    async def listed(self, person: PersonId) -> Sequence[GameRow]:
        """Return the rows of the person's running games, without reading logs.

        Games in which they are to move come first, by last day.
        """
        if person not in self._listed:
            self._listed[person] = await game_rows.listed_of(self._tx, person)
        return self._listed[person]

    def forget_lists(self) -> None:
        """Drop the lists from the cache, because a row has changed."""
        self._listed.clear()

    async def played(self, person: PersonId) -> list[GameRow]:
        """Return the rows of all games the person plays or has played, the latest first."""
        return await game_rows.games_of(self._tx, person)

    async def of_row(self, row: GameRow) -> GameSnapshot:
        """Return the game of a row."""
        return await self.load(GameId(row.game_id))

    async def how_many(self, person: PersonId) -> int:
        """Return the number of games that the person is playing."""
        return await game_rows.how_many_of(self._tx, person)

    async def page(self, person: PersonId, first: int, most: int) -> list[ListedGame]:
        """Return `most` games of `listed` from number `first` on, counted from 0."""
        rows = await game_rows.page_of(self._tx, person, first=first, most=most)
        await self._matches.gather(MatchCode(row.match_id) for row, _ in rows)
        games = []
        for row, head in rows:
            with leaving_out_damaged():
                snapshot = await self._fold(GameId(row.game_id), head)
                games.append(ListedGame(row=row, snapshot=snapshot))
        return games

    async def all_running(self) -> list[GameSnapshot]:
        """Return all running games, by code."""
        return await self._loaded(await game_rows.running_games(self._tx))

    async def running_ruled_by(self, arbiter: PersonId) -> list[GameSnapshot]:
        """Return the running games that the person rules, by code."""
        return await self._loaded(await game_rows.running_ruled_by(self._tx, arbiter))

    async def running_in(self, competition: CompetitionCode) -> list[GameSnapshot]:
        """Return the running games of a competition, by code."""
        return await self._loaded(await game_rows.running_in(self._tx, competition))

    async def _loaded(self, rows: Iterable[GameRow]) -> list[GameSnapshot]:
        """Return the games of these rows, without damaged ones."""
        games = sorted(GameId(row.game_id) for row in rows)
        await self._matches.gather(map(match_of, games))
        missing = [game for game in games if game not in self._seen]
        # One query for all heads; `load` would make one for each game.
        heads = await log.heads(self._tx, *map(game_stream, missing))
        head_of = {game: head for game, head in zip(missing, heads, strict=True) if head.seq}
        loaded = []
        for game in games:
            with leaving_out_damaged():
                head = head_of.get(game)
                loaded.append(await (self._fold(game, head) if head else self.load(game)))
        return loaded

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

    async def participants(self, game: Game) -> Participants:
        """Return the participants of a game."""
        match = await self._matches.get(game.match)
        arbiters = await self._competitions.arbiters(match)
        red, blue, arbiter = game.red.person, game.blue.person, arbiters[0]
        await self._persons.gather((red, blue, arbiter))
        return Participants(
            red=await self._matches.member(match, red),
            blue=await self._matches.member(match, blue),
            arbiter=await self._matches.member(match, arbiter),
            kind=match.kind,
            closing=await self._closings.last_day(match),
            match=match,
        )

    async def label(self, row: GameRow, person: PersonId) -> Text:
        """Return a game's label on a button: code, score (own first), opponent."""
        is_blue = row.blue == person
        return say(
            "games.label",
            game=row.game_id,
            partner=await self._persons.name(row.red if is_blue else row.blue),
            mine=row.blue_score if is_blue else row.red_score,
            theirs=row.red_score if is_blue else row.blue_score,
        )
