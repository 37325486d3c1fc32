"""What a running game owes its people next, as dates."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import LeavePeriod
from engine.games.commands import AnnounceLeave, CheckTime, Resign
from engine.games.deadlines import Deadline, days_left, deadlines, last_day
from engine.ids import Seat
from tests.builders import START, ask, game_after, noon, play


def dates(kind: Deadline, after: date = START - timedelta(days=1)) -> list[date]:
    """Return the dates of that kind in a game nobody has moved in."""
    return [due.on for due in deadlines(game_after(), after) if due.kind is kind]


@pytest.mark.article("7.2")
def test_blue_is_reminded_that_red_has_not_opened_after_five_days() -> None:
    """Before the first placement the ladder is 5 days, and the dossier 5 more."""
    assert dates(Deadline.NOT_OPENED) == [START + timedelta(days=5)]
    assert dates(Deadline.DOSSIER) == [START + timedelta(days=10)]
    assert dates(Deadline.RESEND) == []


@pytest.mark.article("7.2")
def test_after_a_placement_the_sheets_go_out_again_on_the_fifth_day() -> None:
    """5 days of silence resend, 5 more make the dossier."""
    game = play(game_after(), "H8 CASA", at=noon(2))
    found = {due.kind: due.on for due in deadlines(game, START + timedelta(days=2))}

    assert found[Deadline.RESEND] == START + timedelta(days=7)
    assert found[Deadline.DOSSIER] == START + timedelta(days=12)


@pytest.mark.article("7.2")
def test_nobody_on_leave_is_called_silent() -> None:
    """Leave days do not count on the ladder."""
    leave = LeavePeriod(START + timedelta(days=2), START + timedelta(days=4))
    game = play(game_after(), AnnounceLeave(by=Seat.RED, period=leave))
    found = {due.kind: due.on for due in deadlines(game, START)}

    assert found[Deadline.NOT_OPENED] == START + timedelta(days=8)
    assert found[Deadline.LEAVE_BEGINS] == leave.first
    assert found[Deadline.LEAVE_ENDS] == leave.last + timedelta(days=1)


@pytest.mark.article("7.1")
def test_warnings_come_when_10_5_2_1_days_and_the_last_day_are_reached() -> None:
    """Each warning falls on the first day with that many days left, and the last on the last."""
    game, day, found = game_after(), START, {}
    while True:
        coming = [d for d in deadlines(game, day) if d.kind is Deadline.DAYS_LEFT]
        if not coming:
            break
        day = coming[0].on
        found[coming[0].days_left] = day
        assert days_left(game, Seat.RED, day) == coming[0].days_left

    assert list(found) == [10, 5, 2, 1, 0]
    assert found[0] == last_day(game)


@given(st.integers(0, 60))
def test_time_is_found_exceeded_exactly_after_the_last_day(days: int) -> None:
    """On the last day an answer is in time; the day after, the check finds it exceeded."""
    game = game_after()
    exceeded = bool(ask(game, CheckTime(), at=noon(days)))

    assert exceeded is (START + timedelta(days=days) > last_day(game))


@given(st.integers(-1, 50))
def test_every_deadline_lies_ahead(days: int) -> None:
    """Whatever the day, only coming dates are given: a sweep never rings twice for one date."""
    after = START + timedelta(days=days)

    assert all(due.on > after for due in deadlines(game_after("H8 CASA"), after))


def test_a_game_that_is_over_owes_nothing() -> None:
    """Nobody is reminded of a game that has ended."""
    over = play(game_after("H8 CASA"), Resign(by=Seat.RED))

    assert deadlines(over, START) == ()


@pytest.mark.article("7.2")
def test_exceeded_time_is_found_once() -> None:
    """Once the flag has fallen no day is set for it to fall again."""
    late = START + timedelta(days=40)
    fallen = play(game_after(), CheckTime(), at=noon(40))

    assert fallen.red.time_exceeded
    assert Deadline.TIME_EXCEEDED not in {due.kind for due in deadlines(fallen, late)}
