"""A slow reference for a line of play: tiles in lists, squares in a dict, single points.

It shares nothing with the engine's game but the tile values and a play's letters; words are scored
by the second scorer.
"""

from dataclasses import dataclass, field
from itertools import count

from engine.board import Axis
from engine.placement import Placement
from engine.rulesets import Ruleset
from engine.tiles import load_tile_set
from tests.engine.naive_scorer import naive_score


@dataclass
class PlainGame:
    """Both racks, the board and the points; Red has index 0."""

    rules: Ruleset
    letters: list[str]
    squares: dict[tuple[int, int], str] = field(default_factory=dict)
    hands: list[list[str]] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    placed: list[int] = field(default_factory=lambda: [0, 0])
    passes: int = 0
    is_over: bool = False

    def __post_init__(self) -> None:
        """Deal both racks."""
        self.values = load_tile_set(self.rules.tile_set).values
        self.hands = [[self.letters.pop(0) for _ in range(self.rules.rack_size)] for _ in range(2)]

    def move(self, who: int, placement: Placement | None) -> tuple[int, str, str]:
        """Make a move; return its counted points, the tiles left, and the tiles drawn."""
        turn, hand = self.placed[who], self.hands[who]
        self.placed[who] += 1
        if placement is None:
            self.passes += 1
            if self.passes == self.rules.passes_to_end:
                self._end_by_passes()
            return 0, "".join(hand), ""
        self.passes = 0
        new = self._new(placement)
        worth, _ = naive_score(
            self.squares, new, self.values, self.rules.rack_size, self.rules.all_tiles_bonus
        )
        caps = (self.rules.red_caps, self.rules.blue_caps)[who]
        counted = min(worth, caps[turn]) if turn < len(caps) else worth
        for square, tile in new.items():
            self.squares[square] = tile
            hand.remove("?" if tile.islower() else tile)
        left, taken = "".join(hand), ""
        while self.letters and len(taken) < len(new):
            taken += self.letters.pop(0)
        hand += taken
        self.points[who] += counted
        if not hand and not self.letters:
            self._end_by_going_out(who)
        return counted, left, taken

    def _new(self, placement: Placement) -> dict[tuple[int, int], str]:
        row, column = placement.square.row + 1, placement.square.column + 1
        across = placement.axis is Axis.ACROSS
        where = ((row, column + k) if across else (row + k, column) for k in count())
        lies = zip(where, placement.word, strict=False)
        return {square: tile for square, tile in lies if square not in self.squares}

    def _end_by_passes(self) -> None:
        self.is_over = True
        for who in (0, 1):
            self.points[who] -= sum(self.values[tile] for tile in self.hands[who])

    def _end_by_going_out(self, who: int) -> None:
        self.is_over = True
        held = sum(self.values[tile] for tile in self.hands[1 - who])
        self.points[who] += held
        self.points[1 - who] -= held
