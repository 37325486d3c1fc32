"""Rulings that end or resume a game: lost on time, no-show, resigned, forfeited."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import reduce

import pytest

from engine.cases.events import RulingKind
from engine.coefficients import time_exceeded
from engine.games.commands import Resign
from engine.games.events import Ending, LeaveAnnounced, TimeExceeded
from engine.games.fold import evolve
from engine.games.game import Stage
from engine.games.queries import query
from engine.games.turns import used_and_running
from engine.ids import Leg, Seat
from engine.matches.decide import announce_leave, withdraw_leave
from engine.matches.match import MatchStage
from engine.matches.result_events import LegReopened
from engine.matches.results import match_coefficients
from engine.thinking_time import LeavePeriod
from tests.builders import START, noon, play
from tests.engine.cases.bench import (
    MOVES,
    codes,
    ended,
    ending,
    homologated,
    late,
    order,
    ruled,
    situation,
    then,
)
from tests.engine.matches.staged import after


@pytest.mark.article("9.4")
def test_a_game_lost_on_time_ends_the_leg_at_what_an_abandoned_one_is_worth() -> None:
    """Blue's time is over after a complete round: Red has at most 1.54, Blue the share."""
    now = situation("H7 CASA", "I8 STIRE", "J8 TIN")

    found = ruled(now, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)

    assert found.after.game.ended is not None
    assert (found.after.game.ended.ending, found.after.game.ended.by) == (Ending.TIME, Seat.BLUE)
    assert found.after.match.stage is MatchStage.BETWEEN
    got = match_coefficients(found.after.match)[now.game.id]
    expected = time_exceeded(now.game.red.score, now.game.blue.score, rounds=1)
    assert (got.first, got.second, got.article) == (expected.first, expected.second, "9.4")


@pytest.mark.article("9.1", "9.4")
def test_who_never_answered_and_let_their_time_pass_did_not_show_up() -> None:
    """A player who never answered is a no-show in any ruling on time: 1.53 and 0."""
    now = late()
    over = ruled(now, RulingKind.LOSS, order(32), seat=Seat.BLUE).after

    for before in (now, over):
        found = ruled(before, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)
        assert found.after.game.ended is not None
        assert found.after.game.ended.ending is Ending.NO_SHOW
        got = match_coefficients(found.after.match)[now.game.id]
        assert (got.first, got.second, got.article) == (Decimal("1.5300"), Decimal("0.0000"), "9.1")
    abandoned = ruled(now, RulingKind.ABANDONED, order(32), seat=Seat.BLUE).after.game.ended
    assert abandoned is not None
    assert abandoned.ending is Ending.NO_SHOW
    assert codes(situation(), RulingKind.NO_SHOW, seat=Seat.BLUE) == ["not_on_turn"]
    for kind in (RulingKind.ABANDONED, RulingKind.NO_SHOW):
        assert codes(situation("H7 CASA"), kind, seat=Seat.BLUE) == ["no_show_too_early"]


def test_time_that_was_never_flagged_is_found_exceeded_with_the_ruling() -> None:
    """The finding precedes the loss, which needs it."""
    now = situation("H7 CASA")
    found = ruled(now, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)

    assert isinstance(found.here.game_events[0], TimeExceeded)
    assert codes(now, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["time_not_exceeded"]
    over = ended(now, Resign(by=Seat.BLUE))
    assert codes(over, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["time_not_exceeded"]


def test_a_game_may_be_lost_on_time_after_it_has_ended_otherwise() -> None:
    """If Blue exceeded their time, continued and won, the claim makes it a loss."""
    now = ended(late(), "PAS", "PAS", "PAS", "PAS", day=33)
    assert now.game.stage is Stage.ENDED

    after = then(now, RulingKind.LOST_ON_TIME, seat=Seat.BLUE)

    assert after.game.ended is not None
    assert after.match.ended[0].ending is Ending.TIME
    assert codes(after, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["ended_so_already"]


@pytest.mark.article("5.3", "9.4")
def test_a_game_lost_on_time_during_a_question_about_a_word_is_not_lost_so_again() -> None:
    """The question counted as an answer at the ruling, so it is no no-show."""
    now = late()
    asked = query(now.game, Seat.BLUE, "case", noon(32))
    waits = replace(now, game=reduce(evolve, asked, now.game))

    after = ruled(waits, RulingKind.LOST_ON_TIME, order(33), seat=Seat.BLUE).after

    assert after.match.ended[0].ending is Ending.TIME
    assert codes(after, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["ended_so_already"]


@pytest.mark.article("7.2", "9.1")
def test_a_game_lost_on_time_is_not_lost_so_by_both_in_a_second_ruling() -> None:
    """Red moved too late and lost; that Blue had not answered yet makes it no loss of both."""
    now = situation()
    late_move = replace(now, game=play(now.game, "H7 CASA", at=noon(32)))

    lost = ruled(late_move, RulingKind.LOST_ON_TIME, order(32), seat=Seat.RED).after

    assert lost.game.ended is not None
    assert (lost.game.ended.ending, lost.game.ended.by) == (Ending.TIME, Seat.RED)
    assert codes(lost, RulingKind.LOST_ON_TIME, seat=Seat.RED) == ["ended_so_already"]


@pytest.mark.article("7.2")
def test_days_of_an_extension_that_was_taken_back_may_be_ruled_on_after_the_end() -> None:
    """The time was not exceeded while they were given, but the sheet's days are enough."""
    now = situation("H7 CASA", "PAS", "PAS")
    longer = then(now, RulingKind.EXTENSION, seat=Seat.BLUE, number=5)
    played = replace(longer, game=play(longer.game, "PAS", at=noon(34)))
    shorter = then(played, RulingKind.EXTENSION, seat=Seat.BLUE, number=-5)
    over = ended(shorter, "PAS", day=34)
    assert (over.game.stage, over.game.blue.told_late) == (Stage.ENDED, False)

    after = then(over, RulingKind.LOST_ON_TIME, seat=Seat.BLUE)

    assert after.match.ended[0].ending is Ending.TIME


@pytest.mark.article("9.1")
def test_only_who_never_moved_has_not_shown_up() -> None:
    """A no-show gets 0 and the opponent 1.53; a player who has moved once is no no-show."""
    now = situation("H7 CASA")

    after = ruled(now, RulingKind.NO_SHOW, order(9), seat=Seat.BLUE).after
    got = match_coefficients(after.match)[now.game.id]

    assert (got.first, got.second) == (Decimal("1.5300"), Decimal("0.0000"))
    assert codes(now, RulingKind.NO_SHOW, seat=Seat.RED) == ["has_played"]
    back = then(now, RulingKind.ANNULLED, move=0)
    assert codes(back, RulingKind.NO_SHOW, seat=Seat.RED) == ["has_played"]


@pytest.mark.article("9.1")
def test_who_is_on_turn_and_silent_may_be_found_to_have_abandoned() -> None:
    """The effect is that of a resignation, but not for a player who waits for the opponent."""
    now = situation(*MOVES)

    found = then(now, RulingKind.ABANDONED, seat=Seat.BLUE)

    assert found.match.ended[0].ending is Ending.ABANDONED
    assert codes(now, RulingKind.ABANDONED, seat=Seat.RED) == ["not_on_turn"]
    assert codes(found, RulingKind.ABANDONED, seat=Seat.BLUE) == ["not_on_turn"]


@pytest.mark.article("10.3")
def test_a_lost_game_is_worth_what_an_abandoned_one_is_and_can_be_reopened() -> None:
    """Another ruling resumes the game."""
    now = situation(*MOVES)

    lost = then(now, RulingKind.LOSS, seat=Seat.RED)
    again = ruled(lost, RulingKind.LIFTED, **ending(lost))

    assert match_coefficients(lost.match)[now.game.id].article == "10.3"
    assert (again.after.game.stage, again.after.match.stage) == (Stage.RUNNING, MatchStage.HOME)
    assert isinstance(again.here.match_events[0], LegReopened)


@pytest.mark.article("4.3", "10.2", "10.3")
def test_a_loss_taken_back_leaves_a_game_that_was_played_out_at_its_end() -> None:
    """Nobody moves after the last move, and the earlier result counts again, official or not."""
    played = ended(situation(*MOVES, leg=Leg.RETURN), "PAS", "PAS", "PAS", "PAS")
    for now in (played, homologated(played)):
        for kind, parts in ((RulingKind.LOSS, {"seat": Seat.RED}), (RulingKind.LEVEL, {})):
            lost = then(now, kind, **parts)
            assert lost.match.results != now.match.results

            again = then(lost, RulingKind.LIFTED, **ending(lost))

            assert again.game.ended is not None
            assert (again.game.ended.ending, again.game.ended.by) == (Ending.PASSES, None)
            assert again.game.red.score == now.game.red.score
            assert (again.match.results, again.match.stage) == (now.match.results, now.match.stage)
            assert codes(again, RulingKind.LIFTED, **ending(again)) == ["game_played_out"]


@pytest.mark.article("10.2", "10.3")
def test_a_loss_taken_back_gives_a_game_that_was_over_its_earlier_end() -> None:
    """An earlier resignation is restored; a disqualification counts only if still in force."""
    given_up = ended(situation(*MOVES), Resign(by=Seat.BLUE))
    lost = then(given_up, RulingKind.LOSS, seat=Seat.RED)
    found = ruled(lost, RulingKind.LOSS, order(4), seat=Seat.BLUE).after
    for _ in range(2):
        found = then(found, RulingKind.LIFTED, **ending(found))
    assert found.game.ended is not None
    assert (found.game.ended.ending, found.game.ended.by) == (Ending.ABANDONED, Seat.BLUE)
    assert match_coefficients(found.match) == match_coefficients(given_up.match)

    out = then(situation(), RulingKind.EXCLUSION, seat=Seat.RED)
    out = ruled(out, RulingKind.LOSS, order(4), seat=Seat.RED).after
    again = then(out, RulingKind.LIFTED, **ending(out)).game.ended
    assert again is not None
    assert (again.ending, again.by, again.silent) == (Ending.EXCLUDED, Seat.RED, (Seat.RED,))
    lifted = then(out, RulingKind.REINSTATED, seat=Seat.RED)
    assert then(lifted, RulingKind.LIFTED, **ending(lifted)).game.stage is Stage.RUNNING


def test_a_home_game_lost_wrongly_goes_on_or_counts_level_once_the_return_game_has_begun() -> None:
    """A wrongly lost home game continues beside the return game, or gives 1 each (art. 9.4)."""
    now = ended(situation("H7 CASA"), Resign(by=Seat.BLUE))
    match, game = now.match, now.game
    begun = situation("H7 CASA", leg=Leg.RETURN, home=match.ended[0])
    now = replace(begun, game=game)

    assert then(now, RulingKind.LIFTED, **ending(now)).match.all_running == (Leg.HOME, Leg.RETURN)
    got = match_coefficients(then(now, RulingKind.LEVEL).match)[game.id]
    assert (got.first, got.second, got.article) == (Decimal("1.0000"), Decimal("1.0000"), "9.4")


@pytest.mark.article("7.2", "10.1")
def test_leave_announced_while_a_game_was_over_holds_once_it_goes_on() -> None:
    """Leave announced to the match applies to a reopened game; withdrawn leave is void."""
    now = situation(*MOVES)
    blue = now.game.blue.person
    early, later = (LeavePeriod(START + timedelta(n), START + timedelta(n + 2)) for n in (8, 20))
    known = LeaveAnnounced(at=noon(), by=Seat.BLUE, period=later)
    match = after(now.match, *announce_leave(now.match, blue, later, noon()))
    over = then(replace(now, match=match, game=evolve(now.game, known)), RulingKind.LEVEL)
    for decide, period in ((withdraw_leave, later), (announce_leave, early)):
        over = replace(over, match=after(over.match, *decide(over.match, blue, period, noon(4))))

    again = ruled(over, RulingKind.LIFTED, order(5), **ending(over)).after.game

    assert again.blue.leave == (early,)
    assert used_and_running(again, Seat.BLUE, noon(13).date()) == 2 + 4
