"""Leave by player and phase: cut at its borders, ten days in each, announced in advance."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.competitions.entering import claim_place, merge, replace_player, withdraw
from engine.competitions.guards import Act
from engine.competitions.leave import (
    change_leave,
    no_longer_leave,
    parts,
)
from engine.competitions.parts import Entry
from engine.competitions.results import advance, close
from engine.errors import EngineError, GameStateError, RuleViolation
from engine.ids import PersonId
from engine.rulesets import NATIONAL_2025
from engine.thinking_time import LeavePeriod
from tests.builders import noon
from tests.engine.competitions.desk import ANA, ARBITER, EVA, FINAL, ION, PRELIMINARY, Desk, running
from tests.engine.refusals import codes

CLOSING, FINAL_START = PRELIMINARY.closing, FINAL.start
SPANS = {plan.phase: (plan.start, plan.closing) for plan in (PRELIMINARY, FINAL)}


def period(first: date, days: int) -> LeavePeriod:
    """Return leave of this many days from that day on."""
    return LeavePeriod(first, first + timedelta(days=days - 1))


@st.composite
def periods(draw: st.DrawFn) -> LeavePeriod:
    """Draw leave before, in, between and after the competition's phases."""
    first = date(2025, 4, 1) + timedelta(days=draw(st.integers(0, 365)))
    return period(first, draw(st.integers(1, 60)))


@pytest.mark.article("7.2")
@given(wanted=periods())
def test_a_period_is_cut_at_the_borders_of_the_phases(wanted: LeavePeriod) -> None:
    """Each day of leave counts once in its phase, and days outside all phases do not count."""
    found = parts(running().now, ANA, wanted, noon())

    inside = [
        (phase, day)
        for day in wanted.dates
        for phase, (first, last) in SPANS.items()
        if first <= day <= last
    ]
    assert [(part.phase, day) for part in found for day in part.period.dates] == inside


@pytest.mark.article("7.2")
@given(asked=st.lists(st.tuples(periods(), st.booleans(), st.integers(-20, 300)), max_size=12))
def test_no_phase_ever_gives_a_player_more_than_ten_days(
    asked: list[tuple[LeavePeriod, bool, int]],
) -> None:
    """Any announcements give at most ten days a phase, without overlap or past days."""
    desk = running()
    for wanted, back, day in asked:
        desk.act = Act(by=ANA, at=noon(day))
        before = desk.now
        try:
            desk.does(change_leave, ANA, **{"old" if back else "new": wanted})
        except EngineError:
            assert desk.now == before
        else:
            assert wanted.first > noon(day).date() or desk.now == before

    for phase in desk.now.phases:
        own = phase.leave_of(ANA)
        assert sum(one.days for one in own) <= 10
        assert all(a.last < b.first for a, b in pairwise(own))
        first, last = SPANS[phase.plan.phase]
        assert all(first <= one.first <= one.last <= last for one in own)
        assert phase.leave_of(ION) == ()


def test_leave_over_a_border_counts_in_both_phases_and_each_part_can_be_taken_back() -> None:
    """Leave across two phases counts in both, and each part can be withdrawn."""
    desk = running(groups=2)
    over = LeavePeriod(CLOSING - timedelta(days=2), FINAL_START + timedelta(days=3))
    desk.does(change_leave, ANA, new=over)
    here, there = (phase.leave_of(ANA) for phase in desk.now.phases)
    assert [one.days for one in (*here, *there)] == [3, 4]
    assert (here[0].last, there[0].first) == (CLOSING, FINAL_START)

    desk.does(change_leave, ANA, old=here[0])
    assert [phase.leave_of(ANA) for phase in desk.now.phases] == [(), there]
    with pytest.raises(RuleViolation, match="leave_unknown"):
        desk.does(change_leave, ANA, old=over)

    desk.homologates_all()
    desk.does(advance)
    assert desk.now.phase.leave_of(ANA) == there


@pytest.mark.article("7.2")
def test_finals_may_have_days_of_leave_of_their_own() -> None:
    """A final can have fourteen days of leave beside twelve in the preliminary phase."""
    rules = replace(NATIONAL_2025, name="club", leave_days=12, final_leave_days=14)
    desk = Desk(4, rules=rules)
    desk.act = Act(by=ANA, at=noon())
    for first, days in ((CLOSING, 12), (FINAL.closing, 14)):
        begin = first - timedelta(days=days)
        with pytest.raises(RuleViolation, match="leave_over_allowance"):
            desk.does(change_leave, ANA, new=period(begin, days + 1))
        desk.does(change_leave, ANA, new=period(begin, days))

    taken = [sum(one.days for one in phase.leave_of(ANA)) for phase in desk.now.phases]
    assert taken == [12, 14]


@pytest.mark.article("7.2")
def test_a_person_entered_twice_has_the_leave_of_one_player() -> None:
    """Of the second number, leave stays that fits into the allowance and beside the first's."""
    desk = Desk(4)
    for player, first, days in ((ANA, 1, 6), (ION, 5, 3), (ION, 12, 5), (ION, 20, 2)):
        desk.act = Act(by=player, at=noon())
        desk.does(change_leave, player, new=period(date(2025, 6, first), days))
    desk.act, before = Act(by=ARBITER, at=noon()), desk.now

    desk.does(merge, person=ION, into=ANA)

    own = (period(date(2025, 6, 1), 6), period(date(2025, 6, 20), 2))
    lost = (period(date(2025, 6, 7), 1), period(date(2025, 6, 12), 5))
    assert desk.now.phase.leave_of(ANA) == own
    assert no_longer_leave(before, desk.now, (ANA, ION), ANA) == lost, "the days told to them"
    desk.starts()
    assert desk.now.phase.leave_of(ANA) == own


@pytest.mark.article("7.2")
def test_every_fault_of_every_part_is_named_and_nothing_is_announced() -> None:
    """Twelve days of one phase, announced too late, bring all errors at once."""
    desk = running()
    desk.does(change_leave, ANA, new=period(date(2025, 8, 1), 5))
    desk.act = Act(by=ANA, at=noon(60))
    with pytest.raises(RuleViolation) as refused:
        desk.does(change_leave, ANA, new=period(date(2025, 6, 20), 60))
    assert codes(refused) == ["leave_not_ahead", "leave_over_allowance", "leave_overlaps"]

    early = Desk(4)
    early.act = Act(by=ANA, at=noon(-5))
    with pytest.raises(RuleViolation, match="leave_not_ahead"):
        early.does(change_leave, ANA, new=LeavePeriod(date(2025, 4, 20), date(2025, 5, 3)))
    early.does(change_leave, ANA, new=period(date(2026, 6, 1), 3))
    assert [phase.leave_of(ANA) for phase in early.now.phases] == [(), ()]


@pytest.mark.article("7.2")
def test_days_before_the_phase_replace_no_leave() -> None:
    """Who changes announced leave to past days, by mistake, keeps what they had."""
    desk = running()
    own = period(date(2025, 8, 1), 5)
    desk.does(change_leave, ANA, new=own)

    with pytest.raises(RuleViolation) as refused:
        desk.does(change_leave, ANA, old=own, new=period(date(2025, 4, 1), 5))

    assert codes(refused) == ["leave_not_ahead"]
    assert desk.now.phase.leave_of(ANA) == (own,)


def test_leave_belongs_to_who_plays_whatever_account_they_come_with() -> None:
    """A latecomer keeps leave announced for them, and a replacement begins with ten days."""
    desk = Desk(4)
    holiday = period(date(2025, 5, 10), 4)
    for player in (ANA, EVA, ION):
        desk.does(change_leave, player, new=holiday)
    desk.append(claim_place(desk.now, ANA, Act(by=PersonId(70), at=noon())))
    desk.does(replace_player, EVA, Entry(player=PersonId(5)))
    desk.does(withdraw, ION)

    phase = desk.now.phase
    assert [(one.player, one.counts) for one in phase.leave] == [(PersonId(70), (holiday,))]


@pytest.mark.article("7.2")
def test_one_phase_notes_its_part_while_another_refuses_it() -> None:
    """A player without days in the preliminary phase still announces leave in the final."""
    desk = running()
    desk.act = Act(by=ANA, at=noon())
    desk.does(change_leave, ANA, new=period(date(2025, 8, 1), 10))
    over = LeavePeriod(CLOSING - timedelta(days=2), FINAL_START + timedelta(days=3))
    refused, accepted = parts(desk.now, ANA, over, noon())
    desk.does(change_leave, ANA, new=over)

    assert (refused.phase, refused.period.days) == (PRELIMINARY.phase, 3)
    assert [fault.code for fault in refused.faults] == ["leave_over_allowance"]
    assert not accepted.faults
    assert [phase.leave_of(ANA) for phase in desk.now.phases] == [
        (period(date(2025, 8, 1), 10),),
        (period(FINAL_START, 4),),
    ]


def test_a_closed_competition_has_no_leave_left() -> None:
    """A closed competition refuses announcing and withdrawing leave."""
    desk = Desk(4, plans=(FINAL,))
    desk.starts()
    desk.homologates_all()
    desk.does(close)

    for which in ("new", "old"):
        with pytest.raises(GameStateError, match="competition_closed"):
            desk.does(change_leave, ANA, **{which: period(date(2026, 1, 5), 2)})
