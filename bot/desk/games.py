"""The games side of the desk: find a game, act on it, and tell whom it concerns.

One act is: decide, append, fold, store the projection, plan the deadlines, queue the notices — all
in the unit's transaction. The primary key of the log is the lock; a lost race rolls everything back
and the update is taken up again.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.desk.rows import game_row
from bot.desk.ruled_words import lexicon_of
from bot.messages import Text, say
from bot.office.shared import Said
from bot.words.cast import Cast
from bot.words.turns import step
from engine.cases.events import CaseId
from engine.clock import day_of
from engine.errors import Fault, GameStateError
from engine.games.commands import Command
from engine.games.decide import decide
from engine.games.events import Event, GameStarted
from engine.games.fold import evolve, replay
from engine.games.game import Game, used_and_running
from engine.ids import CompetitionCode, GameId, PersonId, Seat
from storage import log, outbox, projections
from storage.projections import GameRow
from storage.streams import game_stream

if TYPE_CHECKING:
    from bot.desk.desk import Desk


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game and the number of the last event it was made from."""

    game: Game
    seq: int

    @property
    def step(self) -> int:
        """Return the number by which what was shown of the game is known to be as it was."""
        return step(self.game, self.seq)


class Games:
    """Everything a handler may do with games; each is read once in a unit of work."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx
        self._seen: dict[GameId, SeenGame] = {}

    async def load(self, game: GameId) -> SeenGame:
        """Return the game as its log makes it.

        Raises:
            GameStateError: there is no such game.
        """
        if game not in self._seen:
            head = await log.head(self._tx, game_stream(game))
            if not head.seq:
                raise GameStateError(Fault("no_such_game", facts={"game": game}))
            await self._fold(game, head)
        return self._seen[game]

    async def _fold(self, game: GameId, head: log.Head) -> None:
        """Take the game from those folded lately, or fold it from its log."""
        folded = self._desk.shared.games.get(head.hash)
        if folded is None:
            stored = await log.load(self._tx, game_stream(game))
            folded = replay(row.event for row in stored)
        self._note(SeenGame(folded, head.seq), head.hash)

    def _note(self, seen: SeenGame, head: str) -> SeenGame:
        """Remember how the game stands after the event of that hash."""
        self._desk.shared.games.put(head, seen.game)
        self._seen[seen.game.id] = seen
        return seen

    async def events(self, game: GameId) -> list[Event]:
        """Return everything that happened in the game, in order."""
        return [row.event for row in await log.load(self._tx, game_stream(game))]

    async def of_player(self, said: Said, game: GameId) -> SeenGame:
        """Return a game that the person plays in; a button may name any.

        Raises:
            GameStateError: there is no such game, or it is not his.
        """
        seen = await self.load(game)
        if seen.game.seat_of(said.person.id) is None:
            raise GameStateError(Fault("not_your_game"))
        return seen

    async def visible(self, said: Said, game: GameId) -> SeenGame:
        """Return a game that the person plays in or rules.

        Raises:
            GameStateError: there is no such game, or it is neither.
        """
        seen = await self.load(game)
        if seen.game.seat_of(said.person.id) is None:
            await self._desk.matches.ruled_by(said, seen.game.match)
        return seen

    async def ruled_by(self, said: Said, game: GameId) -> SeenGame:
        """Return a game that the person is the arbiter of.

        Raises:
            GameStateError: there is no such game, or another arbiter rules it.
        """
        seen = await self.load(game)
        await self._desk.matches.ruled_by(said, seen.game.match)
        return seen

    async def named(self, said: Said, text: str) -> SeenGame:
        """Return the game whose code was typed, `K7QF` or `K7QF/2`, if the person may see it.

        Raises:
            GameStateError: there is none.
        """
        code = text.strip().upper()
        found = [
            row.game_id
            for row in await projections.games_seen_by(self._tx, said.person.id)
            if code in {row.game_id, row.match_id}
        ]
        if not found:
            raise GameStateError(Fault("no_such_game", facts={"game": code[:20]}))
        return await self.visible(said, GameId(found[-1]))

    async def replied_to(self, said: Said) -> SeenGame | None:
        """Return the game that the message replied to was about, if it is one of the person's."""
        if said.incoming.reply_to is None:
            return None
        about = await outbox.about_of(self._tx, said.incoming.chat, said.incoming.reply_to)
        if "/" not in about:
            return None
        return await self.visible(said, GameId(about.partition("#")[0]))

    async def running(self, person: PersonId) -> list[SeenGame]:
        """Return the games the person is playing now."""
        heads = await projections.running_of(self._tx, person)
        for game, head in heads.items():
            if game not in self._seen:
                await self._fold(game, head)
        return [self._seen[game] for game in heads]

    async def listed(self, person: PersonId) -> list[GameRow]:
        """Return the running games the person plays as lists show them: no log is read.

        Those that wait for him come first, by the last day to answer.
        """
        return await projections.listed_of(self._tx, person)

    async def played(self, person: PersonId) -> list[GameRow]:
        """Return every game the person plays or has played, likewise, the latest first."""
        return await projections.games_of(self._tx, person)

    async def of_row(self, row: GameRow) -> SeenGame:
        """Return the game that a line of a list is about."""
        return await self.load(GameId(row.game_id))

    async def how_many(self, person: PersonId) -> int:
        """Return how many games the person is playing."""
        return await projections.how_many_of(self._tx, person)

    async def page(self, person: PersonId, first: int, most: int) -> list[tuple[GameRow, SeenGame]]:
        """Return so many of `listed` from number `first` on, each with the game itself."""
        found = []
        for row, head in await projections.page_of(self._tx, person, first=first, most=most):
            game = GameId(row.game_id)
            if game not in self._seen:
                await self._fold(game, head)
            found.append((row, self._seen[game]))
        return found

    async def all_running(self) -> list[SeenGame]:
        """Return every running game there is, by code."""
        return await self._loaded(await projections.running_games(self._tx))

    async def running_ruled_by(self, arbiter: PersonId) -> list[SeenGame]:
        """Return the running games that the person rules, by code."""
        return await self._loaded(await projections.running_ruled_by(self._tx, arbiter))

    async def running_in(self, competition: CompetitionCode) -> list[SeenGame]:
        """Return the running games of a competition, by code."""
        return await self._loaded(await projections.running_in(self._tx, competition))

    async def _loaded(self, rows: Iterable[GameRow]) -> list[SeenGame]:
        return [await self.load(GameId(row.game_id)) for row in sorted(rows, key=_by_code)]

    def seat(self, said: Said, game: Game) -> Seat:
        """Return the person's seat.

        Raises:
            GameStateError: he is not a player of the game.
        """
        seat = game.seat_of(said.person.id)
        if seat is None:
            raise GameStateError(Fault("not_your_game"))
        return seat

    def day(self, game: Game, at: datetime) -> date:
        """Return the day of an instant where the game's competition is."""
        return day_of(at, game.rules.time_zone)

    def today(self, game: Game) -> date:
        """Return the present day where the game's competition is."""
        return self.day(game, self._desk.unit.now)

    def used(self, game: Game, seat: Seat) -> int:
        """Return the days of thinking time that the seat has used by today (art. 7.1)."""
        return used_and_running(game, seat, self.today(game))

    async def cast(self, game: Game) -> Cast:
        """Return the people of a game."""
        match = (await self._desk.matches.load(game.match)).match
        arbiters = await self._desk.competitions.arbiters(match)
        return Cast(
            red=await self._desk.matches.member(match, game.red.person),
            blue=await self._desk.matches.member(match, game.blue.person),
            arbiter=await self._desk.matches.member(match, arbiters[0]),
            closing=await self._desk.closings.last_day(match),
        )

    async def label(self, row: GameRow, person: PersonId) -> Text:
        """Return a game's name on a button: its code, the score, one's own first, the partner."""
        is_blue = row.blue == person
        partner = await self._desk.persons.get(row.red if is_blue else row.blue)
        scores = row.red_score, row.blue_score
        return say(
            "games.label",
            game=row.game_id,
            partner=partner.name,
            mine=scores[is_blue],
            theirs=scores[not is_blue],
        )

    async def act(self, seen: SeenGame, command: Command, at: datetime) -> SeenGame:
        """Carry a command out and tell whom it concerns; return the game after it.

        Raises:
            EngineError: it is refused, and nothing is written.
        """
        await self._desk.closings.check(seen.game, command, at)
        lexicon = await self.lexicon(seen.game)
        arrived = await self._desk.arrivals.before(seen.game, command, at)
        judged = reduce(evolve, arrived, await self._desk.arrivals.judged(seen.game))
        decided = decide(judged, command, at, lexicon)
        return await self.record(seen, (*arrived, *decided), at)

    async def lexicon(self, game: Game) -> Container[str]:
        """Return the words that are valid in the game: its list, and what was ruled of words."""
        return await lexicon_of(self._desk, game)

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
        stored = await log.append(self._tx, stream, seen.seq, decided, at)
        folded = SeenGame(reduce(evolve, decided, seen.game), stored[-1].seq)
        after = self._note(folded, stored[-1].hash)
        moved = after.game.moves != seen.game.moves
        if moved or after.game.ended is not None:
            await self._desk.entries.forget(after.game)
        await self.keep(after, moved=moved or after.game.received != seen.game.received)
        for notice in () if ruled else await self._desk.arrivals.notices(seen, decided, after):
            await self._desk.tell(notice)
        if seen.game.query and after.game.query != seen.game.query:
            await self._desk.cases.no_longer_asked(CaseId(seen.game.query), at)
        for person, text in settled.told:
            await self._desk.tell_person(person, text, silent=True)
        if not ruled and (after.game.ended is not None or seen.game.ended is not None):
            await self._desk.results.follow(after.game, at)
        return after

    async def begin(self, started: GameStarted) -> SeenGame:
        """Start a game: its first event, its projection, its deadlines."""
        stored = await log.append(self._tx, game_stream(started.game), 0, (started,), started.at)
        seen = self._note(SeenGame(replay((started,)), stored[-1].seq), stored[-1].hash)
        await self.keep(seen, moved=True)
        return seen

    async def keep(self, seen: SeenGame, *, moved: bool) -> None:
        """Store what lists show of the game, and when its deadlines ring."""
        game = seen.game
        match = (await self._desk.matches.load(game.match)).match
        row = game_row(game, seen.seq, match, self._desk.unit.now)
        await projections.save_game(self._tx, row)
        await self._desk.planning.plan(seen, moved=moved)


def _by_code(row: GameRow) -> str:
    return row.game_id
