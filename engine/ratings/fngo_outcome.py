"""FNGO: a player's new rating from one tournament, with all its terms and the limit of losses.

`fngo` calculates these values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.protocol import Player
from engine.ratings.tournaments import Tournament

Value = int | Fraction
"""A rating; a whole number if the starting rating was one."""
PER_DISC = 10
"""The points of rating that one disc of difference stands for (phase 1)."""
PER_SHARE = 1000
"""The points of rating between an expected share of all points and of none (phases 1, 3)."""
PROVISIONAL = 15
"""A player with at most so many rated games is provisional."""
_CATEGORY_A = 900
"""A stable player with more is in category A (phase 2)."""
Met = Sequence[tuple[Player, int]]
"""Opponents and disc differences, in the order of play."""


class PlayerGroup(StrEnum):
    """The group of a player in a tournament, which decides the calculation."""

    NEW = "UP"
    """The first tournament."""
    PROVISIONAL = "PP"
    """15 rated games or fewer."""
    STABLE = "EP"


def group_of(games: int) -> PlayerGroup:
    """Return the group of a player who has a rating, by the number of their rated games."""
    return PlayerGroup.PROVISIONAL if games <= PROVISIONAL else PlayerGroup.STABLE


class FngoGame(NamedTuple):
    """One game as it counts for one of the two players. A tuple, because each game has two."""

    opponent: Player
    rating: Value
    """The opponent's rating, initial or new depending on the phase."""
    difference: int
    """The difference in discs."""

    @property
    def score(self) -> float:
        """The result: 1, ½ or 0."""
        return 1.0 if self.difference > 0 else 0.0 if self.difference else 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A newcomer's or provisional player's rating from this tournament (phases 1 and 2)."""

    by_discs: Fraction
    """RFa."""
    by_results: Fraction
    """RFb."""
    rating: int
    """RF, rounded; for a provisional player the weighted mean with the old rating."""

    @property
    def mean(self) -> Fraction:
        """RFx, the mean of RFa and RFb."""
        return (self.by_discs + self.by_results) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class StableChange:
    """A stable player's change (phase 3)."""

    doubled: int
    """Twice the points."""
    games: int
    apart: Value
    """The sum of DR."""
    by_results: int
    """FA, rounded."""
    by_discs: int
    """FB, rounded."""

    @property
    def points(self) -> float:
        """The points scored."""
        return self.doubled / 2

    @property
    def expected(self) -> float:
        """The expected points, to the nearest floating-point number."""
        return float(self._expected_shares / PER_SHARE)

    @property
    def _expected_shares(self) -> Value:
        """The expected points times `PER_SHARE`: one half of each game, and the sum of DR."""
        return PER_SHARE // 2 * self.games + self.apart

    @property
    def is_protected(self) -> bool:
        """Whether no loss is possible: FA before rounding is positive, or all games were won.

        The text protects a player who won all games against much lower ratings (phase 5).
        """
        won_all = self.doubled == 2 * self.games
        return won_all or PER_SHARE * self.doubled > 2 * self._expected_shares

    @property
    def total(self) -> int:
        """VR, the sum of FA and FB."""
        return self.by_results + self.by_discs


class Feedback(NamedTuple):
    """Points received from an opponent with a large gain (phase 4)."""

    opponent: Player
    points: int
    """The points for each game."""
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOutcome:
    """A player's tournament, with all terms of the new rating."""

    tournament: Tournament
    group: PlayerGroup
    before: Value | None
    games_before: int
    met: Met
    worth: Mapping[Player, Value]
    """All players' ratings, initial or new depending on the phase."""
    estimate: Estimate | None
    """The rating of a new or provisional player; None for stable players."""
    change: StableChange | None
    """The change of a stable player; None for others."""
    received: tuple[Feedback, ...]
    given: int
    """The feedback for each opponent and game."""
    most_lost: int
    """The most that a stable player may lose in this tournament (phase 5)."""

    @property
    def meetings(self) -> tuple[FngoGame, ...]:
        """The player's games, as they count for them."""
        return tuple(FngoGame(one, self.worth[one], discs) for one, discs in self.met)

    @property
    def feedback(self) -> int:
        """The feedback points received."""
        if not self.received:
            return 0
        return sum(one.points * one.games for one in self.received)

    @property
    def gain(self) -> int | None:
        """The total change of a stable player, with limited losses (phase 5); None for others."""
        if self.change is None:
            return None
        least = 0 if self.change.is_protected else -self.most_lost
        return max(self.change.total + self.feedback, least)

    @property
    def final(self) -> Value:
        """The new rating."""
        if self.estimate is not None:
            return self.estimate.rating + self.feedback
        return (self.before or 0) + (self.gain or 0)

    @property
    def games(self) -> int:
        """The number of all rated games of the player."""
        return self.games_before + len(self.met)

    @property
    def category(self) -> str | None:
        """A or B if the player is stable after the tournament (phase 2), otherwise None."""
        if group_of(self.games) is PlayerGroup.PROVISIONAL:
            return None
        return "A" if self.final > _CATEGORY_A else "B"
