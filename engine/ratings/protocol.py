"""The common input and output of all rating systems: players, games, starting ratings.

This module neither reads files nor contains a rating rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple, NewType

Player = NewType("Player", str)
"""A player's name, spelt the same way in all input of a system."""


class RatedGame(NamedTuple):
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
    """A player's data before the first recorded game."""

    rating: Fraction | None = None
    """The player's rating; None if the player has no rating yet."""
    games: int = 0
    """The number of rated games so far."""
    weighted_games: int | None = None
    """ABSP: the number of games behind the rating; None if it is not known."""
    career_games: int | None = None
    """PFS: all rated games ever, while `games` counts those of the period; None: the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """The input of a system that rates games between two players; each system adds its options."""

    starts: Mapping[Player, Start]
    """The starting ratings; a player without one is a newcomer."""
    games: Sequence[RatedGame]
    leagues: frozenset[str] = frozenset()
    """Names of leagues; all games of a league are one tournament, whatever the gaps."""
