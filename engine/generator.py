"""Every legal placement of a rack on a board: for finished games, demonstrations and tests.

What is found here is never shown to somebody who is playing: no part of the bot that speaks to
players may import it.

The compiled search finds them (`engine.compiled`); where it does not run, `engine.plain` finds the
same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import overload

from engine.board import EMPTY, Axis, Board, Square, offset
from engine.compiled.machine import Found, Raw, TooMuch, machine_of
from engine.dawg import Dawg
from engine.notation import format_position, parse_position
from engine.plain import Play, plain_plays
from engine.rulesets import Ruleset
from engine.tiles import TileSet

__all__ = ["Play", "dearest", "plays"]


def plays(
    board: Board, rack: str, graph: Dawg, tile_set: TileSet, rules: Ruleset
) -> Sequence[Play]:
    """Return every placement that the rules and the word list allow, the dearest first.

    Equal scores stand in the order of position and word, as text. A single tile that forms a word
    both ways is listed under both of its readings: they lay the same tile for the same points. A
    joker may stand for any letter of the tile set, and each letter makes a placement of its own.
    The words already on the board are taken as they are.
    """
    machine = machine_of(graph)
    if machine is not None:
        try:
            return _Found(machine.find(board, rack, tile_set, rules), board)
        except TooMuch:
            pass
    return plain_plays(board, rack, graph, tile_set, rules)


def dearest(found: Sequence[Play], board: Board, most: int) -> list[Play]:
    """Return the dearest placements that lay one tile, two tiles …, so many of each, in order.

    `found` is what `plays` found on that board.
    """
    if isinstance(found, _Found):
        return found.of_each_size(most)
    taken: Counter[int] = Counter()
    chosen = []
    for play in found:
        square, axis = parse_position(play.position)
        at = offset(square, axis)
        laid = board.lines(axis).count(EMPTY, at, at + len(play.word))
        taken[laid] += 1
        if taken[laid] <= most:
            chosen.append(play)
    return chosen


class _Found(Sequence[Play]):
    """What the compiled search found; each placement is written out when it is asked for.

    Two jokers make up to 100,000, of which hardly anybody wants to see more than the first.
    """

    def __init__(self, found: Found, board: Board) -> None:
        self._found, self._board = found, board
        self._windows: dict[tuple[Axis, int, int, int], _Window] = {}

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        if isinstance(index, slice):
            return tuple(self._play(self._found[at]) for at in range(len(self))[index])
        return self._play(self._found[range(len(self))[index]])

    def __iter__(self) -> Iterator[Play]:
        return map(self._play, self._found)

    def of_each_size(self, most: int) -> list[Play]:
        """Return the dearest of each number of new tiles."""
        return [self[index] for index in self._found.of_each_size(most)]

    def _play(self, raw: Raw) -> Play:
        points, axis, line, place, _, word = raw
        key = axis, line, place, len(word)
        window = self._windows.get(key)
        if window is None:
            window = self._windows[key] = _window(self._board, *key)
        position, crossed = window
        if not crossed:
            return Play(position, word, points, (word,))
        adjacent = [before + word[at] + after for at, before, after in crossed]
        return Play(position, word, points, (word, *adjacent))


_Window = tuple[str, list[tuple[int, str, str]]]
"""A position as it is written, and by crossed square the letters before and after."""


def _window(board: Board, axis: Axis, line: int, start: int, length: int) -> _Window:
    crossed = []
    lines, cross = board.lines(axis), board.lines(axis.other)
    for place in range(start, start + length):
        square = _square(axis, line, place)
        at = offset(square, axis.other)
        before, after = cross.rfind(EMPTY, 0, at) + 1, cross.find(EMPTY, at + 1)
        if lines[offset(square, axis)] == EMPTY and after - before > 1:
            crossed.append((place - start, cross[before:at], cross[at + 1 : after]))
    return format_position(_square(axis, line, start), axis), crossed


def _square(axis: Axis, line: int, place: int) -> Square:
    return Square(line, place) if axis is Axis.ACROSS else Square(place, line)
