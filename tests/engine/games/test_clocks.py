"""Thinking time as every reader shows it: days used and left, last day, lateness (art. 7.1)."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from engine.games.commands import CheckTime, Resign
from engine.games.deadlines import answer_by, clocks
from engine.ids import Seat
from tests.builders import START, ask, game_after, noon, play


def day(number: int) -> date:
    """Return the date this many days after the start."""
    return START + timedelta(days=number)


@pytest.mark.article("7.1")
def test_the_running_turn_counts_for_the_player_to_move_alone() -> None:
    """Ten days into Blue's first turn Blue has used nine, and Red none."""
    found = clocks(game_after("H8 CASA"), day(10))

    assert (found.last_day, found.is_late) == (day(31), False)
    assert [found.used[seat] for seat in (Seat.RED, Seat.BLUE)] == [0, 9]
    assert [found.left[seat] for seat in (Seat.RED, Seat.BLUE)] == [30, 21]


@pytest.mark.article("7.1")
def test_a_player_is_late_from_the_day_after_their_last_day() -> None:
    """On the last day nothing is exceeded; the next day the balance is negative."""
    game = game_after("H8 CASA")

    assert not clocks(game, day(31)).is_late
    late = clocks(game, day(32))

    assert late.is_late
    assert (late.left[Seat.BLUE], late.left[Seat.RED]) == (-1, 30)


@pytest.mark.article("9.4")
@pytest.mark.parametrize(("closing", "last"), [(20, 20), (31, 31), (40, 31)])
def test_the_closing_date_is_the_last_day_if_it_is_earlier(closing: int, last: int) -> None:
    """A player answers by the closing date or by their own last day, whichever is earlier."""
    game = replace(game_after("H8 CASA"), closing=day(closing))

    assert answer_by(game) == day(last)
    assert clocks(game, day(5)).last_day == day(last)


def test_a_game_that_is_over_has_no_last_day_and_its_days_stand() -> None:
    """After a resignation on the fourth day both players keep the days they had used."""
    game = play(game_after("H8 CASA"), Resign(by=Seat.BLUE), at=noon(4))

    assert clocks(game, day(4)) == clocks(game, day(60))
    assert clocks(game, day(60)).last_day is None
    assert not clocks(game, day(60)).is_late
    assert ask(game_after("H8 CASA"), CheckTime(), at=noon(4)) == ()
