"""Rulings on moves of a finished game, in which a lifted ruling left acts idle (art. 5.3, 10)."""

import pytest

from engine.ids import Leg
from tests.engine.cases.case_shared import begun
from tests.engine.laws.program import ending, lift, standing
from tests.engine.laws.rulings import liftings
from tests.engine.laws.world import World

HOME = Leg.HOME


def resumed_and_over_again(world: World, keep: int) -> None:
    """Resume the finished game, annul its moves from that one on, and take the resuming back."""
    (back,) = liftings(world.games[HOME])
    resumed = world.decides(HOME, back)
    assert resumed is not None
    assert world.makes_ruling(HOME, "annulled", move=keep)
    assert lift(world, resumed)


@pytest.mark.article("10.1")
@pytest.mark.parametrize("keep", [1, 2])
def test_an_annulment_that_is_idle_counts_again_by_a_second_one(keep: int) -> None:
    """Moves of an ended game that were annulled before it ended again are annulled once."""
    world = begun("resigned")
    resumed_and_over_again(world, 1)
    before, game = standing(world, HOME), world.games[HOME]
    assert (len(game.moves), len(game.idle)) == (3, 1)

    made = world.makes_ruling(HOME, "annulled", move=keep)

    assert made is not None
    assert (len(world.games[HOME].moves), ending(world, HOME)) == (1, None)
    assert sum(len(group.moves) for group in world.games[HOME].voided) == 2
    assert lift(world, made)
    assert standing(world, HOME) == before
