"""FNGO: what one tournament makes of a player's rating, with all its terms; the limit of losses.

The rules that fill these values are in `fngo`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.protocol import Player
from engine.ratings.tournaments import Tournament

Value = int | Fraction
"""A rating: a whole number wherever the start was one."""
PROVISIONAL = 15
"""A player with so many rated games, or fewer, is provisional."""
_CATEGORY_A = 900


Met = Sequence[tuple[Player, int]]
"""Opponents and disc differences, in the order of play."""


class Group(StrEnum):
    """How a player is treated in a tournament."""

    NEW = "UP"
    """His first."""
    PROVISIONAL = "PP"
    """15 rated games or fewer."""
    STABLE = "EP"


class Meeting(NamedTuple):
    """One game, as it counts for one of the two. A tuple: there are two of them to every game."""

    opponent: Player
    rating: Value
    """The opponent's, initial or new as the phase has it."""
    difference: int
    """In discs."""

    @property
    def score(self) -> float:
        """Return 1, ½ or 0."""
        return 1.0 if self.difference > 0 else 0.0 if self.difference else 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A newcomer's or provisional player's rating from this tournament (phases 1 and 2)."""

    by_discs: Fraction
    """RFa."""
    by_results: Fraction
    """RFb."""
    rating: int
    """RF, rounded; a provisional player's is weighed with what he had."""

    @property
    def mean(self) -> Fraction:
        """Return RFx, the mean of RFa and RFb."""
        return (self.by_discs + self.by_results) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
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
        """Return the points he has made."""
        return self.doubled / 2

    @property
    def expected(self) -> float:
        """Return the points he should have made, to the nearest floating-point number."""
        return float((500 * self.games + self.apart) / 1000)

    @property
    def is_protected(self) -> bool:
        """Return whether nothing may be lost: FA before rounding is positive, or all games are won.

        The text protects a player who won all games against much lower ratings (phase 5).
        """
        won_all = self.doubled == 2 * self.games
        return won_all or 1000 * self.doubled > 2 * (500 * self.games + self.apart)

    @property
    def total(self) -> int:
        """Return VR."""
        return self.by_results + self.by_discs


class Feedback(NamedTuple):
    """What an opponent who gained much hands on (phase 4)."""

    opponent: Player
    points: int
    """For each game."""
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A player's tournament, with all that his new rating was made of."""

    tournament: Tournament
    group: Group
    before: Value | None
    games_before: int
    met: Met
    worth: Mapping[Player, Value]
    """Everybody's rating, initial or new as the phase has it."""
    estimate: Estimate | None
    """None for stable players."""
    change: Change | None
    """None for others."""
    received: tuple[Feedback, ...]
    given: int
    """Feedback to each opponent for each game."""
    most_lost: int
    """What a stable player may lose here at most (phase 5)."""

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Return his games, as they count for him."""
        return tuple(Meeting(one, self.worth[one], discs) for one, discs in self.met)

    @property
    def feedback(self) -> int:
        """Return the feedback points received."""
        if not self.received:
            return 0
        return sum(one.points * one.games for one in self.received)

    @property
    def gain(self) -> int | None:
        """Return a stable player's change in all, with his losses limited (phase 5)."""
        if self.change is None:
            return None
        least = 0 if self.change.is_protected else -self.most_lost
        return max(self.change.total + self.feedback, least)

    @property
    def final(self) -> Value:
        """Return the new rating."""
        if self.estimate is not None:
            return self.estimate.rating + self.feedback
        return (self.before or 0) + (self.gain or 0)

    @property
    def games(self) -> int:
        """Return all his rated games."""
        return self.games_before + len(self.met)

    @property
    def category(self) -> str | None:
        """Return A or B for a player who is stable from now on, or was before (phase 2)."""
        if self.games <= PROVISIONAL:
            return None
        return "A" if self.final > _CATEGORY_A else "B"
