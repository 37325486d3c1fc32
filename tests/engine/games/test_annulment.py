"""Moves annulled by the arbiter: the game is as it was before them."""

from dataclasses import replace

import pytest

from engine.errors import GameStateError
from engine.games.commands import Pass, ReturnPlacement
from engine.games.events import Passed, PlacementMade
from engine.games.game import Stage
from engine.games.orders import annul, grant_time
from engine.ids import Seat
from engine.thinking_time import LeavePeriod
from tests.builders import PARTNER_RULES, game_after, noon, on_leave, play
from tests.engine.games.ordered import MOVES, obeyed, order, slowly


@pytest.mark.article("5.2")
@pytest.mark.parametrize("keep", [0, 1, 2])
def test_annulling_goes_back_to_the_very_game_of_that_placement(keep: int) -> None:
    """Board, racks, scores, turn and days equal those after that many moves."""
    game = game_after(*MOVES)
    there = game_after(*MOVES[:keep])

    back = obeyed(game, annul(game, order(3), keep))

    assert replace(back, voided=(), sent=there.sent, arrived=there.arrived) == there
    assert back.received == noon(3).date()
    assert [move.word for move in back.voided[0].moves if isinstance(move, PlacementMade)] == [
        placed.word for placed in game.moves[keep:] if isinstance(placed, PlacementMade)
    ]


@pytest.mark.article("7.1")
def test_days_of_annulled_moves_are_given_back_unless_the_ruling_charges_them() -> None:
    """An annulled move's days are given back; a move sent back keeps them used (art. 5.2)."""
    game = slowly(game_after("H7 CASA"))
    assert (game.red.days, game.blue.days) == (3, 3)

    freed = obeyed(game, annul(game, order(9), 1))
    charged = obeyed(game, annul(game, order(9), 1, charged=True))

    assert (freed.red.days, freed.blue.days) == (0, 0)
    assert (charged.red.days, charged.blue.days) == (3, 3)


def test_a_later_annulment_gives_back_what_a_return_before_it_had_charged() -> None:
    """An annulment to before a move that was sent back gives back the days that it cost."""
    game = play(game_after(rules=PARTNER_RULES), "H7 CASA", at=noon(4))
    game = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(4), lexicon=())
    assert game.red.days == 3
    game = play(game, "H7 CASA", "I8 STIRE", at=noon(4))

    kept = obeyed(game, annul(game, order(5), 1))
    undone = obeyed(kept, annul(kept, order(5), 0))
    on = play(undone, "H7 CASA", "I8 STIRE", at=noon(5))
    again = obeyed(on, annul(on, order(6), 1))

    assert [g.red.days for g in (kept, undone, again)] == [3, 0, 0]


def test_leave_and_granted_days_survive_an_annulment() -> None:
    """An annulment changes neither announced leave nor granted days."""
    period = LeavePeriod(noon(3).date(), noon(5).date())
    game = on_leave(game_after("H7 CASA"), Seat.BLUE, period)
    game = obeyed(game, grant_time(game, order(), Seat.BLUE, 4))

    back = obeyed(game, annul(game, order(1), 0))

    assert back.blue.leave == (period,)
    assert back.allowance(Seat.BLUE) == 34


def test_exceeded_time_is_checked_again_after_an_annulment() -> None:
    """Time exceeded by an annulled move is no longer exceeded."""
    game = play(game_after(), "PAS", at=noon(40))
    assert game.red.told_late

    assert not obeyed(game, annul(game, order(41), 0)).red.told_late


def test_an_annulment_opens_a_finished_game_again() -> None:
    """The end is annulled with its moves."""
    game = play(game_after("H7 CASA"), "PAS", "PAS", "PAS", "PAS")
    assert game.stage is Stage.ENDED

    back = obeyed(game, annul(game, order(2), 1))

    assert back.stage is Stage.RUNNING
    assert back.turn is Seat.BLUE
    assert (back.red.score, back.blue.score) == (8, 0)


@pytest.mark.parametrize("keep", [-1, 3, 4])
def test_there_must_be_something_to_annul(keep: int) -> None:
    """An annulment from a move that does not exist is refused."""
    with pytest.raises(GameStateError, match="no_such_placement"):
        annul(game_after(*MOVES), order(), keep)


def test_passes_may_be_annulled_like_placements() -> None:
    """An annulled pass gives its round back."""
    game = play(game_after("H7 CASA"), Pass(by=Seat.BLUE))

    back = obeyed(game, annul(game, order(), 1))

    assert isinstance(back.voided[0].moves[0], Passed)
    assert back.round == 1
