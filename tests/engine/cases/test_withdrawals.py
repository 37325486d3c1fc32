"""A withdrawal that is taken back resumes the games that it ended (art. 9.1)."""

from datetime import timedelta

import pytest

from engine.games.events import Ending
from engine.ids import Leg, Seat
from engine.rulesets import NATIONAL_2025
from tests.builders import START
from tests.engine.laws.program import ending
from tests.engine.laws.world import World


def begun() -> World:
    """Return a match of a championship whose home game runs."""
    world = World(NATIONAL_2025, 100, START + timedelta(60))
    for person in world.match.people:
        world.takes_place(person)
    world.starts_when_due()
    return world


@pytest.mark.article("9.1")
@pytest.mark.parametrize("leaves", [False, True], ids=["opponent plays", "opponent left"])
def test_the_game_resumes_unless_the_opponent_has_left_meanwhile(*, leaves: bool) -> None:
    """An opponent who left after the withdrawal has lost the game instead."""
    world = begun()
    one, other = world.match.people
    assert world.records_withdrawal(one)
    if leaves:
        assert world.leaves(other, other)

    assert world.lifts_withdrawal(one)

    found = ending(world, Leg.HOME)
    seat = world.games[Leg.HOME].seat_of(other)
    assert (found is not None and found[1] is seat) is leaves


@pytest.mark.article("9.1")
def test_a_game_with_another_end_since_stays_as_it_is() -> None:
    """A ruling made after the withdrawal remains."""
    world = begun()
    one, _ = world.match.people
    assert world.records_withdrawal(one)
    world.day = 61
    ruled = world.makes_ruling(Leg.HOME, "level")

    world.lifts_withdrawal(one)

    found = ending(world, Leg.HOME)
    assert ruled is not None
    assert found == (Ending.LEVEL, None)


@pytest.mark.article("9.1")
def test_a_game_that_was_over_before_the_withdrawal_stays_as_it_is() -> None:
    """Only the games that the withdrawal ended resume."""
    world = begun()
    one, _ = world.match.people
    assert world.makes_ruling(Leg.HOME, "loss", seat=Seat.RED) is not None
    world.day = 6
    assert world.records_withdrawal(one)

    assert world.lifts_withdrawal(one)

    assert ending(world, Leg.HOME) == (Ending.FORFEITED, Seat.RED)
