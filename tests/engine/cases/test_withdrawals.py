"""A withdrawal that is taken back resumes the games that it ended (art. 9.1)."""

from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest

from engine.cases.leavers import Resumption, resumption
from engine.games import orders
from engine.games.events import Ending
from engine.games.in_force import BY_RULING
from engine.ids import Leg, Seat
from engine.matches.match import MatchStage
from engine.rulesets import NATIONAL_2025
from tests.builders import START
from tests.engine.cases import case_shared
from tests.engine.laws.program import ending, lift, results, standing
from tests.engine.laws.rulings import liftings
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
def test_nothing_resumes_for_a_player_who_never_left() -> None:
    """No game of theirs ended by it, so no list is shown."""
    world = begun()
    matches = [(world.match, [*world.games.values()])]

    found = resumption(world.competition, world.match.first, matches, world.order())

    assert found == Resumption()


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
    """Only the games that the withdrawal ended resume, whatever was ruled on others since."""
    world = begun()
    one, _ = world.match.people
    assert world.makes_ruling(Leg.HOME, "loss", seat=Seat.RED) is not None
    world.day = 6
    assert world.records_withdrawal(one)
    ruled = world.copied()
    assert ruled.makes_ruling(Leg.HOME, "level") is not None

    assert world.lifts_withdrawal(one)
    assert ruled.lifts_withdrawal(one)

    assert ending(world, Leg.HOME) == (Ending.FORFEITED, Seat.RED)
    assert ending(ruled, Leg.HOME) == (Ending.LEVEL, None)


RULED: dict[str, dict[str, Any]] = {
    "a loss of who left": {"kind": "loss", "seat": Seat.RED},
    "a loss of the opponent": {"kind": "loss", "seat": Seat.BLUE},
    "a level game": {"kind": "level"},
    "an annulment": {"kind": "annulled", "move": 1},
}
"""Rulings on the game of Red, who has left."""


@pytest.mark.article("9.1", "10.1")
@pytest.mark.parametrize("name", RULED)
def test_a_lifted_withdrawal_stays_lifted_once_a_later_ruling_is_lifted(name: str) -> None:
    """The game resumes as it was before both, in either order, and no day since is used (7.1)."""
    for first in ("withdrawal", "ruling"):
        world = case_shared.begun("moved")
        world.tomorrow()
        before = standing(world, Leg.HOME)
        assert world.records_withdrawal(world.games[Leg.HOME].red.person)
        withdrawal = world.deeds[-1]
        world.day += 3
        ruling = world.makes_ruling(Leg.HOME, **RULED[name])
        assert ruling is not None
        for one in (withdrawal, ruling) if first == "withdrawal" else (ruling, withdrawal):
            world.day += 3
            assert lift(world, one)
        assert standing(world, Leg.HOME)[:6] == before[:6]


@pytest.mark.article("7.1", "10.1")
@pytest.mark.parametrize("later", [*permutations(("a loss of who left", "an annulment"))])
def test_no_order_of_lifting_charges_days_of_a_game_that_was_over(later: tuple[str, str]) -> None:
    """A withdrawal and two rulings after it, lifted in any order, leave the days used before."""
    for acts in permutations(range(3)):
        world = case_shared.begun("moved")
        world.tomorrow()
        before = standing(world, Leg.HOME)
        assert world.records_withdrawal(world.games[Leg.HOME].red.person)
        for name in later:
            world.day += 2
            assert world.makes_ruling(Leg.HOME, **RULED[name])
        deeds = [*world.deeds]
        for number in acts:
            world.day += 2
            assert lift(world, deeds[number])
        assert standing(world, Leg.HOME)[:6] == before[:6], acts


@pytest.mark.article("9.1", "10.3")
def test_a_lifted_withdrawal_no_longer_counts_below_a_later_loss() -> None:
    """A loss of the opponent counts alone, so that who came back has the figures of a winner."""
    world = case_shared.begun("moved")
    lost = world.copied()
    assert lost.makes_ruling(Leg.HOME, "loss", seat=Seat.BLUE)
    red = world.games[Leg.HOME].red.person
    assert world.records_withdrawal(red)
    assert world.makes_ruling(Leg.HOME, "loss", seat=Seat.BLUE)
    assert results(world) != results(lost)

    assert world.lifts_withdrawal(red)

    assert results(world) == results(lost)


@pytest.mark.article("8.5", "9.1")
def test_an_official_result_keeps_the_end_by_a_lifted_withdrawal() -> None:
    """No game resumes once its result is official, whether or not a loss was ruled on it."""
    world = case_shared.begun("moved")
    red = world.games[Leg.HOME].red.person
    assert world.records_withdrawal(red)
    assert world.makes_ruling(Leg.HOME, "loss", seat=Seat.BLUE)
    assert world.homologates()
    before = results(world)

    assert world.lifts_withdrawal(red)

    assert world.match.stage is MatchStage.HOMOLOGATED
    assert results(world) == before


@pytest.mark.article("9.1", "10.1")
def test_the_end_by_a_withdrawal_is_taken_back_with_the_withdrawal_alone() -> None:
    """A ruling that resumed the game would leave it without the player who has left."""
    world = case_shared.begun("moved")
    assert world.records_withdrawal(world.games[Leg.HOME].red.person)
    over = standing(world, Leg.HOME)

    for back in liftings(world.games[Leg.HOME]):
        assert world.decides(Leg.HOME, back) is None

    assert standing(world, Leg.HOME) == over


@pytest.mark.article("9.1", "10.1")
@pytest.mark.parametrize("first", ["withdrawal", "ruling"])
def test_a_withdrawal_and_a_ruling_of_the_same_second_are_two_acts(first: str) -> None:
    """Each is lifted alone, though both end the game against the same player."""
    world = case_shared.begun("moved")
    red = world.games[Leg.HOME].red.person
    assert world.records_withdrawal(red)
    world.held = world.games[Leg.HOME].ends[0].at
    assert world.makes_ruling(Leg.HOME, "loss", seat=Seat.RED)
    world.held = None
    withdrawal, ruling = world.deeds
    left = (Ending.ABANDONED if first == "ruling" else Ending.FORFEITED, Seat.RED)

    assert lift(world, withdrawal if first == "withdrawal" else ruling)
    assert ending(world, Leg.HOME) == left

    assert lift(world, ruling if first == "withdrawal" else withdrawal)
    assert ending(world, Leg.HOME) is None


@pytest.mark.article("9.1", "10.1")
def test_a_lifted_withdrawal_does_not_return_with_an_end_that_hid_it() -> None:
    """An earlier end hides that the player has left; once both are lifted, the game runs."""
    world = case_shared.begun("moved")
    red = world.games[Leg.HOME].red.person
    first = world.makes_ruling(Leg.HOME, "loss", seat=Seat.BLUE)
    (back,) = liftings(world.games[Leg.HOME])
    resumed = world.decides(Leg.HOME, back)
    second = world.makes_ruling(Leg.HOME, "loss", seat=Seat.BLUE)
    assert first is not None
    assert resumed is not None
    assert second is not None
    assert world.records_withdrawal(red)
    assert lift(world, second)
    assert ending(world, Leg.HOME) == (Ending.ABANDONED, Seat.RED)
    assert lift(world, resumed)
    assert ending(world, Leg.HOME) == (Ending.FORFEITED, Seat.BLUE), "before they left"

    assert world.lifts_withdrawal(red)
    assert lift(world, first)

    assert ending(world, Leg.HOME) is None


@pytest.mark.article("9.1", "10.1")
def test_a_withdrawal_is_taken_back_below_an_annulment_that_resumed_the_game() -> None:
    """An older log has such a game, whose opponent was disqualified when moves were annulled."""
    world = case_shared.begun("moved")
    game = world.games[Leg.HOME]
    assert world.records_withdrawal(game.red.person)
    order = world.order("TEST#9")
    annulled = orders.annul(world.games[Leg.HOME], order, 1)
    signed = [replace(one, ruling=order.case) for one in annulled if isinstance(one, BY_RULING)]
    world.follow(Leg.HOME, tuple(signed))
    assert ending(world, Leg.HOME) is None

    assert world.lifts_withdrawal(game.red.person)
    now = world.games[Leg.HOME]
    world.follow(Leg.HOME, orders.lift(now, world.order(order.case), order.at))

    assert ending(world, Leg.HOME) is None
    assert world.games[Leg.HOME].moves == game.moves
