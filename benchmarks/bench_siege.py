"""What unfinished requests and refused ones cost those who play: time, lines of the log, disk.

`python -m benchmarks.bench_siege`. A process of its own opens 5,000 connections to the bot's web
server, each with a request that it never finishes, from one address and then from 500; the bot has
1,024 descriptors, as from systemd. Meanwhile people type placements: taken is the time until the
preview is there, and how far the log has grown. All of it is on this machine alone.
"""

import asyncio
import resource
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Final

from benchmarks.programs import programs
from benchmarks.rows import Row, show
from benchmarks.tables import Hall, seat
from sandbox import Sandbox, serve
from storage.db import Database
from storage.migrations import migrate
from tools.torture.programs import environment_for

CONNECTIONS: Final = 5000
SECONDS: Final = 25.0
EVERY: Final = 1.0
TABLES: Final = 4
LONGEST: Final = 150.0
DESCRIPTORS: Final = 1024
BAR: Final = 2.0
LOG_BAR: Final = 100.0
_HALF: Final = (
    b"POST /app/api/games/A%2F1/preview HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx"
)


def besiege(port: int, addresses: int) -> None:
    """Keep so many connections open until the time is over; those that are closed are not renewed.

    Each fails or is accepted at once: nobody waits for a full server.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (CONNECTIONS + 200, hard))
    until, held = perf_counter() + SECONDS, []
    for number in range(CONNECTIONS):
        if perf_counter() > until:
            break
        each = socket.socket()
        each.settimeout(1.0)
        place = number % addresses
        with suppress(OSError):
            each.bind((f"127.0.{1 + place // 250}.{1 + place % 250}", 0))
            each.connect(("127.0.0.1", port))
            each.send(_HALF)
        held.append(each)
    while perf_counter() < until:
        sleep(0.2)


async def _asked(hall: Hall, number: int) -> float:
    """Have a player type their move; return the seconds until something is answered."""
    author = hall.tables[number % TABLES].players[0]
    begun, seen = perf_counter(), len(author.messages)
    author.send(hall.script[0])
    async with asyncio.timeout(LONGEST):
        while not any(each.from_bot for each in author.messages[seen:]):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    taken = perf_counter() - begun
    await asyncio.sleep(max(0.0, EVERY - taken))
    return taken


async def _siege(folder: Path, addresses: int) -> list[Row]:
    sandbox = Sandbox()
    operator = sandbox.add_user("Olga", "ro")
    url = f"sqlite+aiosqlite:///{folder}/bot.sqlite"
    async with serve(sandbox) as base_url, Database(url) as database:
        await migrate(database)
        hall = await seat(database, sandbox, operator.id, TABLES)
        environment = environment_for(sandbox, base_url, url, operator.id, folder)
        async with programs(sandbox, environment, folder, 1, "bot", "run"):
            port = environment["TURRETUR_SERVER_PORT"]
            log = folder / "programs.log"
            before = log.stat().st_size
            attack = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "benchmarks.bench_siege", port, str(addresses))
            )
            taken = [await _asked(hall, number) for number in range(int(SECONDS / EVERY))]
            await attack.wait()
            grown = (log.stat().st_size - before) / 1000
    who = f"{CONNECTIONS} unfinished, {addresses} address{'es' * (addresses > 1)}"
    return [
        Row(f"{who}: longest answer in the chat", max(taken), "s", BAR),
        Row(f"{who}: growth of the log", grown, "kB", LOG_BAR),
    ]


def run() -> Iterator[Row]:
    """Measure and yield the rows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, hard))
    for addresses in (1, 500):
        with TemporaryDirectory() as folder:
            yield from asyncio.run(_siege(Path(folder), addresses))


if __name__ == "__main__":
    if arguments := sys.argv[1:]:
        besiege(*map(int, arguments))
        sys.exit(0)
    sys.exit(not show(run()))
