"""Simulated players with default settings, and every message to them, without HTTP.

`championship`: twenty games among five people, from the first question to the results. One reads
messages in the morning, one at noon, one in the evening, one at night, one every other day. One is
silent for twelve days, another takes leave. `pair`: two people and one game.

Everybody answers as a person would: by replying to a message about that game.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import select

from benchmarks.bench_move import shared
from benchmarks.support.bots.without_pictures import BLANK
from benchmarks.support.clock import SteppedClock
from benchmarks.support.conversations import Conversations
from benchmarks.support.post import ZONE, Move, Post, keys
from bot.chat.dispatch import Dispatcher
from bot.cli.demonstration.players import DemoPlayer
from bot.program.makers import makers
from bot.program.menus import menu_named
from bot.program.sweep import Sweep
from bot.runtime.limits import open_gate
from bot.runtime.unit import Runtime
from bot.service.people.directory import PeopleDirectory
from bot.transport.receiving.worker import Worker
from bot.transport.sending import game_pictures
from bot.transport.sending.composing import Composer
from bot.transport.sending.courier import Courier
from bot.transport.sending.pacing import UNLIMITED, Pace
from bot.transport.sending.press import MediaMaker
from engine.words.lexicon import open_lexicon
from storage.db import Database
from storage.migrations import migrate
from storage.people import people
from storage.schema import games, invites, persons

OPERATOR, ARBITER = 1, 2
PLAYERS: Final = {3: "Ana Pop", 4: "Ion Rus", 5: "Dan Ene", 6: "Ema Ilie", 7: "Geo Luca"}
"""The names of the people, by chat."""
LOOKS: Final = {3: 10, 4: 13, 5: 19, 6: 23, 7: 18}
"""The hour of the day at which a person reads and answers, by chat."""
SLOW, SILENT, AWAY = 7, 5, 4
"""The person who reads every other day, the one silent for `SILENCE`, and the one on leave."""
SILENCE: Final = date(2025, 5, 12), date(2025, 5, 24)
LEAVE: Final = "/concediu 26.05 28.05"
LEAVE_SAID: Final = date(2025, 5, 25)
BEGINNING: Final = datetime(2025, 5, 3, 7, tzinfo=UTC)
ARBITERS_HOUR: Final = 20
DAYS_AFTER: Final = 7
"""The days after the last game within which its results are confirmed."""
BELOW_BEST: Final = 20
"""The rank of the plays that people choose in a championship; in a single game they choose worse
ones, so that it is long.
"""
LONG_GAME: Final = 125
_HOUR: Final = timedelta(hours=1)
_AGREED: Final = re.compile(r"ret:\w+|res:\w+:yes|hom:\w+")
"""Buttons that every reader presses: the return game, the results, the approval."""


class Demo(Conversations):
    """The bot's parts, and the people who play."""

    def __init__(self, database: Database, below_best: int) -> None:
        clock = SteppedClock(BEGINNING)
        runtime = Runtime(database, clock)
        seeds = count(1)
        settled = replace(
            shared(), gate=open_gate(), distribute=True, new_seed=lambda: f"{next(seeds):064x}"
        )
        self.post = Post(clock.now)
        drawing = MediaMaker(
            runtime, settled, lambda _: ("words.zip", b"CASA"), makers(runtime, settled)
        )
        courier = Courier(
            runtime,
            self.post,
            Composer(drawing, menu_named, clock),
            PeopleDirectory(runtime, settled),
            pace=Pace(UNLIMITED),
        )
        super().__init__(clock, runtime, Worker(runtime, Dispatcher(settled)), courier)
        self._sweep = Sweep(runtime, settled, lambda: True)
        self._player = DemoPlayer(open_lexicon(), below_best=below_best)
        self._choices: dict[tuple[Any, str], str] = {}
        """The text typed in a position, because all home games have the same tiles."""
        self._answered: set[tuple[int, str]] = set()
        """Buttons already pressed, by person, of those to press only once."""
        self.moves: list[Move] = []

    @property
    def now(self) -> datetime:
        """Return the time of day where the people are."""
        return self._clock.now().astimezone(ZONE)

    async def later(self) -> None:
        """Advance the clock by an hour, and handle what is due."""
        self._clock.travel(_HOUR)
        self.post.is_unasked = True
        await self._sweep()
        await self._courier.settle()
        self.post.is_unasked = False

    async def look(self, who: int) -> None:
        """Let a person move in every game where it is their turn, and confirm what the bot asks."""
        for game in await self._waiting_for(who):
            await self._move(who, game)
        found = {key.data for sent in self.post.sent if sent.to == who for key in keys(sent)}
        for data in sorted(filter(_AGREED.fullmatch, found)):
            if (who, data) not in self._answered:
                self._answered.add((who, data))
                await self.press(who, data)

    async def running(self) -> int:
        """Return the number of running games."""
        async with self._runtime.database.reading() as tx:
            query = select(games.c.game_id).where(games.c.status == "running")
            return len((await tx.execute(query)).all())

    async def _waiting_for(self, who: int) -> list[str]:
        async with self._runtime.database.reading() as tx:
            mine = select(persons.c.id).where(persons.c.chat == who).scalar_subquery()
            query = select(games.c.game_id).where(games.c.turn_person == mine)
            return [*(await tx.execute(query.order_by(games.c.last_day))).scalars()]

    async def _move(self, who: int, game: str) -> None:
        now = await self.game(game)
        position = now.board, now.side(now.turn).rack
        if position not in self._choices:
            self._choices[position] = self._player.choose(now)
        before = len(self.post.sent)
        about = next(
            sent
            for sent in reversed(self.post.sent)
            if sent.to == who and sent.game == game and sent.pictures
        )
        await self.type(who, self._choices[position], reply_to=about.message)
        await self.press(who, "send:")
        after = await self.game(game)
        async with self._runtime.database.reading() as tx:
            partner = (await people.get(tx, now.side(now.turn.partner).person)).chat
        self.moves.append(
            Move(
                game=game,
                by=who,
                partner=partner or 0,
                ended=after.ended is not None,
                came=self.post.sent[before:],
            )
        )

    async def codes(self) -> list[str]:
        """Return the codes of all unused links."""
        async with self._runtime.database.reading() as tx:
            query = select(invites.c.code).where(invites.c.used_by.is_(None))
            return [*(await tx.execute(query.order_by(invites.c.person))).scalars()]

    async def type(self, who: int, text: str, *, reply_to: int | None = None) -> None:
        """Let a person write; wait for the answer."""
        more = {}
        if reply_to is not None:
            more["reply_to_message"] = {**self.message(who), "message_id": reply_to}
        await self.typed(who, text, **more)

    async def press(self, who: int, wanted: str) -> None:
        """Let a person press the latest button whose data has that beginning or end."""
        sent, data = next(
            (sent, key.data)
            for sent in reversed(self.post.sent)
            for key in keys(sent)
            if sent.to == who and (key.data.startswith(wanted) or key.data.endswith(wanted))
        )
        await self.pressed(who, data, message_id=sent.message)

    async def handle(self, who: int, kind: str, content: dict[str, Any]) -> None:
        """Store an update, handle it, and send all messages about it."""
        await super().handle(who, kind, content)
        await self._courier.settle()


@asynccontextmanager
async def demo(below_best: int = BELOW_BEST) -> AsyncIterator[Demo]:
    """Yield the bot with its courier running; pictures are blank."""
    setattr(game_pictures, "_drawn", lambda *_: BLANK)  # noqa: B010  (in this process only)
    with TemporaryDirectory() as folder:
        async with Database(f"sqlite+aiosqlite:///{folder}/chatter.sqlite") as database:
            await migrate(database)
            played = Demo(database, below_best)
            async with played.sending():
                yield played


async def championship(played: Demo) -> None:
    """Set a championship of one group up, and play all its games to their ends and results."""
    await _set_up(played)
    rest = 24 * DAYS_AFTER
    while rest:
        await played.later()
        rest = 24 * DAYS_AFTER if await played.running() else rest - 1
        for who, hour in LOOKS.items():
            if played.now.hour == hour and not _is_absent(who, played.now.date()):
                if who == AWAY and played.now.date() == LEAVE_SAID:
                    await played.type(who, LEAVE)
                await played.look(who)
        if played.now.hour == ARBITERS_HOUR:
            await played.look(ARBITER)


async def _set_up(played: Demo) -> None:
    await _name_arbiter(played)
    await played.type(ARBITER, "/campionat Campionatul Național 2025")
    await played.press(ARBITER, "cn:set:phases:both")
    for answer in ("1", "5.05 30.09", "2", "10.10 28.02"):
        await played.type(ARBITER, answer)
    for step in ("cn:set:exclusion:half", "cn:set:scope:home", "cn:create", ":add"):
        await played.press(ARBITER, step)
    await played.type(ARBITER, "\n".join(PLAYERS.values()))
    await played.press(ARBITER, ":enter")
    for who, code in zip(PLAYERS, await played.codes(), strict=True):
        await played.type(who, f"/start {code}")
        await played.press(who, f"join:{code}:yes")
    for step in (":commit", ":commit:yes", ":draw:1", ":list", ":publish"):
        await played.press(ARBITER, step)


async def _name_arbiter(played: Demo) -> None:
    await played.type(OPERATOR, "/arbitru")
    (code,) = await played.codes()
    await played.type(ARBITER, f"/start {code}")
    await played.press(ARBITER, f"join:{code}:yes")


def _is_absent(who: int, today: date) -> bool:
    is_between = SILENCE[0] <= today < SILENCE[1]
    return (who == SLOW and today.toordinal() % 2 == 1) or (who == SILENT and is_between)


async def pair(played: Demo) -> None:
    """Let two people play the home game of a match to its end, one move a day each."""
    await _name_arbiter(played)
    one, other = list(PLAYERS)[:2]
    await played.type(ARBITER, f"/meci {PLAYERS[one]} - {PLAYERS[other]}")
    await played.press(ARBITER, ":yes")
    for who, code in zip((one, other), await played.codes(), strict=True):
        await played.type(who, f"/start {code}")
        await played.press(who, f"join:{code}:yes")
    while not (played.moves and played.moves[-1].ended):
        await played.later()
        for who in (one, other):
            if played.now.hour == LOOKS[who]:
                await played.look(who)
