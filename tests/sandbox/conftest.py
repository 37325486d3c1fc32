"""A sandbox on a port, and the bot's library as its client over real HTTP."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.runtime.clock import FixedClock
from sandbox import Sandbox, SandboxUser, serve
from sandbox.waiting import PATIENCE

TLS = {"verify": ssl.create_default_context()}
"""One for all: building it again for each client takes longer than most tests."""

MAY_DAY = datetime(2025, 5, 1, 12, tzinfo=UTC)


def patient() -> HTTPXRequest:
    """Return connections with long time-outs, for a busy machine."""
    return HTTPXRequest(
        read_timeout=PATIENCE,
        write_timeout=PATIENCE,
        connect_timeout=PATIENCE,
        pool_timeout=PATIENCE,
        httpx_kwargs=TLS,
    )


@pytest.fixture(autouse=True)
def _spans_of_time_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the library return waiting times as `timedelta`, because numbers are deprecated."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


@pytest.fixture
def sandbox() -> Sandbox:
    """Return a sandbox whose clock stays at noon of 1 May 2025 until a test advances it."""
    return Sandbox(clock=FixedClock(MAY_DAY))


@pytest.fixture
async def base_url(sandbox: Sandbox) -> AsyncIterator[str]:
    """Serve the sandbox and return its address."""
    async with serve(sandbox) as url:
        yield url


@asynccontextmanager
async def client(sandbox: Sandbox, base_url: str) -> AsyncIterator[Bot]:
    """Point python-telegram-bot's own client at a served sandbox."""
    bot = Bot(
        sandbox.token,
        base_url=f"{base_url}/bot",
        base_file_url=f"{base_url}/file/bot",
        request=patient(),
        get_updates_request=patient(),
    )
    async with bot:
        yield bot


@pytest.fixture
async def bot(sandbox: Sandbox, base_url: str) -> AsyncIterator[Bot]:
    """Return python-telegram-bot's own client, pointed at the sandbox."""
    async with client(sandbox, base_url) as bot:
        yield bot


@pytest.fixture
def ana(sandbox: Sandbox) -> SandboxUser:
    """Give Ana, whose Start the bot has processed."""
    user = sandbox.add_user("Ana", "ro-RO")
    user.start()
    sandbox.updates.drop_pending()
    return user
