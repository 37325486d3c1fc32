"""Boards for tests: after typed moves, or with random letters."""

from hypothesis import assume
from hypothesis import strategies as st

from engine.board import EMPTY, SIZE, Axis, Board, Square
from engine.notation import parse_placement
from engine.placement import Placement, survey

_TILES = "ABCDEIRSTUxaz"
_DENSITIES = (_TILES + EMPTY * 4, _TILES + EMPTY * 40, _TILES + EMPTY * 200, EMPTY)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a crowded or nearly empty board whose letters form no particular words."""
    cells = draw(st.sampled_from(_DENSITIES))
    squares = draw(st.text(cells, min_size=SIZE * SIZE, max_size=SIZE * SIZE))
    return Board.from_rows(squares[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE))


def board_after(*texts: str, board: Board | None = None) -> Board:
    """Return the board after these moves, from that board or an empty one."""
    board = board or Board()
    for text in texts:
        placement = parse_placement(text)
        word = survey(board, placement).word
        squares = zip(line_of(placement.square, placement.axis), word, strict=False)
        board = board.lay((square, tile) for square, tile in squares if board[square] == EMPTY)
    return board


def line_of(square: Square, axis: Axis) -> list[Square]:
    """Return the squares from there to the end of the line."""
    if axis is Axis.ACROSS:
        return [Square(square.row, column) for column in range(square.column, SIZE)]
    return [Square(row, square.column) for row in range(square.row, SIZE)]


@st.composite
def fitting(draw: st.DrawFn, board: Board, axis: Axis) -> Placement:
    """Draw a move that conflicts with nothing, is complete and lays a tile."""
    square = Square(draw(st.integers(0, SIZE - 1)), draw(st.integers(0, SIZE - 1)))
    back = (0, 1) if axis is Axis.ACROSS else (1, 0)
    while min(square) >= 0 and board[square] != EMPTY:
        square = Square(square.row - back[0], square.column - back[1])
    assume(min(square) >= 0)
    first = Square(square.row - back[0], square.column - back[1])
    assume(min(first) < 0 or board[first] == EMPTY)
    squares = line_of(square, axis)
    end = draw(st.integers(1, len(squares)))
    while end < len(squares) and board[squares[end]] != EMPTY:
        end += 1
    tiles = [board[at] for at in squares[:end]]
    word = "".join(draw(st.sampled_from(_TILES)) if t == EMPTY else t.upper() for t in tiles)
    return Placement(square, axis, word)
