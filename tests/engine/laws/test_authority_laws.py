"""Laws of authority: who acted, who may take an act back, and what stays final (art. 10.1)."""

import pytest

from engine.cases.events import RulingKind
from tests.engine.competitions.desk import ARBITER, DEPUTY
from tests.engine.laws.conftest import Check
from tests.engine.laws.notes import Kind
from tests.engine.laws.program import everything, is_refused, lift, waits_for_arbiter
from tests.engine.laws.rulings import (
    ANSWERS,
    ENDINGS,
    FIGURES,
    MOVES,
    acts_of_arbiters,
    any_rulings,
    some,
)
from tests.engine.laws.world import World


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    "kinds",
    [
        FIGURES,
        ENDINGS,
        MOVES,
        ANSWERS,
        frozenset(Kind),
    ],
    ids=["figures", "endings", "moves", "others", "beside rulings"],
)
def test_every_act_of_an_arbiter_has_an_inverse(
    random_matches: Check, kinds: frozenset[Kind | RulingKind]
) -> None:
    """Every act of an arbiter can be taken back right after it."""

    def law(world: World) -> None:
        for deed in world.new_deeds():
            if deed.kind in kinds:
                assert lift(world.copied(), deed), deed

    random_matches(law)


@pytest.mark.article("10.1")
def test_an_act_that_was_taken_back_leaves_no_trace(random_matches: Check) -> None:
    """Taking back an act that is not a ruling restores games, results, seats and status exactly."""

    def law(world: World) -> None:
        if any(waits_for_arbiter(world, leg) for leg in world.games):
            return  # the days of a waiting question are not final (art. 5.3)
        for act in some(world, acts_of_arbiters(world), 2):
            then, before = world.copied(), everything(world)
            if not act(then):
                continue
            deed = then.new_deeds()[-1]
            assert lift(then, deed), deed
            after = everything(then)
            wrong = {key: (one, after.get(key)) for key, one in before.items()}
            wrong = {key: both for key, both in wrong.items() if both[0] != both[1]}
            if then.games.keys() != world.games.keys():  # the act began the return game
                wrong.pop("stage", None)
                wrong.pop("results", None)  # it ends at once if the opponent has left
            assert not wrong, (deed, wrong)

    random_matches(law)


@pytest.mark.article("5.3", "10.1")
def test_every_event_names_a_person_who_acted(random_matches: Check) -> None:
    """No event names as its author a person who did not act."""

    def law(world: World) -> None:
        for note in world.unread():
            assert note.authors <= {note.actor}, note

    random_matches(law)


@pytest.mark.article("10.1")
def test_a_final_ruling_stays_final_after_a_hand_over(random_matches: Check) -> None:
    """An arbiter whom a final ruling binds stays bound when they become the chief arbiter."""

    def law(world: World) -> None:
        for leg, ruling in some(world, any_rulings(world), 3):
            if is_refused(world, leg, ruling, by=DEPUTY, chief=ARBITER):
                assert is_refused(world, leg, ruling, by=DEPUTY, chief=DEPUTY), (leg, ruling)

    random_matches(law)
