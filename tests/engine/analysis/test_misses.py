"""The kind of a missed move: its position relative to words on the board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.misses import Miss, kind_of, missed
from engine.analysis.verdicts import analyse
from engine.board import Axis, Board, Square
from engine.gcg.replay import OPEN_GAME
from engine.notation import parse_placement
from engine.placement import Placement
from tests.engine.analysis.games import whole_game
from tests.engine.boards import board_after, boards, fitting
from tests.engine.tried import GRAPHS


@pytest.mark.parametrize(
    ("lying", "missed", "kind"),
    [
        ((), "H7 CASA", Miss.OPENING),
        (("H8 CASA",), "H8 CASATI", Miss.EXTENSION),
        (("H8 CASA",), "H6 ACCASA", Miss.EXTENSION),
        (("H8 CASA",), "H8 CASAT", Miss.HOOK),
        (("H8 CASA",), "H7 ACASA", Miss.FRONT_HOOK),
        (("H8 CASA",), "12H IRE", Miss.HOOK),
        (("H8 CASA",), "7F BRA", Miss.FRONT_HOOK),
        (("H8 CASA",), "I8 ARE", Miss.PARALLEL),
        (("H8 CASA",), "9F STA", Miss.THROUGH),
        (("8H CA", "8K TE"), "J8 ROMI", Miss.EXTENSION),
    ],
)
def test_each_kind_is_known_by_how_it_lies(lying: tuple[str, ...], missed: str, kind: Miss) -> None:
    """Extended, parallel, in front, behind, through, or the first of all."""
    assert kind_of(board_after(*lying), parse_placement(missed)) is kind


@given(st.data())
def test_a_board_turned_over_its_diagonal_has_the_same_kinds(data: st.DataObject) -> None:
    """Across and down are equivalent."""
    board = data.draw(boards())
    axis = data.draw(st.sampled_from(Axis))
    placement = data.draw(fitting(board, axis))
    other = Axis.DOWN if axis is Axis.ACROSS else Axis.ACROSS
    row, column = placement.square
    turned = Placement(Square(column, row), other, placement.word)

    assert kind_of(_turned(board), turned) is kind_of(board, placement)


def _turned(board: Board) -> Board:
    return Board().lay((Square(at.column, at.row), tile) for at, tile in board.tiles())


@pytest.mark.parametrize("deep", [False, True])
def test_a_turn_that_lost_points_has_the_kind_of_the_best_play(deep: bool) -> None:
    """A turn that lost nothing, or that a pass would have beaten, has no kind."""
    record, few, _ = whole_game(4)  # its end is proven five times faster than others
    found = tuple(analyse(record, GRAPHS["ro"], few, OPEN_GAME, deep=deep).verdicts)

    assert any(missed(one) for one in found)
    for one in found:
        if not one.lost or one.best is None or not one.best.position:
            assert missed(one) is None
        else:
            best = parse_placement(f"{one.best.position} {one.best.word}")
            assert missed(one) is kind_of(one.position.board, best)
