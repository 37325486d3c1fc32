"""Leave when the dates of a phase are moved: no day lost, none counted twice (art. 7.2)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.competitions.competition import CompetitionStage
from engine.competitions.drawing import start_phase
from engine.competitions.entering import lift_act
from engine.competitions.events import Liftable, PhasePlanned, PlayerLeaveChanged
from engine.competitions.guards import Act
from engine.competitions.leave import change_leave, fitted, joined, moved, outside
from engine.competitions.parts import PhasePlan
from engine.competitions.planning import plan_phase
from engine.competitions.results import advance, exclude, reinstate, retire
from engine.errors import EngineError
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod
from tests.builders import noon
from tests.engine.competitions.desk import ANA, ARBITER, FINAL, ION, PRELIMINARY, Desk, running

CLOSING, FINAL_START = PRELIMINARY.closing, FINAL.start
FIRST = noon().date()
"""The day on which the preliminary phase starts."""


def period(first: date, days: int) -> LeavePeriod:
    """Return leave of this many days from that day on."""
    return LeavePeriod(first, first + timedelta(days=days - 1))


def days_of(periods: Iterable[LeavePeriod]) -> list[date]:
    """Return every day of the periods, as often as they name it."""
    return [day for one in periods for day in one.dates]


def announce(desk: Desk, wanted: LeavePeriod, day: int = 0) -> None:
    """Have Ana announce leave so many days after the start."""
    desk.act = Act(by=ANA, at=noon(day))
    desk.does(change_leave, ANA, new=wanted)


def move(desk: Desk, plan: PhasePlan, day: int = 0) -> None:
    """Have the arbiter set the dates of a phase so many days after the start."""
    desk.act = Act(by=ARBITER, at=noon(day))
    desk.does(plan_phase, plan)


def leave_in(desk: Desk, phase: Phase) -> tuple[LeavePeriod, ...]:
    """Return Ana's leave that counts in the phase."""
    return next(one for one in desk.now.phases if one.plan.phase is phase).leave_of(ANA)


@pytest.mark.article("7.2")
def test_days_before_a_start_that_is_moved_were_never_taken_and_count_again() -> None:
    """Days before a moved start are free again, and count once it moves back."""
    desk = running()
    wanted = period(FINAL_START + timedelta(days=2), 10)
    announce(desk, wanted)

    move(desk, replace(FINAL, start=FINAL_START + timedelta(days=30)))
    assert leave_in(desk, Phase.FINAL) == ()
    assert outside(desk.now, ANA) == (wanted,)
    other = period(FINAL_START + timedelta(days=40), 4)
    announce(desk, other)

    before = desk.now
    move(desk, FINAL)
    assert leave_in(desk, Phase.FINAL) == (period(wanted.first, 6), other)
    (change,) = moved(before, desk.now, FIRST)
    assert (change.back, change.unpaid, change.left) == (
        (period(wanted.first, 6),),
        (period(wanted.first + timedelta(days=6), 4),),
        0,
    )


@pytest.mark.article("7.2")
def test_days_cut_at_a_closing_that_is_then_moved_are_leave() -> None:
    """Three of five days are before the closing; once it moves, all five count."""
    desk = running()
    announce(desk, period(CLOSING - timedelta(days=2), 5))
    assert leave_in(desk, Phase.PRELIMINARY) == (period(CLOSING - timedelta(days=2), 3),)

    move(desk, replace(PRELIMINARY, closing=CLOSING + timedelta(days=5)))
    assert leave_in(desk, Phase.PRELIMINARY) == (period(CLOSING - timedelta(days=2), 5),)

    move(desk, PRELIMINARY)
    assert leave_in(desk, Phase.PRELIMINARY) == (period(CLOSING - timedelta(days=2), 3),)


@pytest.mark.article("7.2")
def test_leave_that_touched_no_phase_counts_once_a_closing_is_moved_over_it() -> None:
    """Leave after the closing date counts once the closing moves behind it."""
    desk = running()
    after = period(CLOSING + timedelta(days=1), 3)
    announce(desk, after)
    assert outside(desk.now, ANA) == (after,)
    later = replace(PRELIMINARY, closing=CLOSING + timedelta(days=5))

    move(desk, later)
    assert leave_in(desk, Phase.PRELIMINARY) == (after,)
    desk.act = Act(by=ANA, at=noon(1))
    desk.does(change_leave, ANA, old=after)
    move(desk, PRELIMINARY, 2)
    move(desk, later, 3)

    assert leave_in(desk, Phase.PRELIMINARY) == ()
    assert outside(desk.now, ANA) == ()


@pytest.mark.article("7.2")
def test_days_before_lists_that_come_late_were_never_taken() -> None:
    """Leave before the late start of a phase does not use any days."""
    desk = Desk(4)
    desk.draws()
    announce(desk, period(FIRST + timedelta(days=3), 7), -2)
    desk.append(start_phase(desk.now, noon(8)))

    assert desk.now.stage is CompetitionStage.RUNNING
    assert leave_in(desk, Phase.PRELIMINARY) == (period(FIRST + timedelta(days=8), 2),)


@pytest.mark.article("7.2")
def test_a_day_that_is_past_is_never_made_leave() -> None:
    """If a past closing date moves, only days from now on become leave."""
    desk = running()
    announce(desk, period(CLOSING - timedelta(days=1), 8))
    passed = (CLOSING - FIRST).days + 4

    move(desk, replace(PRELIMINARY, closing=CLOSING + timedelta(days=9)), passed)

    assert leave_in(desk, Phase.PRELIMINARY) == (
        period(CLOSING - timedelta(days=1), 2),
        period(CLOSING + timedelta(days=4), 3),
    )


WISHES = st.builds(
    period, st.integers(120, 260).map(lambda n: FIRST + timedelta(days=n)), st.integers(1, 14)
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("announce"), WISHES),
        st.tuples(st.just("take back"), st.integers(0, 9)),
        st.tuples(st.just("closing"), st.integers(-20, 20)),
        st.tuples(st.just("start"), st.integers(-20, 60)),
        st.tuples(st.just("wait"), st.integers(1, 40)),
    ),
    max_size=14,
)


@pytest.mark.article("7.2")
@given(steps=STEPS)
@example(
    steps=[
        ("announce", period(date(2025, 8, 29), 1)),
        ("announce", period(date(2025, 8, 30), 5)),
        ("announce", period(date(2025, 9, 27), 5)),
        ("closing", 1),
        ("take back", 0),
    ]
)
@example(steps=[*[("wait", 32)] * 5, ("announce", period(FINAL_START, 1)), ("wait", 10)])
def test_no_day_of_leave_is_lost_or_counted_twice(steps: list[tuple[str, object]]) -> None:
    """The counted days are announced, inside the phase, and counted once, after any change.

    While days of leave remain, every announced later day of the phase counts.
    """
    desk, day = running(), 0
    for kind, value in steps:
        before = desk.now
        try:
            day = _step(desk, kind, value, day)
        except EngineError:
            assert desk.now == before
        _check(desk, FIRST + timedelta(days=day), [*days_of(before.phases[0].leave_of(ANA))])


@pytest.mark.article("7.2")
@given(
    wishes=st.lists(WISHES, max_size=4),
    shifts=st.lists(
        st.tuples(st.sampled_from(("closing", "start")), st.integers(-20, 60)), max_size=8
    ),
)
def test_dates_moved_and_put_back_leave_every_day_as_it_was(
    wishes: list[LeavePeriod], shifts: list[tuple[str, int]]
) -> None:
    """If phases move and return within a day, the same leave results."""
    desk = running()
    for wanted in wishes:
        _tried(desk, "announce", wanted)
    leave = [days_of(phase.leave_of(ANA)) for phase in desk.now.phases]
    for kind, days in shifts:
        _tried(desk, kind, days)

    move(desk, replace(PRELIMINARY, closing=PRELIMINARY.start + timedelta(days=1)))
    move(desk, FINAL)
    move(desk, PRELIMINARY)

    assert [days_of(phase.leave_of(ANA)) for phase in desk.now.phases] == leave


def _tried(desk: Desk, kind: str, value: object) -> None:
    """Take a step, or change nothing if it is refused."""
    before = desk.now
    try:
        _step(desk, kind, value, 0)
    except EngineError:
        assert desk.now == before


def _step(desk: Desk, kind: str, value: object, day: int) -> int:
    """Take one step so many days after the start; return the day after it."""
    match kind, value:
        case "announce", LeavePeriod():
            announce(desk, value, day)
        case "take back", int():
            known = sorted({*desk.now.phases[0].leave_of(ANA), *desk.now.phases[1].leave_of(ANA)})
            known += outside(desk.now, ANA)
            if known:
                desk.act = Act(by=ANA, at=noon(day))
                desk.does(change_leave, ANA, old=known[value % len(known)])
        case "closing", int():
            now = desk.now.phases[0].plan
            move(desk, replace(now, closing=CLOSING + timedelta(days=value)), day)
        case "start", int():
            now = desk.now.phases[1].plan
            move(desk, replace(now, start=FINAL_START + timedelta(days=value)), day)
        case _, int():
            day += value
    return day


def _check(desk: Desk, today: date, taken: list[date]) -> None:
    """Compare each phase's counted leave with its announcements."""
    for number, phase in enumerate(desk.now.phases):
        counted = days_of(phase.leave_of(ANA))
        asked = set(days_of(phase.asked_by(ANA)))
        first, last = phase.started or phase.plan.start, phase.plan.closing
        to_come = {day for day in asked if max(first, today) <= day <= last}
        assert len(counted) == len(set(counted)) <= 10
        assert set(counted) <= asked
        assert all(first <= day <= last for day in counted)
        assert to_come <= set(counted) or len(counted) == 10
        if not number:
            past = {day for day in taken if day < today}
            assert past <= set(counted)
    # The days before a late start are given back only at the start.
    if not any(desk.now.is_late(phase, today) for phase in desk.now.phases):
        assert fitted(desk.now, noon((today - FIRST).days), {ANA}) == desk.now


@pytest.mark.article("7.2", "10.3")
def test_an_exclusion_taken_back_gives_the_leave_of_the_place_back() -> None:
    """Leave announced for the final counts again, except for days that have passed."""
    desk = Desk(3, plans=(replace(PRELIMINARY, advance=2), FINAL))
    desk.starts()
    desk.homologates_all()
    desk.does(advance)
    player = desk.now.phase.players[0]
    wanted = period(FINAL_START, 4)
    desk.act = Act(by=player, at=noon())
    desk.does(change_leave, player, new=wanted)
    desk.act = Act(by=ARBITER, at=noon())
    desk.does(exclude, player, reason="another wrote")
    assert desk.now.phase.leave_of(player) == ()

    desk.act = Act(by=ARBITER, at=noon((FINAL_START - FIRST).days + 2))
    desk.does(reinstate, player, reason="it was another")

    assert player in desk.now.phase.players
    assert days_of(desk.now.phase.leave_of(player)) == days_of([wanted])[2:]


@pytest.mark.article("7.2")
def test_a_withdrawal_taken_back_adapts_the_leave_to_dates_moved_meanwhile() -> None:
    """Days outside the present dates do not count for a player who plays again."""
    desk = running()
    announce(desk, period(CLOSING - timedelta(days=2), 3))
    desk.act = Act(by=ION, at=noon())
    desk.does(change_leave, ION, new=period(CLOSING, 1))
    desk.act = Act(by=ANA, at=noon(1))
    desk.does(retire)
    move(desk, replace(PRELIMINARY, closing=CLOSING - timedelta(days=1)), 2)

    desk.act = Act(by=ARBITER, at=noon(3))
    desk.does(lift_act, Liftable.WITHDRAWAL, ANA, "by mistake")

    assert leave_in(desk, Phase.PRELIMINARY) == (period(CLOSING - timedelta(days=2), 2),)


@pytest.mark.article("7.2")
def test_older_logs_state_the_days_that_follow_from_the_dates() -> None:
    """Events that say which days count after a move change nothing any longer."""
    desk = running()
    wanted = period(CLOSING - timedelta(days=2), 6)
    announce(desk, wanted)
    counted = leave_in(desk, Phase.PRELIMINARY)
    move(desk, replace(PRELIMINARY, closing=CLOSING + timedelta(days=1)), 2)
    assert isinstance(desk.log[-1], PhasePlanned)
    after = desk.now
    now = leave_in(desk, Phase.PRELIMINARY)
    assert days_of(counted) == days_of([wanted])[:3]
    assert days_of(now) == days_of([wanted])[:4]
    stated = PlayerLeaveChanged(at=noon(2), by=ARBITER, player=ANA, phase=Phase.PRELIMINARY)

    desk.append((stated, replace(stated, announced=wanted)))

    assert desk.now == after


@pytest.mark.article("7.2")
def test_changed_days_come_before_those_for_which_no_leave_was_left() -> None:
    """Days moved to another week stay leave; only what is then left goes to other days."""
    desk = running()
    announce(desk, period(CLOSING + timedelta(days=1), 5))
    taken = period(CLOSING - timedelta(days=40), 10)
    announce(desk, taken)
    move(desk, replace(PRELIMINARY, closing=CLOSING + timedelta(days=8)))
    assert leave_in(desk, Phase.PRELIMINARY) == (taken,)
    later = period(CLOSING - timedelta(days=20), 8)

    desk.act = Act(by=ANA, at=noon())
    desk.does(change_leave, ANA, old=taken, new=later)

    assert leave_in(desk, Phase.PRELIMINARY) == (later, period(CLOSING + timedelta(days=1), 2))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), max_size=5))
def test_joined_leave_has_the_same_days_each_once(spans: list[tuple[int, int]]) -> None:
    """Periods that overlap or follow each other become one, and no others are joined."""
    periods = [period(FIRST + timedelta(days=start), days) for start, days in spans]

    found = joined(periods)

    assert days_of(found) == sorted({*days_of(periods)})
    assert all(later.first - earlier.last > timedelta(days=1) for earlier, later in pairwise(found))
