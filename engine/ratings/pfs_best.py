"""PFS: the choice of the best tournaments in a period with more than 200 games."""

from bisect import bisect_left, insort
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.pfs_values import MOST, Block


class _Ranked(NamedTuple):
    """A tournament of a period, sorted by its average."""

    rounded: float
    """The rounded average. Rounding keeps the order and makes comparison faster."""
    average: Fraction
    number: int
    games: int
    scalps: int


class ByAverage:
    """The tournaments of a period, sorted by average."""

    __slots__ = ("_end", "_first", "_ranked")

    def __init__(self) -> None:
        self._first = self._end = 0
        """The range of tournaments that are in the sorted list."""
        self._ranked: list[_Ranked] = []

    def choose(
        self, blocks: Sequence[Block], first: int, before: Block, most_before: int
    ) -> tuple[list[int], int, int, int]:
        """Return the chosen tournaments, their games and scalps, and the earlier games chosen.

        The lowest averages are dropped until at most 200 games are left; of equal averages the
        older goes first. The best tournament always stays.
        """
        self._bring_up_to_date(blocks, first)
        chosen: list[int] = []
        room, sum_, old = MOST, 0, 0
        waits = most_before > 0
        for _, average, number, games, scalps in reversed(self._ranked):
            if waits and before.average > average:
                waits, old = False, min(most_before, max(room, 0))
                room -= old
            if games > room and (chosen or old):
                break
            chosen.append(number)
            room -= games
            sum_ += scalps
        else:
            if waits:
                old = min(most_before, max(room, 0))
                room -= old
        return sorted(chosen), MOST - room - old, sum_, old

    def _bring_up_to_date(self, blocks: Sequence[Block], first: int) -> None:
        """Remove tournaments before number `first`, and add new ones."""
        for number in range(self._first, min(first, self._end)):
            del self._ranked[bisect_left(self._ranked, _ranked(blocks[number], number))]
        for number in range(max(first, self._end), len(blocks)):
            insort(self._ranked, _ranked(blocks[number], number))
        self._first, self._end = first, len(blocks)


def _ranked(block: Block, number: int) -> _Ranked:
    average = block.average
    return _Ranked(float(average), average, number, block.games, int(block.scalps))
