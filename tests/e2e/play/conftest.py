"""Fixtures of games in play: two games of one player at the same time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from sandbox import SandboxUser
from tests.e2e.harness import Pair, Table, match_begun, table


async def two_games_begun(laid: Table) -> tuple[str, SandboxUser, SandboxUser, str, SandboxUser]:
    """Begin two matches of the same Red; return the first, and the second's code and Blue."""
    code, red, blue = await match_begun(laid)
    other = await laid.match(red=red)
    return code, red, blue, other.code, other.blue


@pytest_asyncio.fixture(name="two_pairs")
async def _two_pairs(tmp_path: Path) -> AsyncIterator[tuple[Pair, Pair]]:
    """Give two matches of one player, who is Red and on turn in both home games."""
    async with table(tmp_path, after=two_games_begun) as laid:
        code, red, blue, other, others_blue = laid.done
        yield Pair(laid, code, red, blue), Pair(laid, other, red, others_blue)
