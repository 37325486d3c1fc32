"""The proven end of a game with no tiles to draw and both racks known: the reference.

Alpha-beta search over both racks, including passes, with a table of positions. A value is in
points. It is the spread that the player to move will gain on the other from here to the end of the
game, including the tiles left (art. 4.3). For coefficients, the points of the two players have
different weights. The budget of a search is a number of positions and not a time, so the same game
always gives the same result.

The compiled search gives the same results much faster (`engine.analysis.proving`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.analysis.play_cache import LineCache, SearchBoard, SearchedPlay, across_after
from engine.board import Board, Square
from engine.rulesets import Ruleset
from engine.tiles import TileSet, value_of, without
from engine.words.dawg import Dawg

_PAIR: Final = 2
_INFINITE_SPREAD: Final = 1 << 28
"""Greater than any spread."""


class OutOfBudget(Exception):  # noqa: N818  (the name needs no suffix)
    """The search used up its budget of positions without a proof."""


@dataclass(frozen=True, slots=True)
class Best:
    """The proven result for a position."""

    value: int
    """The points that the player to move will gain on the other."""
    move: SearchedPlay | None
    """A best move; None is a pass."""


@dataclass(slots=True)
class _Bounds:
    low: int = -_INFINITE_SPREAD
    high: int = _INFINITE_SPREAD
    move: SearchedPlay | None = None
    """The best move so far, or the one that caused a cut-off; None is a pass, or no move yet."""
    is_tried: bool = False


Weights: TypeAlias = tuple[int, int]
"""The weight of a point of the player to move, and of a point of the other."""
EVEN: Final = (1, 1)


def to_pass_after(passes: int, rules: Ruleset) -> int:
    """Return how many more passes in a row end the game; at most three.

    A second pass of the same player gains nothing: if the other passes too, the position is
    unchanged. So an even number of passes has the same value as two, and an odd one the same as
    three.
    """
    left = max(1, rules.passes_to_end - passes)
    return left if left < _PAIR else _PAIR + left % _PAIR


class Endgame:
    """All known results for the endgames of one game."""

    budget: Final = 60_000
    """The positions to examine for one turn; five to eight seconds."""

    def __init__(self, graph: Dawg, tile_set: TileSet, rules: Ruleset) -> None:
        self.cache = LineCache(graph, tile_set, rules)
        self._rules, self._tile_set = rules, tile_set
        self._weights = EVEN
        self._fresh = to_pass_after(0, rules)
        """The number of passes that ends the game after a placement."""
        self._known: dict[tuple[str, str, str, int, Weights], _Bounds] = {}
        self._worth: dict[str, int] = {}
        self._left = 0
        self.looked_at = 0

    def best(self, board: Board, mine: str, theirs: str, *, passes: int = 0, budget: int) -> Best:
        """Return the proven best move of the player with rack `mine`, after `passes` in a row.

        Raises:
            OutOfBudget: the search takes more than `budget` positions.
        """
        self._left, self._weights = budget, EVEN
        lines = self.cache.lines(board)
        hands = "".join(sorted(mine)), "".join(sorted(theirs))
        to_pass = to_pass_after(passes, self._rules)
        value = self._settled(lines, *hands, to_pass)
        return Best(value, self._known[lines.across, *hands, to_pass, EVEN].move)

    def reaches(  # noqa: PLR0913  (a position and a query)
        self,
        board: Board,
        mine: str,
        theirs: str,
        *,
        passes: int = 0,
        weights: Weights,
        wanted: int,
        budget: int,
    ) -> bool:
        """Return whether the player to move gains at least `wanted` points, weighted by `weights`.

        Raises:
            OutOfBudget: the search takes more than `budget` positions.
        """
        self._left, self._weights = budget, weights
        hands = "".join(sorted(mine)), "".join(sorted(theirs))
        lines = self.cache.lines(board)
        to_pass = to_pass_after(passes, self._rules)
        return self._bound(lines, *hands, to_pass, wanted) >= wanted

    def if_played(
        self, board: Board, laid: Sequence[tuple[Square, str]], mine: str, theirs: str, budget: int
    ) -> int:
        """Return the points that the player to move will gain on the other after this play.

        The points of the play itself are left out, because its words may not be in the list.

        Raises:
            OutOfBudget: the search takes more than `budget` positions.
        """
        self._left, self._weights = budget, EVEN
        left, held = without(mine, [tile for _, tile in laid]), "".join(sorted(theirs))
        if not left:
            return self._out(held)
        lines = self.cache.lines(board.lay(laid))
        return -self._settled(lines, held, "".join(sorted(left)), self._fresh)

    def forget(self) -> None:
        """Delete all results."""
        self.cache.forget()

    def _settled(self, lines: SearchBoard, mine: str, theirs: str, to_pass: int) -> int:
        """Return the exact value, by a series of “is the value at least so much?” queries.

        Such a query cuts off much more than a search for the exact value. Its results stay in the
        table for the next one.
        """
        low, high, guess = -_INFINITE_SPREAD, _INFINITE_SPREAD, 0
        while low < high:
            wanted = max(guess, low + 1)
            guess = self._bound(lines, mine, theirs, to_pass, wanted)
            if guess < wanted:
                high = guess
            else:
                low = guess
        return guess

    def _bound(self, lines: SearchBoard, mine: str, theirs: str, to_pass: int, wanted: int) -> int:
        """Return a lower bound of the value if it reaches `wanted`, otherwise an upper bound."""
        key = lines.across, mine, theirs, to_pass, self._weights
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _Bounds()
            self._left -= 1
            self.looked_at += 1
            if self._left < 0:
                raise OutOfBudget
        if known.low >= wanted:
            return known.low
        if known.high < wanted:
            return known.high
        value, best = -_INFINITE_SPREAD, known.move
        for move in self._ordered(lines, mine, theirs, known):
            found = self._played(lines, move, mine, theirs, to_pass, wanted)
            if found > value:
                value, best = found, move
                if value >= wanted:
                    break
        if value >= wanted:
            known.low, known.move, known.is_tried = value, best, True
        else:
            known.high = value
            if not known.is_tried:  # if all moves are too weak, try this one first next time
                known.move, known.is_tried = best, True
        return value

    def _played(  # noqa: PLR0913, PLR0917  (a position, a move and a query)
        self,
        lines: SearchBoard,
        move: SearchedPlay | None,
        mine: str,
        theirs: str,
        to_pass: int,
        wanted: int,
    ) -> int:
        if move is None:
            if to_pass == 1:
                own, other = self._weights
                return other * self._held(theirs) - own * self._held(mine)
            return -self._turned(lines, theirs, mine, to_pass - 1, 1 - wanted)
        gained = self._weights[0] * move.points
        if not move.left:
            return gained + self._out(theirs)
        asked = gained - wanted + 1
        # The answer is often in the table; then the lines of that board are not needed.
        board, turned = across_after(lines, move.laid), self._weights[::-1]
        known = self._known.get((board, theirs, move.left, self._fresh, turned))
        if known is not None and known.low >= asked:
            return gained - known.low
        if known is not None and known.high < asked:
            return gained - known.high
        after = self.cache.after(lines, move.laid)
        return gained - self._turned(after, theirs, move.left, self._fresh, asked)

    def _turned(self, lines: SearchBoard, mine: str, theirs: str, to_pass: int, wanted: int) -> int:
        """Return the bound for the other player, with the weights swapped."""
        self._weights = self._weights[::-1]
        value = self._bound(lines, mine, theirs, to_pass, wanted)
        self._weights = self._weights[::-1]
        return value

    def _out(self, theirs: str) -> int:
        """Return the value of going out when the other player has these tiles left."""
        gain, loss = self._rules.end_bonus.shares
        own, other = self._weights
        return self._held(theirs) * (gain * own + loss * other)

    def _ordered(
        self, lines: SearchBoard, mine: str, theirs: str, known: _Bounds
    ) -> list[SearchedPlay | None]:
        """Return the moves to try: the known best one first, then by promise, then a pass."""
        out, own, held = self._out(theirs), self._weights[0], self._held
        # A tile that forms words in both directions is found twice, but is one move.
        apart = {move.laid: move for move in self.cache.moves(lines, mine)}
        dear = sorted(
            apart.values(),
            key=lambda move: own * move.points + (out if not move.left else -own * held(move.left)),
            reverse=True,
        )
        moves: list[SearchedPlay | None] = [*dear]
        moves.append(None)
        if known.is_tried:
            moves.remove(known.move)
            moves.insert(0, known.move)
        return moves

    def _held(self, rack: str) -> int:
        if rack not in self._worth:
            self._worth[rack] = value_of(rack, self._tile_set)
        return self._worth[rack]
