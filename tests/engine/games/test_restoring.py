"""Wrongly returned or annulled moves are restored as they were."""

from dataclasses import replace

import pytest

from engine.errors import GameStateError
from engine.games.commands import AcceptPlacement, ReturnPlacement
from engine.games.events import Ending
from engine.games.game import Stage
from engine.games.orders import annul, correct_score, end, lift
from engine.games.ruling_events import MovesAnnulled
from engine.ids import Seat
from tests.builders import PARTNER_RULES, ask, game_after, noon, play
from tests.engine.games.ordered import MOVES, obeyed, order, restore, slowly


@pytest.mark.article("5.3")
def test_a_returned_placement_that_was_right_stands_again_as_it_stood() -> None:
    """A restored move keeps its author's days, and the opponent's time runs from the ruling."""
    game = play(game_after(rules=PARTNER_RULES), "H7 CASA", at=noon(4))
    back = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(4), lexicon=())

    again = obeyed(back, restore(back, order(6, "5.3")))

    assert (again.moves, again.board, again.red, again.blue) == (
        game.moves,
        game.board,
        game.red,
        game.blue,
    )
    assert (again.received, again.voided, again.returnable) == (noon(6).date(), (), False)
    with pytest.raises(GameStateError, match="nothing_to_return"):
        ask(again, ReturnPlacement(by=Seat.BLUE), at=noon(6), lexicon=())


@pytest.mark.article("5.2")
def test_a_placement_that_the_arbiter_restores_may_still_be_returned() -> None:
    """The opponent can still send a restored move back unless they had accepted it."""
    game = play(game_after(rules=PARTNER_RULES), "H7 CASA", at=noon(4))
    kept = play(game, AcceptPlacement(by=Seat.BLUE), at=noon(4))
    for before in (game, kept):
        back = obeyed(before, annul(before, order(5), 0, charged=True))
        again = obeyed(back, restore(back, order(6)))
        assert again.returnable is before.returnable

    back = obeyed(game, annul(game, order(5), 0))
    again = obeyed(back, restore(back, order(6)))
    assert ask(again, ReturnPlacement(by=Seat.BLUE), at=noon(6), lexicon=())


def test_moves_annulled_by_mistake_stand_again_even_if_the_game_has_gone_on() -> None:
    """Restored moves replace the moves made meanwhile, with their old points and days."""
    game = slowly(game_after(*MOVES))
    back = obeyed(game, annul(game, order(9), 1))
    on = play(back, "PAS", at=noon(10))

    for wrong in (back, on):
        again = obeyed(wrong, restore(wrong, order(12)))
        assert again.moves == game.moves
        assert (again.red, again.blue, again.board) == (game.red, game.blue, game.board)
        assert again.received == noon(12).date()


def test_what_was_annulled_first_stands_again_though_all_is_ruled_in_one_instant() -> None:
    """A restoration at the instant of the annulment replaces the moves made meanwhile."""
    game = slowly(game_after(*MOVES))
    back = obeyed(game, annul(game, order(9), 1))
    on = play(back, "PAS", at=noon(9))

    slip = replace(order(9), reason="Am greșit.")
    assert obeyed(on, restore(on, slip)).moves == game.moves


@pytest.mark.article("5.3")
def test_points_put_right_stay_so_when_the_placement_stands_again() -> None:
    """Corrected and original points stay through any annulments and restorations."""
    game = game_after(*MOVES)
    right = obeyed(game, correct_score(game, order(), 2, 12))
    again = right
    for day in (2, 4):
        back = obeyed(again, annul(again, order(day), 1))
        again = obeyed(back, restore(back, order(day + 1)))

    assert (again.moves, again.red.score) == (right.moves, 8 + 12)
    assert again.corrections == right.corrections


@pytest.mark.article("4.3")
def test_a_finished_game_that_stands_again_is_finished_again() -> None:
    """Restoring the last moves restores the end, remaining tiles included."""
    game = play(game_after("H7 CASA"), "PAS", "PAS", "PAS", "PAS")
    back = obeyed(game, annul(game, order(2), 1))

    again = obeyed(back, restore(back, order(3)))

    assert (again.stage, again.red.score) == (Stage.ENDED, game.red.score)


def test_what_stands_again_opens_a_game_that_a_ruling_had_ended() -> None:
    """A game lost by a ruling continues with the restored move."""
    game = play(game_after(rules=PARTNER_RULES), "H7 CASA")
    back = play(game, ReturnPlacement(by=Seat.BLUE), lexicon=())
    over = obeyed(back, end(back, order(1), Ending.TIME, Seat.RED))

    again = obeyed(over, restore(over, order(2)))

    assert (again.stage, again.moves) == (Stage.RUNNING, game.moves)


@pytest.mark.article("5.2", "10.1")
def test_an_annulment_taken_back_leaves_a_later_one_of_an_earlier_move_in_force() -> None:
    """The move that the later ruling took off stays off, though other moves had followed on it."""
    game = game_after(*MOVES)
    first = obeyed(game, annul(game, order(3, case="TEST/1#1"), 2))
    on = play(first, "PAS", "PAS", at=noon(4))
    second = obeyed(on, annul(on, order(5, case="TEST/1#2"), 1))

    without_first = obeyed(second, lift(second, order(6), noon(3)))

    assert (without_first.moves, without_first.idle) == (game.moves[:1], on.moves[2:])
    without_both = obeyed(without_first, lift(without_first, order(7), noon(5)))
    assert without_both.moves == game.moves


@pytest.mark.article("5.2", "10.1")
def test_a_later_annulment_in_an_older_log_depends_on_the_last_move() -> None:
    """A log that was written before annulments named their move is read as it was then."""
    game = game_after(*MOVES)
    first = obeyed(game, annul(game, order(3, case="TEST/1#1"), 2))
    on = play(first, "PAS", "PAS", at=noon(4))
    (annulled,) = annul(on, order(5, case="TEST/1#2"), 1)
    assert isinstance(annulled, MovesAnnulled)
    older = replace(annulled, of_move=False)
    second = obeyed(on, (older,))

    again = obeyed(second, lift(second, order(6), noon(3)))

    assert (again.moves, again.idle) == (game.moves, (*on.moves[2:], older))
