"""Let analyses run beside other tests, although they use only an idle processor."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from bot.analysis import sequences
from tests.e2e.analysed import analysing, cup_over
from tests.e2e.harness import Pair

_PAUSE = 0.1


@pytest.fixture(autouse=True)
def _narrow_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a search on request keep two boards, because sixty take ten seconds."""
    monkeypatch.setattr(sequences, "WIDTH", 2)


@pytest_asyncio.fixture(autouse=True)
async def _given_the_processor() -> AsyncIterator[None]:
    """Give every analysis normal priority after it has lowered its own."""
    task = asyncio.create_task(hurry())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest_asyncio.fixture(name="analysed_pairs")
async def _analysed_pairs(tmp_path: Path) -> AsyncIterator[list[Pair]]:
    """Give the pairs of a finished cup, whose first home game is analysed."""
    async with cup_over(tmp_path, analysed=True) as pairs:
        yield pairs


@pytest.fixture
def analysed_pair(analysed_pairs: list[Pair]) -> Pair:
    """Give the pair of the analysed game, which began with the highest-scoring plays."""
    return analysed_pairs[0]


async def hurry() -> None:
    """Raise each analysis to normal priority after it has lowered its own, until cancelled."""
    seen: int | None = None
    while True:
        with suppress(OSError):  # it has ended meanwhile, or only root may do this
            process = analysing(os.getpid())
            # The second of its two steps to low priority; undone earlier, it would be taken again.
            if process is not None and os.sched_getscheduler(process) == os.SCHED_IDLE:
                if process == seen:
                    os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0))
                    os.setpriority(os.PRIO_PROCESS, process, 0)
                seen = process  # `begun` looks for this in between
        await asyncio.sleep(_PAUSE)
