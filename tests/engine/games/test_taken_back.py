"""Reversed rulings restore the time: earlier days count, days under the ruling do not."""

from dataclasses import replace

import pytest

from engine.errors import GameStateError
from engine.games import orders
from engine.games.commands import Resign, ReturnPlacement
from engine.games.events import Ending
from engine.games.fold import evolve, recorded
from engine.games.game import Game
from engine.games.orders import annul, end, lift
from engine.games.outage import days_lost
from engine.games.queries import close_query, made_as_asked, query
from engine.games.ruling_events import Outage
from engine.games.turns import charged_stops, exceeded, used_and_running
from engine.ids import Seat
from engine.notation import parse_placement
from tests.builders import PARTNER_RULES, game_after, noon, play
from tests.engine.games.ordered import MOVES, obeyed, order, reopen, restore
from tests.engine.matches.spent import older_lifting


def used(game: Game, day: int) -> tuple[int, int]:
    """Return the days that Red and Blue have used on that day."""
    red, blue = (used_and_running(game, seat, noon(day).date()) for seat in Seat)
    return red, blue


def lost_and_reopened(game: Game, lost: int, again: int) -> Game:
    """Return the game after a loss of Red's on one day, reversed on another."""
    over = obeyed(game, end(game, order(lost), Ending.FORFEITED, Seat.RED))
    return obeyed(over, reopen(over, order(again)))


@pytest.mark.article("7.1", "10.3")
def test_days_used_before_an_end_stay_used_and_those_until_it_is_taken_back_are_nobodys() -> None:
    """The days until an ending count, and those until its reversal do not."""
    game = lost_and_reopened(game_after("H7 CASA"), 10, 20)

    assert used(game, 20) == used(game, 21) == (0, 9)
    assert used(game, 25) == (0, 13)
    (stop,) = game.stops
    dates = (noon().date(), noon(10).date())
    assert (stop.seat, stop.at, stop.place) == (Seat.BLUE, noon(20), 1)
    assert (stop.received, stop.until, stop.days) == (*dates, 9)
    assert days_lost(game, Seat.BLUE, Outage(*dates), noon(22).date()) == 9
    again = lost_and_reopened(game, 25, 40)
    assert used(again, 40) == (0, 13)
    assert play(again, "PAS", at=noon(41)).blue.days == 13


@pytest.mark.article("7.2")
def test_exceeded_time_is_what_it_was() -> None:
    """Time exceeded before a reversed ruling is exceeded afterwards, found before or not."""
    game = game_after("H7 CASA")

    for lost, again, is_late in ((32, 33, True), (31, 90, False)):
        back = lost_and_reopened(game, lost, again)
        assert exceeded(back, Seat.BLUE, back.received) is is_late


@pytest.mark.article("5.2")
def test_an_annulment_after_a_reopening_gives_back_the_days_with_the_turn() -> None:
    """An annulment before a turn gives back its days, unless the last move stays charged."""
    game = lost_and_reopened(game_after("H7 CASA"), 10, 20)

    for charged in (False, True):
        back = obeyed(game, annul(game, order(20), 0, charged=charged))
        assert (used(back, 20), charged_stops(back, Seat.BLUE)) == ((0, 0), ())
        assert used(obeyed(back, restore(back, order(30))), 30) == (0, 9)
    placed = play(game, "I8 STIRE", at=noon(23))
    back = obeyed(placed, annul(placed, order(24), 1, charged=True))
    assert used(back, 24) == (0, 9 + 2)


@pytest.mark.article("5.2")
def test_an_annulment_taken_back_restores_the_turn_it_stopped() -> None:
    """A reversed annulment restores the turn; days and moves in between do not count."""
    game = game_after(*MOVES)
    back = obeyed(game, annul(game, order(9), 1))
    over = obeyed(back, end(back, order(15), Ending.FORFEITED, Seat.RED))
    reopened = lost_and_reopened(back, 15, 17)
    on = play(back, "PAS", at=noon(14))
    assert on.blue.days == 4

    for wrong in (back, over, reopened, on):
        again = obeyed(wrong, restore(wrong, order(30)))
        assert (again.moves, used(again, 30)) == (game.moves, (0, 8))


@pytest.mark.article("5.2")
def test_days_charged_before_a_wrong_annulment_are_used_again_after_it() -> None:
    """Days charged before a reversed annulment are used again, also after later moves."""
    game = play(game_after("H7 CASA"), "I8 STIRE", at=noon(5))
    charged = obeyed(game, annul(game, order(5), 1, charged=True))
    game = play(charged, "I8 STIRE", at=noon(6))
    assert used(game, 6) == (0, 4)
    wrong = obeyed(game, annul(game, order(7), 0))
    on = play(wrong, "H8 CASA", at=noon(9))

    again = obeyed(on, restore(on, order(12)))

    assert (again.moves, used(again, 12)) == (game.moves, (0, 4))


@pytest.mark.article("5.2", "7.1")
def test_a_restoration_taken_back_charges_what_was_charged_before_it() -> None:
    """A reversed restoration charges the same days as before it."""
    first = play(game_after(rules=PARTNER_RULES), "H7 CASA", at=noon(4))
    back = play(first, ReturnPlacement(by=Seat.BLUE), at=noon(8), lexicon=())
    other = play(back, "8H CASA", at=noon(11))
    assert used(other, 11) == (3 + 2, 3)

    game = other
    for day in (12, 14):
        made = order(day, case=f"TEST/1#{day}")
        game = obeyed(game, lift(game, made, noon(8), of_case=False))
        assert (game.moves, used(game, day)) == (first.moves, (3, 3))
        game = obeyed(game, lift(game, replace(made, at=noon(day + 1)), made.at))
        assert (game.moves, used(game, day + 1)) == (other.moves, (3 + 2, 3))


@pytest.mark.article("5.2", "7.1")
def test_a_restoration_taken_back_frees_the_turn_that_the_annulment_had_stopped() -> None:
    """The turn's days count only while the moves before it are on the board."""
    first = game_after("H7 CASA")
    back = obeyed(first, annul(first, order(9), 0))
    other = play(back, "8H CASA", at=noon(12))
    assert used(other, 12) == (2, 0)

    again = obeyed(other, lift(other, order(13, case="TEST/1#1"), noon(9), of_case=False))
    assert used(again, 13) == (0, 8)
    assert used(obeyed(again, lift(again, order(14, case="TEST/1#1"), noon(13))), 14) == (2, 0)


@pytest.mark.article("5.3", "7.1", "10.1")
def test_events_of_older_logs_lift_what_they_undid() -> None:
    """A game reopened, or moves restored, in an older log: the game runs with its old days."""
    first = play(game_after(rules=PARTNER_RULES), "H7 CASA", at=noon(4))
    back = play(first, ReturnPlacement(by=Seat.BLUE), at=noon(8), lexicon=())
    over = play(play(back, "8H CASA", at=noon(11)), Resign(by=Seat.BLUE), at=noon(12))
    at = noon(14)
    opened = older_lifting(at, at, days=0)
    moves = older_lifting(at, noon(8), 0)

    again = evolve(over, opened)
    restored = evolve(again, moves)

    assert (again.ended, used(again, 14)) == (None, (3 + 2, 3))
    assert (restored.ended, restored.moves) == (None, first.moves)
    assert used(restored, 14) == (3, 3)


@pytest.mark.article("7.1", "9.4")
def test_a_game_that_ended_after_the_closing_is_charged_until_the_closing_if_it_goes_on() -> None:
    """A game reopened with a later closing date is charged up to the earlier one only."""
    late = replace(game_after("H7 CASA"), closing=noon(10).date())
    over = obeyed(late, end(late, order(15), Ending.FORFEITED, Seat.RED))
    moved = replace(over, closing=noon(40).date())

    assert used(obeyed(moved, reopen(moved, order(20))), 20) == (0, 9)
    assert used(obeyed(moved, annul(moved, order(20), 0)), 20) == (0, 0)


@pytest.mark.article("5.2", "10.1")
def test_of_two_acts_of_the_same_second_one_is_taken_back() -> None:
    """The later one comes first: the game resumes, and the placement stays sent back."""
    first = game_after("H7 CASA", rules=PARTNER_RULES)
    back = play(first, ReturnPlacement(by=Seat.BLUE), at=noon(3), lexicon=())
    over = play(back, Resign(by=Seat.BLUE), at=noon(3))

    again = obeyed(over, lift(over, order(4), noon(3)))
    assert (again.ended, again.moves) == (None, ())

    restored = obeyed(again, lift(again, order(4), noon(3)))
    assert restored.moves == first.moves


@pytest.mark.article("5.3", "10.1")
def test_an_accepted_word_that_is_lifted_leaves_the_move_of_the_same_second() -> None:
    """The opponent's move before the question stays on the board."""
    first = game_after("H7 CASA")
    placed = play(first, "I8 STIRE", at=noon(2))
    asked = obeyed(placed, query(placed, Seat.RED, "TEST/1#1", noon(2)))
    ruled, word = order(3, case="TEST/1#1"), parse_placement("J8 TIN")
    made = obeyed(asked, made_as_asked(asked, ruled, word, place=2, asked=noon(2)))
    assert len(made.moves) == 3

    back = obeyed(made, lift(made, order(4, case="TEST/1#1"), noon(3)))

    assert (back.moves, back.query) == (placed.moves, "TEST/1#1")


@pytest.mark.article("7.1", "10.1")
def test_days_of_a_game_that_ran_count_whatever_is_lifted_since() -> None:
    """An end that two orders took back costs no days while it stood, in either order of these."""
    game = game_after("H7 CASA")
    lost = order(10, case="TEST/1#1")
    over = obeyed(game, end(game, lost, Ending.FORFEITED, Seat.RED))
    over = obeyed(game, tuple(replace(one, ruling=lost.case) for one in over.ends))
    again = obeyed(over, lift(over, order(20, case="TEST/1#2"), noon(10), of_case=False))
    assert used(again, 25) == (0, 9 + 4)

    for cases in (("TEST/1#1", "TEST/1#2"), ("TEST/1#2", "TEST/1#1")):
        now = again
        for case in cases:
            now = obeyed(now, lift(now, order(25, case=case), noon(20)))
        assert (now.ended, used(now, 25), used(now, 30)) == (None, (0, 9 + 4), (0, 9 + 4 + 5))


@pytest.mark.article("10.1")
def test_a_case_of_an_older_log_is_known_by_its_instant() -> None:
    """A lifting that names no places takes back what the arbiter did in that second, alone."""
    game = play(game_after("H7 CASA"), "I8 STIRE", at=noon(3))
    over = obeyed(game, end(game, order(3), Ending.FORFEITED, Seat.RED))

    again = evolve(over, replace(older_lifting(noon(5), noon(3)), case="TEST/1#1", restarts=False))

    assert (again.ended, again.moves) == (None, game.moves)


@pytest.mark.article("10.1")
def test_days_granted_in_an_older_log_are_taken_back_by_their_instant_alone() -> None:
    """A lifting without a case or places takes back the grant, and no moves of that second."""
    game = game_after(*MOVES)
    granted = obeyed(game, orders.grant_time(game, order(9), Seat.BLUE, 3))
    short = obeyed(granted, annul(granted, order(9), 1))

    again = evolve(short, replace(older_lifting(noon(11), noon(9)), restarts=False))

    assert (again.blue.granted, again.moves) == (0, short.moves)


@pytest.mark.article("5.2", "10.1")
def test_a_restoration_of_an_older_log_is_taken_back_by_its_instant() -> None:
    """The moves that it gave back are gone again."""
    game = game_after(*MOVES)
    back = obeyed(game, annul(game, order(9), 1))
    on = evolve(back, older_lifting(noon(10), noon(9), 1))
    assert on.moves == game.moves

    again = evolve(on, replace(older_lifting(noon(11), noon(10), 1), restarts=False))

    assert again.moves == back.moves


@pytest.mark.article("5.3")
def test_a_placement_that_was_never_made_is_not_restored() -> None:
    """It is in another game, so no act has taken it back."""
    (made,) = orders.placements_made(game_after("H8 CASA"))
    with pytest.raises(GameStateError, match="nothing_to_restore"):
        orders.restored(game_after("H7 CASA"), order(3), made)


@pytest.mark.article("5.3", "7.1")
@pytest.mark.parametrize("asked", [0, 1, 4, 10, 12])
def test_a_refused_word_charges_the_wait_before_a_lifted_loss_in_either_order(asked: int) -> None:
    """The days before the loss count once the word is refused, whichever ruling came first."""
    game = obeyed(game_after(), query(game_after(), Seat.RED, "TEST/1#1", noon(asked)))
    over = obeyed(game, end(game, order(12), Ending.FORFEITED, Seat.BLUE))
    going = obeyed(over, reopen(over, order(15)))
    refused = obeyed(over, close_query(over, "TEST/1#1", noon(15)))
    twice = obeyed(going, end(going, order(20), Ending.FORFEITED, Seat.BLUE))
    again = obeyed(twice, reopen(twice, order(24)))

    for waits in (going, again):
        assert waits.red.days == max(0, asked - 1), "the wait is nobody's while it is open"
    for now in (
        obeyed(going, close_query(going, "TEST/1#1", noon(15))),
        obeyed(refused, reopen(refused, order(15))),
        play(going, "PAS", at=noon(15)),
    ):
        assert now.red.days == 11
    assert obeyed(again, close_query(again, "TEST/1#1", noon(24))).red.days == 11 + 4
    made = made_as_asked(again, order(24), parse_placement("H7 CASA"), place=0, asked=noon(asked))
    assert obeyed(again, made).red.days == max(0, asked - 1)


@pytest.mark.article("5.3", "7.1")
@pytest.mark.parametrize("asked", [0, 1, 4, 10, 12])
def test_a_word_found_invalid_after_all_charges_the_wait_without_a_lifted_loss(asked: int) -> None:
    """Of the wait for the arbiter's answer, the days under each loss are nobody's."""
    now = obeyed(game_after(), query(game_after(), Seat.RED, "TEST/1#1", noon(asked)))
    for day, days in (12, 12), (13, 12), (22, 19):
        over = obeyed(now, end(now, order(day), Ending.FORFEITED, Seat.BLUE))
        now = obeyed(over, reopen(over, order(day + 1)))
        answer = noon(day + 3)
        made = made_as_asked(
            now, order(day + 3), parse_placement("H7 CASA"), place=0, asked=noon(asked)
        )
        accepted = recorded(now, made, answer)
        refused = obeyed(now, close_query(now, "TEST/1#1", answer))

        off = obeyed(accepted, annul(accepted, order(30), 0, charged=True, words=("CASA",)))

        assert off.red.days == used_and_running(refused, Seat.RED, answer.date()) == days
