"""Every legal play of a rack on a board, in plain Python: the reference implementation.

`engine.generator` uses the compiled search where it runs, with the same result and much faster. On
each line words grow letter by letter from every possible start, along the word graph (Appel and
Jacobson). Only words through an anchor count; an anchor is an empty square beside a tile.
`engine.placement` forms the words of each play and scores it.

Players of a running game must never see the results (`engine.generator`).
"""

from typing import NamedTuple

from engine.board import CENTRE, EMPTY, SIZE, Axis, Board, Square, offset, squares
from engine.notation import parse_position
from engine.placement import Placement, score, survey
from engine.rulesets import Ruleset
from engine.tiles import JOKER, TileSet
from engine.words.dawg import END, Dawg, Node, walk


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
    found = []
    letters = frozenset(rack) | (tile_set.letters if JOKER in rack else frozenset())
    for axis in Axis:
        for number in range(SIZE):
            line = _Line(board, axis, number, graph.root, letters)
            for place, word in line.words(rack):
                laid = survey(board, Placement(line.squares[place], axis, word))
                position = line.squares[place].position(axis)
                found.append(Play(position, word, score(laid, tile_set, rules), laid.words))
    found.sort(key=lambda play: (-play.score, play.position, play.word))
    return tuple(found)


class _Line:
    """One line of the board: its tiles, its anchors, and the letters that its squares admit."""

    def __init__(
        self, board: Board, axis: Axis, number: int, root: Node, letters: frozenset[str]
    ) -> None:
        start = Square(number, 0) if axis is Axis.ACROSS else Square(0, number)
        self.squares = tuple(squares(start, axis, SIZE))
        self._root, self._letters = root, letters
        begin = offset(start, axis)
        self._tiles = board.lines(axis)[begin : begin + SIZE] + EMPTY
        """The line's squares, with an empty one at the end."""
        self._fitting: dict[int, list[str]] = {}
        """The letters that form an adjacent word, by the squares that would form one."""
        cross = board.lines(axis.other)
        for place, square in enumerate(self.squares):
            at = offset(square, axis.other)
            if self._tiles[place] == EMPTY and cross[at - 1] + cross[at + 1] != EMPTY * 2:
                before, after = cross[:at].rpartition(EMPTY)[2], cross[at + 1 :].partition(EMPTY)[0]
                self._fitting[place] = _fitting(root, before.upper(), after.upper(), letters)
        tiles = EMPTY + self._tiles
        beside = (place for place in range(SIZE) if tiles[place] + tiles[place + 2] != EMPTY * 2)
        anchors = {*beside, *self._fitting}
        if board.is_empty and CENTRE in self.squares:
            anchors.add(self.squares.index(CENTRE))
        self._anchors = {place for place in anchors if self._tiles[place] == EMPTY}
        self._found: list[tuple[int, str]] = []

    def words(self, rack: str) -> list[tuple[int, str]]:
        """Return every word that the rack can form here through an anchor, and where it starts."""
        for start in range(SIZE if self._anchors else 0):
            if not start or self._tiles[start - 1] == EMPTY:
                near = any(start + step in self._anchors for step in range(len(rack)))
                if near or self._tiles[start] != EMPTY:
                    self._grow(start, start, self._root, "", rack, is_anchored=False)
        return self._found

    def _grow(  # noqa: PLR0913  (a word so far, and what may follow it)
        self, start: int, place: int, node: Node, word: str, rack: str, *, is_anchored: bool
    ) -> None:
        """Find every word that begins so; `node` is the end of `word` in the graph."""
        lying = self._tiles[place]
        if lying != EMPTY:
            if (child := node.get(lying.upper())) is not None:
                self._grow(start, place + 1, child, word + lying, rack, is_anchored=is_anchored)
            return
        if is_anchored and END in node and len(word) > 1:
            self._found.append((start, word))
        if place == SIZE:
            return
        fitting = self._fitting.get(place)
        is_anchored |= place in self._anchors
        for tile in dict.fromkeys(rack):
            left = rack.replace(tile, "", 1)
            for letter in self._letters.intersection(node) if tile == JOKER else tile:
                child = node.get(letter)
                if child is not None and (fitting is None or letter in fitting):
                    laid = letter.lower() if tile == JOKER else letter
                    self._grow(start, place + 1, child, word + laid, left, is_anchored=is_anchored)


def _fitting(root: Node, before: str, after: str, letters: frozenset[str]) -> list[str]:
    """Return the letters that form a word of the list between these ones."""
    node = walk(root, before) or {}
    ends = ((letter, walk(node[letter], after)) for letter in letters.intersection(node))
    return [letter for letter, end in ends if end is not None and END in end]
