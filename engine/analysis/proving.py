"""Ends proven by the compiled search; what it does is said in `engine.analysis.endgame`."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.analysis.endgame import EVEN, Best, Endgame, OutOfBudget, Weights, to_pass_after
from engine.analysis.found import LineCache, Move
from engine.analysis.positions import new_tiles
from engine.board import Axis, Board, Square
from engine.compiled.machine import Asked, Machine, Raw, TooMuch, machine_of
from engine.dawg import Dawg
from engine.notation import format_position
from engine.placement import Placement
from engine.rulesets import Ruleset
from engine.tiles import TileSet, value_of, without


class CompiledEndgame:
    """All that is known of the ends that come from one game; one at a time for each word list."""

    budget: Final = 500_000
    """Positions that are looked at for one turn: some two seconds."""

    def __init__(self, machine: Machine, tile_set: TileSet, rules: Ruleset) -> None:
        self._machine, self._tile_set, self._rules = machine, tile_set, rules
        self.looked_at = 0
        machine.forget()

    def best(self, board: Board, mine: str, theirs: str, *, passes: int = 0, budget: int) -> Best:
        """Return the proven best of who moves with `mine`, after so many passes in a row.

        Raises:
            OutOfBudget: it takes more than that many positions.
        """
        asked = self._asked(board, mine, theirs, passes, EVEN)
        try:
            value, raw = self._machine.prove(asked, self._tile_set, self._rules, budget)
        except TooMuch:
            raise OutOfBudget from None
        finally:
            self.looked_at += self._machine.looked_at
        return Best(value, None if raw is None else _move(board, mine, raw))

    def if_played(
        self, board: Board, laid: Sequence[tuple[Square, str]], mine: str, theirs: str, budget: int
    ) -> int:
        """Return what who moves will yet gain on the other once he has laid these tiles.

        Their own points are left out: the words they make may be in no list.

        Raises:
            OutOfBudget: it takes more than that many positions.
        """
        left = without(mine, [tile for _, tile in laid])
        if left:
            return -self.best(board.lay(laid), theirs, left, budget=budget).value
        gain, loss = self._rules.end_bonus.shares
        return (gain + loss) * value_of(theirs, self._tile_set)

    def reaches(  # noqa: PLR0913  (a position and the question)
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
        """Return whether who moves gains so much, where points weigh as `weights` says.

        Raises:
            OutOfBudget: it takes more than that many positions.
        """
        asked = self._asked(board, mine, theirs, passes, weights)
        try:
            return self._machine.reaches(asked, wanted, self._tile_set, self._rules, budget)
        except TooMuch:
            raise OutOfBudget from None
        finally:
            self.looked_at += self._machine.looked_at

    def forget(self) -> None:
        """Let go of all that was found."""
        self._machine.forget()

    def _asked(self, board: Board, mine: str, theirs: str, passes: int, weights: Weights) -> Asked:
        return Asked(
            board=board,
            mine=mine,
            theirs=theirs,
            to_pass=to_pass_after(passes, self._rules),
            fresh=to_pass_after(0, self._rules),
            weights=weights,
        )


AnyEndgame: TypeAlias = Endgame | CompiledEndgame


def endgame(graph: Dawg, tile_set: TileSet, rules: Ruleset) -> AnyEndgame:
    """Return what proves the ends of one game: the compiled search, where it runs."""
    machine = machine_of(graph)
    if machine is not None:
        try:
            return CompiledEndgame(machine, tile_set, rules)
        except TooMuch:
            pass
    return Endgame(graph, tile_set, rules)


def _move(board: Board, mine: str, raw: Raw) -> Move:
    row, column = raw.line, raw.place
    square = Square(row, column) if raw.axis is Axis.ACROSS else Square(column, row)
    laid = new_tiles(board, Placement(square, raw.axis, raw.word))
    left = without("".join(sorted(mine)), [tile for _, tile in laid])
    where = format_position(square, raw.axis)
    return Move(raw.points, left, LineCache.placed(laid), where, raw.word)
