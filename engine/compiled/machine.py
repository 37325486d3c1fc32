"""The compiled search for plays and endgame results, with one word graph in its memory.

`engine.generator` says which code may use it.
"""

import atexit
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from struct import Struct
from threading import Lock
from typing import Final, NamedTuple, overload

from engine.board import EMPTY, LETTER_FACTOR, WORD_FACTOR, Axis, Board, Square
from engine.compiled.program import MEMORY, OutOfMemory, SearchProgram, program
from engine.placement import Placement, survey
from engine.plain import Play
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import Dawg, body, letters_of

_ROOM: Final = 1 << 19
"""The most plays of a position, or of all positions on one path of the search."""
_TABLE: Final = 1 << 21
"""The number of positions remembered; 64 MB, of which only the used part is allocated."""
_MOST_TILES: Final = 15
"""The most tiles of a rack."""
_RECORD: Final = Struct("<H5B15s")
"""A play of `search.c`: points, axis, line, place, length, new tiles, word."""
_LAID: Final = 6
"""The index of the byte in a record that has the number of new tiles."""
_AXES: Final = (Axis.ACROSS, Axis.DOWN)
_BITS: Final = {letter: 1 << number for number, letter in enumerate(ascii_uppercase, 1)}


class FoundPlays(Sequence[Play]):
    """All plays of a position, best score first, then by position and word as text.

    Each play is made when the caller reads it. Two blanks make up to 100,000 plays, and most
    callers read only the first ones.
    """

    def __init__(self, board: Board, records: bytes) -> None:
        self._board, self._records = board, records

    def __len__(self) -> int:
        return len(self._records) // _RECORD.size

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        found = range(len(self))[index]
        return tuple(map(self._play, found)) if isinstance(found, range) else self._play(found)

    def __iter__(self) -> Iterator[Play]:
        return map(self._play, range(len(self)))

    def _play(self, number: int) -> Play:
        return _play(self._board, self._records, number * _RECORD.size)

    def of_each_size(self, most: int) -> list[Play]:
        """Return the `most` best plays for each number of new tiles."""
        sizes = self._records[_LAID :: _RECORD.size]
        chosen = []
        for laid in set(sizes):
            at = -1
            for _ in range(most):
                at = sizes.find(laid, at + 1)
                if at < 0:
                    break
                chosen.append(at)
        return [self[number] for number in sorted(chosen)]


def _play(board: Board, records: bytes, at: int) -> Play:
    """Return the play of the record that begins there, with the words that it forms."""
    points, axis, line, place, length, _, word = _RECORD.unpack_from(records, at)
    square = (Square(line, place), Square(place, line))[axis]
    laid = Placement(square, _AXES[axis], word[:length].decode("ascii"))
    words = survey(board, laid).words
    return Play(square.position(laid.axis), laid.word, points, words)


class EndgameQuery(NamedTuple):
    """A query about a position at the end of a game."""

    board: Board
    mine: str
    """The rack of the player to move."""
    theirs: str
    to_pass: int
    """The number of passes in a row that ends the game from here; at most three."""
    fresh: int
    """The number of passes in a row that ends the game after a placement."""
    weights: tuple[int, int]
    """The weight of a point of the player to move, and of a point of the other."""


class BudgetExceeded(Exception):  # noqa: N818  (the name needs no suffix)
    """The query exceeds its budget of positions, or the memory."""


class CompiledSearch:
    """The compiled search with one word graph; it answers one query at a time."""

    def __init__(self, words: bytes, search: SearchProgram) -> None:
        """Load a word graph in the format of `engine.words.dawg.body`."""
        self._program, self._call = search, search.call
        self._lock = Lock()
        at = self._call("alloc", len(words))
        self._program.write(at, words)
        self._call("load_graph", at)
        self._call("make_room", _ROOM)
        self._squares = self._call("squares_at")
        self._racks = self._call("hand_at", 0), self._call("hand_at", 1)
        self._sorted = self._call("sorted_at")
        self._program.write(self._call("letter_factors_at"), bytes(LETTER_FACTOR))
        self._program.write(self._call("word_factors_at"), bytes(WORD_FACTOR))
        self._values = self._call("values_at")
        self._played_by: tuple[TileSet, Ruleset] | None = None
        self._has_table = False

    def find(self, board: Board, rack: str, tile_set: TileSet, rules: Ruleset) -> FoundPlays:
        """Return every play of the rack.

        Raises:
            BudgetExceeded: there is no room for all plays, or the rack has too many tiles.
        """
        with self._lock:
            self._set(board, (rack,), tile_set, rules)
            count = self._call("find")
            if count < 0:
                raise BudgetExceeded
            return FoundPlays(board, self._program.read(self._sorted, count * _RECORD.size))

    def prove(
        self, asked: EndgameQuery, tile_set: TileSet, rules: Ruleset, most: int
    ) -> tuple[int, Play | None]:
        """Return the value of an endgame for the player to move, and a best play; None is a pass.

        Later queries by the same rules reuse the result.

        Raises:
            BudgetExceeded: it takes more than `most` positions, or there is too little memory.
        """
        with self._lock:
            answer = self._answer("prove", asked, tile_set, rules, most)
            value: int = self._call("value_proven")
            best = self._program.read(self._sorted, _RECORD.size)
            return value, _play(asked.board, best, 0) if answer else None

    def reaches(
        self, asked: EndgameQuery, wanted: int, tile_set: TileSet, rules: Ruleset, most: int
    ) -> bool:
        """Return whether an endgame is worth at least `wanted` for the player to move.

        Raises:
            BudgetExceeded: it takes more than `most` positions.
        """
        with self._lock:
            return bool(self._answer("reaches", asked, tile_set, rules, most, wanted))

    def _answer(
        self, query: str, asked: EndgameQuery, tile_set: TileSet, rules: Ruleset, *limits: int
    ) -> int:
        """Return the answer of the program to that query, of which a negative one is a refusal."""
        self._begin_endgames()
        self._set(asked.board, (asked.mine, asked.theirs), tile_set, rules)
        answer: int = self._call(query, asked.to_pass, asked.fresh, *asked.weights, *limits)
        if answer < 0:
            raise BudgetExceeded
        return answer

    @property
    def positions_searched(self) -> int:
        """The number of new positions that the last query about an endgame took."""
        count: int = self._call("positions_looked_at")
        return count

    def forget(self) -> None:
        """Forget all endgame results, so that a search takes as many positions as the first one.

        Raises:
            BudgetExceeded: there is not enough memory for the table.
        """
        with self._lock:
            self._begin_endgames()
            self._call("forget_endgames")

    def _begin_endgames(self) -> None:
        """Allocate the table of endgame results, unless that was done."""
        try:
            if not self._has_table:
                self._call("begin_endgames", _TABLE)
        except OutOfMemory:
            raise BudgetExceeded from None
        self._has_table = True

    def _set(self, board: Board, racks: tuple[str, ...], tile_set: TileSet, rules: Ruleset) -> None:
        if max(map(len, racks)) > _MOST_TILES:
            raise BudgetExceeded
        if self._played_by != (tile_set, rules):
            self._set_rules(tile_set, rules)
            self._played_by = tile_set, rules
            if self._has_table:  # its results hold only by the former rules
                self._call("forget_endgames")
        squares = "".join(board.rows).encode("ascii").replace(EMPTY.encode(), b"\0")
        self._program.write(self._squares, squares)
        for at, rack in zip(self._racks, racks, strict=False):
            self._program.write(at, rack.encode("ascii") + b"\0")

    def _set_rules(self, tile_set: TileSet, rules: Ruleset) -> None:
        values = tile_set.values
        self._program.write(self._values, bytes(values.get(chr(code), 0) for code in range(128)))
        jokers = sum(_BITS[letter] for letter in tile_set.letters)
        gain, loss = rules.end_bonus.shares
        self._call("set_rules", jokers, rules.rack_size, rules.all_tiles_bonus, gain, loss)


_searches: Final[dict[int, tuple[Dawg, CompiledSearch | None]]] = {}
"""The searches by the identity of the graph, which is kept, so the id stays valid."""
_KEPT: Final = 4  # graphs, each with the memory of a search
atexit.register(_searches.clear)  # wasmtime objects must be freed before its modules are unloaded


def compiled_search(graph: Dawg, memory: int = MEMORY) -> CompiledSearch | None:
    """Return the compiled search with that graph, or None if it cannot run here or with the graph.

    `memory` is the limit in bytes for a search that must be created.
    """
    known = _searches.get(id(graph))
    if known is None:
        while len(_searches) >= _KEPT:
            del _searches[next(iter(_searches))]
        known = _searches[id(graph)] = graph, _made(graph, memory)
    return known[1]


def _made(graph: Dawg, memory: int) -> CompiledSearch | None:
    search = program(memory) if letters_of(graph) <= _BITS.keys() else None
    try:
        return None if search is None else CompiledSearch(body(graph), search)
    except OutOfMemory:
        return None
