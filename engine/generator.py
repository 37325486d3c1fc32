"""Every legal play of a rack on a board: for finished games, practice, demonstrations and tests.

Players of a running game must never see these plays, so the parts of the bot that speak to players
may not import this module. Only `engine.opponent` plays with it, in practice games.

The compiled search (`engine.compiled`) finds the plays. Where it cannot run, `engine.plain` finds
the same ones.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import overload

from engine.board import EMPTY, Axis, Board, Square, offset
from engine.compiled.machine import BudgetExceeded, CompiledPlay, FoundPlays, compiled_search
from engine.notation import format_position, parse_position
from engine.plain import Play, plain_plays
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import Dawg

__all__ = ["Play", "best_plays", "plays"]


def plays(
    board: Board, rack: str, graph: Dawg, tile_set: TileSet, rules: Ruleset
) -> Sequence[Play]:
    """Return every play that the rules and the word list allow, best score first.

    Equal scores are sorted by position and then by word, as text. A single tile that forms a word
    in both directions appears twice, once for each direction, with the same points. A blank may be
    any letter of the tile set, and each letter is a separate play. The words already on the board
    are not checked.
    """
    machine = compiled_search(graph)
    if machine is not None:
        try:
            return _Found(machine.find(board, rack, tile_set, rules), board)
        except BudgetExceeded:
            pass
    return plain_plays(board, rack, graph, tile_set, rules)


def best_plays(found: Sequence[Play], board: Board, most: int) -> list[Play]:
    """Return the `most` best-scoring plays for each number of new tiles, best score first.

    `found` is the result of `plays` on that board.
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
    """The result of the compiled search; each play is built when the caller reads it.

    Two blanks make up to 100,000 plays, and most callers read only the first ones.
    """

    def __init__(self, found: FoundPlays, board: Board) -> None:
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
        """Return the `most` best plays for each number of new tiles."""
        return [self[index] for index in self._found.of_each_size(most)]

    def _play(self, raw: CompiledPlay) -> Play:
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
"""A position in text, and for each crossed square the letters before and after it."""


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
