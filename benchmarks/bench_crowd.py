"""The effect of a crowd on players: how long a preview takes.

`python -m benchmarks.bench_crowd`. A hundred accounts, then a thousand, each write twenty messages
at once, then one every two seconds, as the rate limiter permits. Meanwhile players type moves and
send them. The benchmark measures the time from the text to the preview in its author's chat, and
from the press to the sheet in the opponent's. Then the program is killed and restarted. The
benchmark counts the most messages to Telegram in any second, from before the kill to long after it.

The same is measured for players in Telegram with no browser open, and then beside 300.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks.support.answers import next_message
from benchmarks.support.begun_games import BegunGame, BegunGames
from benchmarks.support.bots.programs import prepared, programs
from benchmarks.support.open_browsers import open_browsers
from benchmarks.support.rows import FigureRow, show
from bot.runtime.limits import PERSON
from sandbox import Message, Sandbox, SandboxUser


@dataclass(frozen=True, slots=True, kw_only=True)
class _Crowd:
    """The people who write meanwhile: strangers, or players of games in which nobody moves."""

    who: str
    """Their name in the table of figures."""
    strangers: int = 0
    idle_games: int = 0
    """The number of games of these players, two in each."""
    bar: float
    """The limit in seconds for a preview."""


CROWDS: Final = (
    _Crowd(who="strangers", strangers=100, bar=2.0),
    _Crowd(who="players", idle_games=50, bar=2.0),
    _Crowd(who="strangers", strangers=1000, bar=5.0),
)
BROWSERS: Final = 300
BROWSERS_BAR: Final = 2.0
"""The limit in seconds for a preview beside the browsers."""
GAMES: Final = 12
"""The number of games that are played."""
SECONDS: Final = 40.0
"""Seconds of play while the crowd writes."""
EVERY: Final = 0.8
"""Seconds between two placements, each in the next game."""
RATE: Final = 30
"""The most messages in any one second."""
CROWD_MESSAGES: Final = ("/ajutor", "bună ziua", "/jocuri", "H8 CASA", "ce mai faci?", "/limba")
AFTERWARDS: Final = 8.0
"""Seconds measured after the restart."""


async def _write(users: Sequence[SandboxUser]) -> None:
    """Let each person write as much as they may, until cancelled."""
    messages = cycle(CROWD_MESSAGES)
    for _ in range(PERSON.burst):
        for user in users:
            user.send(next(messages))
        await asyncio.sleep(0)
    steps = 20  # so that they do not all write at the same instant
    while True:
        for step in range(steps):
            for user in users[step::steps]:
                user.send(next(messages))
            await asyncio.sleep(PERSON.one_more.total_seconds() / steps)


class _Playing:
    """The players of the games, and their waiting times."""

    def __init__(self, games: BegunGames) -> None:
        self.games = games
        self.previews: list[float] = []
        """Seconds from each text to its preview."""
        self.sheets: list[float] = []
        """Seconds from each press to the opponent's sheet."""
        self.moves_made = dict.fromkeys((game.game for game in games.begun[:GAMES]), 0)
        """By game, the number of moves of the script that were made."""

    def continue_from(self, earlier: "_Playing") -> None:
        """Continue the games that were played so far."""
        self.moves_made = earlier.moves_made

    async def play(self, seconds: float) -> None:
        """Make moves, game by game, and return after the last answer."""
        start = perf_counter()
        async with asyncio.TaskGroup() as moves:
            free: deque[BegunGame] = deque(self.games.begun[:GAMES])
            while perf_counter() - start < seconds:
                if free:
                    moves.create_task(self._move(free.popleft(), free))
                await asyncio.sleep(EVERY)

    async def _move(self, game: BegunGame, free: deque[BegunGame]) -> None:
        """Make the next move of the script, measure both waits, and free the game again."""
        number = self.moves_made[game.game]
        self.moves_made[game.game] += 1
        author, opponent = game.players[number % 2], game.players[1 - number % 2]
        start = perf_counter()
        before = len(author.messages)
        author.send(self.games.script[number])
        preview = await next_message(author, before, _has_send_button)
        self.previews.append(perf_counter() - start)
        start = perf_counter()
        before = len(opponent.messages)
        author.press_button(preview, preview.buttons[0])
        await next_message(opponent, before, lambda message: message.photo is not None)
        self.sheets.append(perf_counter() - start)
        free.append(game)


def _has_send_button(message: Message) -> bool:
    return any(button.data.startswith("send:") for button in message.buttons)


async def _beside_crowd(folder: Path, crowd: _Crowd) -> list[FigureRow]:
    """Measure beside that crowd, and then after a kill and a restart."""
    async with prepared(folder, GAMES + crowd.idle_games) as start:
        sandbox, games = start.sandbox, start.games
        users = [user for game in games.begun[GAMES:] for user in game.players]
        users += [sandbox.add_user(f"Vizitator {n}", "ro") for n in range(crowd.strangers)]
        playing = _Playing(games)
        async with programs(sandbox, start.environment, folder, 1, "bot", "run"):
            writing = asyncio.create_task(_write(users))
            await asyncio.sleep(2)  # the crowd's first twenty messages
            await playing.play(SECONDS)
        killed = asyncio.get_running_loop().time()
        async with programs(sandbox, start.environment, folder, 1, "bot", "run"):
            await asyncio.sleep(AFTERWARDS)
            writing.cancel()
            await asyncio.wait([writing])
    return [
        *_waits(f"{len(users)} {crowd.who}", playing, crowd.bar),
        FigureRow("— messages in any one second", sandbox.busiest(), "", RATE),
        FigureRow("— after the restart", sandbox.busiest(since=killed), "", RATE),
        *_share_of_strangers(sandbox, users, crowd),
    ]


def _waits(beside: str, playing: _Playing, bar: float) -> Iterator[FigureRow]:
    """Yield the longest waits for a preview and for a sheet."""
    previews, sheets = playing.previews, playing.sheets
    note = f"of {len(previews)}; median {median(previews):.2f} s"
    yield FigureRow(f"{beside}: a preview, slowest", max(previews), "s", bar, note)
    name = "— the opponent's board and sheets, slowest"
    yield FigureRow(name, max(sheets), "s", note=f"median {median(sheets):.2f} s")


def _share_of_strangers(
    sandbox: Sandbox, users: Sequence[SandboxUser], crowd: _Crowd
) -> Iterator[FigureRow]:
    """Yield how much strangers get of the messages; they have a fifth of the rate at most."""
    if crowd.strangers:
        yield FigureRow("— to the crowd in any one second", sandbox.busiest(users), "", RATE / 5)


async def _beside_browsers(folder: Path) -> list[FigureRow]:
    """Measure with no browser open, and then beside open ones."""
    async with prepared(folder, GAMES) as start:
        alone, beside = _Playing(start.games), _Playing(start.games)
        async with programs(start.sandbox, start.environment, folder, 1, "bot", "run"):
            await asyncio.sleep(2)
            await alone.play(SECONDS)
            beside.continue_from(alone)
            port = start.environment["TURRETUR_SERVER_PORT"]
            async with open_browsers(start.database, port, BROWSERS):
                await beside.play(SECONDS)
    return [
        *_waits("no browser", alone, BROWSERS_BAR),
        *_waits(f"{BROWSERS} browsers", beside, BROWSERS_BAR),
    ]


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    for crowd in CROWDS:
        with TemporaryDirectory() as folder:
            yield from asyncio.run(_beside_crowd(Path(folder), crowd))
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_beside_browsers(Path(folder)))


if __name__ == "__main__":
    sys.exit(not show(run()))
