"""Conditional moves are validated again when used, and dated like the move they answer."""

from dataclasses import replace

import pytest

from engine.games.answering import ConditionsOutcome, DropReason, follow
from engine.games.events import GameEnded, Passed, PlacementMade, PlacementReturned
from engine.games.fold import evolve
from engine.games.game import Stage
from engine.games.orders import Order, annul
from engine.ids import PersonId, Seat
from tests.builders import ANY_WORD, PARTNER_RULES, game_after, noon, play, with_racks
from tests.engine.games.conditional.replies import answered, summed, when
from tests.engine.games.ordered import restore


@pytest.mark.article("1.1", "7.1")
def test_the_answer_comes_with_the_move_it_answers_and_uses_no_day() -> None:
    """The answer is made at the instant of the opponent's move, marked, and uses no day."""
    game = game_after()
    waiting = {Seat.BLUE: (when("H7 CASA", "PAS"), when("H8 CASA", "I8 ARE"))}

    after, outcome = answered(game, "H8 CASA", waiting, day=4)

    mine = after.moves[-1]
    assert isinstance(mine, PlacementMade)
    assert (mine.by, mine.conditional, mine.at, mine.days) == (Seat.BLUE, True, noon(4), 0)
    assert (mine.received, mine.sent) == (after.moves[0].sent, after.moves[0].sent)
    assert after.moves[0].days == 3
    assert not after.moves[0].conditional
    plain = play(play(game, "H8 CASA", at=noon(4)), "I8 ARE", at=noon(4))
    assert after == replace(plain, moves=after.moves)
    assert summed(outcome) == (1, [])
    assert outcome.used[0] == (Seat.BLUE, waiting[Seat.BLUE][1])


def test_a_move_that_no_condition_names_drops_them_all() -> None:
    """A move that no condition names drops all conditions, also at another square."""
    waiting = {Seat.BLUE: (when("H8 CASA", "I8 ARE"), when("PAS", "H8 STIRE"))}

    after, outcome = answered(game_after(), "H7 CASA", waiting)

    assert summed(outcome) == (0, [(Seat.BLUE, DropReason.OTHERWISE, 2)])
    assert (after.turn, len(after.moves)) == (Seat.BLUE, 1)


def test_a_pass_is_answered_by_its_condition_and_by_a_pass() -> None:
    """`PAS` can be the move or the answer, and the last of four passes ends the game."""
    waiting = {Seat.RED: (when("PAS", "PAS"),)}
    once, outcome = answered(game_after("PAS"), "PAS", waiting)
    assert isinstance(once.moves[-1], Passed)
    assert once.moves[-1].conditional
    assert summed(outcome) == (1, [])

    last, outcome = answered(
        game_after("PAS", "PAS"), "PAS", {Seat.BLUE: (when("PAS", "PAS"),), Seat.RED: ()}
    )
    assert last.stage is Stage.ENDED
    assert isinstance(outcome.events[-1], GameEnded)


def test_any_move_is_the_last_resort() -> None:
    """A condition that names the move precedes one for any move, which covers a pass."""
    anything, named = when("*", "8H CASA"), when("PAS", "H8 CASA")
    game = with_racks(game_after(), blue="CASAREI")

    after, _ = answered(game, "PAS", {Seat.BLUE: (anything, named)})
    assert (
        after == play(game, "PAS", "H8 CASA") or after.board == play(game, "PAS", "H8 CASA").board
    )
    after, outcome = answered(game, "PAS", {Seat.BLUE: (anything,)})
    assert after.board == play(game, "PAS", "8H CASA").board
    after, outcome = answered(game, "H8 TEN", {Seat.BLUE: (anything,)})
    assert summed(outcome) == (0, [(Seat.BLUE, DropReason.ILLEGAL, 1)])
    assert [fault.code for fault in outcome.dropped[0].faults] == ["occupied"]
    assert after.turn is Seat.BLUE


def test_one_tile_of_two_words_is_one_move_however_it_is_named() -> None:
    """A tile that makes AREN and AN is the same move by either word."""
    game = game_after("H8 CASA", "I8 ARE")

    after, outcome = answered(game, "I8 AREN", {Seat.BLUE: (when("11H AN", "PAS"),)})

    assert play(game, "I8 AREN").board == play(game, "11H AN").board
    assert summed(outcome) == (1, [])
    assert after.turn is Seat.RED


def test_a_play_that_does_not_fit_is_no_move_of_the_opponent() -> None:
    """A condition whose word does not fit the board matches no move."""
    game = game_after("H8 CASA")
    waiting = {Seat.RED: (when("H13 STIRE", "PAS"), when("H8 STIRE", "PAS"), when("PAS", "PAS"))}

    _, outcome = answered(game, "I8 ARE", waiting)

    assert summed(outcome) == (0, [(Seat.RED, DropReason.OTHERWISE, 3)])


def test_a_chain_of_answers_ends_when_each_has_answered_once() -> None:
    """After one answer of each player, the next player makes their own move."""
    waiting = {
        Seat.RED: (when("I8 ARE", "G8 TEN", own="H8 CASA"), when("PAS", "PAS", own="H8 CASA")),
        Seat.BLUE: (when("H8 CASA", "I8 ARE"),),
    }

    after, outcome = answered(game_after(), "H8 CASA", waiting, day=2)

    assert [(move.by, move.conditional) for move in after.moves] == [
        (Seat.RED, False),
        (Seat.BLUE, True),
        (Seat.RED, True),
    ]
    assert [move.days for move in after.moves] == [1, 0, 0]
    assert summed(outcome) == (2, [])
    assert after.turn is Seat.BLUE


def test_a_plan_falls_with_the_own_move_it_followed() -> None:
    """Another own move than planned drops only the conditions set for the planned one."""
    kept = when("PAS", "PAS", own="H8 CASA")
    plans = (kept, when("PAS", "PAS", own="H8 TEN"), when("PAS", "PAS", own="PAS"))

    _, outcome = answered(game_after(), "H8 CASA", {Seat.RED: (*plans, when("PAS", "PAS"))})
    assert summed(outcome) == (0, [(Seat.RED, DropReason.OWN_MOVE, 3)])
    assert kept not in outcome.dropped[0].conditions
    _, outcome = answered(game_after(), "PAS", {Seat.RED: (kept, plans[2])})
    assert outcome.dropped[0].conditions == (kept,)


def test_conditions_end_with_the_game_and_with_a_board_that_changes() -> None:
    """After the last pass, or a returned move, no conditional move remains."""
    game = game_after("PAS", "PAS", "PAS")
    _, outcome = answered(game, "PAS", {Seat.RED: (when("PAS", "PAS"),)})
    assert summed(outcome) == (0, [(Seat.RED, DropReason.ENDED, 1)])

    game = game_after("H8 CASA", rules=PARTNER_RULES)
    back = PlacementReturned(at=noon(), by=Seat.BLUE, on=noon().date(), words=("CASA",))
    both = {Seat.RED: (when("PAS", "PAS"),), Seat.BLUE: (when("PAS", "PAS"),)}
    outcome = follow(game, (back,), both, noon(), ANY_WORD)
    assert summed(outcome) == (
        0,
        [(Seat.RED, DropReason.CHANGED, 1), (Seat.BLUE, DropReason.CHANGED, 1)],
    )
    assert follow(game, (back,), {Seat.RED: ()}, noon(), ANY_WORD) == ConditionsOutcome()


@pytest.mark.article("5.3")
def test_a_placement_that_stands_again_leaves_no_plan_of_before() -> None:
    """A restored move drops the conditions that were set for another board."""
    game = game_after("H8 CASA", rules=PARTNER_RULES)
    back = PlacementReturned(at=noon(), by=Seat.BLUE, on=noon().date(), words=("CASA",))
    plans = {Seat.RED: (when("PAS", "PAS", own="H8 TEN"),), Seat.BLUE: (when("PAS", "PAS"),)}
    order = Order(at=noon(1), arbiter=PersonId(9), article="5.3", reason="CASA is a word")
    restored = restore(evolve(game, back), order)

    outcome = follow(evolve(game, back), restored, plans, noon(1), ANY_WORD)

    assert summed(outcome) == (
        0,
        [(Seat.RED, DropReason.CHANGED, 1), (Seat.BLUE, DropReason.CHANGED, 1)],
    )


@pytest.mark.article("5.3")
def test_an_annulled_placement_takes_the_plans_upon_it_along() -> None:
    """An annulment changes the board, so the conditions of both players are dropped."""
    game = game_after("H8 CASA", rules=PARTNER_RULES)
    plans = {Seat.RED: (when("PAS", "PAS"),), Seat.BLUE: (when("PAS", "PAS"),)}
    order = Order(at=noon(1), arbiter=PersonId(9), article="5.3", reason="CASA is no word")

    outcome = follow(game, annul(game, order, 0), plans, noon(1), ANY_WORD)

    assert summed(outcome) == (
        0,
        [(Seat.RED, DropReason.CHANGED, 1), (Seat.BLUE, DropReason.CHANGED, 1)],
    )


def test_what_is_no_move_leaves_conditions_waiting() -> None:
    """Leave, a proposal and exceeded time neither use nor drop a condition."""
    outcome = follow(game_after(), (), {Seat.BLUE: (when("PAS", "PAS"),)}, noon(), ANY_WORD)

    assert outcome == ConditionsOutcome()
