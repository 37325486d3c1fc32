"""Tables laid for the tests: the whole bot in the sandbox, with an arbiter named.

Every test has its own, so that none can hang on what another left behind. What many begin with has
been played once and kept (`tests.e2e.kept`): a table is laid in a twentieth of a second. A module
whose tests only look at one long story has it told once, in a fixture of its own, and runs in one
event loop: it says so in its `pytestmark`.
"""

import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog

from engine.ids import CompetitionCode, GameId
from sandbox import Message
from tests.e2e.analysed import cup_over
from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import KEPT, Opening, Pair, Table, arbiter_made, match_begun, table
from tests.e2e.season import CupBegun, Season


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


@pytest.fixture(scope="session", autouse=True)
def _kept_together(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let all the processes of a run find what one of them has played (each has a folder there)."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        KEPT.folder = tmp_path_factory.getbasetemp().parent


async def cup_set_up(laid: Table) -> tuple[CompetitionCode, Message]:
    """Have the arbiter set up a competition; return its code and their card."""
    await arbiter_made(laid)
    made = await set_up(laid, title="Cupa Primăverii 2025")
    return made.code, made.card


def _opening(request: pytest.FixtureRequest) -> Opening:
    """Return what the test's table begins with: the fixture that it takes beside it says so."""
    if "pair" in request.fixturenames:
        return match_begun
    if "championship" in request.fixturenames:
        return cup_set_up
    if "season" in request.fixturenames:
        cup = request.node.get_closest_marker("cup")
        return CupBegun(cup.args, **cup.kwargs)
    return arbiter_made


@pytest_asyncio.fixture(name="table")
async def _table(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """Give a table of one's own, on 1 May 2025, 10:00 in Bucharest."""
    async with table(tmp_path, after=_opening(request)) as laid:
        yield laid


@pytest.fixture
def pair(table: Table) -> Pair:
    """Give a match whose home game has just begun: Red holds SLOPAAC, Blue ADESEIN."""
    return Pair(table, *table.done)


@pytest.fixture
def championship(table: Table) -> Championship:
    """Give a competition just created, at the table of 1 May."""
    return Championship(table, *table.done)


@pytest.fixture
def season(table: Table) -> Season:
    """Give the cup that has just begun, whose names are those of the test's mark `cup`."""
    return Season.at(table, *table.done)


@pytest_asyncio.fixture(name="pairs")
async def _pairs(tmp_path: Path) -> AsyncIterator[list[Pair]]:
    """Give the pairs of a cup that is over, at a table of one's own."""
    async with cup_over(tmp_path) as pairs:
        yield pairs


@pytest.fixture
def home(pair: Pair) -> GameId:
    """Give the pair's home game."""
    return GameId(f"{pair.code}/1")
