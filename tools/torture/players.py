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
TAPPED_SHARE: Final = 0.3
"""The share of moves made in the Mini App in a single match."""
NOTED_SHARE: Final = 0.2
"""The share of moves that a player first writes into their notebook.

They always do so with the first move of a game.
"""
IMPATIENT_SHARE: Final = 0.1
"""The share of actions that a person does twice."""
REGRETTED_SHARE: Final = 0.25
"""The share of typed moves that a person tries to take back; they type it again."""
_PREVIEWS: Final = ("preview.placement", "preview.pass")
"""The texts of a preview; a reminder of an unsent move has its button, too, but is not edited."""
_SENT: Final = ("play.sent", "play.sent_last")
"""The texts that replace a preview after sending; the second one ends the game."""
AWAY: Final = (DBAPIError, OSError)
"""The errors of a database that a fault has locked, cut off or stopped."""
PAUSE_WHILE_AWAY: Final = 0.3
"""Seconds between two attempts to reach the database."""
LONGEST_WAIT: Final = MOST_TRIES * PATIENCE
"""Seconds after which a game or a move that is not in the log counts as lost."""
_POLL: Final = 0.2
"""Seconds between two queries of the log for a move."""
_GAME_POLL: Final = 1.0
"""Seconds between two queries of the log for the beginning of a game."""


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
    """Open the list of words, once for all players."""
    return open_lexicon()


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game in the state of its log."""

    game: Game
    version: int
    """The number of its last event."""
    last_move: int
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

    async def game(self, game: GameId) -> LoggedGame | None:
        """Return the game, or None if it has not begun."""
        rows = await self.read(lambda tx: log.load(tx, game_stream(game)))
        if not rows:
            return None
        moves = [row.seq for row in rows if isinstance(row.event, PlacementMade | Passed)]
        return LoggedGame(replay(rows), len(rows), max(moves, default=0))

    async def person(self, user: SandboxUser) -> PersonId:
        """Return the person's number in the bot.

        Raises:
            GoneSilentError: the bot has not stored the person.
        """
        person = await self.read(lambda tx: people.by_account(tx, user.id))
        if person is None:
            raise GoneSilentError(f"{user.name} is not known to the bot")
        return person.id


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
    tapped_share: float = TAPPED_SHARE
    """The share of moves made in the Mini App."""
    is_over: bool = False
    """Whether both games have ended."""

    async def play(self, is_more_wanted: Callable[[], bool]) -> None:
        """Play both games to their ends, or as long as more is wanted."""
        for leg in Leg:
            logged = await self._await_game(game_id(self.code, leg))
            while logged.game.stage is not Stage.ENDED:
                if not is_more_wanted():
                    return
                await self.turn(logged)
                logged = await self._await_game(logged.game.id)
        self.is_over = True

    async def _await_game(self, game: GameId) -> LoggedGame:
        """Return the game once it has begun; both players agree to begin the return game."""
        for _ in range(round(LONGEST_WAIT / _GAME_POLL)):
            logged = await self.reader.game(game)
            if logged is not None:
                return logged
            for user in self.players.values():
                question = _newest(user, lambda message: bool(button(message, "ret")))
                if question is not None:
                    user.press(question, button(question, "ret"))
            await asyncio.sleep(_GAME_POLL)
        raise GoneSilentError(f"{game} does not begin")

    async def running(self) -> LoggedGame | None:
        """Return a game of the match that is running, or None."""
        for leg in Leg:
            logged = await self.reader.game(game_id(self.code, leg))
            if logged is not None and logged.game.stage is not Stage.ENDED:
                return logged
        return None

    async def turn(self, logged: LoggedGame) -> None:
        """Let the player to move type a move and send it, after the last sheet has arrived."""
        game = logged.game
        author = self.players[game.side(game.turn).person]
        if logged.last_move:
            await self._await_sheet(author, str(game.id), logged.last_move)
        move = self._choose(game)
        if not logged.last_move or self.random.random() < NOTED_SHARE:
            await self._note(author, game, logged.version, move)
        if self.random.random() < self.tapped_share:
            await self._tap(author, game, logged.version, move)
            return
        for _ in range(MOST_TRIES):
            preview = await self._type(author, game, move)
            if preview is not None and await self._press_send(author, preview):
                self.records.accept(str(game.id), move)
                return
            if await self._is_followed(game):
                raise GoneSilentError(f"{game.id}: {move} was made, and its author never told")
            self.records.asked_again["typed again"] += 1
        raise GoneSilentError(f"{game.id}: {author.name} cannot send {move}")

    async def _tap(self, author: SandboxUser, game: Game, version: int, move: str) -> None:
        """Let the player make the move in the Mini App, which asks for no confirmation."""
        try:
            await self.tabs.move(author, game, version, move)
        except NoAnswerError as error:
            raise GoneSilentError(str(error)) from error
        self.records.asked_again["made in the Mini App"] += 1
        self.records.accept(str(game.id), move)
        await self._await_next_move(game)

    async def _await_next_move(self, game: Game) -> None:
        """Wait until the move that follows the game's last one is made."""
        for _ in range(round(LONGEST_WAIT / _POLL)):
            if await self._is_followed(game):
                return
            await asyncio.sleep(_POLL)
        raise GoneSilentError(f"{game.id}: the move sent in the Mini App is never made")

    async def _is_followed(self, game: Game) -> bool:
        """Return whether a move has followed the game's last one."""
        logged = await self.reader.game(game.id)
        return logged is not None and len(logged.game.moves) > len(game.moves)

    async def _note(self, author: SandboxUser, game: Game, version: int, move: str) -> None:
        """Let the player first write the move into their notebook, which sends nothing."""
        line: Line = {"moves": [move], "name": f"Planul {self.random.randrange(1000)}"}
        try:
            await self.tabs.note(author, game, version, line)
        except NoAnswerError as error:
            raise GoneSilentError(str(error)) from error
        self.records.note_line(str(game.id), author.id, line)

    async def _await_sheet(self, author: SandboxUser, game: str, version: int) -> None:
        """Wait for the sheet of the last move, in its first or a later version.

        An arrival on a later day is an event without a sheet of its own. Players with several
        games have had many messages since.
        """

        def is_wanted(message: Message) -> bool:
            shown = sheet(message)
            return shown is not None and shown.game == game and shown.version >= version

        for _ in range(MOST_TRIES):
            if await self._find(lambda: _newest(author, is_wanted, among=len(author.messages))):
                return
            self.records.asked_again["waited long for a sheet"] += 1
        raise GoneSilentError(f"{author.name} does not get sheet {version} of {game}")

    def _choose(self, game: Game) -> str:
        """Return the text of a good move, not always of the best."""
        return DemoPlayer(_lexicon(), self.random.randrange(4)).choose(game)

    async def _type(self, author: SandboxUser, game: Game, move: str) -> Message | None:
        """Type the move; return its preview, or None if there is none for a long time."""
        before, begun = author.messages[-1].id, monotonic()
        author.send(move)
        if self.random.random() < IMPATIENT_SHARE:
            author.send(move)

        def preview_of_game() -> Message | None:
            return _newest(
                author,
                lambda message: (
                    message.id > before
                    and any(says(message, key) for key in _PREVIEWS)
                    and str(game.id) in message.text
                ),
            )

        preview = await self._find(preview_of_game)
        self.crowd.note_wait(begun)
        return preview

    async def _press_send(self, author: SandboxUser, preview: Message) -> bool:
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
            presses = 2 if self.random.random() < IMPATIENT_SHARE else 1
            for _ in range(presses):
                if button(preview, "send") == data:
                    author.press(preview, data)
            if self.random.random() < REGRETTED_SHARE:
                await self._find(lambda: is_held() or end())
                if undo := button(preview, "undo"):
                    author.press(preview, undo)
                    self.records.asked_again["took a move back, or tried to"] += 1
            if (outcome := await self._find(end)) is not None:
                return outcome is _PreviewEnd.SENT
        return False

    async def _find(self, find: Callable[[], T | None]) -> T | None:
        """Return what `find` finds within a person's patience, or None."""
        try:
            return await self.sandbox.wait_for(find, seconds=PATIENCE)
        except TimeoutError:
            return None


def _newest(
    user: SandboxUser, is_wanted: Callable[[Message], bool], *, among: int = 12
) -> Message | None:
    """Return the bot's newest message of that kind, among so many of the latest, or None."""
    newest_first = reversed(user.messages[-among:])
    return next(
        (message for message in newest_first if message.from_bot and is_wanted(message)), None
    )
