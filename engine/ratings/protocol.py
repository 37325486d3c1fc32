"""What every rating system takes and gives: players, games, starting ratings; the protocol.

How a file is read is not here, and neither is any rule of rating.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple, NewType, Protocol, TypeVar

Player = NewType("Player", str)
"""A player's name, spelt one way in everything a system is given."""

Given_contra = TypeVar("Given_contra", contravariant=True)
Rated_co = TypeVar("Rated_co", covariant=True)


class RatingSystem(Protocol[Given_contra, Rated_co]):
    """One system. A module is one: its key, and the function from what is given to the ratings.

    The ratings carry, besides each number, the terms it was made of.
    """

    KEY: str

    def rate(self, given: Given_contra, /) -> Rated_co:
        """Return the ratings that follow from what is given, and from nothing else."""
        ...


class Game(NamedTuple):
    """A rated game between two players. A tuple, because there may be a million of them."""

    day: date
    tournament: str
    round: int
    first: Player
    second: Player
    first_score: int
    second_score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What is known of a player before the first game that is given."""

    rating: Fraction | None = None
    """None: he has none yet."""
    games: int = 0
    """Rated games so far."""
    weighted_games: int | None = None
    """ABSP: how many of them the rating rests on; None where that is not known."""
    career_games: int | None = None
    """PFS: all rated games ever, while `games` are those of the period; None: the same."""
