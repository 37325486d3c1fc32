"""The end of a record, proven: from the turn on at which all tiles are known, what each was worth.

Nothing but the record is needed: once the tiles nobody has shown are no more than a hand holds,
they are the partner's, and nothing comes (art. 4.3).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.analysis.endgame import Best, Endgame, OutOfBudget
from engine.analysis.positions import Position
from engine.dawg import Dawg
from engine.rulesets import Ruleset
from engine.tiles import TileSet, as_held

_PLAYERS = 2
BUDGET = 60_000
"""Positions looked at for one turn: five to eight seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenTurn:
    """A placement whose worth is proven."""

    position: Position
    best: Best
    """What could be gained at most, and by what."""
    lost: int
    """How much worse the final spread became by what was laid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a record in which both hands are known."""

    start: Position
    spread: int | None
    """The final score of who moves there less the other's, with best play; None: not proven."""
    turns: tuple[ProvenTurn, ...]
    """Those of the end that are proven, the last first."""


def prove_end(
    found: Sequence[Position],
    graph: Dawg,
    tile_set: TileSet,
    rules: Ruleset,
    budget: int = BUDGET,
) -> Ending | None:
    """Return what is proven of the record's end; None where both hands are never known.

    The last turns come first: what is found out of them serves those before.
    """
    known = [(each, hand) for each in found if (hand := _other_hand(each, tile_set, rules))]
    if not known:
        return None
    endgame = Endgame(graph, tile_set, rules)
    turns = tuple(_proven(known, endgame, budget))
    endgame.cache.forget()
    start = known[0][0]
    first = next((turn for turn in turns if turn.position is start), None)
    spread = None if first is None else start.ahead + first.best.value
    return Ending(start=start, spread=spread, turns=turns)


def _proven(
    known: Sequence[tuple[Position, str]], endgame: Endgame, budget: int
) -> Iterator[ProvenTurn]:
    for position, theirs in reversed(known):
        try:
            after = endgame.if_played(position.board, position.laid, position.rack, theirs, budget)
            best = endgame.best(
                position.board, position.rack, theirs, passes=position.passes, budget=budget
            )
        except OutOfBudget:
            continue
        lost = max(0, best.value - after - position.counted)
        yield ProvenTurn(position=position, best=best, lost=lost)


def _other_hand(position: Position, tile_set: TileSet, rules: Ruleset) -> str:
    """Return the partner's hand, if nothing else is left; empty where that is not known."""
    seen = Counter(as_held(tile) for _, tile in position.board.tiles()) + Counter(position.rack)
    left = Counter(tile_set.counts)
    left.subtract(seen)
    is_told = bool(position.rack) and len(position.scores) == _PLAYERS
    if not is_told or min(left.values()) < 0 or left.total() > rules.rack_size:
        return ""
    return "".join(sorted(left.elements()))
