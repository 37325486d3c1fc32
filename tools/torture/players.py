"""Players: they type, read the preview, press „Trimite”, and repeat it if necessary.

They read the board from the log, as from their sheets, but they count a move as accepted only by
the bot's answer.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from random import Random
from time import monotonic
from typing import Final, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cli.demonstration.players import DemoPlayer
from engine.games.events import Passed, PlacementMade
from engine.games.fold import replay
from engine.games.game import Game, Stage
from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.words.lexicon import Lexicon, open_lexicon
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
"""Seconds after which a person without an answer repeats their action."""
MOST_TRIES: Final = 20
"""The most attempts of a person; after them the bot counts as silent, which is an error."""
TAPPED: Final = 0.3
"""The share of moves made in the Mini App in a single match."""
NOTED: Final = 0.2
"""The share of moves that a player first writes into their notebook.

They always do so with the first move of a game.
"""
IMPATIENT: Final = 0.1
"""The share of actions that a person does twice."""
REGRETTED: Final = 0.25
"""The share of typed moves that a person tries to take back; they type it again."""
_PREVIEWS: Final = ("preview.placement", "preview.pass")
"""The texts of a preview; a reminder of an unsent move has its button, too, but is not edited."""
_SENT: Final = ("play.sent", "play.sent_last")
"""The texts that replace a preview after sending; the second one ends the game."""
AWAY: Final = (DBAPIError, OSError)
"""The errors of a database that a fault has locked, cut off or stopped."""
PAUSE_WHILE_AWAY: Final = 0.3
"""Seconds between two attempts to reach the database."""
_POLL: Final = 0.2
"""Seconds between two looks at the log."""


class _PreviewEnd(Enum):
    """What has become of a preview."""

    SENT = auto()
    TAKEN_BACK = auto()
    OVERTAKEN = auto()
    """Another preview or move has replaced it."""


class GoneSilentError(Exception):
    """The bot no longer answers a person."""


@cache
def _lexicon() -> Lexicon:
    return open_lexicon()


@dataclass(frozen=True, slots=True)
class Played:
    """A game in the state of its log."""

    game: Game
    events: int
    last: int
    """The number of its last move's event; 0 if there is none."""


@dataclass(slots=True)
class DatabaseReader:
    """Reads from the database, and waits while the database is away."""

    database: Database

    async def read(self, query: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Return the result of a query, which is repeated until the database answers."""
        while True:
            try:
                async with self.database.reading() as tx:
                    return await query(tx)
            except AWAY:
                await asyncio.sleep(PAUSE_WHILE_AWAY)

    async def game(self, game: GameId) -> Played | None:
        """Return the game, or None if it has not begun."""
        rows = await self.read(lambda tx: log.load(tx, game_stream(game)))
        if not rows:
            return None
        moves = [row.seq for row in rows if isinstance(row.event, PlacementMade | Passed)]
        return Played(replay(rows), len(rows), max(moves, default=0))

    async def person(self, user: SandboxUser) -> PersonId:
        """Return the person's number in the bot."""
        async with self.database.reading() as tx:
            found = await people.by_account(tx, user.id)
        if found is None:
            raise GoneSilentError(f"{user.name} is not known to the bot")
        return found.id


@dataclass(slots=True)
class TortureMatch:
    """Two players with an arbiter, and their two games."""

    sandbox: Sandbox
    reader: DatabaseReader
    records: Records
    random: Random
    code: MatchCode
    players: dict[PersonId, SandboxUser]
    """The two players by their number in the bot."""
    arbiter: SandboxUser
    crowd: Crowd
    tabs: Tabs
    tapped: float = TAPPED
    """The share of moves made in the Mini App."""
    over: bool = False
    """Whether both games have ended."""

    async def play(self, wanted: Callable[[], bool]) -> None:
        """Play both games to their ends, or as long as more is wanted."""
        for leg in Leg:
            played = await self._begun(game_id(self.code, leg))
            while played.game.stage is not Stage.ENDED:
                if not wanted():
                    return
                await self.turn(played)
                played = await self._begun(played.game.id)
        self.over = True

    async def _begun(self, game: GameId) -> Played:
        """Return the game once it has begun; both players agree to begin the return game."""
        for _ in range(round(MOST_TRIES * PATIENCE / _POLL)):
            found = await self.reader.game(game)
            if found is not None:
                return found
            for user in self.players.values():
                asked = _newest(user, lambda message: bool(button(message, "ret")))
                if asked is not None:
                    user.press(asked, button(asked, "ret"))
            await asyncio.sleep(_POLL * 5)
        raise GoneSilentError(f"{game} does not begin")

    async def running(self) -> Played | None:
        """Return a game of the match that is running, or None."""
        for leg in Leg:
            found = await self.reader.game(game_id(self.code, leg))
            if found is not None and found.game.stage is not Stage.ENDED:
                return found
        return None

    async def turn(self, played: Played) -> None:
        """Let the player to move type a move and send it, after the last sheet has arrived."""
        game = played.game
        author = self.players[game.side(game.turn).person]
        if played.last:
            await self._sheet(author, str(game.id), played.last)
        typed = self._choose(game)
        if not played.last or self.random.random() < NOTED:
            await self._noted(author, game, played.events, typed)
        if self.random.random() < self.tapped:
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
        """Let the player make the move in the Mini App, which asks for no confirmation."""
        try:
            await self.tabs.move(author, game, events, typed)
        except NoAnswerError as error:
            raise GoneSilentError(str(error)) from error
        self.records.asked_again["made in the Mini App"] += 1
        self.records.accept(str(game.id), typed)
        await self._made(game)

    async def _made(self, game: Game) -> None:
        """Wait until the move that follows the game's last one is made."""
        for _ in range(round(MOST_TRIES * PATIENCE / _POLL)):
            found = await self.reader.game(game.id)
            if found is not None and len(found.game.moves) > len(game.moves):
                return
            await asyncio.sleep(_POLL)
        raise GoneSilentError(f"{game.id}: the move sent in the Mini App is never made")

    async def _noted(self, author: SandboxUser, game: Game, events: int, typed: str) -> None:
        """Let the player first write the move into their notebook, which sends nothing."""
        line: Line = {"moves": [typed], "name": f"Planul {self.random.randrange(1000)}"}
        try:
            await self.tabs.note(author, game, events, line)
        except NoAnswerError as error:
            raise GoneSilentError(str(error)) from error
        self.records.note_line(str(game.id), author.id, line)

    async def _sheet(self, author: SandboxUser, game: str, last: int) -> None:
        """Wait for the sheet of the last move, in its first or a later version.

        An arrival on a later day is an event without a sheet of its own. Players with several
        games have had many messages since.
        """

        def is_wanted(message: Message) -> bool:
            found = sheet(message)
            return found is not None and found.game == game and found.version >= last

        for _ in range(MOST_TRIES):
            if await self._seen(lambda: _newest(author, is_wanted, among=len(author.messages))):
                return
            self.records.asked_again["waited long for a sheet"] += 1
        raise GoneSilentError(f"{author.name} does not get sheet {last} of {game}")

    def _choose(self, game: Game) -> str:
        return DemoPlayer(_lexicon(), self.random.randrange(4)).choose(game)

    async def _preview(self, author: SandboxUser, game: Game, typed: str) -> Message | None:
        """Type the move; return its preview, or None if there is none for a long time."""
        before, began = author.messages[-1].id, monotonic()
        author.send(typed)
        if self.random.random() < IMPATIENT:
            author.send(typed)

        def shown() -> Message | None:
            return _newest(
                author,
                lambda message: (
                    message.id > before
                    and any(says(message, key) for key in _PREVIEWS)
                    and str(game.id) in message.text
                ),
            )

        preview = await self._seen(shown)
        self.crowd.note_wait(began)
        return preview

    async def _sent(self, author: SandboxUser, preview: Message) -> bool:
        """Press „Trimite” until the preview shows the result; return whether the move was sent."""
        data = button(preview, "send")

        def is_held() -> bool:
            return says(preview, "play.held")

        def end() -> _PreviewEnd | None:
            if any(says(preview, key) for key in _SENT):
                return _PreviewEnd.SENT
            if says(preview, "play.taken_back"):
                return _PreviewEnd.TAKEN_BACK
            is_open = is_held() or button(preview, "send") == data
            return None if is_open else _PreviewEnd.OVERTAKEN

        for attempt in range(MOST_TRIES):
            self.records.asked_again["pressed again"] += attempt > 0
            for _ in range(1 + (self.random.random() < IMPATIENT)):
                if button(preview, "send") == data:
                    author.press(preview, data)
            if self.random.random() < REGRETTED:
                await self._seen(lambda: is_held() or end())
                if undo := button(preview, "undo"):
                    author.press(preview, undo)
                    self.records.asked_again["took a move back, or tried to"] += 1
            if (outcome := await self._seen(end)) is not None:
                return outcome is _PreviewEnd.SENT
        return False

    async def _seen(self, find: Callable[[], T | None]) -> T | None:
        """Return what `find` finds within a person's patience, or None."""
        try:
            return await self.sandbox.wait_for(find, seconds=PATIENCE)
        except TimeoutError:
            return None


def _newest(
    user: SandboxUser, wanted: Callable[[Message], bool], *, among: int = 12
) -> Message | None:
    """Return the bot's newest message of that kind, among so many of the latest, or None."""
    recent = user.messages[-among:]
    return next(
        (message for message in reversed(recent) if message.from_bot and wanted(message)), None
    )
