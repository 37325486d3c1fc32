"""Tables laid for the tests: the whole bot in the sandbox, with an arbiter named.

Every test has its own, so that none can hang on what another left behind: a table is laid in a
tenth of a second. A module whose tests only look at one long story has it told once, in a fixture
of its own, and runs in one event loop: it says so in its `pytestmark`.
"""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog

from tests.e2e.championship import Championship, set_up
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
    """Give a table of one's own, on 1 May 2025, 10:00 in Bucharest."""
    async with table(tmp_path) as laid:
        yield laid


@pytest_asyncio.fixture
async def pair(table: Table) -> Pair:
    """Give a match whose home game has just begun: Red holds SLOPAAC, Blue ADESEIN."""
    return await table.match()


@pytest_asyncio.fixture
async def championship(table: Table) -> Championship:
    """Give a competition just created, at the table of 1 May."""
    return await set_up(table, title="Cupa Primăverii 2025")
