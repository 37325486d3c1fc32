"""Processor time of a move, from the stored update to the queued notices, and of a replay.

`python -m benchmarks.bench_move`. A move is two updates. The typed move is answered by a preview.
The press of the button appends the event, saves the list's row, plans the deadlines and queues the
sheets for opponent and arbiter. No picture is drawn; `documents.bench_pictures` measures that.
"""

import json
import sys
from datetime import UTC, date, datetime, timedelta
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from sqlalchemy import select

from benchmarks.support.clock import SteppedClock
from benchmarks.support.rows import FigureRow, show
from bot.chat.dispatch import Dispatcher
from bot.chat.matches.arranging import STORED_AS
from bot.cli.demonstration.players import DemoPlayer
from bot.runtime import event_loop
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.texts.messages import Incoming, Sender
from engine.games.commands import Pass, Place
from engine.games.decide import decide
from engine.games.events import EditionRef, Event, GameStarted
from engine.games.fold import begin, evolve, replay
from engine.games.game import Game, Stage
from engine.ids import GameId, Leg, MatchCode, PersonId
from engine.notation import is_pass, parse_placement
from engine.rulesets import NATIONAL_2025, Phase
from engine.sequences.sequence import draw
from engine.words.lexicon import open_lexicon
from storage import log
from storage.db import Database
from storage.migrations import migrate
from storage.people import people
from storage.people.people import Habits
from storage.schema import invites, matches, waiting
from storage.schema import previews as preview_table
from storage.streams import game_stream

START = datetime(2025, 5, 3, 7, tzinfo=UTC)
"""The instant at which the match is arranged."""
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)
ROUNDS = 30
"""The rounds of the game that is replayed."""
REPLAYS = 20
"""The replays of which the median counts."""
BETWEEN_MOVES = timedelta(hours=7)
"""The time between two moves."""


def shared() -> BotSettings:
    """Return the bot's shared services, with the free word list."""
    lexicon = open_lexicon()
    edition = EditionRef(name=lexicon.edition.name, sha256=lexicon.edition.sha256)
    return BotSettings(
        rules=NATIONAL_2025,
        edition_on=lambda _: edition,
        installed=lambda: (edition,),
        offered=lambda: (edition,),
        official=lambda _: False,
        distribute=False,
        lexicon=lambda _: lexicon,
        graph=lambda _: lexicon.graph,
        draw=draw,
        new_seed=lambda: "00" * 32,
        competition="Benchmark",
        bot_name="bench_bot",
        operators=frozenset({1}),
        habits=HABITS,
    )


async def arranging_button(runtime: Runtime) -> str:
    """Return the data of the button that arranges the match of the only unanswered `/meci`."""
    async with runtime.database.reading() as tx:
        query = select(waiting.c.value).where(waiting.c.key == STORED_AS)
        token, _ = json.loads((await tx.execute(query)).scalar_one())
    return f"meci:{token}:yes"


class BenchMatch:
    """A match played directly in the dispatcher: no HTTP, no pictures.

    Account 1 is the arbiter, 2 and 3 are the players.
    """

    def __init__(self, runtime: Runtime, clock: SteppedClock) -> None:
        self.runtime = runtime
        self.clock = clock
        self.shared = shared()
        self.dispatch = Dispatcher(self.shared)
        self.player = DemoPlayer(open_lexicon())
        self.updates = 0
        self.seconds: list[float] = []
        """Processor seconds of each move."""

    async def act(self, account: int, text: str = "", data: str = "") -> None:
        """Let a person type a text, or press the button with that data; one transaction."""
        self.updates += 1
        incoming = Incoming(
            update=self.updates,
            sender=Sender(account, f"Player {account}", "ro"),
            chat=account,
            is_private=True,
            at=self.clock.now(),
            message=self.updates,
            text=text,
            callback="press" if data else "",
            data=data,
        )
        async with self.runtime.unit() as unit:
            await self.dispatch(incoming, unit)

    async def game(self, game: GameId) -> Game:
        """Return the game as stored."""
        async with self.runtime.database.reading() as tx:
            return replay(await log.load(tx, game_stream(game)))

    async def start(self) -> GameId:
        """Arrange a match and let both players join; return the home game."""
        await self.act(1, "/meci Ana Pop - Ion Rus")
        await self.act(1, data=await arranging_button(self.runtime))
        async with self.runtime.database.reading() as tx:
            codes = list((await tx.execute(select(invites.c.code))).scalars())
            code = (await tx.execute(select(matches.c.code))).scalar_one()
        for account, invitation in zip((2, 3), codes, strict=True):
            await self.act(account, f"/start {invitation}")
            await self.act(account, data=f"join:{invitation}:yes")
        return GameId(f"{code}/1")

    async def move(self, game: Game) -> None:
        """Type the best play and send it, measuring both."""
        async with self.runtime.database.reading() as tx:
            person = await people.get(tx, game.side(game.turn).person)
        play = self.player.choose(game)
        account = person.account or 0
        start = process_time()
        await self.act(account, play)
        typing = process_time() - start
        async with self.runtime.database.reading() as tx:
            token = (await tx.execute(preview_table.select())).one().token
        start = process_time()
        await self.act(account, data=f"send:{token}")
        self.seconds.append(typing + process_time() - start)
        self.clock.travel(BETWEEN_MOVES)


async def _moves(folder: str) -> list[float]:
    """Play a game to its end in a new database; return the processor seconds of each move."""
    database = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite")
    await migrate(database)
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    game = await match.start()
    while (now := await match.game(game)).stage is Stage.RUNNING:
        await match.move(now)
    await database.close()
    return match.seconds


def long_game() -> list[Event]:
    """Return the log of a game of `ROUNDS` rounds, of moves and passes."""
    player = DemoPlayer(open_lexicon(), below_best=400)
    start = GameStarted(
        at=START,
        game=GameId("LONG/1"),
        match=MatchCode("LONG"),
        leg=Leg.HOME,
        phase=Phase.PRELIMINARY,
        rules=NATIONAL_2025,
        edition=EditionRef(name="bench", sha256="0" * 64),
        red=PersonId(1),
        blue=PersonId(2),
        sequence=draw(bytes(32), NATIONAL_2025),
        start=date(2025, 5, 3),
    )
    game, events = begin(start), list[Event]([start])
    lexicon = open_lexicon()
    while len(game.moves) < 2 * ROUNDS and game.stage is Stage.RUNNING:
        text = player.choose(game) if len(game.moves) % 4 else "PAS"
        for event in decide(game, _command(game, text), START, lexicon):
            game = evolve(game, event)
            events.append(event)
    return events


def _command(game: Game, text: str) -> Pass | Place:
    """Return the command of the player to move who types that text."""
    if is_pass(text):
        return Pass(by=game.turn)
    return Place(by=game.turn, placement=parse_placement(text))


def run() -> list[FigureRow]:
    """Measure, and return the rows."""
    with TemporaryDirectory() as folder:
        seconds = event_loop.run(_moves(folder))
    events = long_game()
    replays = []
    for _ in range(REPLAYS):
        start = process_time()
        replay(events)
        replays.append(process_time() - start)
    moves = sum(1 for event in events if type(event).__name__ in {"PlacementMade", "Passed"})
    return [
        FigureRow(
            "a move, update stored to notices queued",
            median(seconds) * 1000,
            "ms",
            25,
            f"preview and sending together, median of {len(seconds)}",
        ),
        FigureRow(
            "replay of a game",
            median(replays) * 1000,
            "ms",
            4,
            f"{moves} moves, from its events",
        ),
    ]


if __name__ == "__main__":
    sys.exit(not show(run()))
