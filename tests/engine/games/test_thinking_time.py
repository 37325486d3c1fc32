"""Thinking time: counted days, leave, and the effects of exceeding it."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError
from engine.games.commands import CheckTime, LoseOnTime
from engine.games.events import Ending, LeaveWithdrawn, PlacementMade, TimeExceeded
from engine.games.fold import evolve
from engine.games.game import Stage
from engine.games.orders import grant_time
from engine.games.turns import exceeded, used_and_running
from engine.ids import Seat
from engine.rulesets import NATIONAL_2025, Phase
from engine.thinking_time import LeavePeriod
from tests.builders import START, ask, game_after, noon, on_leave, play
from tests.engine.games.ordered import obeyed, order


@pytest.mark.article("7.1")
def test_days_are_counted_strictly_between_arrival_and_dispatch() -> None:
    """A move sent on the fourth day after arrival on the first uses 2 days."""
    game = play(game_after(), "H8 CASA", at=noon(3))

    assert game.red.days == 2
    assert game.received == date(2025, 5, 4)


@pytest.mark.article("7.2")
def test_leave_pauses_thinking_time_and_never_rescues_it() -> None:
    """Leave pauses the time, and exceeded time stays exceeded."""
    leave = LeavePeriod(date(2025, 5, 3), date(2025, 5, 7))
    game = on_leave(game_after(), Seat.RED, leave)
    game = play(game, "H8 CASA", at=noon(10))

    assert game.red.days == 4

    late = play(game, CheckTime(), at=noon(60))
    assert late.blue.told_late


@pytest.mark.article("7.2")
def test_leave_counts_until_it_is_withdrawn() -> None:
    """A withdrawn period is leave no longer."""
    period = LeavePeriod(START + timedelta(days=1), START + timedelta(days=2))
    game = on_leave(game_after(), Seat.RED, period)
    assert game.red.leave == (period,)
    assert evolve(game, LeaveWithdrawn(at=noon(), by=Seat.RED, period=period)).red.leave == ()


@pytest.mark.article("7.2")
@pytest.mark.article("9.4")
@pytest.mark.parametrize(("phase", "budget"), [(Phase.PRELIMINARY, 30), (Phase.FINAL, 20)])
def test_time_is_exceeded_on_the_day_that_finds_no_box(phase: Phase, budget: int) -> None:
    """Time is exceeded once, on the first day beyond the budget."""
    game = game_after(phase=phase)

    assert ask(game, CheckTime(), at=noon(budget + 1)) == ()
    (flag,) = ask(game, CheckTime(), at=noon(budget + 2))
    assert isinstance(flag, TimeExceeded)
    flagged = play(game, CheckTime(), at=noon(budget + 2))
    assert ask(flagged, CheckTime(), at=noon(budget + 3)) == ()
    assert flagged.stage is Stage.RUNNING


@pytest.mark.article("7.2")
def test_a_late_placement_counts_but_exceeds_the_time() -> None:
    """The game continues until a ruling, and the log has the finding before the move."""
    flag, placement = ask(game_after(), "H8 CASA", at=noon(40))

    assert isinstance(flag, TimeExceeded)
    assert isinstance(placement, PlacementMade)


@pytest.mark.article("9.4")
def test_only_exceeded_time_loses_on_time() -> None:
    """A loss on time needs exceeded time, or the option."""
    game = game_after()
    with pytest.raises(GameStateError):
        ask(game, LoseOnTime(exceeded=Seat.RED), at=noon(5))
    over = play(game_after("H7 CASA", "PAS"), LoseOnTime(exceeded=Seat.RED), at=noon(40))
    assert over.ended is not None
    assert (over.ended.ending, over.ended.by) == (Ending.TIME, Seat.RED)
    strict = game_after(rules=replace(NATIONAL_2025, auto_forfeit=True))
    assert play(strict, CheckTime(), at=noon(40)).stage is Stage.ENDED


@pytest.mark.article("9.4")
@given(budget=st.integers(0, 30), late=st.integers(-3, 5))
def test_where_time_forfeits_no_move_is_taken_after_the_last_day(budget: int, late: int) -> None:
    """Under `auto_forfeit` a move in time is valid, and a later one is refused."""
    rules = replace(NATIONAL_2025, auto_forfeit=True, preliminary_days=budget)
    game = game_after(rules=rules)
    sent = noon(max(0, budget + 1 + late))

    if late <= 0:
        assert play(play(game, CheckTime(), at=sent), "PAS", at=sent).red.moves == 1
        return
    for move in ("PAS", "H7 CASA"):
        with pytest.raises(GameStateError, match="time_is_up"):
            play(game, move, at=sent)
    over = play(game, CheckTime(), at=sent).ended
    assert over is not None
    assert (over.ending, over.by) == (Ending.NO_SHOW, Seat.RED)


@pytest.mark.article("7.2")
@given(announced=st.integers(20, 40), days=st.integers(1, 8))
def test_leave_announced_after_the_time_was_exceeded_neither_pauses_nor_rescues(
    announced: int, days: int
) -> None:
    """An extension of four days then lasts for four days, as without the leave."""
    game, said = game_after("H7 CASA"), noon(announced)
    first = said.date() + timedelta(days=1)
    away = LeavePeriod(first, first + timedelta(days=days - 1))
    day, before = first + timedelta(days=days + 3), announced <= 31

    resting = on_leave(game, Seat.BLUE, away, at=said)

    free = days if before else 0
    assert used_and_running(resting, Seat.BLUE, day) == (
        used_and_running(game, Seat.BLUE, day) - free
    )
    longer = obeyed(resting, grant_time(resting, order(announced + 1), Seat.BLUE, 4))
    last = START + timedelta(days=31 + 4 + free)
    assert not exceeded(longer, Seat.BLUE, last)
    assert exceeded(longer, Seat.BLUE, last + timedelta(days=1))
