"""The proven end of a record: the value of each turn after all tiles are known.

A record alone is enough. Once no more tiles than one rack are unseen, they are the opponent's, and
no tiles are left to draw (art. 4.3).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.analysis.coefficient import are_sound, best_coefficients
from engine.analysis.endgame import Best, Endgame, endgame, to_pass_after
from engine.analysis.positions import RecordPosition, final_scores
from engine.board import Board
from engine.compiled.machine import BudgetExceeded
from engine.placement import new_tiles
from engine.plain import Play
from engine.rulesets import Ruleset
from engine.tiles import TileSet, as_held, value_of, without
from engine.words.dawg import Dawg

_PLAYERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenTurn:
    """A placement with its proven value."""

    position: RecordPosition
    best: Best
    """The highest possible gain, and the move that reaches it."""
    lost: int
    """The points by which the placement made the final spread worse."""
    line: tuple[Play | None, ...]
    """The best move, then best play by both to the end of the game; None is a pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEnding:
    """The end of a record, from the first turn with both racks known."""

    start: RecordPosition
    """The first of the proven turns; if no turn is proven, the first turn with both racks known."""
    spread: int | None
    """The final lead of the player to move with best play by both; None if not proven."""
    coefficients: tuple[Decimal, Decimal] | None
    """The coefficients, the mover's first, if both play for them (art. 8.1); None if not proven."""
    turns: tuple[ProvenTurn, ...]
    """The proven turns of the end, the last one first."""


def prove_end(
    found: Sequence[RecordPosition],
    graph: Dawg,
    tile_set: TileSet,
    rules: Ruleset,
    budget: int | None = None,
) -> RecordEnding | None:
    """Return the proven results for the record's end; None if both racks are never known.

    The last turns come first, because earlier ones reuse their results. `budget` is the number of
    positions to examine for one turn; None means a few seconds' worth.
    """
    known = [(each, rack) for each in found if (rack := other_rack(each, tile_set, rules))]
    if not known:
        return None
    search = endgame(graph, tile_set, rules)
    proof = _EndingProof(search, tile_set, rules, search.budget if budget is None else budget)
    turns = tuple(proof.turns(known))
    # The ending starts with the unbroken series of proven turns at the end of the record.
    tail = [
        (turn, theirs)
        for turn, (position, theirs) in zip(turns, reversed(known), strict=False)
        if turn.position is position
    ]
    start, spread, coefficients = known[0][0], None, None
    if tail:
        first, theirs = tail[-1]
        start, totals = first.position, proof.totals(first, theirs)
        spread, coefficients = totals[0] - totals[1], proof.coefficients(start, theirs, totals)
    return RecordEnding(start=start, spread=spread, coefficients=coefficients, turns=turns)


@dataclass(frozen=True, slots=True)
class _EndingProof:
    """The search for the proven end of one record, with its budget for each turn."""

    search: Endgame
    tile_set: TileSet
    rules: Ruleset
    budget: int

    def turns(self, known: Sequence[tuple[RecordPosition, str]]) -> Iterator[ProvenTurn]:
        """Yield the turns that the budget proves, the last first; each with the other's rack."""
        search, budget = self.search, self.budget
        for position, theirs in reversed(known):
            board, mine, passes = position.board, position.rack, position.passes
            try:
                after = search.if_played(board, position.laid, mine, theirs, budget)
                best = search.best(board, mine, theirs, passes=passes, budget=budget)
                line = tuple(self._line(position, theirs, best.move))
            except BudgetExceeded:
                continue
            lost = max(0, best.value - after - position.counted)
            yield ProvenTurn(position=position, best=best, lost=lost, line=line)

    def _line(
        self, position: RecordPosition, theirs: str, move: Play | None
    ) -> Iterator[Play | None]:
        """Yield the best move of the position, then best play by both to the end.

        Like the search, it leaves out pairs of passes that change nothing.
        """
        board, mine, rules = position.board, position.rack, self.rules
        to_pass = to_pass_after(position.passes, rules)
        while True:
            yield move
            if move is None:
                to_pass -= 1
            else:
                board, mine = _after(board, mine, move)
                to_pass = to_pass_after(0, rules)
            if not (to_pass and mine):
                return
            mine, theirs = theirs, mine
            passes = rules.passes_to_end - to_pass
            move = self.search.best(board, mine, theirs, passes=passes, budget=self.budget).move

    def totals(self, turn: ProvenTurn, theirs: str) -> tuple[int, int]:
        """Return the final scores of the player to move and the other by the turn's line (4.3)."""
        start = turn.position
        totals, racks, board = [*_scores(start)], [start.rack, theirs], start.board
        for number, move in enumerate(turn.line):
            if move is not None:
                totals[number % 2] += move.score
                board, racks[number % 2] = _after(board, racks[number % 2], move)
        return final_scores((totals[0], totals[1]), racks, self.tile_set, self.rules)

    def coefficients(
        self, start: RecordPosition, theirs: str, totals: tuple[int, int]
    ) -> tuple[Decimal, Decimal] | None:
        """Return the coefficients, the mover's first; None if fixed, or beyond the budget."""
        scores = _scores(start)
        held = value_of(start.rack, self.tile_set), value_of(theirs, self.tile_set)
        if not are_sound(scores, held):
            return None
        try:
            return best_coefficients(
                self.search,
                start.board,
                (start.rack, theirs),
                scores,
                totals=totals,
                passes=start.passes,
                budget=self.budget,
            )
        except BudgetExceeded:
            return None


def _scores(position: RecordPosition) -> tuple[int, int]:
    """Return the scores of the player to move and of the other."""
    return position.scores[position.player], position.scores[1 - position.player]


def _after(board: Board, rack: str, move: Play) -> tuple[Board, str]:
    """Return the board and the player's rack after that play."""
    laid = new_tiles(board, move.placement)
    return board.lay(laid), without(rack, [tile for _, tile in laid])


def other_rack(position: RecordPosition, tile_set: TileSet, rules: Ruleset) -> str:
    """Return the opponent's rack if no other tiles are unseen; empty if their rack is not known.

    It is also empty where points caps still apply (art. 1.4): no game of 100 tiles is so short.
    """
    if not position.rack or len(position.scores) != _PLAYERS:
        return ""
    if any(rules.cap(who, made) is not None for who, made in enumerate(position.moves)):
        return ""
    unseen = Counter(tile_set.counts)
    unseen.subtract(as_held(tile) for _, tile in position.board.tiles())
    unseen.subtract(position.rack)
    if min(unseen.values()) < 0 or unseen.total() > rules.rack_size:
        return ""
    return "".join(sorted(unseen.elements()))
