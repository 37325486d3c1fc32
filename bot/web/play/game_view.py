"""One game as the page of a person shows it."""

from dataclasses import dataclass
from typing import Final

from bot.documents.views.setting import GameSetting, arbiters_of, setting_of
from bot.runtime.shared import UserInput
from bot.service.lookups.analysis.access import access_fault
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.web.play.game_answers import GameForPerson, game_json, held_json
from bot.web.play.move_previews import hindrance_of
from bot.web.refusals import Json
from engine.games.game import Game
from engine.ids import GameId, PersonId
from engine.matches.match import Match, MatchStage, games_of

_DECIDED: Final = frozenset({MatchStage.PROPOSED, MatchStage.HOMOLOGATED})
"""The stages of a match whose results are proposed or official."""


@dataclass(frozen=True, slots=True)
class GameView:
    """A game that the person may see, in one read-only unit of work."""

    service: Service
    user_input: UserInput
    catalogue: Catalogue
    snapshot: GameSnapshot

    async def body(self) -> Json:
        """Return all of a game that its players or arbiters may see."""
        service, me = self.service, self.user_input.person.id
        game = await service.arrivals.for_time_decisions(self.snapshot.game)
        is_player = game.seat_of(me) is not None
        match = (await service.matches.load(game.match)).match
        held_moves = service.held_moves
        held = await held_moves.of(self.user_input, game.id)
        return game_json(
            GameForPerson(
                game=game,
                version=self.snapshot.seq,
                person=me,
                participants=await service.participants.of(game),
                setting=await self._setting(match),
                today=service.games.today(game),
                hindrance=await hindrance_of(service, self.user_input, self.snapshot)
                if is_player
                else None,
                others=_others(game, match),
                analysis=await access_fault(service, self.user_input, self.snapshot),
                conditions=await service.conditions.of(me, game) if is_player else (),
                finished_match=match if match.stage in _DECIDED and match.kind.has_reader else None,
                held=None if held is None else held_json(held, held_moves.seconds_left(held)),
            ),
            self.catalogue,
        )

    async def _setting(self, match: Match) -> GameSetting:
        """Return the competition, the arbiters and the rules around a game, with shown names."""
        service, game = self.service, self.snapshot.game
        competition = await service.competitions.of_match(match)
        return setting_of(
            match,
            None if competition is None else competition.competition,
            await self._names(match, competition),
            federation=service.shared.competition,
            is_official=service.shared.official(game.edition),
            today=service.games.today(game),
            version=self.snapshot.seq,
        )

    async def _names(
        self, match: Match, competition: CompetitionSnapshot | None
    ) -> dict[PersonId, str]:
        """Return the shown names of the players and arbiters."""
        arbiters = arbiters_of(match, None if competition is None else competition.competition)
        named = await self.service.persons.names((*match.people, *arbiters))
        return {person: self.catalogue.name(name) for person, name in named.items()}


def _others(game: Game, match: Match) -> tuple[GameId, ...]:
    """Return the other games of the match that have started."""
    return tuple(other for other in games_of(match) if other != game.id)
