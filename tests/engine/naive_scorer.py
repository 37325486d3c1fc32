"""A second, slow scorer for comparison, with squares in a dict and words read one by one.

It shares nothing with `engine.placement` but the tile values and the one-character tiles.
"""

from collections.abc import Mapping
from itertools import count, takewhile

Grid = Mapping[tuple[int, int], str]
"""The letters by (row, column) from 1, a blank in lower case."""

TRIPLE_WORDS = {(r, c) for r in (1, 8, 15) for c in (1, 8, 15)} - {(8, 8)}
DOUBLE_WORDS = {(d, d) for d in (*range(2, 6), 8, *range(11, 15))} | {
    (d, 16 - d) for d in (*range(2, 6), *range(11, 15))
}
TRIPLE_LETTERS = {(r, c) for r in (2, 6, 10, 14) for c in (2, 6, 10, 14)} - DOUBLE_WORDS
_EDGE = {(1, 4), (1, 12), (3, 7), (3, 9), (4, 1), (4, 8), (4, 15), (7, 3), (7, 7), (8, 4)}
DOUBLE_LETTERS = {
    square
    for r, c in _EDGE
    for square in ((r, c), (16 - r, c), (r, 16 - c), (16 - r, 16 - c), (c, r), (16 - c, 16 - r))
}


def premium(square: tuple[int, int]) -> str:
    """Return the premium of the square as `engine.board` draws it."""
    for sign, squares in zip(
        "WwLl", (TRIPLE_WORDS, DOUBLE_WORDS, TRIPLE_LETTERS, DOUBLE_LETTERS), strict=True
    ):
        if square in squares:
            return sign
    return "."


def naive_score(
    before: Grid, new: Grid, values: Mapping[str, int], rack_size: int, bonus: int
) -> tuple[int, set[str]]:
    """Return the points of laying `new` on `before`, and the words of two letters or more formed.

    Every run of letters with a new one in it is a word and scores once.
    """
    after = {**before, **new}
    total = bonus if len(new) == rack_size else 0
    formed = set()
    runs = {run for square in new for run in (_run(after, square, 0, 1), _run(after, square, 1, 0))}
    for run in runs:
        if len(run) < 2:
            continue
        points, times = 0, 1
        for square in run:
            value = values[after[square]]
            sign = premium(square) if square in new else "."
            points += value * {"l": 2, "L": 3}.get(sign, 1)
            times *= {"w": 2, "W": 3}.get(sign, 1)
        total += points * times
        formed.add("".join(after[square] for square in run))
    return total, formed


def _run(
    after: Grid, square: tuple[int, int], down: int, right: int
) -> tuple[tuple[int, int], ...]:
    """Return the squares of the unbroken run of letters through that square."""
    row, column = square
    back = next(k for k in count() if (row - k * down, column - k * right) not in after) - 1
    row, column = row - back * down, column - back * right
    squares = ((row + k * down, column + k * right) for k in count())
    return tuple(takewhile(after.__contains__, squares))
