"""Endgames proven by the compiled search; `engine.analysis.endgame` describes the method."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.analysis.endgame import EVEN, Best, Endgame, OutOfBudget, Weights, to_pass_after
from engine.analysis.play_cache import LineCache, SearchedPlay
from engine.board import Axis, Board, Square
from engine.compiled.machine import (
    BudgetExceeded,
    CompiledPlay,
    CompiledSearch,
    EndgameQuery,
    compiled_search,
)
from engine.notation import format_position
from engine.placement import Placement, new_tiles
from engine.rulesets import Ruleset
from engine.tiles import TileSet, value_of, without
from engine.words.dawg import Dawg


class CompiledEndgame:
    """All known results for the endgames of one game; use only one per word list at a time."""

    budget: Final = 500_000
    """The positions to examine for one turn; about two seconds."""

    def __init__(self, machine: CompiledSearch, tile_set: TileSet, rules: Ruleset) -> None:
        self._machine, self._tile_set, self._rules = machine, tile_set, rules
        self.looked_at = 0
        machine.forget()

    def best(self, board: Board, mine: str, theirs: str, *, passes: int = 0, budget: int) -> Best:
        """Return the proven best move of the player with rack `mine`, after `passes` in a row.

        Raises:
            OutOfBudget: the search takes more than `budget` positions.
        """
        asked = self._asked(board, mine, theirs, passes, EVEN)
        try:
            value, raw = self._machine.prove(asked, self._tile_set, self._rules, budget)
        except BudgetExceeded:
            raise OutOfBudget from None
        finally:
            self.looked_at += self._machine.positions_searched
        return Best(value, None if raw is None else _move(board, mine, raw))

    def if_played(
        self, board: Board, laid: Sequence[tuple[Square, str]], mine: str, theirs: str, budget: int
    ) -> int:
        """Return the points that the player to move will gain on the other after this play.

        The points of the play itself are left out, because its words may not be in the list.

        Raises:
            OutOfBudget: the search takes more than `budget` positions.
        """
        left = without(mine, [tile for _, tile in laid])
        if left:
            return -self.best(board.lay(laid), theirs, left, budget=budget).value
        gain, loss = self._rules.end_bonus.shares
        return (gain + loss) * value_of(theirs, self._tile_set)

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
        asked = self._asked(board, mine, theirs, passes, weights)
        try:
            return self._machine.reaches(asked, wanted, self._tile_set, self._rules, budget)
        except BudgetExceeded:
            raise OutOfBudget from None
        finally:
            self.looked_at += self._machine.positions_searched

    def forget(self) -> None:
        """Delete all results."""
        self._machine.forget()

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


AnyEndgame: TypeAlias = Endgame | CompiledEndgame


def endgame(graph: Dawg, tile_set: TileSet, rules: Ruleset) -> AnyEndgame:
    """Return the search for the endgames of one game: the compiled one if it can run here."""
    machine = compiled_search(graph)
    if machine is not None:
        try:
            return CompiledEndgame(machine, tile_set, rules)
        except BudgetExceeded:
            pass
    return Endgame(graph, tile_set, rules)


def _move(board: Board, mine: str, raw: CompiledPlay) -> SearchedPlay:
    row, column = raw.line, raw.place
    square = Square(row, column) if raw.axis is Axis.ACROSS else Square(column, row)
    laid = new_tiles(board, Placement(square, raw.axis, raw.word))
    left = without("".join(sorted(mine)), [tile for _, tile in laid])
    where = format_position(square, raw.axis)
    return SearchedPlay(raw.points, left, LineCache.placed(laid), where, raw.word)
