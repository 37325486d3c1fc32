"""The cost of durability: the same moves in the bot, and in a bot that stores nothing.

`python -m benchmarks.bench_durability`. Both get the same updates from the same sandbox, use the
same engine, and send the same messages with blank pictures. The other bot
(`benchmarks.support.stock`) is the library's updater with games in memory: no inbox, no log, no
outbox, no deadlines. The players press once they see the preview, and type once they see the sheet.
"""

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.support.bots.programs import MOMENT, at_work, until
from benchmarks.support.rows import PER_SECOND, FigureRow, show
from benchmarks.support.stock import GAMES
from benchmarks.support.tables import BegunGame, Hall
from sandbox import Message, SandboxUser

TABLES: Final = 24
SECONDS: Final = 8.0


@dataclass(slots=True)
class _Turn:
    """The progress of a table."""

    table: BegunGame
    moves: int = 0
    typed: bool = False
    seen: int = 0
    """The newest message already handled."""


@dataclass(slots=True)
class Correspondents:
    """Players who react to the messages in their chats."""

    hall: Hall
    placements: int = 0
    _turns: list[_Turn] = field(default_factory=list)

    async def play(self) -> None:
        """Play until cancelled, or until every game is over."""
        self._turns = [_Turn(table) for table in self.hall.tables]
        while any(turn.moves < len(self.hall.script) for turn in self._turns):
            for turn in self._turns:
                self._act(turn)
            await asyncio.sleep(MOMENT)

    def _act(self, turn: _Turn) -> None:
        """Type, press, or wait."""
        if turn.moves >= len(self.hall.script):
            return
        author = turn.table.players[turn.moves % 2]
        if not turn.typed:
            author.send(self.hall.script[turn.moves])
            turn.typed = True
        elif (preview := _newest(author)) is not None and preview.id > turn.seen:
            button = next((each for each in preview.buttons if each.data.startswith("send:")), None)
            if button is not None:
                turn.seen = preview.id
                author.press_button(preview, button)
        elif (sheet := _newest(turn.table.players[(turn.moves + 1) % 2])) and sheet.id > turn.seen:
            turn.seen, turn.typed, turn.moves = sheet.id, False, turn.moves + 1
            self.placements += 1


def _newest(user: SandboxUser) -> Message | None:
    """Return the newest message in a person's chat if the bot sent it, or None."""
    newest = next(reversed(user.chat.everything.values()), None)
    return newest if newest is not None and newest.from_bot else None


async def _measured(folder: Path, module: str) -> tuple[float, float]:
    """Return the moves a second, and the processor seconds for each, in that program."""
    games = folder / "games.json"
    os.environ[GAMES] = str(games)

    def write(hall: Hall) -> None:
        games.write_text(json.dumps([table.facts() for table in hall.tables]), encoding="utf-8")

    async with at_work(folder, TABLES, module=module, before=write) as work:
        people = Correspondents(work.hall)
        playing = asyncio.create_task(people.play())
        await until(lambda: people.placements >= TABLES)
        begun, before = people.placements, work.reading()
        await asyncio.wait([playing], timeout=SECONDS)
        spent = work.reading().since(before)
        placements = people.placements - begun
        playing.cancel()
        await asyncio.wait([playing])
    return placements / spent.wall, spent.others[0] / max(1, placements)


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    costs = {}
    for module, what in (
        ("benchmarks.support.bots.without_pictures", "the bot"),
        ("benchmarks.support.stock", "nothing kept"),
    ):
        with TemporaryDirectory() as folder:
            rate, costs[module] = asyncio.run(_measured(Path(folder), module))
        yield FigureRow(f"a placement, all told, {what}", costs[module] * 1000, "ms")
        yield FigureRow("— placements", rate, PER_SECOND, note=f"load {os.getloadavg()[0]:.1f}")
    kept, lost = costs.values()
    yield FigureRow("what is kept costs", kept / lost, "times", note="processor, pictures left out")


if __name__ == "__main__":
    sys.exit(not show(run()))
