"""One line of the board and its possible words: anchors, cross-checks, windows and scores.

The method is Appel and Jacobson's. On each line, words grow letter by letter to the right from
every possible start, along the word graph. Only words through an anchor count; an anchor is an
empty square beside a tile. The cross-checks of a line have, for each of its squares, the tiles that
fit there and the points of the adjacent words. `engine.words.spelling` finds what the rack can
spell, once for the whole board.

Players of a running game must never see the results (`engine.generator`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from engine.board import (
    CENTRE,
    EMPTY,
    LETTER_FACTOR,
    SIZE,
    STRIDE,
    WORD_FACTOR,
    Axis,
    Square,
    offset,
)
from engine.notation import format_position
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import END, Node, walk
from engine.words.spelling import Spelled, Speller, laid, passed


def _premiums(factors: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return the premium squares of each line, with their factors."""
    return [
        [(place, n) for place in range(SIZE) if (n := factors[1 + number * STRIDE + place]) > 1]
        for number in range(SIZE)
    ]


_LETTER_PREMIUMS: Final = _premiums(LETTER_FACTOR)
_WORD_PREMIUMS: Final = _premiums(WORD_FACTOR)


def crossed_places(lines: str, number: int) -> Sequence[int]:
    """Return the empty squares of that line that have a tile beside them in a neighbouring line."""
    start = 1 + number * STRIDE
    beside = 0
    if number:
        beside = _taken(lines[start - STRIDE : start - 1])
    if number < SIZE - 1:
        beside |= _taken(lines[start + STRIDE : start + STRIDE + SIZE])
    return _places(beside & ~_taken(lines[start : start + SIZE])) if beside else ()


@lru_cache(maxsize=1 << 15)
def _taken(squares: str) -> int:
    """Return the squares with a tile as bits, the first square as the lowest bit."""
    return sum(1 << place for place, tile in enumerate(squares) if tile != EMPTY)


@lru_cache(maxsize=1 << 15)
def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place in range(SIZE) if bits >> place & 1)


Fitting: TypeAlias = dict[tuple[str, str], str]
"""The letters that form a word between them, by the letters before and after a square."""


class BoardLine:
    """One line of the board: its tiles, its anchors, and the tiles that its empty squares admit."""

    def __init__(self, lines: str, cross: str, axis: Axis, number: int) -> None:
        """Read the line of that number from the line strings of its axis and of the other axis."""
        self.axis = axis
        self.number = number
        self.start = 1 + number * STRIDE
        self.cross = cross
        self.tiles = lines[self.start : self.start + SIZE] + EMPTY
        """The line's squares, with an empty one at the end."""
        self.letter_premiums = self._still_there(_LETTER_PREMIUMS[number])
        self.word_premiums = self._still_there(_WORD_PREMIUMS[number])
        """The empty squares that multiply a letter or the word, with their factors."""
        self.crossed = crossed_places(lines, number)
        """The empty squares at which an adjacent word would be formed."""
        self.anchors = self._anchors(lines)
        self.checks: dict[int, dict[str, tuple[int, str]]] = {}
        """The points and the adjacent word, by crossed square and admitted tile."""

    def _still_there(self, premiums: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(place, n) for place, n in premiums if self.tiles[place] == EMPTY]

    def _turned(self, place: int) -> int:
        """Return the index of that square of the line in the line string of the other axis."""
        return 1 + place * STRIDE + self.number

    def _anchors(self, lines: str) -> list[int]:
        """Return the empty squares through which a word can connect, in order."""
        if not lines.strip(EMPTY):
            centre = offset(CENTRE, self.axis) - self.start
            return [centre] if 0 <= centre < SIZE else []
        tiles = EMPTY + self.tiles
        beside = [
            place
            for place in range(SIZE)
            if tiles[place + 1] == EMPTY and (tiles[place] != EMPTY or tiles[place + 2] != EMPTY)
        ]
        return sorted({*beside, *self.crossed})

    def check_crosses(
        self, root: Node, speller: Speller, tile_set: TileSet, known: Fitting
    ) -> None:
        """Find the tiles of the rack that form a valid adjacent word, and its points.

        `known` has the letters found so far with that word graph; new ones are added to it.
        """
        values, laid_as = tile_set.values, speller.laid_as
        for place in self.crossed:
            at = self._turned(place)
            before = self.cross[self.cross.rfind(EMPTY, 0, at) + 1 : at]
            after = self.cross[at + 1 : self.cross.find(EMPTY, at + 1)]
            letters = known.get((before, after))
            if letters is None:
                letters = known[before, after] = _fitting(root, before.upper(), after.upper())
            admitted = [t for each in letters if each in laid_as for t in laid_as[each]]
            if not admitted:
                self.checks[place] = {}
                continue
            lying = sum(map(values.__getitem__, before + after))
            letter_factor = LETTER_FACTOR[self.start + place]
            word_factor = WORD_FACTOR[self.start + place]
            self.checks[place] = {
                tile: ((lying + values[tile] * letter_factor) * word_factor, before + tile + after)
                for tile in admitted
            }


def _fitting(root: Node, before: str, after: str) -> str:
    """Return every letter that forms a word of the list between these letters."""
    node = walk(root, before)
    if node is None:
        return ""
    return "".join(
        letter
        for letter, following in node.items()
        if letter and (end := walk(following, after)) is not None and END in end
    )


class Window(NamedTuple):
    """A part of a line between empty squares or the edge, and the words that fit there."""

    start: int
    end: int
    words: list[str]


def windows(line: BoardLine, speller: Speller) -> Iterator[Window]:
    """Yield every window of the line that a connected word of two letters or more can fill."""
    tiles = line.tiles
    for start in range(SIZE):
        if start and tiles[start - 1] != EMPTY:
            continue
        place, begun = _openings(line, start, speller)
        fresh = tiles[start] == EMPTY
        while begun:
            if fresh and place > start + 1 and tiles[place] == EMPTY:
                words = [letters for letters, state in begun if state.final]
                if words:
                    yield Window(start, place, words)
            if place == SIZE:
                break
            if tiles[place] != EMPTY:
                begun = passed(begun, tiles[place])
            else:
                begun = laid(begun, line.checks.get(place))
                fresh = True
            place += 1


def _openings(line: BoardLine, start: int, speller: Speller) -> tuple[int, list[Spelled]]:
    """Return the end of the first stretch from `start` that touches a tile, and its beginnings.

    The beginnings are the same for all lines, unless another word is crossed on the way.
    """
    if line.tiles[start] != EMPTY:
        return start + 1, speller.through(0, line.tiles[start])
    for anchor in line.anchors:
        if anchor >= start:
            length = anchor + 1 - start
            if anchor in line.checks or line.tiles[anchor + 1] == EMPTY:
                return anchor + 1, speller.openings(length, line.checks.get(anchor))
            return anchor + 2, speller.through(length, line.tiles[anchor + 1])
    return start, []


def points_of(
    line: BoardLine, window: Window, tile_set: TileSet, rules: Ruleset
) -> tuple[list[int], list[list[str]]]:
    """Return the points of each word of a window, and its adjacent words by crossed square.

    All words of a window have the same premiums, so the sums are made for all words at once. Two
    blanks give up to 200,000 plays of a position, so each must be cheap.
    """
    start, end, words = window
    values = tile_set.values
    fresh = line.tiles.count(EMPTY, start, end)
    points = [sum(map(values.__getitem__, word)) for word in words]
    for place, factor in line.letter_premiums:
        if start <= place < end:
            tiles = map(itemgetter(place - start), words)
            points = [p + values[t] * (factor - 1) for p, t in zip(points, tiles, strict=True)]
    factor = prod([times for place, times in line.word_premiums if start <= place < end])
    bonus = rules.all_tiles_bonus if fresh == rules.rack_size else 0
    if factor > 1 or bonus:
        points = [p * factor + bonus for p in points]
    adjacent = []
    for place in line.crossed:
        if start <= place < end:
            check = line.checks[place]
            crosses = [check[word[place - start]] for word in words]
            points = [p + more for p, (more, _) in zip(points, crosses, strict=True)]
            adjacent.append([cross for _, cross in crosses])
    return points, adjacent


def position_of(line: BoardLine, place: int) -> str:
    """Return the position of a word that starts there, as players write it: `H8` or `8H`."""
    square = (line.number, place) if line.axis is Axis.ACROSS else (place, line.number)
    return format_position(Square(*square), line.axis)
