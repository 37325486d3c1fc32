"""Every legal move by anagrams: slow, and unlike the engine in every step.

For each part of a line and each choice of tiles for its empty squares, it looks up the words of
just these letters. It lays each on the board and reads every word that it forms. It shares only the
values of tiles with the engine.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tests.engine.naive_scorer import Grid, naive_score

SIZE = 15
HAND, BONUS = 7, 50
ROWS = "ABCDEFGHIJKLMNO"


class Candidate(NamedTuple):
    """A move, in the engine's order: best score first, then as text."""

    minus_points: int
    position: str
    word: str
    laid: int
    """How many tiles are new."""


class Words:
    """A word list, indexed by the letters of its words."""

    def __init__(self, words: Iterable[str]) -> None:
        self.all = frozenset(words)
        self._anagrams: dict[str, list[str]] = defaultdict(list)
        for word in self.all:
            self._anagrams["".join(sorted(word))].append(word)

    def of(self, letters: Iterable[str]) -> Sequence[str]:
        """Return the words of exactly these letters."""
        return self._anagrams.get("".join(sorted(letters)), ())


def candidates(
    rows: Sequence[str], rack: str, words: Words, values: Mapping[str, int]
) -> list[Candidate]:
    """Return all placements of the rack on a board of 15 rows, in order."""
    grid = {
        (row, column): tile
        for row, line in enumerate(rows, 1)
        for column, tile in enumerate(line, 1)
        if tile != "."
    }
    letters = sorted(letter for letter in values if letter.islower())
    found = []
    for down in (False, True):
        for squares in stretches(grid, len(rack), down=down):
            for word in fitting(grid, squares, rack, words, letters):
                new = {at: t for at, t in zip(squares, word, strict=True) if at not in grid}
                points, formed = naive_score(grid, new, values, HAND, BONUS)
                if all(each.upper() in words.all for each in formed):
                    row, column = squares[0]
                    position = f"{column}{ROWS[row - 1]}" if down else f"{ROWS[row - 1]}{column}"
                    found.append(Candidate(-points, position, word, len(new)))
    return sorted(found)


def stretches(grid: Grid, most: int, *, down: bool) -> Iterator[list[tuple[int, int]]]:
    """Yield all runs of squares that a word may fill: complete, touching, with few enough empty."""
    for line in range(1, SIZE + 1):
        squares = [(i, line) if down else (line, i) for i in range(1, SIZE + 1)]
        for start, end in combinations(range(SIZE + 1), 2):
            run = squares[start:end]
            beside = squares[max(start - 1, 0) : start] + squares[end : end + 1]
            empty = [at for at in run if at not in grid]
            if len(run) < 2 or not 0 < len(empty) <= most or any(at in grid for at in beside):
                continue
            opens = not grid and (8, 8) in run
            if opens or len(empty) < len(run) or any(touches(grid, at) for at in empty):
                yield run


def touches(grid: Grid, at: tuple[int, int]) -> bool:
    """Return whether a tile is beside that square."""
    row, column = at
    return any((row + d, column + r) in grid for d, r in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def fitting(
    grid: Grid, squares: list[tuple[int, int]], rack: str, words: Words, letters: Sequence[str]
) -> Iterator[str]:
    """Yield each word that rack and board tiles can make there, blanks in lower case."""
    lying = [grid.get(at, "").upper() for at in squares]
    empty = [index for index, tile in enumerate(lying) if not tile]
    for tiles in sorted(set(combinations(sorted(rack), len(empty)))):
        jokers = tiles.count("?")
        plain = [tile for tile in tiles if tile != "?"]
        for stand_for in combinations_with_replacement(letters, jokers):
            stood = [letter.upper() for letter in stand_for]
            for word in words.of([*lying, *plain, *stood]):
                if all(tile in {"", w} for tile, w in zip(lying, word, strict=True)):
                    yield from marked(grid, squares, word, empty, stood)


def marked(
    grid: Grid, squares: list[tuple[int, int]], word: str, empty: list[int], stood: list[str]
) -> Iterator[str]:
    """Yield the word with these letters from blanks in every way, board tiles unchanged."""
    for where in combinations(empty, len(stood)):
        if sorted(word[index] for index in where) == sorted(stood):
            yield "".join(
                grid.get(at) or (letter.lower() if index in where else letter)
                for index, (at, letter) in enumerate(zip(squares, word, strict=True))
            )
