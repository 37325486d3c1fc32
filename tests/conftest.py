"""Fixtures for servers and the browser, profiles of Hypothesis, and the order of tests."""

import asyncio
import gc
import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, settings
from playwright.async_api import Browser

from bot.runtime.event_loop import new_event_loop
from storage.db import Database
from storage.migrations import migrate
from tests.chromium import chromium
from tests.databases import EMPTY, NOTE_SCHEMA
from tools.postgres import PostgresServer, server

gc.disable()
"""During collection nothing becomes garbage, and the collector would double its duration."""

MEMORY = Path("/dev/shm")  # noqa: S108  (each run makes its own folder in it)
ROOM = 2 << 30
"""Bytes that must be free; a run uses less than a tenth of them at once."""


def _files_in_memory() -> None:
    """Put the tests' folders into memory if it has room and can execute programs.

    The bot waits until each commit is on the disk, and no test cuts the power.
    """
    if not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return
    if shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # for the workers as well


_files_in_memory()


class _AsTheBot(asyncio.DefaultEventLoopPolicy):
    """An event loop policy with the bot's own event loop."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return new_event_loop()


# `pytest_asyncio_loop_factories` would make the fixtures of a session several times.
# Python 3.14 deprecates policies, so the tests use Python's own loop there.
if sys.version_info < (3, 14):
    asyncio.set_event_loop_policy(_AsTheBot())

settings.register_profile(
    "untimed",
    deadline=None,  # a busy machine must not fail a test
    suppress_health_check=[HealthCheck.too_slow],
)
# For `make test`: fixed examples, so that only a change in the code can fail a test. `make hunt`
# has twice as many.
settings.register_profile(
    "gate", settings.get_profile("untimed"), derandomize=True, database=None, max_examples=50
)
# For `make mutation`: fixed examples without shrinking, which would take most of the time.
settings.register_profile(
    "mutation",
    settings.get_profile("gate"),
    max_examples=100,
    phases=(Phase.explicit, Phase.generate),
)
# For `make quick`: a few examples of everything.
settings.register_profile("quick", settings.get_profile("gate"), max_examples=10)
settings.load_profile("untimed")

_TEMPLATE = "migrated"
_numbers = count(1)
_emptied: list[str] = []


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests or cases that need a database server."""
    if isinstance(item, pytest.Function):
        case = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if "postgres" in (*item.fixturenames, *case):
            item.add_marker("server")


LONGEST = frozenset(
    f"test_{name}.py"
    for name in (
        *("board", "browser_match", "browser_twin", "closing", "endings", "fleet", "kill"),
        *("law_of_cards", "nightly_lists", "pages", "plans", "recipes", "torture", "vocabulary"),
    )
)
"""Modules that take ten seconds of processor time, and others that would run last alone."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest modules first, so that no worker ends with one of them."""
    items.sort(key=lambda item: (item.path.name not in LONGEST, "e2e" not in item.path.parts))


def pytest_collection_finish() -> None:
    """Exclude collected objects, which stay until the end, from garbage collection."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Return a PostgreSQL server without any database of ours."""
    with server() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_postgres(postgres: PostgresServer) -> PostgresServer:
    """Return a PostgreSQL server with a template database at the present schema."""
    postgres.command(f"CREATE DATABASE {_TEMPLATE}")
    async with Database(postgres.url(_TEMPLATE)) as db:
        await migrate(db)
    postgres.command(NOTE_SCHEMA, _TEMPLATE)
    return postgres


@pytest.fixture
def postgres_url(migrated_postgres: PostgresServer) -> Iterator[str]:
    """Return the address of an empty PostgreSQL database at the present schema.

    A test reuses the emptied database of an earlier test, unless that test changed its tables:
    creating one takes five times as long.
    """
    if _emptied:
        name = _emptied.pop()
    else:
        name = f"test{next(_numbers)}"
        migrated_postgres.command(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
    yield migrated_postgres.url(name)
    with suppress(RuntimeError):
        migrated_postgres.command(EMPTY, name)
        _emptied.append(name)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Return a browser; each test closes what it opens there."""
    async with chromium() as started:
        yield started
