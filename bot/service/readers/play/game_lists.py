"""Reads lists of games: a player's, an arbiter's, a competition's.

`listed` and `played` give rows alone; the others leave out games with damaged logs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.context import Context
from bot.service.readers.matches.match_snapshots import Matches
from bot.service.readers.people.persons import Persons
from bot.service.readers.play.game_snapshots import Games, GameSnapshot
from bot.texts.messages import Text, say
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId, match_of
from storage.play import game_rows
from storage.play.game_rows import GameRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame:
    """A game of a person's list: its row, and the game itself."""

    row: GameRow
    snapshot: GameSnapshot


class GameLists:
    """All reads of lists of games; the list of `listed` is read once in a unit of work."""

    def __init__(self, context: Context, persons: Persons, matches: Matches, games: Games) -> None:
        self._tx = context.unit.tx
        self._persons, self._matches, self._games = persons, matches, games
        self._listed: dict[PersonId, Sequence[GameRow]] = context.unit.remembering({})

    async def running(self, person: PersonId) -> list[GameSnapshot]:
        """Return the games the person is playing now, the last changed first."""
        snapshots = []
        for game, (head, match_head) in (await game_rows.running_of(self._tx, person)).items():
            with leaving_out_damaged():
                await self._matches.fold(match_of(game), match_head)
                await self._games.fold(game, head)
                snapshots.append(await self._games.load(game))
        return snapshots

    async def listed(self, person: PersonId) -> Sequence[GameRow]:
        """Return the rows of the person's running games, without reading logs.

        Games in which they are to move come first, by last day.
        """
        if person not in self._listed:
            self._listed[person] = await game_rows.listed_of(self._tx, person)
        return self._listed[person]

    def forget(self) -> None:
        """Drop the lists of `listed`, because a row has changed."""
        self._listed.clear()

    async def played(self, person: PersonId) -> list[GameRow]:
        """Return the rows of all games the person plays or has played, the last changed first."""
        return await game_rows.games_of(self._tx, person)

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
                await self._games.fold(GameId(row.game_id), head)
                games.append(ListedGame(row=row, snapshot=await self._games.of_row(row)))
        return games

    async def all_running(self) -> list[GameSnapshot]:
        """Return all running games between two people, by code."""
        return await self.of_rows(await game_rows.running_games(self._tx))

    async def running_ruled_by(self, arbiter: PersonId) -> list[GameSnapshot]:
        """Return the running games that the person rules, by code."""
        return await self.of_rows(await game_rows.running_ruled_by(self._tx, arbiter))

    async def running_in(self, competition: CompetitionCode) -> list[GameSnapshot]:
        """Return the running games of a competition, by code."""
        return await self.of_rows(await game_rows.running_in(self._tx, competition))

    async def of_rows(self, rows: Iterable[GameRow]) -> list[GameSnapshot]:
        """Return the games of these rows, by code."""
        codes = sorted(GameId(row.game_id) for row in rows)
        await self._games.gather(codes)
        loaded = []
        for code in codes:
            with leaving_out_damaged():
                loaded.append(await self._games.load(code))
        return loaded

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
