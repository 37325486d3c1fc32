"""A championship and a cup with random histories: after each act every view agrees."""

import os
from pathlib import Path

import pytest

from tests.e2e.competitions.random_acts_shared import ACTS, both_begun, world_of
from tests.e2e.harness import table

SEEDS = range(1, 1 + int(os.environ.get("REFEREE_SEEDS", "1")))
"""The histories: one with all other tests, more by `make referee`."""
IS_LONG = SEEDS.stop > 2
AT_MOST = 12 if IS_LONG else 6
"""How many of these a history has: fewer in the one that is played with all other tests."""


@pytest.mark.article("7.2", "9.6", "10.3")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.campaign
async def test_all_readers_agree_in_a_random_championship(tmp_path: Path, seed: int) -> None:
    """After each act every view and page agrees, and the games can continue.

    A case file, which costs as much as all the rest, is compared after the last act, and after each
    act in a long campaign.
    """
    async with table(tmp_path, after=both_begun) as laid:
        world = world_of(laid, tmp_path / "site", seed)
        await world.agree(case_file=IS_LONG)
        for number, act in enumerate(world.chance.sample(ACTS, AT_MOST), 1):
            await act(world)
            await laid.travel(world.chance.choice((0, 0, 1, 2)))
            try:
                await world.agree(case_file=IS_LONG or number == AT_MOST)
            except AssertionError as wrong:
                wrong.add_note(f"after {act.__name__} on {world.today}")
                raise
