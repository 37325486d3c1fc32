"""A cache of plays by line, because the boards of one search are nearly alike.

The plays on a line depend only on its tiles, the words that its squares cross, and the rack. A play
changes about ten of the thirty lines; the cache has the results for the others.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from engine.board import EMPTY, SIZE, STRIDE, Axis, Board, Square, offset
from engine.lines import BoardLine, Fitting, Window, crossed_places, points_of, position_of, windows
from engine.rulesets import Ruleset
from engine.tiles import TileSet, as_held
from engine.words.dawg import Dawg
from engine.words.spelling import Speller

Laid: TypeAlias = tuple[tuple[int, int, str], ...]
"""New tiles, each with its offset in the row string, its offset in the column string, and its
letter.
"""


_PLACES: Final = tuple(f"{place}:" for place in range(SIZE))


class SearchedPlay(NamedTuple):
    """A play in the search; points come first, so that moves sort by them."""

    points: int
    left: str
    """The rack after the play, sorted."""
    laid: Laid
    """The new tiles."""
    position: str
    """The position as players write it."""
    word: str
    """The whole main word, blanks in lower case."""


class SearchBoard(NamedTuple):
    """A board in the search: both line strings, and the cache key of each line."""

    across: str
    """All rows as one line string (`engine.board.offset`)."""
    down: str
    """All columns as one line string."""
    keys: tuple[int, ...]
    """The keys of the rows, then of the columns."""


def across_after(lines: SearchBoard, laid: Laid) -> str:
    """Return the row string after these tiles."""
    across = lines.across
    for place, _, tile in laid:
        across = across[:place] + tile + across[place + 1 :]
    return across


class LineCache:
    """All plays found so far, by line and rack."""

    def __init__(self, graph: Dawg, tile_set: TileSet, rules: Ruleset) -> None:
        self._graph, self._tile_set, self._rules = graph, tile_set, rules
        self._numbers: list[dict[str, int]] = [{} for _ in range(2 * SIZE)]
        self._lines: list[BoardLine] = []
        self._found: dict[str, dict[int, list[SearchedPlay]]] = {}
        self._spellers: dict[str, Speller] = {}
        self._fitting: Fitting = {}

    def lines(self, board: Board) -> SearchBoard:
        """Return the board in the form of the search."""
        across, down = board.across, board.down
        keys = tuple(self._key(across, down, number) for number in range(2 * SIZE))
        return SearchBoard(across, down, keys)

    @staticmethod
    def placed(tiles: Iterable[tuple[Square, str]]) -> Laid:
        """Return tiles on squares in the form of the search."""
        return tuple((offset(at, Axis.ACROSS), offset(at, Axis.DOWN), tile) for at, tile in tiles)

    def after(self, lines: SearchBoard, laid: Laid) -> SearchBoard:
        """Return the board after these tiles; only the affected lines get new keys."""
        across, down = across_after(lines, laid), lines.down
        for _, column_place, tile in laid:
            down = down[:column_place] + tile + down[column_place + 1 :]
        keys = list(lines.keys)
        for number in _concerned(across, down, laid):
            keys[number] = self._key(across, down, number)
        return SearchBoard(across, down, tuple(keys))

    def moves(self, lines: SearchBoard, rack: str) -> list[SearchedPlay]:
        """Return every play of that sorted rack."""
        known = self._found.setdefault(rack, {})
        found: list[SearchedPlay] = []
        for key in lines.keys:
            moves = known.get(key)
            if moves is None:
                moves = known[key] = self._search(key, rack)
            found += moves
        return found

    def forget(self) -> None:
        """Delete all results; their reference cycles would otherwise stay in memory."""
        for speller in self._spellers.values():
            speller.forget()
        self._spellers.clear()
        self._found.clear()

    def _key(self, across: str, down: str, number: int) -> int:
        """Return the cache key of a line: its index, its tiles, and the words that it crosses."""
        axis = Axis.ACROSS if number < SIZE else Axis.DOWN
        lines, cross = (across, down) if axis is Axis.ACROSS else (down, across)
        own = number % SIZE
        start = 1 + own * STRIDE
        name = lines[start : start + SIZE]
        for place in crossed_places(lines, own):
            at = 1 + place * STRIDE + own
            first, last = cross.rfind(EMPTY, 0, at) + 1, cross.find(EMPTY, at + 1)
            name += _PLACES[place] + cross[first:last]
        numbers = self._numbers[number]
        found = numbers.get(name)
        if found is None:
            found = numbers[name] = len(self._lines)
            self._lines.append(BoardLine(lines, cross, axis, own))
        return found

    def _search(self, key: int, rack: str) -> list[SearchedPlay]:
        line = self._lines[key]
        return [
            move
            for window, points in self._searched(key, rack)
            for move in self._as_moves(line, window, points, rack)
        ]

    def _searched(self, key: int, rack: str) -> Iterator[tuple[Window, list[int]]]:
        """Yield the windows of the line with words, and the points of each word."""
        line = self._lines[key]
        if not line.anchors or not rack:
            return
        speller = self._spellers.get(rack)
        if speller is None:
            speller = Speller(self._graph.root, rack, self._tile_set.letters)
            self._spellers[rack] = speller
        line.check_crosses(self._graph.root, speller, self._tile_set, self._fitting)
        for window in windows(line, speller):
            yield window, points_of(line, window, self._tile_set, self._rules)[0]

    def _as_moves(
        self, line: BoardLine, window: Window, points: list[int], rack: str
    ) -> Iterator[SearchedPlay]:
        fresh = [p for p in range(window.start, window.end) if line.tiles[p] == EMPTY]
        places = [(self._places(line, place), place - window.start) for place in fresh]
        position = position_of(line, window.start)
        for word, score in zip(window.words, points, strict=True):
            laid = tuple((*both, word[at]) for both, at in places)
            yield SearchedPlay(score, _without(rack, laid), laid, position, word)

    @staticmethod
    def _places(line: BoardLine, place: int) -> tuple[int, int]:
        along, across = line.start + place, 1 + place * STRIDE + line.number
        return (along, across) if line.axis is Axis.ACROSS else (across, along)


def _concerned(across: str, down: str, laid: Laid) -> set[int]:
    """Return the lines with new tiles, and those that cross the ends of a changed word."""
    concerned: set[int] = set()
    for row_place, column_place, _ in laid:
        row, column = (column_place - 1) % STRIDE, (row_place - 1) % STRIDE
        concerned.update((row, SIZE + column))
        for lines, place, first in ((across, row_place, SIZE), (down, column_place, 0)):
            for end in (lines.rfind(EMPTY, 0, place), lines.find(EMPTY, place)):
                number = (end - 1) % STRIDE
                if number < SIZE:  # otherwise the word ends at the edge
                    concerned.add(first + number)
    return concerned


def _without(rack: str, laid: Laid) -> str:
    for _, _, tile in laid:
        rack = rack.replace(as_held(tile), "", 1)
    return rack
