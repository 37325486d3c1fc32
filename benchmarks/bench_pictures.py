"""The memory that forty-eight of the worst pictures take, and the delay for another player.

`python -m benchmarks pictures`. Twelve players each send four files: the largest accepted
ones of each kind, and some that are refused. Then all of them press the button to pass each on, at
once. Meanwhile a person in another game asks for their games every second. Memory is the total of
the bot and all processes that it started.
"""

import asyncio
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from PIL import Image, ImageFile

from benchmarks.support.bots.programs import RunningPrograms, at_work, family, until
from benchmarks.support.rows import FigureRow, held, show
from sandbox import Message, SandboxUser

SENDERS: Final = 12
"""The number of players who send files."""
GAMES: Final = SENDERS // 2 + 1
"""The senders' games, and one more."""
SIZE: Final = (4096, 3072)
"""The largest accepted width and height."""
RECEIVERS: Final = 2
"""The number of receivers of each picture: opponent and arbiter."""
EVERY: Final = 1.1
"""The seconds between two questions: Telegram takes one message a second to each chat."""
MEMORY_BAR: Final = 300.0
"""The most megabytes of the bot and its processes; a small machine has 512."""
ANSWER_BAR: Final = 1.5
"""The most seconds until another person's answer, while both cores check pictures."""


def _file(picture: Image.Image, kind: str, **options: object) -> bytes:
    content = io.BytesIO()
    picture.save(content, kind, **options)
    return content.getvalue()


def _worst_files() -> Sequence[bytes]:
    """Return four files: most bytes, most coefficients, most copies, and one beyond the limit."""
    ImageFile.MAXBLOCK = 64 << 20  # noise does not fit into the library's buffer
    width, height = SIZE
    noise = Image.frombytes("RGB", SIZE, os.urandom(width * height * 3))
    white = Image.new("RGBA", SIZE, "white")
    white.paste(noise.crop((0, 0, width, height * 2 // 5)), (0, 0))
    return (
        _file(white, "PNG", compress_level=1),
        _file(noise, "JPEG", quality=90, progressive=True),
        _file(noise.crop((0, 0, 2240, 1870)), "WEBP", quality=90, method=0),
        _file(Image.new("1", (20_000, 20_000)), "PNG"),
    )


@dataclass(slots=True)
class _Memory:
    """The greatest memory use so far, in megabytes."""

    bot: float = 0.0
    with_processes: float = 0.0
    """The bot's and that of all processes that it started, at the same instant."""

    async def watch(self, bot: int) -> None:
        """Record the memory use of that process, until cancelled."""
        while True:
            sizes = []
            for pid in family(bot):
                with suppress(OSError):  # a process that has just ended
                    sizes.append(held(pid))
            self.bot = max(self.bot, sizes[0])
            self.with_processes = max(self.with_processes, sum(sizes))
            await asyncio.sleep(0.02)


async def _ask(asker: SandboxUser, waits: list[float]) -> None:
    """Ask again and again, and record the time of each answer."""
    while True:
        seen, start = len(asker.messages), perf_counter()
        asker.send("/jocuri")
        await until(partial(_is_answered, asker, seen))
        waits.append(perf_counter() - start)
        await asyncio.sleep(EVERY)


def _is_answered(asker: SandboxUser, seen: int) -> bool:
    return any(message.from_bot for message in asker.messages[seen:])


def _offers(user: SandboxUser) -> list[tuple[Message, str]]:
    """Return the messages under a player's pictures, each with the data of its send button."""
    return [
        (message, button.data)
        for message in user.messages
        for button in message.buttons[:1]
        if button.data.startswith("sheet:")
    ]


def _sheets_received(users: Sequence[SandboxUser]) -> int:
    """Return how many sheets have arrived, with or without their picture."""
    return sum("Fișă de la" in message.text for user in users for message in user.messages)


async def _measured(work: RunningPrograms, files: Sequence[bytes]) -> list[FigureRow]:
    """Have the files passed on while the last game's first player asks for their games."""
    *others, last = work.games.begun
    senders = [user for game in others for user in game.players]
    bot, memory, waits = work.pids[0], _Memory(), list[float]()
    before = held(bot)
    observers = [
        asyncio.create_task(memory.watch(bot)),
        asyncio.create_task(_ask(last.players[0], waits)),
    ]
    await asyncio.sleep(2)  # a few answers before the first file
    arbiters = {game.arbiter.id: game.arbiter for game in work.games.begun}
    seconds = await _pass_on(senders, [*senders, *arbiters.values()], files)
    for task in observers:
        task.cancel()
    await asyncio.wait(observers)
    pictures = len(senders) * len(files)
    note = f"{pictures} pictures"
    messages = f"{pictures * RECEIVERS} messages"
    return [
        FigureRow(
            "the bot and its processes, at most", memory.with_processes, "MB", MEMORY_BAR, note
        ),
        FigureRow("— the bot alone, at most", memory.bot, "MB", note=f"before: {before:.0f} MB"),
        FigureRow("another's answer, slowest", max(waits), "s", ANSWER_BAR, f"of {len(waits)}"),
        FigureRow("— median", median(waits), "s"),
        FigureRow("until all are passed on or refused", seconds, "s", note=messages),
    ]


async def _pass_on(
    senders: Sequence[SandboxUser], receivers: Sequence[SandboxUser], files: Sequence[bytes]
) -> float:
    """Have each sender send the files and press to pass them on; return the seconds for that."""
    for file in files:
        for user in senders:
            user.send_document("fisa.png", file)
    await until(lambda: all(len(_offers(user)) == len(files) for user in senders))
    start = perf_counter()
    for user in senders:
        for question, data in _offers(user):
            user.press(question, data)
    expected = len(senders) * len(files) * RECEIVERS
    await until(lambda: _sheets_received(receivers) >= expected)
    return perf_counter() - start


async def _run(folder: Path) -> list[FigureRow]:
    files = _worst_files()
    async with at_work(folder, GAMES) as work:
        return await _measured(work, files)


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_run(Path(folder)))


if __name__ == "__main__":
    sys.exit(not show(run()))
