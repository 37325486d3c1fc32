"""People who play: they type, look at the preview, press „Trimite”, and do it again if need be.

What is on the board they read from the log, as from their sheets; what was accepted they know from
the bot's answer alone.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from time import monotonic
from typing import Final, TypeVar

from sqlalchemy.exc import DBAPIError

from bot.cli.demonstration.players import Player
from engine.games.events import Passed, PlacementMade
from engine.games.fold import replay
from engine.games.game import Game, Stage
from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.lexicon import Lexicon, open_lexicon
from sandbox import Message, Sandbox, SandboxUser
from storage import log
from storage.db import Database
from storage.people import people
from storage.streams import game_stream
from tools.torture.crowd import Crowd
from tools.torture.reading import button, says, sheet
from tools.torture.records import Line, Records
from tools.torture.tabs import NoAnswerError, Tabs

T = TypeVar("T")

PATIENCE: Final = 60.0
"""Seconds after which a person who hears nothing does the same again."""
MOST_TRIES: Final = 20
"""Who has tried as often gives up: the bot has gone silent, and that is a fault."""
TAPPED: Final = 0.3
"""How often a placement is made in the Mini App."""
NOTED: Final = 0.2
"""How often somebody writes into his notebook before he places what he has written; with the first
placement of a game always."""
IMPATIENT: Final = 0.1
"""How often somebody presses twice, or types twice."""
_SENT: Final = ("play.sent", "play.sent_last")
"""What becomes of a preview that was sent; by the second the game is over."""
_AWAY: Final = 0.3
_AGREED: Final = 0.2


class GoneSilentError(Exception):
    """The bot no longer answers somebody."""


@cache
def _lexicon() -> Lexicon:
    return open_lexicon()


@dataclass(frozen=True, slots=True)
class Played:
    """A game as its log makes it."""

    game: Game
    events: int
    last: int
    """The number of its last move's event; 0: there is none."""


@dataclass(slots=True)
class Reader:
    """Reads games behind the bot's back, waiting while the database is away."""

    database: Database

    async def game(self, game: GameId) -> Played | None:
        """Return the game; None: it has not begun."""
        while True:
            try:
                async with self.database.reading() as tx:
                    rows = await log.load(tx, game_stream(game))
            except (DBAPIError, OSError):
                await asyncio.sleep(_AWAY)
            else:
                if not rows:
                    return None
                moves = [row.seq for row in rows if isinstance(row.event, PlacementMade | Passed)]
                return Played(replay(row.event for row in rows), len(rows), max(moves, default=0))

    async def person(self, user: SandboxUser) -> PersonId:
        """Return the number under which the bot knows somebody."""
        async with self.database.reading() as tx:
            found = await people.by_telegram(tx, user.id)
        if found is None:
            raise GoneSilentError(f"{user.name} is not known to the bot")
        return found.id


@dataclass(slots=True)
class Match:
    """Two people with an arbiter, and the two games they are to play."""

    sandbox: Sandbox
    reader: Reader
    records: Records
    random: Random
    code: MatchCode
    players: dict[PersonId, SandboxUser]
    arbiter: SandboxUser
    crowd: Crowd
    tabs: Tabs
    over: bool = False

    async def play(self, wanted: Callable[[], bool]) -> None:
        """Play both games to their ends, or as long as more is wanted."""
        for leg in Leg:
            played = await self._begun(game_id(self.code, leg))
            while played.game.stage is not Stage.ENDED:
                if not wanted():
                    return
                await self._turn(played)
                played = await self._begun(played.game.id)
        self.over = True

    async def _begun(self, game: GameId) -> Played:
        """Return the game; both agree to begin the return game when they are asked to."""
        for _ in range(round(MOST_TRIES * PATIENCE / _AGREED)):
            found = await self.reader.game(game)
            if found is not None:
                return found
            for user in self.players.values():
                asked = _newest(user, lambda message: bool(button(message, "ret")))
                if asked is not None:
                    user.press(asked, button(asked, "ret"))
            await asyncio.sleep(_AGREED * 5)
        raise GoneSilentError(f"{game} does not begin")

    async def _turn(self, played: Played) -> None:
        """Have the player on turn type a placement and send it, once he has the last sheet."""
        game = played.game
        author = self.players[game.side(game.turn).person]
        if played.last:
            await self._sheet(author, str(game.id), played.last)
        typed = self._choose(game)
        if not played.last or self.random.random() < NOTED:
            await self._noted(author, game, played.events, typed)
        if self.random.random() < TAPPED:
            await self._tapped(author, game, played.events, typed)
            return
        for _ in range(MOST_TRIES):
            preview = await self._preview(author, game, typed)
            if preview is not None and await self._sent(author, preview):
                self.records.accept(str(game.id), typed)
                return
            found = await self.reader.game(game.id)
            if found is not None and len(found.game.moves) > len(game.moves):
                raise GoneSilentError(f"{game.id}: {typed} was made, and its author never told")
            self.records.asked_again["typed again"] += 1
        raise GoneSilentError(f"{game.id}: {author.name} cannot send {typed}")

    async def _tapped(self, author: SandboxUser, game: Game, events: int, typed: str) -> None:
        """Have the player make it in the Mini App, where he is asked nothing twice."""
        try:
            await self.tabs.move(author, game, events, typed)
        except NoAnswerError as error:
            raise GoneSilentError(str(error)) from error
        self.records.asked_again["made in the Mini App"] += 1
        self.records.accept(str(game.id), typed)

    async def _noted(self, author: SandboxUser, game: Game, events: int, typed: str) -> None:
        """Have the player write it into his notebook first; nothing is sent by that."""
        line: Line = {"moves": [typed], "name": f"Planul {self.random.randrange(1000)}"}
        try:
            await self.tabs.note(author, game, events, line)
        except NoAnswerError as error:
            raise GoneSilentError(str(error)) from error
        self.records.note(str(game.id), author.id, line)

    async def _sheet(self, author: SandboxUser, game: str, last: int) -> None:
        """Wait for the sheet of the last move: as it was made, or with what has been noted since.

        A turn that arrives on a later day is an event without a sheet of its own.
        """

        def is_wanted(message: Message) -> bool:
            found = sheet(message)
            return found is not None and found[0] == game and found[1] >= last

        for _ in range(MOST_TRIES):
            if await self._seen(lambda: _newest(author, is_wanted)):
                return
            self.records.asked_again["waited long for a sheet"] += 1
        raise GoneSilentError(f"{author.name} does not get sheet {last} of {game}")

    def _choose(self, game: Game) -> str:
        return Player(_lexicon(), self.random.randrange(4)).choose(game)

    async def _preview(self, author: SandboxUser, game: Game, typed: str) -> Message | None:
        """Type the placement; return its preview, or None if there is none for a long time."""
        before, began = author.messages[-1].id, monotonic()
        author.send(typed)
        if self.random.random() < IMPATIENT:
            author.send(typed)

        def shown() -> Message | None:
            return _newest(
                author,
                lambda message: (
                    message.id > before
                    and bool(button(message, "send"))
                    and str(game.id) in message.text
                ),
            )

        preview = await self._seen(shown)
        self.crowd.waited(began)
        return preview

    async def _sent(self, author: SandboxUser, preview: Message) -> bool:
        """Press „Trimite” until the preview says what became of it; return whether it was sent."""
        data = button(preview, "send")

        def told() -> str | None:
            if any(says(preview, key) for key in _SENT):
                return "sent"
            return None if button(preview, "send") == data else "overtaken"

        for attempt in range(MOST_TRIES):
            self.records.asked_again["pressed again"] += attempt > 0
            for _ in range(1 + (self.random.random() < IMPATIENT)):
                if button(preview, "send") == data:
                    author.press(preview, data)
            if (outcome := await self._seen(told)) is not None:
                return outcome == "sent"
        return False

    async def _seen(self, find: Callable[[], T | None]) -> T | None:
        try:
            return await self.sandbox.wait_for(find, seconds=PATIENCE)
        except TimeoutError:
            return None


def _newest(user: SandboxUser, wanted: Callable[[Message], bool]) -> Message | None:
    """Return the bot's newest message of that kind, among the last that somebody was sent."""
    recent = user.messages[-12:]
    return next((each for each in reversed(recent) if each.from_bot and wanted(each)), None)
