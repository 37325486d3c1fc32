"""Fixtures of competitions whose players are entered."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from tests.e2e.championship import FOUR, Championship, set_up
from tests.e2e.harness import Table, arbiter_made, table
from tests.e2e.season import Season


async def four_entered(laid: Table) -> tuple[Any, ...]:
    """Set up a competition of two phases, and enter four players; the first one has joined."""
    await arbiter_made(laid)
    championship = await set_up(laid, title="Cupa Primăverii 2025")
    await championship.enter(FOUR)
    await championship.claim("Ana Pop")
    return Season(championship).left


@pytest_asyncio.fixture
async def entered(tmp_path: Path) -> AsyncIterator[Championship]:
    """Give a competition with four players, of whom Ana has joined."""
    async with table(tmp_path, after=four_entered) as laid:
        yield Season.at(laid, *laid.done).championship
