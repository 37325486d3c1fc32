"""Static analysis: each turn compared with every possible play, by points alone.

It ignores all later moves, so a lower-scoring play may have been the better one.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.positions import RecordPosition
from engine.generator import plays
from engine.placement import new_tiles
from engine.plain import Play
from engine.rulesets import Ruleset, capped
from engine.tiles import TileSet
from engine.words.dawg import Dawg


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticTurn:
    """One placement and its alternatives; points are those that count (art. 1.4)."""

    position: RecordPosition
    rank: int
    """1 plus the number of plays that score more."""
    plays: int
    """The number of legal plays, which may not include the one made."""
    best: Play | None
    """The highest-scoring play; equal ones are sorted by uncapped points, then by position."""
    best_points: int
    """The counted points of the best play (art. 1.4)."""
    sevens_missed: int
    """The number of plays of the whole rack, if the one made did not use it; otherwise 0."""

    @property
    def lost(self) -> int:
        """The points that the best play would have counted in addition."""
        return max(0, self.best_points - self.position.counted)


def static_turn(
    position: RecordPosition, graph: Dawg, tile_set: TileSet, rules: Ruleset
) -> StaticTurn | None:
    """Return the turn of a position, or None if the record does not have the rack."""
    if not position.rack:
        return None
    found = plays(position.board, position.rack, graph, tile_set, rules)
    better = _better(found, position.counted) if position.counted != position.cap else 0
    is_seven = len(position.laid) == rules.rack_size
    best = found[0] if found else None
    return StaticTurn(
        position=position,
        rank=1 + better,
        plays=len(found),
        best=best,
        best_points=0 if best is None else capped(best.score, position.cap),
        sevens_missed=0 if is_seven else _sevens(position, found, rules),
    )


def _better(found: Sequence[Play], points: int) -> int:
    """Return the number of plays that score more; `found` is sorted, best score first."""
    return bisect_left(found, -points, key=lambda play: -play.score)


def _sevens(position: RecordPosition, found: Sequence[Play], rules: Ruleset) -> int:
    """Return the number of plays that use the whole rack."""
    size = rules.rack_size
    with_bonus = found[: _better(found, rules.all_tiles_bonus - 1)]
    return sum(
        len(play.word) >= size and len(new_tiles(position.board, play.placement)) == size
        for play in with_bonus
    )
