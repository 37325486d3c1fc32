"""A season played through the bot's own parts one after the other, without HTTP.

Updates are stored as Telegram's JSON and handled by the worker. Deadlines become due as the days
pass. The courier words and draws every message, but sends none. New people keep joining, and old
rows are pruned every night.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from benchmarks.bench_move import BEGINNING, drafted, shared
from benchmarks.support.clock import SteppedClock
from bot.chat.dispatch import Dispatcher
from bot.cli.demonstration.players import Player
from bot.program.menus import menu_named
from bot.program.sweep import Sweep
from bot.runtime.shared import Folded
from bot.runtime.unit import Runtime
from bot.service.people.directory import PeopleDirectory
from bot.transport.receiving.worker import Worker
from bot.transport.sending.composing import Composer
from bot.transport.sending.courier import Courier
from bot.transport.sending.pacing import UNLIMITED, Pace
from bot.transport.sending.press import Press
from engine.games.fold import replay
from engine.games.game import Game, Stage
from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.matches.fold import replay_match
from engine.matches.match import Match, MatchStage
from engine.words.lexicon import open_lexicon
from storage import log
from storage.db import Database
from storage.migrations import migrate
from storage.people import people
from storage.queues import inbox, outbox
from storage.queues.inbox import RawUpdate
from storage.schema import invites, previews
from storage.streams import game_stream, match_stream

if TYPE_CHECKING:
    from bot.texts.delivery import Parcel

ARBITER: Final = 1
HOURS: Final = timedelta(hours=9)
"""Time between two moves of a game."""
KEPT: Final = timedelta(days=30)
"""How long the bot keeps handled and sent rows."""
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


class Season:
    """The bot's parts, and people who join and play."""

    def __init__(self, database: Database) -> None:
        self._clock = SteppedClock(BEGINNING)
        self._runtime = Runtime(database, self._clock)
        settled = replace(shared(), games=Folded(KEPT_FOLDED), matches=Folded(KEPT_FOLDED))
        self._worker = Worker(self._runtime, Dispatcher(settled))
        self._sweep = Sweep(self._runtime, settled, lambda: True)
        self.telegram = Nobody()
        press = Press(self._runtime, settled, lambda _: ("words.txt", b"CASA"))
        self._courier = Courier(
            self._runtime,
            self.telegram,
            Composer(press, menu_named, self._clock),
            PeopleDirectory(self._runtime, settled),
            pace=Pace(UNLIMITED),
        )
        self._updates = count(1)
        self._newcomers = count(2)
        self._player = Player(open_lexicon())
        self._choices: dict[tuple[Any, str], str] = {}
        """The text typed in a position, because all games have the same tiles."""
        self.moves = 0

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Run the courier."""
        work = asyncio.create_task(self._courier.run())
        try:
            yield
        finally:
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    async def play(self, matches: int) -> None:
        """Begin so many new matches, and play both games of each to their ends."""
        begun = [await self._arranged() for _ in range(matches)]
        for leg in Leg:
            running = [game_id(code, leg) for code in begun]
            while running:
                await self._later()
                running = [game for game in running if await self._move(game)]
            for code in begun if leg is Leg.HOME else ():
                for person in (await self._match(code)).people:
                    await self._press(await self._chat(person), f"ret:{code}")
        await self._settled(begun)

    async def _settled(self, codes: Sequence[MatchCode]) -> None:
        """Let the players agree to the results, and the arbiter approve them."""
        for code in codes:
            match = await self._match(code)
            assert match.stage is MatchStage.PROPOSED, (code, match.stage)
            for person in match.people:
                await self._press(await self._chat(person), f"res:{code}:yes")
            await self._press(ARBITER, f"hom:{code}")

    async def _arranged(self) -> MatchCode:
        """Arrange a match between two new people; return its code."""
        pair = next(self._newcomers), next(self._newcomers)
        await self._type(ARBITER, ENTRY.format(pair[0]))
        await self._press(ARBITER, await drafted(self._runtime))
        async with self._runtime.database.reading() as tx:
            query = select(invites.c.code, invites.c.match_id).where(invites.c.used_by.is_(None))
            rows = (await tx.execute(query.order_by(invites.c.person))).all()
        for who, row in zip(pair, rows, strict=True):
            await self._type(who, f"/start {row.code}")
            await self._press(who, f"join:{row.code}:yes")
        return MatchCode(rows[0].match_id)

    async def _move(self, game: GameId) -> bool:
        """Type and send the next move; return whether the game continues."""
        now = await self._game(game)
        if now.stage is not Stage.RUNNING:
            return False
        chat = await self._chat(now.side(now.turn).person)
        position = now.board, now.side(now.turn).rack
        if position not in self._choices:
            self._choices[position] = self._player.choose(now)
        await self._type(chat, f"/depune {self._choices[position]}")
        async with self._runtime.database.reading() as tx:
            token = select(previews.c.token).where(previews.c.game_id == game)
            found = (await tx.execute(token)).scalar_one()
        await self._press(chat, f"send:{found}")
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

    async def _type(self, who: int, text: str) -> None:
        await self._comes(who, "message", {**self._message(who), "from": _user(who), "text": text})

    async def _press(self, who: int, data: str) -> None:
        press = {"id": f"{who}", "from": _user(who), "chat_instance": "1", "data": data}
        await self._comes(who, "callback_query", {**press, "message": self._message(who)})

    def _message(self, who: int) -> dict[str, Any]:
        return {
            "message_id": next(self._updates),
            "date": int(self._clock.now().timestamp()),
            "chat": {"id": who, "type": "private"},
        }

    async def _comes(self, who: int, kind: str, content: dict[str, Any]) -> None:
        """Store an update, and handle it."""
        number = next(self._updates)
        raw = json.dumps({"update_id": number, kind: content})
        async with self._runtime.database.transaction() as tx:
            update = RawUpdate(update_id=number, chat=who, raw=raw)
            await inbox.store(tx, [update], self._clock.now())
        while await self._worker.step():
            pass

    async def _game(self, game: GameId) -> Game:
        async with self._runtime.database.reading() as tx:
            return replay(row.event for row in await log.load(tx, game_stream(game)))

    async def _match(self, code: MatchCode) -> Match:
        async with self._runtime.database.reading() as tx:
            return replay_match(row.event for row in await log.load(tx, match_stream(code)))

    async def _chat(self, person: PersonId) -> int:
        async with self._runtime.database.reading() as tx:
            return (await people.get(tx, person)).chat or 0


@asynccontextmanager
async def season(folder: Path) -> AsyncIterator[Season]:
    """Yield a season at its beginning, with its courier running."""
    async with Database(f"sqlite+aiosqlite:///{folder}/season.sqlite") as database:
        await migrate(database)
        played = Season(database)
        async with played.sending():
            yield played


def _user(who: int) -> dict[str, Any]:
    return {"id": who, "is_bot": False, "first_name": f"Player {who}", "language_code": "ro"}
