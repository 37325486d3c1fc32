"""A match handed over to another arbiter: only its arbiter changes."""

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError
from engine.games.orders import Order
from engine.ids import Leg, PersonId
from engine.matches.arbiters import former_arbiter, hand_over, lift_handover
from engine.matches.decide import (
    answer_results,
    approve_results,
    join,
    request_return,
    start_leg,
)
from engine.matches.events import MatchEvent, MatchHandedOver
from engine.matches.fold import evolve_match, replay_match
from engine.matches.match import Match
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.rulings import propose_results
from engine.matches.seating import handed_back
from engine.matches.writers import allow_writer
from tests.builders import noon
from tests.engine.matches.staged import (
    ANA,
    ARBITER,
    ION,
    arrangement,
    leg_ended,
    new_match,
)
from tests.engine.refusals import codes

DANA, OPERATOR = PersonId(4), PersonId(5)


def whole_story() -> list[MatchEvent]:
    """Return the events of a match, from its arrangement to approved results."""
    log: list[MatchEvent] = [arrangement()]

    def go_on(*events: MatchEvent) -> Match:
        log.extend(events)
        return replay_match(log)

    match = go_on()
    for person in (ANA, ION):
        match = go_on(*join(match, person, person, noon()))
    order = Order(at=noon(), arbiter=ARBITER, article="9.6", reason="fără telefon")
    allowed = allow_writer(match, order, person=ION, writer=ARBITER, arbiters=(ARBITER,))
    match = go_on(*allowed)
    match = go_on(*start_leg(match, noon()))
    match = go_on(leg_ended(Leg.HOME))
    for person in (ANA, ION):
        match = go_on(*request_return(match, person, noon(1)))
    match = go_on(*start_leg(match, noon(1)))
    match = go_on(leg_ended(Leg.RETURN))
    match = go_on(*propose_results(match, noon(2)))
    for person in (ANA, ION):
        match = go_on(*answer_results(match, person, noon(2), agrees=True))
    go_on(*approve_results(match, ARBITER, noon(3), NOTHING_OUTSTANDING))
    return log


STORY = whole_story()


@given(st.integers(1, len(STORY)))
def test_who_rules_a_match_changes_nothing_else_in_it(known: int) -> None:
    """Handing a match over at any time changes only its arbiter, and the record of who served.

    A player for whom the arbiter was the writer gets the new arbiter (art. 9.6).
    """
    match = replay_match(STORY[:known])
    handed = hand_over(match, by=ARBITER, arbiter=DANA, at=noon(2))

    after = replay_match([*STORY[:known], *handed])
    wrote = {ION: DANA} if match.writers else {}
    served = (*match.served, (noon(2), DANA))
    taken = {"writers": wrote, "served": served, "handed": ((ARBITER, frozenset(wrote)),)}
    assert after == replace(match, arbiter=DANA, **taken)  # type: ignore[arg-type]  # its own fields
    later = replay_match([*STORY[:known], *handed, *STORY[known:]])
    whole = replay_match(STORY)
    kept = replace(
        later,
        arbiter=ARBITER,
        writers=whole.writers,
        served=whole.served,
        handed=whole.handed,
    )
    assert kept == whole


def test_an_operator_may_hand_over_and_back() -> None:
    """The log names the operator; handing over to the present arbiter has no effect."""
    match = new_match()
    (handed,) = hand_over(match, by=OPERATOR, arbiter=DANA, at=noon(1))
    assert handed == MatchHandedOver(at=noon(1), by=OPERATOR, arbiter=DANA)
    assert hand_over(match, by=OPERATOR, arbiter=ARBITER, at=noon(1)) == ()


@pytest.mark.article("1.1")
def test_nobody_rules_a_match_that_they_play() -> None:
    """A player cannot rule their match, and a competition's match is not handed over alone."""
    with pytest.raises(GameStateError, match="arbiter_cannot_play"):
        hand_over(new_match(), by=ARBITER, arbiter=ION, at=noon())
    with pytest.raises(GameStateError, match="handed_with_competition"):
        hand_over(new_match(competition="CUPA"), by=ARBITER, arbiter=DANA, at=noon())


@given(st.integers(1, len(STORY)))
def test_a_handover_taken_back_leaves_the_match_as_it_was(known: int) -> None:
    """Arbiter and writers are as before; the record of who served has one more entry for each."""
    match = replay_match(STORY[:known])
    handed = replay_match([*STORY[:known], *hand_over(match, by=ARBITER, arbiter=DANA, at=noon(2))])
    assert former_arbiter(handed) == ARBITER

    lifted = lift_handover(handed, by=DANA, at=noon(3), reason="by mistake")
    back = reduce(evolve_match, lifted, handed)

    served = (*match.served, (noon(2), DANA), (noon(3), ARBITER))
    assert back == replace(match, served=served)
    with pytest.raises(GameStateError) as refused:
        lift_handover(back, by=ARBITER, at=noon(4), reason="again")
    assert codes(refused) == ["not_handed_over"]


def test_a_hand_over_is_not_taken_back_to_an_arbiter_who_plays_now() -> None:
    """An arbiter cannot rule their own match (art. 1.1)."""
    match = reduce(
        evolve_match, [MatchHandedOver(at=noon(), by=ARBITER, arbiter=DANA)], new_match()
    )
    match = reduce(evolve_match, join(match, ION, ARBITER, noon(1)), match)

    with pytest.raises(GameStateError) as refused:
        lift_handover(match, by=DANA, at=noon(2), reason="by mistake")

    assert codes(refused) == ["arbiter_cannot_play"]


def test_a_match_that_was_never_handed_over_stays_with_its_arbiter() -> None:
    """A log that takes back more hand-overs than there were changes nothing."""
    assert handed_back(new_match(), noon(1)) == new_match()
