"""Days lost in an outage, compared with the same game with leave in its place."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.games.commands import ReturnPlacement
from engine.games.deadlines import days_silent, file_day
from engine.games.events import Event
from engine.games.fold import begin, evolve
from engine.games.game import Game
from engine.games.moving import with_side
from engine.games.orders import Order, annul, grant_time
from engine.games.outage import check_outage, days_lost
from engine.games.ruling_events import Outage
from engine.games.turns import used_and_running
from engine.ids import Seat
from engine.thinking_time import LeavePeriod
from tests.builders import ARBITER, PARTNER_RULES, START, game_after, noon, play, started
from tests.engine.refusals import error_lines
from tests.examples import HALF

RULES = replace(PARTNER_RULES, passes_to_end=99)
"""A placement may be sent back, which takes days of its own; no number of passes ends a game."""
MAY_3_TO_5 = Outage(date(2025, 5, 3), date(2025, 5, 5))


def order(day: int) -> Order:
    """Return an order given at noon of that day."""
    return Order(at=noon(day), arbiter=ARBITER, article="7.2", reason="Botul nu a mers")


def obeyed(game: Game, events: tuple[Event, ...]) -> Game:
    """Return the game after the ordered events."""
    for event in events:
        game = evolve(game, event)
    return game


def on(day: int) -> date:
    """Return the date this many days after the start."""
    return START + timedelta(days=day)


Steps = list[tuple[int, str]]
"""Days that pass, and what is then done.

A pass; a word, which the partner sends back at the next step; or a move annulled, its days kept or
not.
"""


def after_steps(steps: Steps, leave: tuple[LeavePeriod, ...]) -> tuple[Game, int]:
    """Return the game after the steps, with that leave of both players, and the last day."""
    game, day = begin(replace(started(rules=RULES), red_leave=leave, blue_leave=leave)), 0
    for minutes, (days, deed) in enumerate(steps):
        day += days
        at = noon(day) + timedelta(minutes=minutes)  # no two moves of the same instant
        if game.returnable:
            game = play(game, ReturnPlacement(by=game.turn), at=at, lexicon=())
        elif deed == "pass":
            game = play(game, "PAS", at=at)
        elif deed == "word":
            game = play(game, "H8 " + game.side(game.turn).rack[:2], at=at)
        elif game.moves:
            keep = len(game.moves) - 1
            game = obeyed(game, annul(game, order(day), keep, charged=deed == "charged"))
    return game, day


steps = st.lists(
    st.tuples(st.integers(0, 6), st.sampled_from(["pass", "pass", "word", "charged", "freed"])),
    max_size=8,
)


@st.composite
def periods(draw: st.DrawFn) -> tuple[date, date]:
    """Draw a period of a few days within the first weeks."""
    first = draw(st.integers(0, 25))
    return on(first), on(first + draw(st.integers(0, 8)))


@pytest.mark.article("7.2")
@given(steps=steps, wait=st.integers(0, 9), leave=periods(), outage=periods())
def test_an_outage_costs_what_leave_of_the_same_days_would_have_saved(
    steps: Steps, wait: int, leave: tuple[date, date], outage: tuple[date, date]
) -> None:
    """An outage gives back as many days as leave on the same days would have saved."""
    taken = LeavePeriod(*leave)
    as_it_was, day = after_steps(steps, (taken,))
    as_if, _ = after_steps(steps, (taken, LeavePeriod(*outage)))
    today = on(day + wait)

    for seat in Seat:
        cost = days_lost(as_it_was, seat, Outage(*outage), today)
        spared = used_and_running(as_it_was, seat, today) - used_and_running(as_if, seat, today)
        assert cost == spared


@pytest.mark.article("7.2")
@settings(max_examples=HALF)
@given(steps=steps, wait=st.integers(0, 20), outage=periods())
def test_an_outage_that_was_made_good_is_no_silence(
    steps: Steps, wait: int, outage: tuple[date, date]
) -> None:
    """Silence and the day of the case file equal those with leave in place of the outage."""
    game, day = after_steps(steps, ())
    today, seat = on(day + wait), game.turn
    cost = days_lost(game, seat, Outage(*outage), today)
    if outage[1] >= today or cost > 60:
        return
    if cost:
        game = obeyed(game, grant_time(game, order(day), seat, cost, Outage(*outage)))
    as_if = with_side(game, seat, leave=(LeavePeriod(*outage),), made_good=())

    assert days_silent(game, today) == days_silent(as_if, today)
    assert file_day(game) == file_day(as_if)


@settings(max_examples=HALF)
@given(steps=steps, wait=st.integers(0, 9), outage=periods(), again=periods())
def test_no_day_is_made_good_twice_and_the_opposite_grant_takes_it_back(
    steps: Steps, wait: int, outage: tuple[date, date], again: tuple[date, date]
) -> None:
    """A second order for an outage adds only days that the first did not cover."""
    game, day = after_steps(steps, ())
    today, seat = on(day + wait), game.turn
    cost = days_lost(game, seat, Outage(*outage), today)
    if not 0 < cost <= 60:
        return

    given_back = obeyed(game, grant_time(game, order(day), seat, cost, Outage(*outage)))

    assert days_lost(given_back, seat, Outage(*outage), today) == 0
    joint = Outage(min(outage[0], again[0]), max(outage[1], again[1]))
    assert days_lost(given_back, seat, joint, today) == days_lost(game, seat, joint, today) - cost
    undone = grant_time(given_back, order(day), seat, -cost, Outage(*outage))
    assert obeyed(given_back, undone) == game


@pytest.mark.article("7.1")
def test_only_days_that_counted_are_given_back() -> None:
    """Only the player whose time ran gets days back."""
    game = game_after()

    assert days_lost(game, Seat.RED, MAY_3_TO_5, date(2025, 5, 9)) == 3
    assert days_lost(game, Seat.RED, MAY_3_TO_5, date(2025, 5, 5)) == 2
    assert days_lost(game, Seat.BLUE, MAY_3_TO_5, date(2025, 5, 9)) == 0
    sent_in_between = play(game, "H7 CASA", at=noon(3))
    assert days_lost(sent_in_between, Seat.RED, MAY_3_TO_5, date(2025, 5, 9)) == 1
    assert days_lost(sent_in_between, Seat.BLUE, MAY_3_TO_5, date(2025, 5, 9)) == 1


def test_an_outage_is_made_good_once_it_is_over() -> None:
    """An outage up to today is refused, and one order gives back at most sixty days."""
    check_outage(MAY_3_TO_5, date(2025, 5, 6))
    check_outage(Outage(on(0), on(59)), on(60))
    with pytest.raises(RuleViolation) as early:
        check_outage(MAY_3_TO_5, date(2025, 5, 5))
    assert error_lines(early) == ["outage_not_over (art. 7.1) last=2025-05-05"]
    with pytest.raises(RuleViolation) as long:
        check_outage(Outage(on(0), on(60)), on(61))
    assert error_lines(long) == ["outage_too_long (art. 7.1) days=61 most=60"]


def test_the_ends_of_the_calendar_are_no_trouble() -> None:
    """An outage without bounds is counted like any other."""
    for_ever = Outage(date.min, date.max)

    assert days_lost(game_after(), Seat.RED, for_ever, date(2025, 5, 9)) == 7


@pytest.mark.article("7.1", "9.4")
def test_days_after_the_closing_cost_nothing_and_are_not_given_back() -> None:
    """An outage after the closing date gives no day back."""
    closed = replace(game_after("H7 CASA"), closing=START + timedelta(days=3))

    assert days_lost(closed, Seat.BLUE, MAY_3_TO_5, date(2025, 5, 20)) == 1
