"""Acts of an arbiter in a match, taken back: the match is as if they had never happened."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from engine.errors import GameStateError
from engine.games.orders import Order
from engine.ids import Leg, PersonId
from engine.matches.channel import rule_channel
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.decide import (
    answer_results,
    approve_results,
    confirm_late_return,
    start_leg,
)
from engine.matches.events import LiftableAct
from engine.matches.fold import arranged
from engine.matches.lifting import acts_in_force, lift_act
from engine.matches.match import Match, MatchStage
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.own_proposals import propose_own, take_over
from engine.matches.results import leg_results
from engine.matches.rulings import propose_results, set_penalty
from tests.builders import START, noon
from tests.engine.games.ordered import order
from tests.engine.matches.staged import (
    ANA,
    ARBITER,
    ION,
    after,
    arrangement,
    leg_ended,
    new_match,
    played,
)
from tests.engine.refusals import error_lines


def taken(match: Match, person: PersonId, own: str, day: int) -> Match:
    """Return the match after this player's figures for the home game were taken over."""
    partner = 2 - Decimal(own)
    match = after(match, *answer_results(match, person, noon(day), agrees=False))
    match = after(match, *propose_own(match, person, Leg.HOME, Decimal(own), partner, noon(day)))
    return after(match, *take_over(match, order(day, "8.5"), person))


def proposed() -> Match:
    """Return a match whose results are proposed."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    return after(match, *propose_results(match, noon(40)))


@pytest.mark.article("8.5", "10.1")
def test_figures_taken_over_are_lifted_one_act_at_a_time() -> None:
    """The figures before them count again: those taken over earlier, then the calculated."""
    before = proposed()
    first = taken(before, ANA, "1.2", 41)
    second = taken(first, ION, "1.6", 42)
    earlier, later = acts_in_force(second)
    assert (earlier.person, later.person) == (ANA, ION)

    back = after(second, *lift_act(second, order(43, "8.5"), later))
    assert (back.results, leg_results(back)) == (first.results, first.results)
    back = after(back, *lift_act(back, order(44, "8.5"), earlier))

    assert (back.results, leg_results(back)) == (before.results, before.results)
    with pytest.raises(GameStateError) as refused:
        lift_act(back, order(45, "8.5"), earlier)
    assert error_lines(refused) == ["act_not_in_force (art. 8.5) match=K7QF"]


@pytest.mark.article("8.5", "10.1")
def test_figures_taken_over_earlier_are_lifted_beneath_later_ones() -> None:
    """The later figures count on, as if only those had been taken over."""
    before = proposed()
    second = taken(taken(before, ANA, "1.2", 41), ION, "1.6", 42)
    later = taken(before, ION, "1.6", 42)

    back = after(second, *lift_act(second, order(43, "8.5"), acts_in_force(second)[0]))

    assert (back.results, back.taken_over) == (later.results, later.taken_over)


@pytest.mark.article("8.5", "10.1")
def test_answers_that_a_ruling_drops_count_again_once_it_is_lifted() -> None:
    """An agreement and own figures belong to the results that they answer."""
    before = proposed()
    before = after(before, *answer_results(before, ION, noon(41), agrees=True))
    before = after(before, *answer_results(before, ANA, noon(41), agrees=False))
    own = propose_own(before, ANA, Leg.HOME, Decimal("1.2"), Decimal("0.8"), noon(41))
    before = after(before, *own)

    match = before
    for day, points in ((42, "0.1"), (43, "0")):
        by = order(day, "10.3")
        fined = set_penalty(match, by, ANA, Leg.HOME, Decimal(points))
        match = after(match, *fined)
        match = after(match, *propose_results(match, by.at))
        if day == 42:
            assert not match.answers.confirmed | match.answers.objected
            assert not match.answers.own

    assert match.results == before.results
    assert (match.answers.confirmed, match.answers.objected) == (frozenset({ION}), frozenset({ANA}))
    assert match.answers.own == before.answers.own


@pytest.mark.article("8.5", "10.1")
def test_official_figures_taken_over_are_corrected_when_they_are_lifted() -> None:
    """After the approval the calculated figures become official, with the arbiter's reason."""
    before = proposed()
    match = taken(before, ANA, "1.2", 41)
    match = after(match, *approve_results(match, ARBITER, noon(42), NOTHING_OUTSTANDING))

    events = lift_act(match, order(43, "8.5"), acts_in_force(match)[0])
    match = after(match, *events)

    assert [type(one).__name__ for one in events] == ["ActLifted", "ResultsCorrected"]
    assert (match.stage, match.results) == (MatchStage.HOMOLOGATED, before.results)


@pytest.mark.article("7.1", "10.1")
def test_a_late_return_day_is_lifted_until_the_return_game_begins() -> None:
    """The return game is due again within five days; once it has begun, nothing can be lifted."""
    fixed = START + timedelta(days=60)
    begins = replace(arrangement(competition="CN25", red=ANA), returns=fixed, late_return=False)
    match = arranged(begins)
    match = after(match, *start_leg(match, noon()), leg_ended())
    agreed = after(match, *confirm_late_return(match, ARBITER, noon(22)))
    (act,) = acts_in_force(agreed)

    back = after(agreed, *lift_act(agreed, order(23, "7.1"), act))

    assert (act.act, act.done) == (LiftableAct.LATE_RETURN, noon(22))
    assert (back.return_day, back.late_return_day) == (match.return_day, match.late_return_day)
    assert acts_in_force(back) == ()
    begun = after(agreed, *start_leg(agreed, noon(60)))
    assert acts_in_force(begun) == ()


@pytest.mark.article("10.1")
def test_acts_of_several_kinds_are_in_the_order_of_their_time() -> None:
    """A channel set before the return day was confirmed comes first."""
    begins = arrangement(competition="CN25", red=ANA)
    fixed = replace(begins, returns=START + timedelta(days=60), late_return=False)
    match = arranged(fixed)
    match = after(match, *rule_channel(match, order(1, "6.1"), "email"))
    match = after(match, *start_leg(match, noon()), leg_ended())
    match = after(match, *confirm_late_return(match, ARBITER, noon(22)))

    assert [each.act for each in acts_in_force(match)] == [
        LiftableAct.CHANNEL, LiftableAct.LATE_RETURN
    ]  # fmt: skip


@pytest.mark.article("6.1", "10.1")
def test_a_channel_that_was_set_is_lifted_to_the_one_before_it() -> None:
    """The former channel applies again, and the arbiter's ruling on it, too."""
    match, by_order = new_match(), Order(at=noon(), arbiter=ARBITER, article="6.1", reason="De ce")
    first = after(match, *rule_channel(match, by_order, "email"))
    second = after(first, *rule_channel(first, replace(by_order, at=noon(1)), "viber"))

    back = after(second, *lift_act(second, order(2, "6.1"), acts_in_force(second)[-1]))

    assert back.channel_settings == ChannelSettings(channel="email")
    assert back.channel_is_ruled
    none = after(back, *lift_act(back, order(3, "6.1"), acts_in_force(back)[-1]))
    assert (none.channel_settings, none.channel_is_ruled) == (ChannelSettings(), False)
