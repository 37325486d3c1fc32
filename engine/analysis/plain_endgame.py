"""The end of a game proven in plain Python: the reference implementation of the compiled search.

Alpha-beta search over both racks, including passes, with a table of positions. A value is the sum,
over the rest of the game, of the weighted points of the player to move less those of the other,
with the tiles left (art. 4.3). `engine.analysis.endgame` uses it where the compiled search cannot
run; it proves the same, only slower.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.board import Board
from engine.compiled.machine import BudgetExceeded, EndgameQuery
from engine.placement import new_tiles
from engine.plain import Play, plain_plays
from engine.rulesets import Ruleset
from engine.tiles import TileSet, value_of, without
from engine.words.dawg import Dawg

_INFINITE: Final = 1 << 28
"""Greater than any value."""


class _Move(NamedTuple):
    """A play, or a pass without one, with the board and the player's rack after it."""

    play: Play | None
    board: Board
    left: str


@dataclass(slots=True)
class _Bounds:
    """The known results for a position."""

    moves: list[_Move]
    """The moves in the order in which they are tried."""
    best: _Move | None = None
    """The best move so far, or the one that caused a cut-off."""
    low: int = -_INFINITE
    high: int = _INFINITE


class PlainSearch:
    """The plain search with one word graph; it answers the queries of `CompiledSearch`."""

    def __init__(self, graph: Dawg) -> None:
        self._graph = graph
        self._known: dict[EndgameQuery, _Bounds] = {}
        self._played_by: tuple[TileSet, Ruleset] | None = None
        self._most = 0
        self.positions_searched = 0
        """The number of new positions that the last query took."""

    def prove(
        self, asked: EndgameQuery, tile_set: TileSet, rules: Ruleset, most: int
    ) -> tuple[int, Play | None]:
        """Return the value of an endgame for the player to move, and a best play; None is a pass.

        A series of “is the value at least so much?” queries, MTD(f), cuts off much more than a
        search for the exact value. Later queries by the same rules reuse their results.

        Raises:
            BudgetExceeded: it takes more than `most` positions.
        """
        self._begin(tile_set, rules, most)
        asked = _sorted(asked)
        low, high, guess = -_INFINITE, _INFINITE, 0
        while low < high:
            wanted = max(guess, low + 1)
            guess = self._bound(asked, wanted)
            if guess < wanted:
                high = guess
            else:
                low = guess
        best = self._known[asked].best
        return guess, best and best.play

    def reaches(
        self, asked: EndgameQuery, wanted: int, tile_set: TileSet, rules: Ruleset, most: int
    ) -> bool:
        """Return whether an endgame is worth at least `wanted` for the player to move.

        Raises:
            BudgetExceeded: it takes more than `most` positions.
        """
        self._begin(tile_set, rules, most)
        return self._bound(_sorted(asked), wanted) >= wanted

    def forget(self) -> None:
        """Forget all results, so that a search takes as many positions as the first one."""
        self._known.clear()

    def _begin(self, tile_set: TileSet, rules: Ruleset, most: int) -> None:
        """Set the limits of a query; results found by other rules are forgotten."""
        if self._played_by != (tile_set, rules):
            self._played_by = tile_set, rules
            self._known.clear()
        self._tile_set, self._rules = tile_set, rules
        self._most, self.positions_searched = most, 0

    def _bound(self, asked: EndgameQuery, wanted: int) -> int:
        """Return a lower bound of the value if it reaches `wanted`, otherwise an upper bound."""
        known = self._known.get(asked)
        if known is None:
            self.positions_searched += 1
            if self.positions_searched > self._most:
                raise BudgetExceeded
            known = self._known[asked] = _Bounds(moves=self._moves(asked))
        if known.low >= wanted:
            return known.low
        if known.high < wanted:
            return known.high
        value, best = -_INFINITE, known.moves[-1]
        best_first = sorted(known.moves, key=lambda move: move is not known.best)
        for move in best_first:
            if (found := self._worth(asked, move, wanted)) > value:
                value, best = found, move
                if value >= wanted:
                    known.low, known.best = value, best
                    return value
        known.high, known.best = value, known.best or best
        return value

    def _worth(self, asked: EndgameQuery, move: _Move, wanted: int) -> int:
        """Return a bound of the value after that move, as `_bound` does."""
        own, other = asked.weights
        gained = own * move.play.score if move.play else 0
        if not move.left:
            return gained + self._out(asked)
        if move.play is None and asked.to_pass == 1:
            return other * self._held(asked.theirs) - own * self._held(asked.mine)
        after = EndgameQuery(
            board=move.board,
            mine=asked.theirs,
            theirs=move.left,
            to_pass=asked.fresh if move.play else asked.to_pass - 1,
            fresh=asked.fresh,
            weights=(other, own),
        )
        return gained - self._bound(after, gained - wanted + 1)

    def _moves(self, asked: EndgameQuery) -> list[_Move]:
        """Return the moves of a position by promise, a pass last.

        A tile that forms words in both directions is found twice, but is one move.
        """
        out, own = self._out(asked), asked.weights[0]
        apart: dict[Board, tuple[int, _Move]] = {}
        for play in plain_plays(asked.board, asked.mine, self._graph, self._tile_set, self._rules):
            laid = new_tiles(asked.board, play.placement)
            left = without(asked.mine, [tile for _, tile in laid])
            promise = own * play.score + (-own * self._held(left) if left else out)
            board = asked.board.lay(laid)
            apart[board] = promise, _Move(play, board, left)
        ordered = sorted(apart.values(), key=lambda found: -found[0])
        return [*(move for _, move in ordered), _Move(None, asked.board, asked.mine)]

    def _out(self, asked: EndgameQuery) -> int:
        """Return the value of going out with the other player's rack left."""
        gain, loss = self._rules.end_bonus.shares
        own, other = asked.weights
        return self._held(asked.theirs) * (gain * own + loss * other)

    def _held(self, rack: str) -> int:
        return value_of(rack, self._tile_set)


def _sorted(asked: EndgameQuery) -> EndgameQuery:
    """Return the query with sorted racks, as the table has them."""
    return asked._replace(mine="".join(sorted(asked.mine)), theirs="".join(sorted(asked.theirs)))
