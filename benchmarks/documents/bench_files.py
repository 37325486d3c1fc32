"""The delay that a stranger's two hundred tables, or hanging files, cause for a player.

`python -m benchmarks files`. A player asks for their games again and again: first alone, then
from the moment a stranger has sent two hundred tables for a rating list. After that Telegram does
not deliver files: an arbiter's list of players, a stranger's tables, a player's photographs. The
result is how much longer the slowest answer takes, in wall-clock seconds.
"""

import asyncio
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Final

from benchmarks.support.bots.programs import at_work, until
from benchmarks.support.rows import FigureRow, show
from bot.texts.i18n import load_catalogue
from sandbox import faults

if TYPE_CHECKING:
    from benchmarks.support.bots.programs import RunningPrograms
    from sandbox import Message, SandboxUser

TABLES: Final = 3
FILES: Final = 200
ASKED: Final = 12
EVERY: Final = 1.1
"""The seconds between two questions: Telegram takes one message a second to each chat."""
BAR: Final = 0.3
RESULTS: Final = "\n".join(
    ["jucător,adversar,puncte", *(f"Ana {n},Ion {n},400" for n in range(40))]
)
PLAYERS: Final = "\n".join(["nume,club,loc", *(f"Ana {n},Cluj,{n}" for n in range(1, 9))])


async def _waits(asker: "SandboxUser") -> list[float]:
    """Ask again and again; return the time of each answer."""
    waits = []
    for _ in range(ASKED):
        begun = perf_counter()
        await _answer(asker, "/jocuri")
        waits.append(perf_counter() - begun)
        await asyncio.sleep(max(0.0, EVERY - waits[-1]))
    return waits


async def _answer(user: "SandboxUser", text: str) -> "Message":
    """Let a person write; return the answer."""
    seen = len(user.messages)
    user.send(text)
    await until(partial(_is_answered, user, seen))
    return user.messages[-1]


def _is_answered(user: "SandboxUser", seen: int) -> bool:
    return any(message.from_bot for message in user.messages[seen:])


async def _press(user: "SandboxUser", message: "Message", button: str) -> None:
    """Let a person press the button with that key or data; wait until the message changes."""
    entries, before = load_catalogue("ro").entries, message.text
    user.press(message, entries[button][0] if button in entries else button)
    await until(lambda: message.text != before)


async def _wants_players(arbiter: "SandboxUser") -> None:
    """Let an arbiter set up a competition, until the bot asks for its players."""
    begins = date.today() + timedelta(days=30)  # noqa: DTZ011  (any future day)
    days = f"{begins:%d.%m.%Y} {begins + timedelta(days=90):%d.%m.%Y}"
    card = await _answer(arbiter, "/campionat Cupa")
    await _press(arbiter, card, "comp.phases.final")
    for answer in ("2", days):
        card = await _answer(arbiter, answer)
    for key in ("exclusion.half", "scope.home", "create", "add"):
        await _press(arbiter, card, f"button.comp.{key}")


async def _wants_results(user: "SandboxUser") -> None:
    """Let a person begin a rating list, until the bot asks for its tables."""
    await _press(user, await _answer(user, "/rating"), "rat:system:frs")


async def _measured(work: "RunningPrograms") -> Iterator[FigureRow]:
    first, second, third = (table.players[0] for table in work.hall.tables)
    arbiter, player = work.hall.tables[0].arbiter, work.hall.tables[0].players[1]
    strangers = [work.sandbox.add_user(f"Străinul {n}", "ro") for n in (1, 2)]
    for stranger in strangers:
        await _wants_results(stranger)
    await _wants_players(arbiter)
    _, *alone = await _waits(first)  # the first answer finds cold caches
    for number in range(FILES):
        strangers[0].send_document(f"lista{number}.csv", RESULTS.encode())
    flooded = await _waits(second)
    hangs = work.sandbox.faults.add(faults.TimeOut(), method="getFile", times=FILES)
    arbiter.send_document("jucători.csv", PLAYERS.encode())
    for number in range(4):
        strangers[1].send_document(f"lista{number}.csv", RESULTS.encode())
        player.send_document(f"foto{number}.png", b"a photograph")
    hanging = await _waits(third)
    slowest, files = max(alone), f"{FILES} tables of a stranger"
    return iter(
        [
            FigureRow(
                "an answer, nothing else to do, slowest", slowest, "s", note=f"of {len(alone)}"
            ),
            FigureRow(f"{files}: longer by", max(flooded) - slowest, "s", BAR),
            FigureRow(
                "getFile hangs: longer by", max(hanging) - slowest, "s", BAR, f"{hangs.fired} calls"
            ),
        ]
    )


async def _run(folder: Path) -> Iterator[FigureRow]:
    async with at_work(folder, TABLES) as work:
        return await _measured(work)


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_run(Path(folder)))


if __name__ == "__main__":
    sys.exit(not show(run()))
