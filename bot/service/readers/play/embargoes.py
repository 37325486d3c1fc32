"""Selects the games that outsiders may see in the chat, by the rules of `engine.embargo`."""

from collections.abc import Iterable

from bot.runtime.embargo import embargoed_games
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.pure.rows import players_of
from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.play.game_snapshots import Games, GameSnapshot
from bot.texts.clean_text import cut_code
from engine.competitions.competition import Competition
from engine.embargo import (
    EmbargoedGame,
    GameReader,
    embargo_on,
    may_see_series,
)
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, GameId, Leg, PersonId, game_id, match_of
from storage.matches import match_rows


class Embargoes:
    """The games open to a person; a competition's games are read once in a unit of work."""

    def __init__(self, context: Context, competitions: Competitions, games: Games) -> None:
        self._tx, self._competitions, self._games = context.unit.tx, competitions, games
        self._games_of: dict[CompetitionCode, dict[GameId, EmbargoedGame]] = (
            context.unit.remembering({})
        )

    async def open_game(self, user_input: UserInput, text: str) -> GameSnapshot:
        """Return the game of a typed code if it is public in the person's competition.

        Raises:
            GameStateError: no competition of theirs has such a game, or the game is still closed.
        """
        code = GameId(text.strip().upper())
        unknown = GameStateError(Fault("no_such_game", facts={"game": cut_code(code)}))
        row = await match_rows.match(self._tx, match_of(code))
        if row is None or not row.competition:
            raise unknown
        competition = (await self._competitions.load(CompetitionCode(row.competition))).competition
        games = await self._embargoed(competition)
        if code not in games or user_input.person.id not in _people(competition):
            raise unknown
        embargo = embargo_on(games[code], games.values(), competition.rules.public_when)
        if embargo is not None:
            raise GameStateError(embargo.fault)
        return await self._games.load(code)

    async def shown_seeds(
        self, competition: Competition, person: PersonId
    ) -> frozenset[tuple[int, Leg]]:
        """Return the phases and legs whose seed the person may see."""
        games = await self._embargoed(competition)
        reader = GameReader(person, person in competition.arbiters)
        return frozenset(
            (number, leg)
            for number, phase in enumerate(competition.phases)
            if phase.started is not None
            for leg in Leg
            if may_see_series(
                [games[game_id(listed.code, leg)] for listed in phase.matches],
                reader,
                games.values(),
                competition.rules.public_when,
            )
        )

    async def _embargoed(self, competition: Competition) -> dict[GameId, EmbargoedGame]:
        """Return every game of the competition for the embargo, future games included.

        Whether one is open may depend on all others.
        """
        if competition.code not in self._games_of:
            self._games_of[competition.code] = await embargoed_games(self._tx, competition)
        return self._games_of[competition.code]


def _people(competition: Competition) -> Iterable[PersonId]:
    """Return the players of all phases, and the arbiters."""
    return {*players_of(competition), *competition.arbiters}
