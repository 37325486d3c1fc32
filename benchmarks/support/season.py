"""A season played through the bot's own parts one after the other, without HTTP.

Updates are stored as Telegram's JSON and handled by the worker. Deadlines become due as the days
pass. The courier words and draws every message, but sends none. New people keep joining, and old
rows are pruned every night.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from benchmarks.bench_move import BEGINNING, drafted, shared
from benchmarks.support.clock import SteppedClock
from benchmarks.support.conversations import Conversations
from bot.chat.dispatch import Dispatcher
from bot.cli.demonstration.players import DemoPlayer
from bot.program.menus import menu_named
from bot.program.sweep import Sweep
from bot.runtime.shared import RecentStates
from bot.runtime.unit import Runtime
from bot.service.people.directory import PeopleDirectory
from bot.transport.receiving.worker import Worker
from bot.transport.sending.composing import Composer
from bot.transport.sending.courier import Courier
from bot.transport.sending.pacing import UNLIMITED, Pace
from bot.transport.sending.press import MediaMaker
from engine.games.game import Stage
from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.matches.fold import replay_match
from engine.matches.match import Match, MatchStage
from engine.words.lexicon import open_lexicon
from storage import log
from storage.db import Database
from storage.migrations import migrate
from storage.people import people
from storage.queues import inbox, outbox
from storage.schema import invites, previews
from storage.streams import match_stream

if TYPE_CHECKING:
    from bot.texts.delivery import Parcel

ARBITER: Final = 1
HOURS: Final = timedelta(hours=9)
"""The time between two moves of a game."""
KEPT: Final = timedelta(days=30)
"""The time for which the bot keeps handled and sent rows."""
KEPT_FOLDED: Final = 16
ENTRY: Final = "/meci Ana P{0} - Ion R{0}"


class Nobody:
    """Accepts every message as Telegram does, and discards it."""

    def __init__(self) -> None:
        self.taken = 0

    async def send(self, parcel: "Parcel") -> tuple[int, ...]:
        """Return the number of the message that the parcel would have become."""
        del parcel
        self.taken += 1
        return (self.taken,)

    async def open_topic(self, chat: int, title: str) -> int:
        """Refuse, because nobody here writes in groups."""
        raise NotImplementedError(chat, title)


class BenchSeason(Conversations):
    """The bot's parts, and the people who join and play."""

    def __init__(self, database: Database) -> None:
        clock = SteppedClock(BEGINNING)
        runtime = Runtime(database, clock)
        settled = replace(
            shared(), games=RecentStates(KEPT_FOLDED), matches=RecentStates(KEPT_FOLDED)
        )
        self.telegram = Nobody()
        press = MediaMaker(runtime, settled, lambda _: ("words.txt", b"CASA"))
        courier = Courier(
            runtime,
            self.telegram,
            Composer(press, menu_named, clock),
            PeopleDirectory(runtime, settled),
            pace=Pace(UNLIMITED),
        )
        super().__init__(clock, runtime, Worker(runtime, Dispatcher(settled)), courier)
        self._sweep = Sweep(runtime, settled, lambda: True)
        self._newcomers = count(2)
        self._player = DemoPlayer(open_lexicon())
        self._choices: dict[tuple[Any, str], str] = {}
        """The text typed in a position, because all games have the same tiles."""
        self.moves = 0

    async def play(self, matches: int) -> None:
        """Begin that many new matches, and play both games of each to their ends."""
        begun = [await self._arranged() for _ in range(matches)]
        for leg in Leg:
            running = [game_id(code, leg) for code in begun]
            while running:
                await self._later()
                running = [game for game in running if await self._move(game)]
            for code in begun if leg is Leg.HOME else ():
                for person in (await self._match(code)).people:
                    await self.pressed(await self._chat(person), f"ret:{code}")
        await self._settled(begun)

    async def _settled(self, codes: Sequence[MatchCode]) -> None:
        """Let the players agree to the results, and the arbiter approve them."""
        for code in codes:
            match = await self._match(code)
            assert match.stage is MatchStage.PROPOSED, (code, match.stage)
            for person in match.people:
                await self.pressed(await self._chat(person), f"res:{code}:yes")
            await self.pressed(ARBITER, f"hom:{code}")

    async def _arranged(self) -> MatchCode:
        """Arrange a match between two new people; return its code."""
        pair = next(self._newcomers), next(self._newcomers)
        await self.typed(ARBITER, ENTRY.format(pair[0]))
        await self.pressed(ARBITER, await drafted(self._runtime))
        async with self._runtime.database.reading() as tx:
            query = select(invites.c.code, invites.c.match_id).where(invites.c.used_by.is_(None))
            rows = (await tx.execute(query.order_by(invites.c.person))).all()
        for who, row in zip(pair, rows, strict=True):
            await self.typed(who, f"/start {row.code}")
            await self.pressed(who, f"join:{row.code}:yes")
        return MatchCode(rows[0].match_id)

    async def _move(self, game: GameId) -> bool:
        """Type and send the next move; return whether the game continues."""
        now = await self.game(game)
        if now.stage is not Stage.RUNNING:
            return False
        chat = await self._chat(now.side(now.turn).person)
        position = now.board, now.side(now.turn).rack
        if position not in self._choices:
            self._choices[position] = self._player.choose(now)
        await self.typed(chat, f"/depune {self._choices[position]}")
        async with self._runtime.database.reading() as tx:
            token = select(previews.c.token).where(previews.c.game_id == game)
            found = (await tx.execute(token)).scalar_one()
        await self.pressed(chat, f"send:{found}")
        self.moves += 1
        return True

    async def _later(self) -> None:
        """Advance the clock some hours; handle what is due, and prune what is old."""
        self._clock.travel(HOURS)
        await self._sweep()
        await self._courier.settle()
        async with self._runtime.database.transaction() as tx:
            await inbox.prune(tx, self._clock.now() - KEPT)
            await outbox.prune(tx, self._clock.now() - KEPT)

    async def _match(self, code: MatchCode) -> Match:
        async with self._runtime.database.reading() as tx:
            return replay_match(row.event for row in await log.load(tx, match_stream(code)))

    async def _chat(self, person: PersonId) -> int:
        async with self._runtime.database.reading() as tx:
            return (await people.get(tx, person)).chat or 0


@asynccontextmanager
async def season(folder: Path) -> AsyncIterator[BenchSeason]:
    """Yield a season at its beginning, with its courier running."""
    async with Database(f"sqlite+aiosqlite:///{folder}/season.sqlite") as database:
        await migrate(database)
        played = BenchSeason(database)
        async with played.sending():
            yield played
