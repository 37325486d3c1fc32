"""Accuracy: the share of points a player scored out of those possible with their racks.

At each turn the highest-scoring play sets the possible points, given all earlier moves. Accuracy
does not measure strength: there are good reasons to give up points, and a poor rack leaves few to
lose. No rating uses it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.analysis.verdicts import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """Points scored out of points possible, over some placements; `+` adds two of them."""

    taken: int = 0
    """Counted points (art. 1.4) of the placements that could be compared."""
    behind: int = 0
    """The points that the best play of each rack would have counted in addition."""
    unjudged: int = 0
    """Placements whose rack the record does not give; they do not count."""

    @property
    def possible(self) -> int:
        """The possible points: those scored plus those lost."""
        return self.taken + self.behind

    @property
    def share(self) -> Fraction | None:
        """Points scored divided by points possible, from 0 to 1; None if none were possible."""
        return Fraction(self.taken, self.possible) if self.possible else None

    def __add__(self, other: "Accuracy") -> "Accuracy":
        """Return the accuracy over the placements of both; points are added, not shares."""
        return Accuracy(
            taken=self.taken + other.taken,
            behind=self.behind + other.behind,
            unjudged=self.unjudged + other.unjudged,
        )


def accuracy(verdicts: Iterable[Verdict], player: int | None = None) -> Accuracy:
    """Return the accuracy of one player (an index into the record's players), or of all.

    Neither passes, whose alternatives a record does not give, nor placements taken back count.
    """
    sum_ = Accuracy()
    for verdict in verdicts:
        position = verdict.position
        if not position.is_taken_back and player in {None, position.player}:
            sum_ += _of_one(verdict)
    return sum_


def _of_one(verdict: Verdict) -> Accuracy:
    if verdict.static is None:
        return Accuracy(unjudged=1)
    return Accuracy(taken=verdict.position.counted, behind=verdict.static.lost)
