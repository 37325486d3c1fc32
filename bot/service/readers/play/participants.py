"""Reads the participants of games: who they are, and the chats that reach them."""

from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.matches.closings import Closings
from bot.service.readers.matches.match_snapshots import Matches
from bot.service.readers.people.persons import Persons
from bot.texts.notices.participants import Participants
from engine.games.game import Game


class ParticipantReader:
    """The participants of games."""

    def __init__(
        self, persons: Persons, competitions: Competitions, matches: Matches, closings: Closings
    ) -> None:
        self._persons, self._competitions = persons, competitions
        self._matches, self._closings = matches, closings

    async def of(self, game: Game) -> Participants:
        """Return the participants of a game, with the chief arbiter of its match."""
        match = await self._matches.get(game.match)
        red, blue = game.red.person, game.blue.person
        arbiter = await self._competitions.chief_arbiter(match)
        await self._persons.gather((red, blue, arbiter))
        return Participants(
            red=await self._matches.member(match, red),
            blue=await self._matches.member(match, blue),
            arbiter=await self._matches.member(match, arbiter),
            kind=match.kind,
            closing=await self._closings.last_day(match),
            match=match,
        )
