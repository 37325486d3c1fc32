"""Accuracy: the points a player took of those that his hands allowed, turn by turn.

At each turn the dearest placement is what was possible, all before it being as it was. It says what
became of the hands he held, not how strong he is: points are lost for good reasons, too, and who
holds a poor hand loses few. It is no rating, and nothing is rated by it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.analysis.verdicts import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """Points taken of points possible, over some placements; add two to have both together."""

    taken: int = 0
    """Points that counted (art. 1.4), of the placements that could be judged."""
    behind: int = 0
    """How many more the dearest of each hand would have counted."""
    unjudged: int = 0
    """Placements of which the record does not tell the hand; they count nowhere."""

    @property
    def possible(self) -> int:
        """Return the points that were possible: those taken, and those not."""
        return self.taken + self.behind

    @property
    def share(self) -> Fraction | None:
        """Return what was taken of what was possible, from 0 to 1; None where nothing was."""
        return Fraction(self.taken, self.possible) if self.possible else None

    def __add__(self, other: "Accuracy") -> "Accuracy":
        """Return the accuracy over the placements of both: points are added, never shares."""
        return Accuracy(
            taken=self.taken + other.taken,
            behind=self.behind + other.behind,
            unjudged=self.unjudged + other.unjudged,
        )


def accuracy(verdicts: Iterable[Verdict], player: int | None = None) -> Accuracy:
    """Return the accuracy of a player (an index into the record's players), or of all together.

    Passes are not in it (a record says of them neither what else there was nor what was lost), nor
    is a placement that was taken back.
    """
    sum_ = Accuracy()
    for verdict in verdicts:
        position = verdict.position
        if not position.is_taken_back and player in {None, position.player}:
            sum_ += _of_one(verdict)
    return sum_


def _of_one(verdict: Verdict) -> Accuracy:
    if verdict.behind is None:
        return Accuracy(unjudged=1)
    return Accuracy(taken=verdict.position.counted, behind=verdict.behind)
