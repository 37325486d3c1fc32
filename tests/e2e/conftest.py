"""Tables laid for the tests: the whole bot in the sandbox, with an arbiter named.

Modules whose tests share a table run in one event loop: they say so in their `pytestmark`.
"""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog

from tests.e2e.harness import Pair, Table, table


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    """Leave the log's warnings for a failed test, and nothing else."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
        ],
    )
    yield
    structlog.reset_defaults()


@pytest_asyncio.fixture(name="table")
async def _table(tmp_path: Path) -> AsyncIterator[Table]:
    """Give a table of one's own, on 1 May 2025, 10:00 in Bucharest: for tests that travel."""
    async with table(tmp_path) as laid:
        yield laid


@pytest_asyncio.fixture
async def travelling(table: Table) -> Pair:
    """Give a match at a table of its own, its home game just begun."""
    return await table.match()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """Give the table at which all tests sit that stay on 1 May: with matches of their own."""
    async with table(tmp_path_factory.mktemp("shared")) as laid:
        yield laid


@pytest_asyncio.fixture(loop_scope="session")
async def pair(shared: Table) -> Pair:
    """Give a match whose home game has just begun: Red holds SLOPAAC, Blue ADESEIN."""
    return await shared.match()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def opening(shared: Table) -> Pair:
    """Give a match like `pair`, for tests that change nothing in it."""
    return await shared.match()
