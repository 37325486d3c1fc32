"""The server and the browser of the tests, how Hypothesis behaves, and what is run first."""

import asyncio
import gc
import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, settings

from bot.runtime.event_loop import new_event_loop
from storage.db import Database
from storage.migrations import migrate
from tests.chromium import chromium
from tests.databases import EMPTY, NOTE_SCHEMA
from tools.postgres import PostgresServer, server

if TYPE_CHECKING:
    from playwright.async_api import Browser

gc.disable()
"""Until all is collected: none of it is garbage, and looking for some takes half the time."""

MEMORY = Path("/dev/shm")  # noqa: S108  (each run makes a folder of its own in it)
ROOM = 2 << 30
"""Bytes: a run fills less than a tenth of that at once."""


def _files_in_memory() -> None:
    """Have the folders of the tests lie in memory, where there is room and programs may lie there.

    The bot has each commit written to the disk before it goes on, and nobody cuts a test's power.
    """
    if not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return
    if shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # for the workers as well


_files_in_memory()


class _AsTheBot(asyncio.DefaultEventLoopPolicy):
    """Makes the event loops on which the bot runs."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return new_event_loop()


# Not by `pytest_asyncio_loop_factories`, which makes the fixtures of a session several times. From
# 3.14 on there are to be no policies, and the tests run on Python's own loop.
if sys.version_info < (3, 14):
    asyncio.set_event_loop_policy(_AsTheBot())

settings.register_profile(
    "untimed",
    deadline=None,  # a busy machine is not a fault
    suppress_health_check=[HealthCheck.too_slow],
)
# For `make test`: what is checked hangs on the change alone, and not on the luck of the draw.
settings.register_profile("gate", settings.get_profile("untimed"), derandomize=True, database=None)
# For `make mutation`: the same examples each time, and a failure is enough. Nobody reads the
# smallest example of a mutant, and looking for it costs most of the time.
settings.register_profile(
    "mutation",
    settings.get_profile("gate"),
    phases=(Phase.explicit, Phase.generate),
)
# For `make quick`: a few examples of everything.
settings.register_profile("quick", settings.get_profile("gate"), max_examples=10)
settings.load_profile("untimed")

_TEMPLATE = "migrated"
_numbers = count(1)
_emptied: list[str] = []


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs a database server: by itself, or in one of its cases."""
    if isinstance(item, pytest.Function):
        case = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if "postgres" in (*item.fixturenames, *case):
            item.add_marker("server")


LONGEST = frozenset(
    f"test_{name}.py"
    for name in (
        *("analysis", "analysis_at_work", "analysis_overtaken", "board", "championship", "crowd"),
        *("fleet", "many_games", "plans", "public_pages", "torture"),
    )
)
"""Modules of half a minute and more, most of it waiting for programs that stand back for all."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the longest modules begin first, so that no worker is left with one at the end."""
    items.sort(key=lambda item: (item.path.name not in LONGEST, "e2e" not in item.path.parts))


def pytest_collection_finish() -> None:
    """Leave what stays to the end out of all that is gone through for what is no longer wanted."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Give a PostgreSQL server without any database of ours."""
    with server() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_postgres(postgres: PostgresServer) -> PostgresServer:
    """Give a PostgreSQL server with a database at the present schema, to be copied."""
    postgres.command(f"CREATE DATABASE {_TEMPLATE}")
    async with Database(postgres.url(_TEMPLATE)) as db:
        await migrate(db)
    postgres.command(NOTE_SCHEMA, _TEMPLATE)
    return postgres


@pytest.fixture
def postgres_url(migrated_postgres: PostgresServer) -> Iterator[str]:
    """Give the address of an empty PostgreSQL database at the present schema.

    A test takes over the database of the one before, emptied, unless that has changed its tables:
    to make one takes five times as long.
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
async def browser() -> AsyncIterator["Browser"]:
    """Give a browser; whatever is opened in it is closed by who has opened it."""
    async with chromium() as started:
        yield started
