"""Open browsers: each has an event stream, and reads its messages twice a minute."""

import asyncio
import resource
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Final

import httpx

from benchmarks.bench_move import shared
from storage.db import Database
from storage.people import people, web_sessions
from storage.people.addresses import new_browser

DESCRIPTORS: Final = 4096
"""File descriptors of the benchmark's process: one for each stream, and one for each request."""
REFRESH: Final = 30.0
"""Seconds after which a browser reads its messages again."""
_API: Final = "/app/api"


@asynccontextmanager
async def open_browsers(database: Database, port: str, number: int) -> AsyncIterator[None]:
    """Keep that many browsers open at the bot's web server; each has a person of its own."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, hard_limit), hard_limit))
    tokens = await _tokens(database, number)
    limits, connected = httpx.Limits(max_connections=None), set[str]()
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", timeout=60, limits=limits
    ) as web:
        browsers = [
            asyncio.create_task(_browse(web, token, REFRESH * place / number, connected))
            for place, token in enumerate(tokens)
        ]
        while len(connected) < number:  # noqa: ASYNC110  (another process)
            await asyncio.sleep(0.1)
        yield
        assert not any(browser.done() for browser in browsers)  # a browser that failed is done
        for browser in browsers:
            browser.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*browsers, return_exceptions=True)


async def _tokens(database: Database, number: int) -> list[str]:
    """Store people in browsers; return the token of each one's session."""
    tokens = [secrets.token_urlsafe(32) for _ in range(number)]
    until = datetime.now(UTC) + timedelta(days=1)
    async with database.transaction() as tx:
        for place, token in enumerate(tokens):
            address, name = new_browser(), f"Browser {place}"
            person = await people.create(
                tx, name, shared().habits, account=address, address=address, language="ro"
            )
            await web_sessions.keep(tx, token, person.id, address, until, most=1)
    return tokens


async def _browse(web: httpx.AsyncClient, token: str, delay: float, connected: set[str]) -> None:
    """Keep an event stream open, and read the messages now and then, until cancelled.

    The first reading is delayed, so that the browsers do not all read at the same instant. The
    token is added to `connected` once the stream is open.
    """
    headers = {"Authorization": f"Bearer {token}"}

    async def read() -> None:
        await asyncio.sleep(delay)
        while True:
            (await web.get(f"{_API}/feed", headers=headers)).raise_for_status()
            await asyncio.sleep(REFRESH)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(read())
        async with web.stream("GET", f"{_API}/events", headers=headers) as events:
            events.raise_for_status()
            connected.add(token)
            async for _line in events.aiter_lines():
                pass
