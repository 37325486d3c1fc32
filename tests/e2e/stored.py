"""The bot's storage, read directly: tests compare it with what people see."""

from bot.service.pure.folds import Folds
from engine.competitions.competition import Competition
from engine.competitions.fold import replay_competition
from engine.games.events import Event
from engine.games.fold import replay
from engine.games.game import Game
from engine.ids import GameId, MatchCode
from engine.matches.fold import replay_match
from engine.matches.match import Match
from storage import log
from storage.db import Database
from storage.integrity import Finding
from storage.people import people
from storage.people.people import Person
from storage.queues import inbox, outbox
from storage.streams import competition_stream, game_stream, match_stream
from storage.verify import verify


class Stored:
    """The bot's storage, read directly."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def events(self, game: str) -> list[Event]:
        """Return a game's events."""
        return [row.event for row in await self.rows(game)]

    async def rows(self, game: str) -> list[log.Stored]:
        """Return a game's events, each with the instant of its recording."""
        async with self.database.reading() as tx:
            return await log.load(tx, game_stream(GameId(game)))

    async def game(self, game: str) -> Game:
        """Return a game, rebuilt from its events."""
        return replay(await self.rows(game))

    async def match(self, code: str) -> Match:
        """Return a match, rebuilt from its events."""
        async with self.database.reading() as tx:
            rows = await log.load(tx, match_stream(MatchCode(code)))
        return replay_match(row.event for row in rows)

    async def competition(self, code: str) -> Competition:
        """Return a competition, rebuilt from its events."""
        async with self.database.reading() as tx:
            rows = await log.load(tx, competition_stream(code))
        return replay_competition(row.event for row in rows)

    async def person(self, telegram: int) -> Person:
        """Return the person that the bot stores for that account."""
        async with self.database.reading() as tx:
            found = await people.by_account(tx, telegram)
        assert found is not None
        return found

    async def findings(self) -> tuple[Finding, ...]:
        """Return the findings of `turretur verify`, empty if all is well."""
        async with self.database.reading() as tx:
            report = await verify(tx, Folds())
        return (*report.findings, *report.steps)

    async def waiting(self) -> dict[str, int]:
        """Return the numbers of waiting updates and messages, and of dead letters."""
        async with self.database.reading() as tx:
            updates, messages = await inbox.counts(tx), await outbox.counts(tx)
        return {
            "updates": updates[inbox.UpdateState.NEW],
            "messages": messages[outbox.MessageState.QUEUED],
            "dead updates": updates[inbox.UpdateState.DEAD],
            "dead messages": messages[outbox.MessageState.DEAD],
        }
