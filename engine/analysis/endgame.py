"""The proven end of a game with no tiles to draw and both racks known.

A value is in points. It is the spread that the player to move will gain on the other from here to
the end of the game, including the tiles left (art. 4.3). For coefficients, the points of the two
players have different weights. The budget of a search is a number of positions and not a time, so
the same game always gives the same result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.analysis.plain_endgame import PlainSearch
from engine.analysis.positions import value_of_going_out
from engine.board import Board, Square
from engine.compiled.machine import BudgetExceeded, CompiledSearch, EndgameQuery, compiled_search
from engine.plain import Play
from engine.rulesets import Ruleset
from engine.tiles import TileSet, without
from engine.words.dawg import Dawg

_PAIR: Final = 2
"""Two passes in a row, one of each player, leave the position unchanged."""
_COMPILED_BUDGET: Final = 500_000
"""The positions that the compiled search examines in about two seconds."""
_PLAIN_BUDGET: Final = 2_000
"""The positions that the plain search examines in about ten seconds."""

Weights: TypeAlias = tuple[int, int]
"""The weight of a point of the player to move, and of a point of the other."""
EVEN: Final = (1, 1)


@dataclass(frozen=True, slots=True)
class Best:
    """The proven result for a position."""

    value: int
    """The points that the player to move will gain on the other."""
    move: Play | None
    """A best move; None is a pass."""


def to_pass_after(passes: int, rules: Ruleset) -> int:
    """Return how many more passes in a row end the game; at most three.

    A second pass of the same player gains nothing: if the other passes too, the position is
    unchanged. So an even number of passes has the value of two, and an odd one that of three.
    """
    left = max(1, rules.passes_to_end - passes)
    return left if left < _PAIR else _PAIR + left % _PAIR


class Endgame:
    """The search for the endgames of one game; it begins without results of other games."""

    def __init__(
        self, search: CompiledSearch | PlainSearch, tile_set: TileSet, rules: Ruleset
    ) -> None:
        self._search, self._tile_set, self._rules = search, tile_set, rules
        self.budget = _PLAIN_BUDGET if isinstance(search, PlainSearch) else _COMPILED_BUDGET
        """The positions to examine for one turn."""
        self.looked_at = 0
        """The positions examined so far."""
        search.forget()

    def best(self, board: Board, mine: str, theirs: str, *, passes: int = 0, budget: int) -> Best:
        """Return the proven best move of the player with rack `mine`, after `passes` in a row.

        Raises:
            BudgetExceeded: the search takes more than `budget` positions.
        """
        asked = self._asked(board, mine, theirs, passes, EVEN)
        try:
            return Best(*self._search.prove(asked, self._tile_set, self._rules, budget))
        finally:
            self.looked_at += self._search.positions_searched

    def if_played(
        self, board: Board, laid: Sequence[tuple[Square, str]], mine: str, theirs: str, budget: int
    ) -> int:
        """Return the points that the player to move will gain on the other after this play.

        The points of the play itself are left out, because its words may not be in the list.

        Raises:
            BudgetExceeded: the search takes more than `budget` positions.
        """
        left = without(mine, [tile for _, tile in laid])
        if left:
            return -self.best(board.lay(laid), theirs, left, budget=budget).value
        return value_of_going_out(theirs, self._tile_set, self._rules)

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
            BudgetExceeded: the search takes more than `budget` positions.
        """
        asked = self._asked(board, mine, theirs, passes, weights)
        try:
            return self._search.reaches(asked, wanted, self._tile_set, self._rules, budget)
        finally:
            self.looked_at += self._search.positions_searched

    def _asked(
        self, board: Board, mine: str, theirs: str, passes: int, weights: Weights
    ) -> EndgameQuery:
        return EndgameQuery(
            board=board,
            mine=mine,
            theirs=theirs,
            to_pass=to_pass_after(passes, self._rules),
            fresh=to_pass_after(0, self._rules),
            weights=weights,
        )


def endgame(graph: Dawg, tile_set: TileSet, rules: Ruleset) -> Endgame:
    """Return the search for the endgames of one game: the compiled one if it can run here."""
    machine = compiled_search(graph)
    if machine is not None:
        try:
            return Endgame(machine, tile_set, rules)
        except BudgetExceeded:
            pass
    return Endgame(PlainSearch(graph), tile_set, rules)
