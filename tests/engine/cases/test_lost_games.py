"""Rulings that end a game, or let it go on: lost on time, no-show, abandoned, forfeited."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import reduce

import pytest

from engine.cases.events import RulingKind
from engine.cases.rulings import worth
from engine.coefficients import time_exceeded
from engine.games.commands import Resign
from engine.games.events import Ending, LeaveAnnounced, TimeExceeded
from engine.games.fold import evolve
from engine.games.game import Stage, used_and_running
from engine.games.queries import query
from engine.ids import Leg, Seat
from engine.matches.decide import announce_leave, withdraw_leave
from engine.matches.match import MatchStage
from engine.matches.result_events import LegReopened
from engine.thinking_time import LeavePeriod
from tests.builders import START, noon, play
from tests.engine.cases.bench import MOVES, codes, ended, late, order, ruled, situation, then
from tests.engine.matches.staged import after


@pytest.mark.article("9.4")
def test_a_game_lost_on_time_ends_the_leg_at_what_an_abandoned_one_is_worth() -> None:
    """Blue's time is over after a complete round: at most 1.54, and their share."""
    now = situation("H7 CASA", "I8 STIRE", "J8 TIN")

    found = ruled(now, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)

    assert found.after.game.ended is not None
    assert (found.after.game.ended.ending, found.after.game.ended.by) == (Ending.TIME, Seat.BLUE)
    assert found.after.match.stage is MatchStage.BETWEEN
    got = worth(found.after.match)[now.game.id]
    expected = time_exceeded(now.game.red.score, now.game.blue.score, rounds=1)
    assert (got.first, got.second, got.article) == (expected.first, expected.second, "9.4")


@pytest.mark.article("9.1", "9.4")
def test_who_never_answered_and_let_his_time_pass_did_not_show_up() -> None:
    """Ruled as time exceeded or as abandoned, in a running game or after it: 1.53 and nothing."""
    now = late()
    over = ruled(now, RulingKind.LOSS, order(32), seat=Seat.BLUE).after

    for before in (now, over):
        found = ruled(before, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)
        assert found.after.game.ended is not None
        assert found.after.game.ended.ending is Ending.NO_SHOW
        got = worth(found.after.match)[now.game.id]
        assert (got.first, got.second, got.article) == (Decimal("1.5300"), Decimal("0.0000"), "9.1")
    abandoned = ruled(now, RulingKind.ABANDONED, order(32), seat=Seat.BLUE).after.game.ended
    assert abandoned is not None
    assert abandoned.ending is Ending.NO_SHOW
    assert codes(situation(), RulingKind.NO_SHOW, seat=Seat.BLUE) == ["not_on_turn"]


def test_time_that_was_never_flagged_is_found_exceeded_with_the_ruling() -> None:
    """The finding comes first; without it nothing can be lost on time."""
    now = situation("H7 CASA")
    found = ruled(now, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)

    assert isinstance(found.here.game_events[0], TimeExceeded)
    assert codes(now, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["time_not_exceeded"]
    over = ended(now, Resign(by=Seat.BLUE))
    assert codes(over, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["time_not_exceeded"]


def test_a_game_may_be_lost_on_time_after_it_has_ended_otherwise() -> None:
    """Blue exceeded their time, played on and won: on the claim the game is lost for them."""
    now = ended(late(), "PAS", "PAS", "PAS", "PAS", day=33)
    assert now.game.stage is Stage.ENDED

    after = then(now, RulingKind.LOST_ON_TIME, seat=Seat.BLUE)

    assert after.game.ended is not None
    assert after.match.ended[0].ending is Ending.TIME
    assert codes(after, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["ended_so_already"]


@pytest.mark.article("5.3", "9.4")
def test_a_game_lost_on_time_during_a_question_about_a_word_is_not_lost_so_again() -> None:
    """The question counted as an answer when it was ruled: it does not become a no-show."""
    now = late()
    asked = query(now.game, Seat.BLUE, "case", noon(32))
    waits = replace(now, game=reduce(evolve, asked, now.game))

    after = then(waits, RulingKind.LOST_ON_TIME, seat=Seat.BLUE)

    assert after.match.ended[0].ending is Ending.TIME
    assert codes(after, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["ended_so_already"]


@pytest.mark.article("7.2")
def test_days_of_an_extension_that_was_taken_back_may_be_ruled_on_after_the_end() -> None:
    """Nobody flagged it while it was given; the days on the sheet are enough."""
    now = situation("H7 CASA", "PAS", "PAS")
    longer = then(now, RulingKind.EXTENSION, seat=Seat.BLUE, number=5)
    played = replace(longer, game=play(longer.game, "PAS", at=noon(34)))
    shorter = then(played, RulingKind.EXTENSION, seat=Seat.BLUE, number=-5)
    over = ended(shorter, "PAS", day=34)
    assert (over.game.stage, over.game.blue.time_exceeded) == (Stage.ENDED, False)

    after = then(over, RulingKind.LOST_ON_TIME, seat=Seat.BLUE)

    assert after.match.ended[0].ending is Ending.TIME


@pytest.mark.article("9.1")
def test_only_who_never_moved_has_not_shown_up() -> None:
    """They get 0 and their partner 1.53; who has placed once is no no-show."""
    now = situation("H7 CASA")

    got = worth(then(now, RulingKind.NO_SHOW, seat=Seat.BLUE).match)[now.game.id]

    assert (got.first, got.second) == (Decimal("1.5300"), Decimal("0.0000"))
    assert codes(now, RulingKind.NO_SHOW, seat=Seat.RED) == ["has_played"]
    back = then(now, RulingKind.ANNULLED, move=0)
    assert codes(back, RulingKind.NO_SHOW, seat=Seat.RED) == ["has_played"]


@pytest.mark.article("9.1")
def test_who_is_on_turn_and_silent_may_be_found_to_have_abandoned() -> None:
    """As if they had said so themselves; nobody abandons who waits for their partner."""
    now = situation(*MOVES)

    found = then(now, RulingKind.ABANDONED, seat=Seat.BLUE)

    assert found.match.ended[0].ending is Ending.ABANDONED
    assert codes(now, RulingKind.ABANDONED, seat=Seat.RED) == ["not_on_turn"]
    assert codes(found, RulingKind.ABANDONED, seat=Seat.BLUE) == ["not_on_turn"]


@pytest.mark.article("10.3")
def test_a_lost_game_is_worth_what_an_abandoned_one_is_and_can_be_reopened() -> None:
    """Loss of the game; another ruling lets it go on."""
    now = situation(*MOVES)

    lost = then(now, RulingKind.LOSS, seat=Seat.RED)
    again = ruled(lost, RulingKind.REOPENED)

    assert worth(lost.match)[now.game.id].article == "10.3"
    assert (again.after.game.stage, again.after.match.stage) == (Stage.RUNNING, MatchStage.HOME)
    assert isinstance(again.here.match_events[0], LegReopened)


def test_a_home_game_lost_wrongly_goes_on_or_counts_level_once_the_return_game_has_begun() -> None:
    """Beside the return game; or 1 each, as at the closing date (art. 9.4)."""
    now = ended(situation("H7 CASA"), Resign(by=Seat.BLUE))
    match, game = now.match, now.game
    begun = situation("H7 CASA", leg=Leg.RETURN, home=match.ended[0])
    now = replace(begun, game=game)

    assert then(now, RulingKind.REOPENED).match.all_running == (Leg.HOME, Leg.RETURN)
    got = worth(then(now, RulingKind.LEVEL).match)[game.id]
    assert (got.first, got.second, got.article) == (Decimal("1.0000"), Decimal("1.0000"), "9.4")


@pytest.mark.article("7.2", "10.1")
def test_leave_announced_while_a_game_was_over_holds_once_it_goes_on() -> None:
    """It was announced in time, to the match; what was withdrawn meanwhile holds no more."""
    now = situation(*MOVES)
    blue = now.game.blue.person
    early, later = (LeavePeriod(START + timedelta(n), START + timedelta(n + 2)) for n in (8, 20))
    known = LeaveAnnounced(at=noon(), by=Seat.BLUE, period=later)
    match = after(now.match, *announce_leave(now.match, blue, later, noon()))
    over = then(replace(now, match=match, game=evolve(now.game, known)), RulingKind.LEVEL)
    for decide, period in ((withdraw_leave, later), (announce_leave, early)):
        over = replace(over, match=after(over.match, *decide(over.match, blue, period, noon(4))))

    again = ruled(over, RulingKind.REOPENED, order(5)).after.game

    assert again.blue.leave == (early,)
    assert used_and_running(again, Seat.BLUE, noon(13).date()) == 2 + 4
