"""Fixtures of games in play: two games of one player, and a game near its end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from engine.ids import Seat
from sandbox import SandboxUser
from tests.e2e.harness import Pair, Table, match_begun, table
from tests.e2e.plays import longest

LEFT = 10
"""The most tiles in the sequence when a game is near its end; both racks are full then."""


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


async def last_turns_left(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Play a home game until few tiles are left, without blanks; return what `match_begun` does."""
    begun = await match_begun(laid)
    pair = Pair(laid, *begun)
    while (game := await pair.game()).left_in_sequence > LEFT:
        user = pair.red if game.turn is Seat.RED else pair.blue
        await pair.place(user, longest(game, blanks=False) or "PAS")
    return begun


@pytest_asyncio.fixture(name="ending")
async def _ending(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give that match."""
    async with table(tmp_path, after=last_turns_left) as laid:
        yield Pair(laid, *laid.done)
