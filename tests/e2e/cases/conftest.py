"""Fixtures of matches in which somebody else enters a player's moves."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.e2e.cases.paper_shared import on_paper
from tests.e2e.harness import Pair


@pytest_asyncio.fixture(name="by_arbiter")
async def _by_arbiter(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in which the arbiter enters the moves of Ion, who has no Telegram."""
    async with on_paper(tmp_path, "arbiter") as pair:
        yield pair


@pytest_asyncio.fixture(name="by_partner")
async def _by_partner(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in which Ana enters the moves of Ion, who has no Telegram."""
    async with on_paper(tmp_path, "partner") as pair:
        yield pair
