"""PFS: the tournaments of a period with the highest averages, if it holds more than 200 games."""

from bisect import bisect_left, insort
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.pfs_values import MOST, Block


class _Ranked(NamedTuple):
    """A tournament among those of a period, by its average."""

    rounded: float
    """The average. Rounded, averages keep their order, and compare faster."""
    average: Fraction
    number: int
    games: int
    scalps: int


class ByAverage:
    """The tournaments of a period, kept in the order of their averages."""

    __slots__ = ("_end", "_first", "_ranked")

    def __init__(self) -> None:
        self._first = self._end = 0
        """Tournaments from here to there are in order."""
        self._ranked: list[_Ranked] = []

    def choose(
        self, blocks: Sequence[Block], first: int, before: Block, most_before: int
    ) -> tuple[list[int], int, int, int]:
        """Return which tournaments from the first on are left, their games and scalps.

        And how many of the games before. The lowest averages are dropped until 200 games or fewer
        are left, of equal averages the older first; the best tournament stays in any case.
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
        """Leave out what is before the first tournament, and take in what has come since."""
        for number in range(self._first, min(first, self._end)):
            del self._ranked[bisect_left(self._ranked, _ranked(blocks[number], number))]
        for number in range(max(first, self._end), len(blocks)):
            insort(self._ranked, _ranked(blocks[number], number))
        self._first, self._end = first, len(blocks)


def _ranked(block: Block, number: int) -> _Ranked:
    average = block.average
    return _Ranked(float(average), average, number, block.games, int(block.scalps))
