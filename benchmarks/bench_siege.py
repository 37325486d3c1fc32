"""The cost of unfinished and refused requests: time, log lines, disk, alerts.

`python -m benchmarks.bench_siege`. A process opens 5,000 connections to the bot's web server. On
each it sends a request that it never finishes, first from one address and then from 500. The bot
has 1,024 descriptors, as under systemd. Meanwhile players type moves. The benchmark measures the
time until the preview, and the growth of the log, all on this machine.

Caddy and nginx, set up as in the guide, get 1,500 such requests, where they are installed.
Meanwhile another person requests the board's page through the proxy until it arrives.

Then a stranger sends 200 notebooks for a game of others, and the bot gets 300 unreadable updates.
The benchmark measures the growth of the database, and counts the operator's alerts with a sound.
"""

import asyncio
import resource
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Final
from urllib.parse import quote

import httpx

from benchmarks.support.answers import LONGEST, seconds_to_answer
from benchmarks.support.begun_games import BegunGames
from benchmarks.support.bots.programs import prepared, programs
from benchmarks.support.bots.real_proxies import ARGUMENTS, in_front, is_installed
from benchmarks.support.rows import FigureRow, show
from sandbox import Sandbox, SandboxUser

CONNECTIONS: Final = 5000
"""The number of unfinished requests to the bot itself."""
BEHIND_PROXY: Final = 1500
"""The number of unfinished requests to a proxy."""
LONGEST_PAGE: Final = 60.0
"""The most seconds to request the page."""
SECONDS: Final = 25.0
"""How long the requests stay unfinished."""
EVERY: Final = 1.0
"""Seconds between two moves of players."""
GAMES: Final = 4
DESCRIPTORS: Final = 1024
"""The file descriptors of the bot."""
ANSWER_BAR: Final = 2.0
"""The most seconds until an answer."""
LOG_BAR: Final = 100.0
"""The most kilobytes by which the log may grow."""
REFUSED: Final = 200
"""The number of notebooks that a stranger sends."""
DISK_BAR: Final = 0.1
"""The most megabytes by which the database may grow."""
UNREADABLE: Final = 300
"""The number of unreadable updates."""
ALERTS_BAR: Final = 1.0
"""The most alerts with a sound."""
_UNFINISHED_REQUEST: Final = (
    b"POST /app/api/games/A%2F1/preview HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx"
)
"""One byte of the announced hundred."""


def besiege(port: int, addresses: int, connections: int) -> None:
    """Keep that many connections open until the time is over; do not reopen closed ones.

    Each attempt fails or succeeds at once, without waiting for a full server.
    """
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (connections + 200, hard_limit))
    end = perf_counter() + SECONDS
    open_sockets = []  # a socket that nothing refers to would be closed
    for number in range(connections):
        if perf_counter() > end:
            break
        connection = socket.socket()
        connection.settimeout(1.0)
        place = number % addresses
        with suppress(OSError):
            connection.bind((f"127.0.{1 + place // 250}.{1 + place % 250}", 0))
            connection.connect(("127.0.0.1", port))
            connection.send(_UNFINISHED_REQUEST)
        open_sockets.append(connection)
    while perf_counter() < end:
        sleep(0.2)


async def _type_move(games: BegunGames, number: int) -> float:
    """Have a player type their move; return the seconds until the bot answers.

    It takes at least `EVERY` seconds, so that calls in a row keep that distance.
    """
    author = games.begun[number % GAMES].players[0]
    seconds = await seconds_to_answer(author, games.script[0])
    await asyncio.sleep(max(0.0, EVERY - seconds))
    return seconds


@dataclass(frozen=True, slots=True)
class _BesiegedBot:
    """A running bot, with people in all games."""

    sandbox: Sandbox
    operator: SandboxUser
    games: BegunGames
    port: str
    log: Path


@asynccontextmanager
async def _running_bot(folder: Path) -> AsyncIterator[_BesiegedBot]:
    """Run a bot for people in four games, with an operator."""
    async with (
        prepared(folder, GAMES) as start,
        programs(start.sandbox, start.environment, folder, 1, "bot", "run"),
    ):
        port, log = start.environment["TURRETUR_SERVER_PORT"], folder / "programs.log"
        yield _BesiegedBot(start.sandbox, start.operator, start.games, port, log)


def _median_text(seconds: list[float]) -> str:
    """Return the median of the answers' seconds; other work on the machine changes it least."""
    return f"median {median(seconds):.2f} s"


async def _attack(port: str | int, addresses: int, connections: int) -> asyncio.subprocess.Process:
    """Begin to open the connections in a process of its own, which has its own descriptors."""
    arguments = map(str, (port, addresses, connections))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.bench_siege", *arguments)
    )


async def _siege(folder: Path, addresses: int) -> list[FigureRow]:
    """Measure without a proxy, with unfinished requests from so many addresses."""
    async with _running_bot(folder) as bot:
        size_before = bot.log.stat().st_size
        attack = await _attack(bot.port, addresses, CONNECTIONS)
        seconds = [await _type_move(bot.games, number) for number in range(int(SECONDS / EVERY))]
        await attack.wait()
        growth = (bot.log.stat().st_size - size_before) / 1000
    besiegers = _besiegers(CONNECTIONS, addresses)
    return [*_chat_and_log(besiegers, seconds, growth)]


async def _siege_of_proxy(name: str, folder: Path, addresses: int) -> list[FigureRow]:
    """Measure behind that proxy."""
    async with _running_bot(folder) as bot, in_front(name, int(bot.port), folder) as port:
        size_before = bot.log.stat().st_size
        attack = await _attack(port, addresses, BEHIND_PROXY)
        answers, pages = [], []
        for number in range(int(SECONDS / EVERY)):
            answer, page = await asyncio.gather(
                _type_move(bot.games, number), _seconds_to_page(port)
            )
            answers.append(answer)
            pages.append(page)
        await attack.wait()
        growth = (bot.log.stat().st_size - size_before) / 1000
    besiegers = f"{name}, {_besiegers(BEHIND_PROXY, addresses)}"
    in_chat, of_log = _chat_and_log(besiegers, answers, growth)
    return [in_chat, FigureRow(f"{besiegers}: longest wait for the page", max(pages), "s"), of_log]


def _chat_and_log(
    besiegers: str, seconds: list[float], growth: float
) -> tuple[FigureRow, FigureRow]:
    """Return the rows on the seconds of each answer in the chat, and on the log's kilobytes."""
    longest = f"{besiegers}: longest answer in the chat"
    return (
        FigureRow(longest, max(seconds), "s", ANSWER_BAR, _median_text(seconds)),
        FigureRow(f"{besiegers}: growth of the log", growth, "kB", LOG_BAR),
    )


def _besiegers(connections: int, addresses: int) -> str:
    """Return the words for so many connections from so many addresses."""
    return f"{connections} unfinished, {addresses} address{'es' if addresses > 1 else ''}"


async def _seconds_to_page(port: int) -> float:
    """Return the seconds until the page comes, from an address without other requests."""
    start = perf_counter()
    transport = httpx.AsyncHTTPTransport(local_address="127.0.9.9", retries=0)
    async with httpx.AsyncClient(transport=transport, timeout=5.0) as client:
        while perf_counter() - start < LONGEST_PAGE:
            try:
                response = await client.get(f"http://127.0.0.1:{port}/app/")
            except httpx.HTTPError:
                await asyncio.sleep(0.1)
                continue
            if response.is_success:
                break
    return perf_counter() - start


async def _refused_requests(folder: Path) -> list[FigureRow]:
    """Measure what refused notebooks and unreadable updates cost: disk space, and alerts."""
    async with _running_bot(folder) as bot:
        stranger = bot.sandbox.add_user("Vasile", "ro")
        await seconds_to_answer(stranger, "/start")
        path = f"/games/{quote(bot.games.begun[0].game, safe='')}/notebook"
        notebook = {"lines": [{"moves": ["PAS"], "note": "x" * 300}] * 150, "version": 1}
        address = f"http://127.0.0.1:{bot.port}/app/api"
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            signed = {"Authorization": f"tma {stranger.signed()}"}
            session = await client.post("/session", headers=signed)
            client.headers["Authorization"] = f"Bearer {session.json()['token']}"
            size_before = _database_size(folder)
            responses = [await client.put(path, json=notebook) for _ in range(REFUSED)]
        growth = (_database_size(folder) - size_before) / 1e6
        statuses = ", ".join(sorted({str(response.status_code) for response in responses}))
        loud_alerts = await _loud_alerts(bot)
    return [
        FigureRow(
            f"{REFUSED} refused notebooks: the database grew by", growth, "MB", DISK_BAR, statuses
        ),
        FigureRow(
            f"{UNREADABLE} unreadable updates: alerts with a sound", loud_alerts, "", ALERTS_BAR
        ),
    ]


def _database_size(folder: Path) -> int:
    """Return the bytes of the database with its write-ahead log."""
    return sum(file.stat().st_size for file in folder.glob("bot.sqlite*"))


async def _loud_alerts(bot: _BesiegedBot) -> int:
    """Send unreadable updates; return the number of the operator's alerts with a sound."""
    before = len(bot.operator.messages)
    for number in range(UNREADABLE):
        # Ids that no database or no reader takes: too large, a list, a text.
        chat: dict[str, object] = {"id": (2**63, [], "x")[number % 3], "type": "private"}
        message = {"message_id": number, "date": 1, "chat": chat, "text": f"/leaga {number}"}
        message["from"] = {"id": 5, "is_bot": False, "first_name": "X"}
        bot.sandbox.updates.add("message", message, order=f"x{number}")
    await seconds_to_answer(bot.games.begun[0].players[0], bot.games.script[0])
    async with asyncio.timeout(LONGEST):
        while len(bot.operator.messages) == before:  # noqa: ASYNC110  (another process)
            await asyncio.sleep(0.02)
    return sum(not alert.silent for alert in bot.operator.messages[before:])


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, hard_limit))
    for addresses in (1, 500):
        with TemporaryDirectory() as folder:
            yield from asyncio.run(_siege(Path(folder), addresses))
        for proxy in filter(is_installed, ARGUMENTS):
            with TemporaryDirectory() as folder:
                yield from asyncio.run(_siege_of_proxy(proxy, Path(folder), addresses))
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_refused_requests(Path(folder)))


if __name__ == "__main__":
    if arguments := sys.argv[1:]:  # the process that `_attack` started
        besiege(*map(int, arguments))
        sys.exit(0)
    sys.exit(not show(run()))
