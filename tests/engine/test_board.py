"""The board: its premiums, its text form, and reading a square on both axes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import (
    CENTRE,
    EMPTY,
    LETTER_FACTOR,
    PREMIUMS,
    SIZE,
    WORD_FACTOR,
    Axis,
    Board,
    Square,
    offset,
)
from tests.engine.naive_scorer import premium

EMPTY_ROWS = (EMPTY * SIZE,) * SIZE
squares = st.builds(Square, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
axes = st.sampled_from(Axis)
rows = st.text("AZq....", min_size=SIZE, max_size=SIZE)
boards = st.builds(Board.from_rows, st.lists(rows, min_size=SIZE, max_size=SIZE))


def test_the_premiums_are_those_of_the_standard_board() -> None:
    """The premiums equal a list of squares written down separately."""
    expected = tuple(
        "".join(premium((row, column)) for column in range(1, 16)) for row in range(1, 16)
    )

    assert expected == PREMIUMS
    assert [sum(line.count(sign) for line in PREMIUMS) for sign in "WwLl"] == [8, 17, 12, 24]


@settings(deadline=None)
@given(square=squares, axis=axes)
def test_the_factors_of_a_square_are_the_same_on_both_axes(square: Square, axis: Axis) -> None:
    """A square multiplies letter and word by its premium, across and down."""
    sign = PREMIUMS[square.row][square.column]
    place = offset(square, axis)

    assert LETTER_FACTOR[place] == {"L": 3, "l": 2}.get(sign, 1)
    assert WORD_FACTOR[place] == {"W": 3, "w": 2}.get(sign, 1)


@settings(deadline=None)
@given(board=boards, square=squares, axis=axes)
def test_both_line_strings_hold_each_square_where_offset_says(
    board: Board, square: Square, axis: Axis
) -> None:
    """A square has the same tile in its row and in its column."""
    assert board.lines(axis)[offset(square, axis)] == board[square]
    assert board.lines(axis)[offset(square, axis) - square[axis is Axis.ACROSS] - 1] == EMPTY


@settings(deadline=None)
@given(board=boards, square=squares, tile=st.sampled_from("AZq"))
def test_laying_a_tile_changes_one_square_and_leaves_the_old_board(
    board: Board, square: Square, tile: str
) -> None:
    """Laying a tile returns a board that differs in one square; the old one is unchanged."""
    before = board.rows
    after = board.lay([(square, tile)])

    assert board.rows == before
    assert dict(after.tiles()) == {**dict(board.tiles()), square: tile}
    assert not after.is_empty


def test_the_centre_is_h8_and_a_new_board_is_empty() -> None:
    """The centre is H8, and a new board is empty."""
    assert CENTRE.name == "H8"
    assert Board().is_empty
    assert Board()[CENTRE] == EMPTY
    assert Axis.ACROSS.other is Axis.DOWN
    assert Axis.DOWN.other is Axis.ACROSS


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (EMPTY_ROWS[1:], "15 lines, not 14"),
        ((*EMPTY_ROWS, EMPTY * SIZE), "15 lines, not 16"),
        ((*EMPTY_ROWS[1:], "." * 14), "line 15 has 14 squares, not 15"),
        (("." * 14 + "Ș", *EMPTY_ROWS[1:]), "line 1: 'Ș' is no letter and no dot"),
        ((*EMPTY_ROWS[:2], "?" + "." * 14, *EMPTY_ROWS[3:]), "line 3: '\\?' is no letter"),
    ],
)
def test_a_picture_that_is_no_board_is_refused_by_line(
    lines: tuple[str, ...], complaint: str
) -> None:
    """A wrong text form of a board is refused with the number of the wrong line."""
    with pytest.raises(ValueError, match=complaint):
        Board.from_rows(lines)
