"""Preparing a competition: phases and their dates."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.drawing import start_phase
from engine.competitions.events import CompetitionCreated
from engine.competitions.parts import PhasePlan
from engine.competitions.planning import create, plan_phase
from engine.errors import GameStateError, RuleViolation
from engine.rulesets import NATIONAL_2025, Phase, SequenceScope
from tests.builders import START, noon
from tests.engine.competitions.desk import FINAL, PRELIMINARY, TOGETHER, Desk, running
from tests.engine.refusals import codes


@pytest.mark.article("7.1")
@pytest.mark.article("9.7")
def test_a_phase_has_its_budget_leave_and_dates() -> None:
    """Thirty or twenty days, ten of leave, and results due five days after the closing date."""
    desk = Desk(0)
    preliminary, final = desk.now.phases

    assert [desk.now.rules.budget(phase.plan.phase) for phase in desk.now.phases] == [30, 20]
    assert [desk.now.rules.leave(phase.plan.phase) for phase in desk.now.phases] == [10, 10]
    assert preliminary.plan.results_due(desk.now.rules) == date(2025, 10, 5)
    assert final.plan.results_due(desk.now.rules) == date(2026, 3, 5)


@pytest.mark.parametrize(
    ("plans", "expected"),
    [
        pytest.param((), ["no_phase"], id="none"),
        pytest.param(
            (FINAL, PRELIMINARY),
            ["phases_out_of_order", "starts_before_results", "nobody_advances"],
            id="wrong way round",
        ),
        pytest.param(
            (FINAL, FINAL),
            ["phases_out_of_order", "starts_before_results", "nobody_advances"],
            id="twice the same",
        ),
        pytest.param(
            (replace(FINAL, closing=FINAL.start),),
            ["closing_before_start"],
            id="no day to play",
        ),
        pytest.param(
            (PRELIMINARY, replace(FINAL, start=date(2025, 10, 5))),
            ["starts_before_results"],
            id="results still due",
        ),
        pytest.param(
            (replace(PRELIMINARY, advance=0), FINAL), ["nobody_advances"], id="nobody goes on"
        ),
        pytest.param((replace(FINAL, best_others=-1),), ["nobody_advances"], id="negative"),
    ],
)
def test_plans_that_cannot_be_kept(plans: tuple[PhasePlan, ...], expected: list[str]) -> None:
    """All errors in the dates of a plan are reported at once."""
    with pytest.raises(RuleViolation) as refused:
        Desk(0, plans=plans)

    assert codes(refused) == expected


@pytest.mark.article("2.1")
def test_return_games_share_a_sequence_only_where_they_start_on_one_day() -> None:
    """A shared sequence needs one start day, so that nobody reads it in another match."""
    rules = replace(NATIONAL_2025, sequence_scope=SequenceScope.LEG)
    with pytest.raises(RuleViolation) as refused:
        Desk(0, rules=rules)
    assert codes(refused) == ["return_day_needed", "return_day_needed"]

    outside = replace(FINAL, returns=FINAL.closing + timedelta(days=1))
    with pytest.raises(RuleViolation) as refused:
        Desk(0, rules=rules, plans=(outside,))
    assert codes(refused) == ["return_day_outside"]

    desk = Desk(0, rules=rules, plans=TOGETHER[:1])
    assert desk.now.phase.plan.returns == date(2025, 7, 1)
    with pytest.raises(RuleViolation) as refused:
        desk.does(plan_phase, FINAL)
    assert codes(refused) == ["return_day_needed"]


def test_a_competition_needs_an_arbiter() -> None:
    """A competition without an arbiter, who issues the sheets, is refused."""
    first = Desk(0).log[0]
    assert isinstance(first, CompetitionCreated)
    with pytest.raises(RuleViolation) as refused:
        create(replace(first, arbiters=()))

    assert codes(refused) == ["no_arbiter"]


def test_dates_can_be_changed_and_a_final_added() -> None:
    """A phase can be planned again until it starts, and a final added at any time."""
    desk = Desk(0, plans=(PRELIMINARY,))
    later = replace(PRELIMINARY, start=START + timedelta(days=9), advance=2)
    desk.does(plan_phase, later)
    desk.does(plan_phase, FINAL)

    assert [phase.plan for phase in desk.now.phases] == [later, FINAL]


def test_only_the_closing_date_of_a_running_phase_moves() -> None:
    """Only a running phase's closing date can move, and not into the past."""
    desk = running()
    moved = replace(PRELIMINARY, closing=date(2025, 10, 5))
    desk.does(plan_phase, moved)

    assert desk.now.phase.plan == moved
    with pytest.raises(GameStateError) as refused:
        desk.does(plan_phase, replace(moved, advance=2))
    assert codes(refused) == ["phase_running"]
    desk.act = replace(desk.act, at=noon(30))
    with pytest.raises(RuleViolation) as late:
        desk.does(plan_phase, replace(PRELIMINARY, closing=START + timedelta(days=29)))
    assert codes(late) == ["closing_in_the_past"]
    desk.does(plan_phase, replace(PRELIMINARY, closing=START + timedelta(days=30)))
    desk.homologates_all()
    desk.now = replace(desk.now, number=1, stage=CompetitionStage.OPEN)
    with pytest.raises(GameStateError) as over:
        desk.does(plan_phase, PRELIMINARY)
    assert codes(over) == ["phase_over"]


@pytest.mark.article("9.4")
def test_each_phase_has_its_closing_date_and_the_day_on_which_it_was_shortened() -> None:
    """A longer phase was not shortened."""
    desk = Desk(plans=(PRELIMINARY,))
    desk.starts()
    now = desk.now
    assert now.state_of(Phase.PRELIMINARY).plan.closing == PRELIMINARY.closing
    later, sooner = date(2025, 10, 5), date(2025, 8, 31)

    desk.act = replace(desk.act, at=noon(20))
    desk.does(plan_phase, replace(PRELIMINARY, closing=later))
    assert desk.now.state_of(Phase.PRELIMINARY).plan.closing == later
    assert desk.now.state_of(Phase.PRELIMINARY).closing_moved is None
    desk.act = replace(desk.act, at=noon(30))
    desk.does(plan_phase, replace(PRELIMINARY, closing=sooner))

    assert desk.now.state_of(Phase.PRELIMINARY).plan.closing == sooner
    assert desk.now.state_of(Phase.PRELIMINARY).closing_moved == START + timedelta(days=30)


@pytest.mark.article("9.4")
def test_a_closing_that_was_put_back_leaves_no_trace() -> None:
    """The day counts on which the present closing was announced, whatever came between."""
    desk = Desk(plans=(PRELIMINARY,))
    desk.starts()
    assert desk.now.state_of(Phase.PRELIMINARY).closing_moved is None

    def moved(day: int, closing: int) -> int | None:
        desk.act = replace(desk.act, at=noon(day))
        desk.does(plan_phase, replace(PRELIMINARY, closing=START + timedelta(days=closing)))
        found = desk.now.state_of(Phase.PRELIMINARY).closing_moved
        return None if found is None else (found - START).days

    assert [moved(10, 60), moved(12, 50), moved(14, 60)] == [10, 12, 10]
    assert [moved(16, 70), moved(18, 65), moved(20, 60)] == [10, 18, 20]
    desk.does(plan_phase, PRELIMINARY)
    assert desk.now.state_of(Phase.PRELIMINARY).closing_moved is None


def test_a_phase_is_late_once_it_cannot_start_as_announced() -> None:
    """The present phase may start on its day; a phase after an open one no longer can."""
    desk = Desk()
    day = timedelta(days=1)
    first, final = desk.now.phases

    assert not desk.now.is_late(first, PRELIMINARY.start)
    assert desk.now.is_late(first, PRELIMINARY.start + day)
    assert not desk.now.is_late(final, FINAL.start - day)
    assert desk.now.is_late(final, FINAL.start)
    assert desk.now.is_late(final, FINAL.start + day)
    desk.starts()
    assert not desk.now.is_late(desk.now.phase, PRELIMINARY.closing)


def test_a_phase_that_starts_late_has_the_day_on_which_it_did() -> None:
    """Until then its first day is the planned one."""
    desk = Desk()
    desk.draws()
    assert desk.now.phase.first_day == PRELIMINARY.start

    desk.append(start_phase(desk.now, noon(40)))

    assert desk.now.phase.first_day == PRELIMINARY.start + timedelta(days=40)
