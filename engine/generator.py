"""Every legal placement of a rack on a board: for finished games, demonstrations and tests.

What is found here is never shown to somebody who is playing: no part of the bot that speaks to
players may import it.

The method is Appel and Jacobson's. Along each line, words grow to the right from every possible
start, letter by letter through the word graph, and only those that come to an anchor (an empty
square beside a tile) are followed. Each line knows beforehand which tiles its squares admit, for
the sake of the adjacent words, and what these would be worth (`_Line`). What the hand can spell
is found once for the whole board (`engine.spelling`).
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from math import prod
from operator import attrgetter, itemgetter
from typing import NamedTuple, cast

from engine.board import (
    CENTRE,
    EMPTY,
    LETTER_FACTOR,
    SIZE,
    STRIDE,
    WORD_FACTOR,
    Axis,
    Board,
    Square,
    offset,
)
from engine.dawg import END, Dawg, Node, walk
from engine.notation import format_position, parse_position
from engine.placement import Placement
from engine.rulesets import Ruleset
from engine.spelling import Spelled, Speller, laid, passed
from engine.tiles import TileSet


class Play(NamedTuple):
    """A legal placement and what it is worth."""

    position: str
    """As players write it: `H8` across, `8H` down."""
    word: str
    """The whole main word, jokers in lower case."""
    score: int
    """Points before any cap."""
    words: tuple[str, ...]
    """The main word, then the adjacent words in reading order, jokers in lower case."""

    @property
    def placement(self) -> Placement:
        """Return the placement itself."""
        return Placement(*parse_position(self.position), self.word)


def plays(
    board: Board, rack: str, graph: Dawg, tile_set: TileSet, rules: Ruleset
) -> tuple[Play, ...]:
    """Return every placement that the rules and the word list allow, the dearest first.

    Equal scores stand in the order of position and word, as text. A single tile that forms a word
    both ways is listed under both of its readings: they lay the same tile for the same points. A
    joker may stand for any letter of the tile set, and each letter makes a placement of its own.
    The words already on the board are taken as they are.
    """
    with _collector_paused():
        found = _found(board, Speller(graph.root, rack, tile_set.letters), graph, tile_set, rules)
        found.sort()
        found.sort(key=attrgetter("score"), reverse=True)
    return tuple(found)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector, which would walk the whole word graph again and again.

    Nothing here is left to it (see `Speller.forget`). With two jokers this saves half the time.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()


def _found(
    board: Board, speller: Speller, graph: Dawg, tile_set: TileSet, rules: Ruleset
) -> list[Play]:
    found: list[Play] = []
    for axis in Axis:
        for number in range(SIZE):
            line = _Line(board, axis, number)
            if line.anchors:
                line.check_crosses(graph.root, speller, tile_set)
                for window in _windows(line, speller):
                    found += _priced(line, window, tile_set, rules)
    speller.forget()
    return found


class _Line:
    """One line of the board: its tiles, its anchors, and what its empty squares admit."""

    def __init__(self, board: Board, axis: Axis, number: int) -> None:
        self.axis = axis
        self.number = number
        self.start = 1 + number * STRIDE
        lines, self.cross = board.lines(axis), board.lines(axis.other)
        self.tiles = lines[self.start : self.start + SIZE] + EMPTY
        """The line's squares, and an empty one that ends it."""
        self.letter_premiums = self._premiums(LETTER_FACTOR)
        self.word_premiums = self._premiums(WORD_FACTOR)
        """The empty squares that multiply a letter, or the word, with their factors."""
        self.crossed = [place for place in range(SIZE) if self._is_crossed(place)]
        """The empty squares at which an adjacent word would be formed."""
        self.anchors = self._anchors(board)
        self.checks: dict[int, dict[str, tuple[int, str]]] = {}
        """For each crossed square, by admitted tile: points and adjacent word."""

    def _premiums(self, factors: Sequence[int]) -> list[tuple[int, int]]:
        of_line = enumerate(factors[self.start : self.start + SIZE])
        return [(place, n) for place, n in of_line if n > 1 and self.tiles[place] == EMPTY]

    def _is_crossed(self, place: int) -> bool:
        at = self._turned(place)
        beside = self.cross[at - 1] != EMPTY or self.cross[at + 1] != EMPTY
        return beside and self.tiles[place] == EMPTY

    def _turned(self, place: int) -> int:
        """Return where that square of the line stands in the line string of the other axis."""
        return 1 + place * STRIDE + self.number

    def _anchors(self, board: Board) -> list[int]:
        """Return the empty squares that a word may connect by, in order."""
        if board.is_empty:
            centre = offset(CENTRE, self.axis) - self.start
            return [centre] if 0 <= centre < SIZE else []
        tiles = EMPTY + self.tiles
        beside = [
            place
            for place in range(SIZE)
            if tiles[place + 1] == EMPTY and (tiles[place] != EMPTY or tiles[place + 2] != EMPTY)
        ]
        return sorted({*beside, *self.crossed})

    def check_crosses(self, root: Node, speller: Speller, tile_set: TileSet) -> None:
        """Find out which tiles of the hand form an adjacent word of the list, and its points."""
        values = tile_set.values
        for place in self.crossed:
            at = self._turned(place)
            before = self.cross[self.cross.rfind(EMPTY, 0, at) + 1 : at]
            after = self.cross[at + 1 : self.cross.find(EMPTY, at + 1)]
            lying = sum(values[tile] for tile in before + after)
            letter_factor = LETTER_FACTOR[self.start + place]
            word_factor = WORD_FACTOR[self.start + place]
            self.checks[place] = {
                tile: ((lying + values[tile] * letter_factor) * word_factor, before + tile + after)
                for tile in _admitted(root, before.upper(), after.upper(), speller)
            }


def _admitted(root: Node, before: str, after: str, speller: Speller) -> Iterator[str]:
    """Yield the tiles of the hand, as laid, that make a word between these letters."""
    node = walk(root, before)
    if node is None:
        return
    for letter, tiles in speller.laid_as.items():
        end = walk(node, letter + after)
        if end is not None and END in end:
            yield from tiles


class _Window(NamedTuple):
    """Part of a line, with empty squares or the edge around it, and the words that fit there."""

    start: int
    end: int
    words: list[str]


def _windows(line: _Line, speller: Speller) -> Iterator[_Window]:
    """Yield every window of the line that a connected word of two letters or more fills."""
    for start in range(SIZE):
        if start and line.tiles[start - 1] != EMPTY:
            continue
        place, begun = _openings(line, start, speller)
        fresh = place > start
        while begun:
            if fresh and place > start + 1 and line.tiles[place] == EMPTY:
                words = [letters for letters, state in begun if state.final]
                if words:
                    yield _Window(start, place, words)
            if place == SIZE:
                break
            if line.tiles[place] != EMPTY:
                begun = passed(begun, line.tiles[place])
            else:
                begun = laid(begun, line.checks.get(place))
                fresh = True
            place += 1


def _openings(line: _Line, start: int, speller: Speller) -> tuple[int, list[Spelled]]:
    """Return what may lie from `start` up to the first anchor and on it, and where that ends."""
    if line.tiles[start] != EMPTY:
        return start, speller.openings(0)
    for anchor in line.anchors:
        if anchor >= start:
            length = anchor + 1 - start
            return anchor + 1, speller.openings(length, line.checks.get(anchor))
    return start, []


def _priced(line: _Line, window: _Window, tile_set: TileSet, rules: Ruleset) -> Iterator[Play]:
    """Return the plays of a window, reckoned in columns: premiums are the same for all its words.

    Two jokers make up to 200,000 plays of a position, so a play should cost as little as it can.
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
    formed = [words]
    for place in line.crossed:
        if start <= place < end:
            check = line.checks[place]
            crosses = [check[word[place - start]] for word in words]
            points = [p + more for p, (more, _) in zip(points, crosses, strict=True)]
            formed.append([cross for _, cross in crosses])
    position = repeat(_position(line, start), len(words))
    return map(_as_play, zip(position, words, points, zip(*formed, strict=True), strict=True))


_as_play = cast(
    "Callable[[tuple[str, str, int, tuple[str, ...]]], Play]", partial(tuple.__new__, Play)
)
"""Makes a play of a row at half the price of calling the class."""


def _position(line: _Line, place: int) -> str:
    square = (line.number, place) if line.axis is Axis.ACROSS else (place, line.number)
    return format_position(Square(*square), line.axis)
