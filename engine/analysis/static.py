"""The static pass: each turn against every placement that could have been made, by points alone.

It asks nothing of what comes after; a placement that scores less may well have been the better one.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.positions import Position, capped, new_tiles
from engine.dawg import Dawg
from engine.generator import Play, plays
from engine.rulesets import Ruleset
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One placement and what else there was; points are those that count (art. 1.4)."""

    position: Position
    rank: int
    """1 and how many placements score more."""
    of: int
    """How many placements there were; what was laid may be none of them."""
    best: Play | None
    """The dearest; of equals, that with the most points before the cap, then by position."""
    best_points: int
    sevens_missed: int
    """How many placements laid the whole hand, where the one made did not."""

    @property
    def lost(self) -> int:
        """Return how many points the dearest would have counted more."""
        return max(0, self.best_points - self.position.counted)


def turn(position: Position, graph: Dawg, tile_set: TileSet, rules: Ruleset) -> Turn | None:
    """Return the position's turn; None where the record does not tell the hand."""
    if not position.rack:
        return None
    found = plays(position.board, position.rack, graph, tile_set, rules)
    more = _dearer(found, position.counted) if position.counted != position.cap else 0
    is_seven = len(position.laid) == rules.rack_size
    best = found[0] if found else None
    return Turn(
        position=position,
        rank=1 + more,
        of=len(found),
        best=best,
        best_points=0 if best is None else capped(best.score, position.cap),
        sevens_missed=0 if is_seven else _sevens(position, found, rules),
    )


def _dearer(found: Sequence[Play], points: int) -> int:
    """Return how many score more, of placements of which the dearest come first."""
    return bisect_left(found, -points, key=lambda play: -play.score)


def _sevens(position: Position, found: Sequence[Play], rules: Ruleset) -> int:
    """Return how many of the placements lay the whole hand."""
    size = rules.rack_size
    with_bonus = found[: _dearer(found, rules.all_tiles_bonus - 1)]
    return sum(
        len(play.word) >= size and len(new_tiles(position.board, play.placement)) == size
        for play in with_bonus
    )
