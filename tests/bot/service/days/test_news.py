"""Morning news of a turn: few days in a long silence, each fact once."""

from datetime import timedelta

import pytest

from bot.service.pure.days.news import has_own_notice, news_of, reported_mark
from engine.games.fold import begin
from engine.ids import Seat
from engine.rulesets import Phase
from tests.builders import START, game_after, noon, play, started


def news_by_day(days: int, *, unheard: bool = False) -> dict[int, str]:
    """Return the days after Red's move with news for Blue, and the news."""
    game, known, found = game_after("H7 CASA"), "", dict[int, str]()
    for day in range(days):
        mark = news_of(game, START + timedelta(days=day), is_unreported=unheard)
        if mark and mark != known:
            found[day] = mark.rpartition(":")[2]
            known = reported_mark(game, START + timedelta(days=day))
    return found


def test_a_silence_is_reported_when_something_changes() -> None:
    """News comes on the first day that counts, with the arbiter's file, and when few are left."""
    assert news_by_day(40) == {
        2: "waits",
        10: "file",
        21: "left 10",
        26: "left 5",
        29: "left 2",
        30: "left 1",
        31: "left 0",
        32: "late",
    }


def test_a_silent_turn_is_reported_in_the_morning() -> None:
    """A silent turn is reported on one morning, and not again on the next."""
    assert list(news_by_day(10, unheard=True).items()) == [(1, "waits")]


@pytest.mark.article("7.1")
def test_who_begins_a_turn_with_few_days_is_warned_of_fewer_alone() -> None:
    """Five days at its start are no news, but each smaller number is."""
    game = play(begin(started(phase=Phase.FINAL)), "H7 CASA")
    game = play(game, "PAS", at=noon(16))
    game = play(game, "PAS", at=noon(16))

    marks = [
        news_of(game, game.received + timedelta(days=n), is_unreported=False) for n in range(8)
    ]

    assert [mark and mark.rpartition(":")[2] for mark in marks] == [
        *(None, None, "waits", "waits", "left 2", "left 1", "left 0", "late"),
    ]


@pytest.mark.article("7.2")
def test_what_has_a_message_of_its_own_is_left_out() -> None:
    """Resent sheets, the file, and the last day have messages of their own."""
    game = game_after("H7 CASA")
    apart = {
        seat: [n for n in range(40) if has_own_notice(game, seat, START + timedelta(days=n))]
        for seat in Seat
    }

    assert apart == {Seat.RED: [5, 10], Seat.BLUE: [5, 31]}
