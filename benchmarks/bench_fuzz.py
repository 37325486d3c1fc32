"""The effects of malformed updates and requests on the bot: tracebacks, failures, lost answers.

`python -m benchmarks.bench_fuzz [INPUTS [SEED]]`. A bot without limits on people gets 50,000 inputs
at its web address: updates as from Telegram and requests as from the Mini App, most of them
malformed. Meanwhile a player types a placement at intervals; the benchmark measures the time until
the preview arrives. The seed decides the inputs.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import httpx

from benchmarks.support.answers import seconds_to_answer
from benchmarks.support.begun_games import BegunGames, begin_games
from benchmarks.support.bots.programs import programs, until
from benchmarks.support.hostile_input import Input, Targets, hostile_input
from benchmarks.support.rows import FigureRow, show
from bot.runtime.config.settings import load_config
from sandbox import Sandbox, serve
from storage.db import Database
from storage.migrations import migrate
from storage.queues import inbox
from tools.torture.programs import environment_for

INPUTS: Final = 50_000
SEED: Final = 29
BLOCK: Final = 500
"""The number of inputs between two placements of the player whose preview is timed."""
AT_ONCE: Final = 8
"""The number of inputs sent at the same time."""
GAMES: Final = 4
STRANGERS: Final = 5
DEAD_AFTER: Final = 150.0
"""The seconds after which an update that fails has moved to dead letters."""
BAR: Final = 2.0
"""The most seconds until the preview, once the earlier inputs are handled."""
_FIRST_FAILURE: Final = 500
"""The lowest status by which the server admits a failure."""
_MOST_SHOWN: Final = 10
"""The most failed inputs that are printed."""


@dataclass(slots=True)
class FuzzOutcome:
    """The effects of the inputs."""

    statuses: Counter[int] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    """The inputs that got an answer of 500 or more, or no answer."""
    waits: list[float] = field(default_factory=list)
    """The seconds until each preview."""
    unfinished: int = 0
    """The number of updates that were neither done nor dead letters at the end."""
    log: str = ""
    """The text of the bot's log."""

    @property
    def tracebacks(self) -> int:
        """Return the number of tracebacks in the log."""
        return self.log.count("Traceback (most recent call last)")

    @property
    def failures(self) -> int:
        """Return the number of failed updates in the log."""
        return self.log.count("an update failed")


async def fuzz(
    inputs: int, seed: int, folder: Path, say: Callable[[str], object] = lambda _: None
) -> FuzzOutcome:
    """Send that many inputs to a new bot in the folder; return the effects.

    The function calls `say` after every block, with its progress.
    """
    log = folder / "programs.log"
    sandbox, outcome = Sandbox(), FuzzOutcome()
    operator = sandbox.add_user("Olga", "ro")
    url = f"sqlite+aiosqlite:///{folder}/bot.sqlite"
    async with serve(sandbox) as base_url, Database(url) as database:
        await migrate(database)
        games = await begin_games(database, sandbox, operator.id, GAMES)
        environment = _environment(sandbox, base_url, url, operator.id, folder)
        async with programs(
            sandbox, environment, folder, 1, "benchmarks.support.bots.without_limits"
        ):
            # Until the first build is over, every page of the site answers 503.
            await until((folder / "site" / "index.html").exists)
            address = environment["TURRETUR_SERVER_PUBLIC_URL"]
            limits = httpx.Limits(max_connections=AT_ONCE)
            async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
                targets = await _targets(client, sandbox, games, environment)
                for first in range(0, inputs, BLOCK):
                    block = range(first, min(first + BLOCK, inputs))
                    await _send(client, outcome, seed, block, targets)
                    await _wait_until_handled(database, outcome)
                    timed_player = games.begun[-1].players[0]
                    outcome.waits.append(await seconds_to_answer(timed_player, games.script[0]))
                    outcome.log = log.read_text(encoding="utf-8", errors="replace")
                    say(f"{block.stop} inputs, {outcome.tracebacks} tracebacks")
    return outcome


def _environment(
    sandbox: Sandbox, base_url: str, url: str, operator: int, folder: Path
) -> dict[str, str]:
    """Return the configuration of a bot that gets updates by webhook and serves its site."""
    environment = environment_for(sandbox, base_url, url, operator, folder)
    return environment | {
        "TURRETUR_TELEGRAM_MODE": "webhook",
        "TURRETUR_TELEGRAM_WEBHOOK_URL": f"{environment['TURRETUR_SERVER_PUBLIC_URL']}/telegram",
        "TURRETUR_PUBLIC_ENABLED": "true",
        "TURRETUR_PUBLIC_DIRECTORY": str(folder / "site"),
    }


async def _targets(
    client: httpx.AsyncClient, sandbox: Sandbox, games: BegunGames, environment: dict[str, str]
) -> Targets:
    """Return everything that inputs may name, without the last game, whose preview is timed.

    Nor do they name the people of that game.
    """
    *others, timed_game = games.begun
    players = [player for game in others for player in game.players]
    strangers = [sandbox.add_user(f"S {number}", "ro") for number in range(STRANGERS)]
    spared = {timed_game.arbiter.id, *(player.id for player in timed_game.players)}
    signed_data = [user.signed() for user in (*players, *strangers)]
    tokens = ["nobody's"]
    for signed in signed_data:
        answer = await client.post("/app/api/session", headers={"Authorization": f"tma {signed}"})
        tokens += [answer.json()["token"]] if answer.is_success else []
    config = load_config(None, environment)
    return Targets(
        accounts=sorted(set(sandbox.users) - spared),
        games=[*(game.game for game in others), "ZZZZ/1"],
        tokens=tokens,
        signed_data=signed_data,
        secret=config.webhook_secret(),
        at=int(sandbox.clock.now().timestamp()),
    )


async def _send(
    client: httpx.AsyncClient, outcome: FuzzOutcome, seed: int, numbers: range, targets: Targets
) -> None:
    """Send the inputs of these numbers, a few at a time, and record what went wrong."""
    remaining = iter(numbers)

    async def send_remaining() -> None:
        for number in remaining:
            request = hostile_input(seed, number, targets)
            status = await _status(client, request)
            outcome.statuses[status] += 1
            if not status or status >= _FIRST_FAILURE:
                outcome.failed.append(f"{number}: {status} {request.method} {request.path[:100]}")

    await asyncio.gather(*(send_remaining() for _ in range(AT_ONCE)))


async def _status(client: httpx.AsyncClient, request: Input) -> int:
    """Return the status of the answer; 0 if there is none."""
    try:
        answer = await client.request(
            request.method, request.path, headers=dict(request.headers), content=request.body
        )
    except httpx.TransportError:
        return 0
    return answer.status_code


async def _wait_until_handled(database: Database, outcome: FuzzOutcome) -> None:
    """Wait until every update is done or a dead letter, at most as long as all its tries take."""
    deadline = perf_counter() + DEAD_AFTER
    while True:
        async with database.reading() as tx:
            outcome.unfinished = (await inbox.counts(tx))[inbox.UpdateState.NEW]
        if not outcome.unfinished or perf_counter() > deadline:
            return
        await asyncio.sleep(0.05)


def run(inputs: int = INPUTS, seed: int = SEED) -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    with TemporaryDirectory() as folder:
        progress = partial(print, file=sys.stderr)
        outcome = asyncio.run(fuzz(inputs, seed, Path(folder), progress))
    by_status = sorted(outcome.statuses.items())
    statuses = ", ".join(f"{count} x {status}" for status, count in by_status)
    yield FigureRow("inputs, most of them malformed", outcome.statuses.total(), "", note=statuses)
    yield FigureRow("tracebacks in the log", outcome.tracebacks, "", 0.0)
    yield FigureRow("updates that failed", outcome.failures, "", 0.0)
    yield FigureRow("answers of 500 or more, or none", len(outcome.failed), "", 0.0)
    yield FigureRow("updates that never ended", outcome.unfinished, "", 0.0)
    yield FigureRow("longest preview in the chat", max(outcome.waits), "s", BAR)
    yield FigureRow("the log", len(outcome.log) / 1000, "kB")
    for failed_input in outcome.failed[:_MOST_SHOWN]:
        print(failed_input)
    if outcome.tracebacks or outcome.failures:
        print(outcome.log)


if __name__ == "__main__":
    sys.exit(not show(run(*map(int, sys.argv[1:]))))
