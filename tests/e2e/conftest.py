"""Tables laid for the tests: the whole bot in the sandbox, with an arbiter named.

Every test has its own, so that none can hang on what another left behind. What many begin with has
been played once and kept (`tests.e2e.kept`): a table is laid in a twentieth of a second. A module
whose tests only look at one long story has it told once, in a fixture of its own, and runs in one
event loop: it says so in its `pytestmark`.
"""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog

from engine.ids import CompetitionCode, GameId
from sandbox import Message
from tests.e2e.analysed import cup_over
from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import Pair, Table, arbiter_made, match_begun, table


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


async def cup_set_up(laid: Table) -> tuple[CompetitionCode, Message]:
    """Have the arbiter set up a competition; return its code and his card."""
    await arbiter_made(laid)
    made = await set_up(laid, title="Cupa Primăverii 2025")
    return made.code, made.card


OPENINGS = {"pair": match_begun, "championship": cup_set_up}
"""What a table begins with, by the fixture that a test takes beside it."""


@pytest_asyncio.fixture(name="table")
async def _table(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """Give a table of one's own, on 1 May 2025, 10:00 in Bucharest."""
    wanted = [opening for name, opening in OPENINGS.items() if name in request.fixturenames]
    async with table(tmp_path, after=wanted[0] if wanted else arbiter_made) as laid:
        yield laid


@pytest.fixture
def pair(table: Table) -> Pair:
    """Give a match whose home game has just begun: Red holds SLOPAAC, Blue ADESEIN."""
    return Pair(table, *table.done)


@pytest.fixture
def championship(table: Table) -> Championship:
    """Give a competition just created, at the table of 1 May."""
    return Championship(table, *table.done)


@pytest_asyncio.fixture(name="pairs")
async def _pairs(tmp_path: Path) -> AsyncIterator[list[Pair]]:
    """Give the pairs of a cup that is over, at a table of one's own."""
    async with cup_over(tmp_path) as pairs:
        yield pairs


@pytest.fixture
def home(pair: Pair) -> GameId:
    """Give the pair's home game."""
    return GameId(f"{pair.code}/1")
