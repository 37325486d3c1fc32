"""Large imports: a past season of 64 players, its games as GCG, and a running competition.

`python -m benchmarks.bench_imports`. The arbiter sends each file to the real bot over HTTP and
confirms. The figure is the processor time of bot and sandbox together, until every message is sent.
"""

import asyncio
import io
import sys
import time
import zipfile
from collections.abc import AsyncIterator, Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.support.rows import FigureRow, show
from bot.documents.tables.columns import csv_table
from bot.documents.views.record import game_record
from bot.runtime.log import set_up
from engine.games.game import Game
from engine.gcg import write_gcg
from engine.ids import PersonId, Seat
from sandbox import Message
from tests.e2e.harness import Table, arbiter_made, table
from tests.e2e.matches.importing_shared import played, resend
from tests.import_forms import Line, form, game_line, move_lines

GROUPS: Final = 8
PLAYERS: Final = 8
"""The number of players in each group of the past season."""
RUNNING: Final = 2, 6
"""The number of groups in the running competition, and of players in each: 30 matches."""
MOVES: Final = 12
CHECKED: Final = 5.0
"""The most seconds for a check, and for a confirmation."""


def names(group: int, number: int) -> list[str]:
    """Return the names of a group's players, which differ by more than a letter."""
    family = 3 * chr(ord("a") + group)
    return [f"{3 * chr(ord('A') + one)}ana Grup{family}" for one in range(number)]


def crosstable(game: Game) -> bytes:
    """Return the season as CSV: every home game has the result of that game."""
    home, back = f"{game.red.score}-{game.blue.score}", "401-399"
    rows: list[list[str]] = [["01.02.2019 – 30.06.2019"]]
    for group in range(GROUPS):
        own = names(group, PLAYERS)
        rows += [[f"Grupa {chr(ord('A') + group)}"], ["Jucătorul", *own]]
        rows += [
            [one, *("X" if at == to else home if at < to else back for to in range(PLAYERS))]
            for at, one in enumerate(own)
        ]
    return csv_table(["Cupa 2019"], rows)


def records(game: Game) -> bytes:
    """Return a ZIP archive with the home games of the first group."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for red, blue in combinations(names(0, PLAYERS), 2):
            record = game_record(game, {PersonId(1): red, PersonId(2): blue}, "Cupa 2019")
            archive.writestr(f"{red}-{blue}.gcg", write_gcg(record))
    return out.getvalue()


def running(game: Game) -> bytes:
    """Return the form of the running competition, in which that game is every home game."""
    groups, players = RUNNING
    own: list[Line] = []
    moves: list[Line] = []
    for group in range(groups):
        for red, blue in combinations(names(group, players), 2):
            key = {"game": f"{len(own) + 1}"}
            letter = {"group": chr(ord("A") + group)}
            own.append({**game_line(game, {Seat.RED: red, Seat.BLUE: blue}), **key, **letter})
            moves += [{**line, **key} for line in move_lines(game)]
    return form(own, moves, about={"title": "Cupa 2025", "closing": "31.12.2025"})


async def _timed(laid: Table, content: bytes, name: str) -> tuple[Message, float]:
    """Send a file; return the last answer, and the seconds of processor time."""
    began = time.process_time()
    answers = await resend(laid, content, name)
    return answers[-1], time.process_time() - began


async def _confirmed(laid: Table, shown: Message) -> float:
    began = time.process_time()
    await laid.press(laid.arbiter, shown, "button.import.yes")
    seconds = time.process_time() - began
    assert "✅" in shown.text, shown.text
    return seconds


async def _rows(folder: Path) -> AsyncIterator[FigureRow]:
    over, begun = played(days=1, whole=True), played(moves=MOVES, days=1)
    async with table(folder, after=arbiter_made) as laid:
        await laid.say(laid.arbiter, "/preia")
        shown, seconds = await _timed(laid, crosstable(over), "cupa.csv")
        results = GROUPS * PLAYERS * (PLAYERS - 1)
        yield FigureRow(
            "crosstables of 64 players checked", seconds, "s", CHECKED, f"{results} results"
        )
        shown, seconds = await _timed(laid, records(over), "partide.zip")
        games = PLAYERS * (PLAYERS - 1) // 2
        yield FigureRow("their games as GCG checked", seconds, "s", CHECKED, f"{games} games")
        yield FigureRow("that season recorded", await _confirmed(laid, shown), "s", CHECKED)
        await laid.say(laid.arbiter, "/preia")
        shown, seconds = await _timed(laid, running(begun), "preluare.xlsx")
        yield FigureRow("30 running matches checked", seconds, "s", CHECKED, f"{MOVES} moves each")
        yield FigureRow("those matches recorded", await _confirmed(laid, shown), "s", CHECKED)


async def _measured() -> list[FigureRow]:
    with TemporaryDirectory() as folder:
        return [row async for row in _rows(Path(folder))]


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    set_up(level="ERROR", as_json=False, secrets=())
    yield from asyncio.run(_measured())


if __name__ == "__main__":
    sys.exit(not show(run()))
