"""The effect of open browsers on a player in Telegram: how long a preview takes.

`python -m benchmarks.bench_browsers`. Players in Telegram type moves and send them, first with no
browser open and then beside 300. Each browser has an event stream, and reads its messages twice a
minute. The figures are the time from the text to the preview and from the press to the sheet.
"""

import asyncio
import resource
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import httpx

from benchmarks.bench_crowd import TABLES, Playing
from benchmarks.bench_move import shared
from benchmarks.support.bots.programs import programs, seated
from benchmarks.support.rows import FigureRow, show
from storage.db import Database
from storage.people import people, web_sessions
from storage.people.addresses import new_browser

BROWSERS: Final = 300
SECONDS: Final = 40.0
"""Seconds of play, without browsers and with them."""
REFRESH: Final = 30.0
"""Seconds after which a browser reads its messages again."""
BAR: Final = 2.0
DESCRIPTORS: Final = 4096
_API: Final = "/app/api"


async def _tokens(database: Database) -> list[str]:
    """Store people in browsers; return the token of each one's session."""
    tokens = [secrets.token_urlsafe(32) for _ in range(BROWSERS)]
    until = datetime.now(UTC) + timedelta(days=1)
    async with database.transaction() as tx:
        for number, token in enumerate(tokens):
            at = new_browser()
            person = await people.create(
                tx, f"Browser {number}", shared().habits, account=at, address=at, language="ro"
            )
            await web_sessions.keep(tx, token, person.id, at, until)
    return tokens


async def _open(web: httpx.AsyncClient, token: str, number: int, opened: list[int]) -> None:
    """Keep an event stream open, and read the messages now and then, until cancelled."""
    headers = {"Authorization": f"Bearer {token}"}

    async def read() -> None:
        await asyncio.sleep(REFRESH * number / BROWSERS)
        while True:
            (await web.get(f"{_API}/feed", headers=headers)).raise_for_status()
            await asyncio.sleep(REFRESH)

    async with asyncio.TaskGroup() as both:
        both.create_task(read())
        async with web.stream("GET", f"{_API}/events", headers=headers) as events:
            events.raise_for_status()
            opened.append(number)
            async for _line in events.aiter_lines():
                pass


async def _measured(folder: Path) -> Iterator[FigureRow]:
    async with seated(folder, TABLES) as at:
        address = f"http://127.0.0.1:{at.environment['TURRETUR_SERVER_PORT']}"
        tokens = await _tokens(at.database)
        alone, beside = Playing(at.hall), Playing(at.hall)
        limits = httpx.Limits(max_connections=None)
        async with (
            programs(at.sandbox, at.environment, folder, 1, "bot", "run"),
            httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as web,
        ):
            await asyncio.sleep(2)
            await alone.play(SECONDS)
            beside.continue_from(alone)
            opened = list[int]()
            browsers = [
                asyncio.create_task(_open(web, token, number, opened))
                for number, token in enumerate(tokens)
            ]
            while len(set(opened)) < BROWSERS:  # noqa: ASYNC110  (another process)
                await asyncio.sleep(0.1)
            await beside.play(SECONDS)
            assert not any(each.done() for each in browsers)
            for each in browsers:
                each.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*browsers, return_exceptions=True)
    return iter([*_rows("no browser", alone), *_rows(f"{BROWSERS} browsers", beside)])


def _rows(beside: str, playing: Playing) -> Sequence[FigureRow]:
    note = f"of {len(playing.previews)}; median {median(playing.previews):.2f} s"
    sheets = f"median {median(playing.sheets):.2f} s"
    return [
        FigureRow(f"{beside}: a preview, slowest", max(playing.previews), "s", BAR, note),
        FigureRow(
            "— the partner's board and sheets, slowest", max(playing.sheets), "s", None, sheets
        ),
    ]


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, hard), hard))
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder)))


if __name__ == "__main__":
    sys.exit(not show(run()))
