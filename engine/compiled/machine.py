"""A word graph in the memory of the compiled search: questions to it, and its answers.

Who may use it is said where placements are found (`engine.generator`).
"""

import atexit
from collections.abc import Iterator
from string import ascii_uppercase
from struct import Struct
from threading import Lock
from typing import Any, Final, NamedTuple

from engine.board import EMPTY, LETTER_FACTOR, WORD_FACTOR, Axis, Board
from engine.compiled.program import MEMORY, OutOfMemory, Program, program
from engine.dawg import Dawg, body, letters_of
from engine.rulesets import Ruleset
from engine.tiles import TileSet

_ROOM: Final = 1 << 19
"""Placements of one position, or of all on the way down in a search."""
_TABLE: Final = 1 << 21
"""Positions remembered; 64 MB, of which only what is used is taken."""
_MOST_TILES: Final = 15
"""Of a hand."""
_RECORD: Final = Struct("<H5B15s")
_LAID: Final = 6
"""Which byte of a record says how many tiles are new."""
_AXES: Final = (Axis.ACROSS, Axis.DOWN)
_BITS: Final = {letter: 1 << number for number, letter in enumerate(ascii_uppercase, 1)}


class Raw(NamedTuple):
    """A placement as the search tells it."""

    points: int
    """Before any cap."""
    axis: Axis
    line: int
    place: int
    """Where on its line the word begins."""
    laid: int
    """How many tiles are new."""
    word: str
    """Whole, jokers in lower case."""


class Found:
    """All placements of a position, the dearest first, of equals by position and word as text."""

    def __init__(self, records: bytes) -> None:
        self._records = records

    def __len__(self) -> int:
        return len(self._records) // _RECORD.size

    def __getitem__(self, index: int) -> Raw:
        return _raw(_RECORD.unpack_from(self._records, index * _RECORD.size))

    def __iter__(self) -> Iterator[Raw]:
        return map(_raw, _RECORD.iter_unpack(self._records))

    def of_each_size(self, most: int) -> list[int]:
        """Return the indices of the dearest that lay one tile, two tiles …, so many of each."""
        sizes = self._records[_LAID :: _RECORD.size]
        chosen = []
        for laid in set(sizes):
            at = -1
            for _ in range(most):
                at = sizes.find(laid, at + 1)
                if at < 0:
                    break
                chosen.append(at)
        return sorted(chosen)


def _raw(record: tuple[Any, ...]) -> Raw:
    points, axis, line, place, length, laid, word = record
    return Raw(points, _AXES[axis], line, place, laid, word[:length].decode("ascii"))


class Asked(NamedTuple):
    """A position of the end of a game."""

    board: Board
    mine: str
    """The hand of who moves."""
    theirs: str
    to_pass: int
    """How many passes in a row end the game; at most three."""
    fresh: int
    """How many do after a placement."""
    weights: tuple[int, int]
    """What a point is worth of who moves, and of the other."""


class TooMuch(Exception):  # noqa: N818  (it says what it is)
    """What was asked takes more than was allowed, or than there is room for."""


class Machine:
    """The compiled search with one word graph; it answers one question at a time."""

    def __init__(self, words: bytes, search: Program) -> None:
        """Take a word graph as `engine.dawg.body` writes it."""
        self._program, self._call = search, search.call
        self._lock = Lock()
        at = self._call("alloc", len(words))
        self._program.write(at, words)
        self._call("load_graph", at)
        self._call("make_room", _ROOM)
        self._squares = self._call("squares_at")
        self._hands = self._call("hand_at", 0), self._call("hand_at", 1)
        self._sorted = self._call("sorted_at")
        self._program.write(self._call("letter_factors_at"), bytes(LETTER_FACTOR))
        self._program.write(self._call("word_factors_at"), bytes(WORD_FACTOR))
        self._values = self._call("values_at")
        self._played_by: tuple[TileSet, Ruleset] | None = None
        self._has_table = False

    def find(self, board: Board, rack: str, tile_set: TileSet, rules: Ruleset) -> Found:
        """Return every placement of the rack.

        Raises:
            TooMuch: there are more than anybody asks for, or the rack is no hand.
        """
        with self._lock:
            self._set(board, (rack,), tile_set, rules)
            count = self._call("find")
            if count < 0:
                raise TooMuch
            return Found(self._program.read(self._sorted, count * _RECORD.size))

    def prove(
        self, asked: Asked, tile_set: TileSet, rules: Ruleset, most: int
    ) -> tuple[int, Raw | None]:
        """Return what an end is worth to who moves, and a placement that brings it; None: a pass.

        What is found out serves later questions, until `forget`.

        Raises:
            TooMuch: it takes more than `most` positions.
        """
        with self._lock:
            self._set(asked.board, asked[1:3], tile_set, rules)
            answer = self._call("prove", asked.to_pass, asked.fresh, *asked.weights, most)
            if answer < 0:
                raise TooMuch
            value: int = self._call("value_proven")
            best = self._program.read(self._sorted, _RECORD.size)
            return value, _raw(_RECORD.unpack(best)) if answer else None

    def reaches(
        self, asked: Asked, wanted: int, tile_set: TileSet, rules: Ruleset, most: int
    ) -> bool:
        """Return whether an end is worth so much to who moves.

        Raises:
            TooMuch: it takes more than `most` positions.
        """
        with self._lock:
            self._set(asked.board, asked[1:3], tile_set, rules)
            answer = self._call("reaches", asked.to_pass, asked.fresh, *asked.weights, most, wanted)
            if answer < 0:
                raise TooMuch
            return bool(answer)

    @property
    def looked_at(self) -> int:
        """Return how many new positions the last question about an end took."""
        count: int = self._call("positions_looked_at")
        return count

    def forget(self) -> None:
        """Forget what was found out of ends; say so before another tile set or other rules.

        Raises:
            TooMuch: there is not enough memory to remember anything.
        """
        with self._lock:
            try:
                if not self._has_table:
                    self._call("begin_endgames", _TABLE)
            except OutOfMemory:
                raise TooMuch from None
            self._has_table = True
            self._call("forget_endgames")

    def _set(self, board: Board, racks: tuple[str, ...], tile_set: TileSet, rules: Ruleset) -> None:
        if max(map(len, racks)) > _MOST_TILES:
            raise TooMuch
        if self._played_by != (tile_set, rules):
            self._set_rules(tile_set, rules)
            self._played_by = tile_set, rules
        squares = "".join(board.rows).encode("ascii").replace(EMPTY.encode(), b"\0")
        self._program.write(self._squares, squares)
        for at, rack in zip(self._hands, racks, strict=False):
            self._program.write(at, rack.encode("ascii") + b"\0")

    def _set_rules(self, tile_set: TileSet, rules: Ruleset) -> None:
        worth = tile_set.values
        self._program.write(self._values, bytes(worth.get(chr(code), 0) for code in range(128)))
        jokers = sum(_BITS[letter] for letter in tile_set.letters)
        gain, loss = rules.end_bonus.shares
        self._call("set_rules", jokers, rules.rack_size, rules.all_tiles_bonus, gain, loss)


_machines: Final[dict[int, tuple[Dawg, Machine | None]]] = {}
"""By the identity of its graph, which is kept, so that the identity stays its own."""
_KEPT: Final = 4
atexit.register(_machines.clear)  # what wasmtime holds has to go before its modules do


def machine_of(graph: Dawg, memory: int = MEMORY) -> Machine | None:
    """Return the compiled search with that graph; None where it does not run, or not with it.

    `memory` is how many bytes a search that is not there yet may take.
    """
    known = _machines.get(id(graph.root))
    if known is None:
        while len(_machines) >= _KEPT:
            del _machines[next(iter(_machines))]
        known = _machines[id(graph.root)] = graph, _made(graph, memory)
    return known[1]


def _made(graph: Dawg, memory: int) -> Machine | None:
    search = program(memory) if letters_of(graph) <= _BITS.keys() else None
    try:
        return None if search is None else Machine(body(graph), search)
    except OutOfMemory:
        return None
