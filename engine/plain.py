"""Every legal play of a rack on a board, in plain Python: the reference implementation.

`engine.generator` uses the compiled search where it runs, with the same result. `engine.lines`
explains the method.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from operator import attrgetter
from typing import NamedTuple, cast

from engine.board import SIZE, Axis, Board
from engine.lines import BoardLine, Fitting, Window, points_of, position_of, windows
from engine.notation import parse_position
from engine.placement import Placement
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import Dawg
from engine.words.spelling import Speller


class Play(NamedTuple):
    """A legal play and its score."""

    position: str
    """The position as players write it: `H8` across, `8H` down."""
    word: str
    """The whole main word, blanks in lower case."""
    score: int
    """Points before any cap."""
    words: tuple[str, ...]
    """The main word, then the adjacent words in reading order, blanks in lower case."""

    @property
    def placement(self) -> Placement:
        """Return the play as a placement."""
        return Placement(*parse_position(self.position), self.word)


def plain_plays(
    board: Board, rack: str, graph: Dawg, tile_set: TileSet, rules: Ruleset
) -> tuple[Play, ...]:
    """Return every legal play, in the order of `engine.generator.plays`."""
    with _collector_paused():
        found = _found(board, Speller(graph.root, rack, tile_set.letters), graph, tile_set, rules)
        found.sort()
        found.sort(key=attrgetter("score"), reverse=True)
    return tuple(found)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector, which would scan the whole word graph again and again.

    No cycles are left for the collector (see `Speller.forget`). With two blanks the pause halves
    the time.
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
    known: Fitting = {}
    for axis in Axis:
        for number in range(SIZE):
            line = BoardLine(board.lines(axis), board.lines(axis.other), axis, number)
            if line.anchors:
                line.check_crosses(graph.root, speller, tile_set, known)
                for window in windows(line, speller):
                    found += _scored(line, window, tile_set, rules)
    speller.forget()
    return found


def _scored(line: BoardLine, window: Window, tile_set: TileSet, rules: Ruleset) -> Iterator[Play]:
    points, adjacent = points_of(line, window, tile_set, rules)
    words = window.words
    position = repeat(position_of(line, window.start), len(words))
    formed = zip(words, *adjacent, strict=True)
    return map(_as_play, zip(position, words, points, formed, strict=True))


_as_play = cast(
    "Callable[[tuple[str, str, int, tuple[str, ...]]], Play]", partial(tuple.__new__, Play)
)
"""Creates a play from a tuple in half the time of calling the class."""
