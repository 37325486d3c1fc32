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
from engine.analysis.positions import RecordPosition, cap_of, final_scores
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
    known = [(each, hand) for each in found if (hand := other_rack(each, tile_set, rules))]
    if not known:
        return None
    search = endgame(graph, tile_set, rules)
    budget = search.budget if budget is None else budget
    turns = tuple(_proven(known, search, rules, budget))
    tail = [
        (turn, hand)
        for turn, (position, hand) in zip(turns, reversed(known), strict=False)
        if turn.position is position
    ]
    if not tail:
        search.forget()
        return RecordEnding(start=known[0][0], spread=None, coefficients=None, turns=turns)
    first, theirs = tail[-1]
    start, coefficients = first.position, None
    totals = _totals(start, theirs, first.line, tile_set, rules)
    held = value_of(start.rack, tile_set), value_of(theirs, tile_set)
    if are_sound(_scores(start), held):
        coefficients = _coefficients(search, start, theirs, totals, budget)
    search.forget()
    spread = totals[0] - totals[1]
    return RecordEnding(start=start, spread=spread, coefficients=coefficients, turns=turns)


def _coefficients(
    search: Endgame, start: RecordPosition, theirs: str, totals: tuple[int, int], budget: int
) -> tuple[Decimal, Decimal] | None:
    hands = start.rack, theirs
    try:
        return best_coefficients(
            search,
            start.board,
            hands,
            _scores(start),
            totals=totals,
            passes=start.passes,
            budget=budget,
        )
    except BudgetExceeded:
        return None


def _totals(
    start: RecordPosition,
    theirs: str,
    line: Sequence[Play | None],
    tile_set: TileSet,
    rules: Ruleset,
) -> tuple[int, int]:
    """Return the final scores of the player to move and the other after that line (art. 4.3)."""
    totals, hands, board = [*_scores(start)], [start.rack, theirs], start.board
    for number, move in enumerate(line):
        if move is not None:
            totals[number % 2] += move.score
            board, hands[number % 2] = _after(board, hands[number % 2], move)
    return final_scores((totals[0], totals[1]), hands, tile_set, rules)


def _scores(position: RecordPosition) -> tuple[int, int]:
    """Return the scores of the player to move and of the other."""
    return position.scores[position.player], position.scores[1 - position.player]


def _proven(
    known: Sequence[tuple[RecordPosition, str]], search: Endgame, rules: Ruleset, budget: int
) -> Iterator[ProvenTurn]:
    for position, theirs in reversed(known):
        try:
            after = search.if_played(position.board, position.laid, position.rack, theirs, budget)
            best = search.best(
                position.board, position.rack, theirs, passes=position.passes, budget=budget
            )
            line = tuple(_line(position, theirs, best.move, search, rules, budget))
        except BudgetExceeded:
            continue
        lost = max(0, best.value - after - position.counted)
        yield ProvenTurn(position=position, best=best, lost=lost, line=line)


def _line(  # noqa: PLR0913, PLR0917  (a position, its best move, and the search)
    position: RecordPosition,
    theirs: str,
    move: Play | None,
    search: Endgame,
    rules: Ruleset,
    budget: int,
) -> Iterator[Play | None]:
    """Yield the best move of the position, then best play by both to the end.

    Like the search, it leaves out pairs of passes that change nothing.
    """
    board, mine = position.board, position.rack
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
        move = search.best(board, mine, theirs, passes=passes, budget=budget).move


def _after(board: Board, rack: str, move: Play) -> tuple[Board, str]:
    """Return the board and the player's rack after that play."""
    laid = new_tiles(board, move.placement)
    return board.lay(laid), without(rack, [tile for _, tile in laid])


def other_rack(position: RecordPosition, tile_set: TileSet, rules: Ruleset) -> str:
    """Return the opponent's rack if no other tiles are unseen; empty if their rack is not known.

    The result is also empty where points caps still apply (art. 1.4): no sequence of 100 tiles ends
    so soon.
    """
    seen = Counter(as_held(tile) for _, tile in position.board.tiles()) + Counter(position.rack)
    left = Counter(tile_set.counts)
    left.subtract(seen)
    is_told = bool(position.rack) and len(position.scores) == _PLAYERS
    is_told &= all(cap_of(rules, who, n) is None for who, n in enumerate(position.moves))
    if not is_told or min(left.values()) < 0 or left.total() > rules.rack_size:
        return ""
    return "".join(sorted(left.elements()))
