"""PFS: listed and temporary ratings with the tournaments behind them (§1.2, 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final

from engine.ratings.protocol import Player
from engine.ratings.tournaments import Tournament
from engine.rounding import half_up

MOST_GAMES: Final = 200
"""The games of the period that count; the others are left out (§1.2)."""
LEAST_RATING: Final = 100
"""The least tournament rating, and the value of each game missing from 30 (§2.2, 2.4)."""


class Selection(StrEnum):
    """The tournaments that count if the period has more than 200 games."""

    LATEST = "latest"
    """The newest tournaments (§1.2)."""
    BEST = "best"
    """The tournaments with the highest averages; in force since 6 May 2023."""


class Favourites(StrEnum):
    """The value of a game won by a favourite with a lead of more than 50 points."""

    SCALPS = "scalps"
    """The usual scalps, because the text has no exception (§1.1)."""
    OWN = "own"
    """Each player's own rating, as in published descriptions of the system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PfsBlock:
    """A player's games in one tournament, or before the first recorded tournament."""

    tournament: Tournament | None
    """The tournament; None for games of which only the average is known (they count one by one)."""
    last_day: date
    games: int
    scalps: Fraction | int
    """The sum of the scalps (§1.1)."""
    ratings: Mapping[Player, int]
    """All players' ratings for the tournament."""

    @property
    def average(self) -> Fraction:
        """The rating that these games alone would give."""
        return Fraction(self.scalps, self.games)

    def part(self, games: int) -> "PfsBlock":
        """Return a block of so many of the games, at their average."""
        return PfsBlock(
            tournament=self.tournament,
            last_day=self.last_day,
            games=games,
            scalps=self.average * games,
            ratings=self.ratings,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PfsRating:
    """A rating and the tournaments behind it."""

    exact: Fraction
    """The sum of scalps divided by the number of games."""
    games: int
    """The number of counted games."""
    terms: tuple[PfsBlock, ...]
    """The games that count, by tournament, newest first."""

    @property
    def rounded(self) -> int:
        """The rating rounded half up, as in the list (§1.1)."""
        return half_up(self.exact)


class Ground(StrEnum):
    """The reason for a temporary rating instead of a listed one."""

    BELOW = "below"
    """The listed rating is below 100 (§2.2)."""
    NEW = "new"
    """The player has no rated game yet (§2.2)."""
    DROPPED = "dropped"
    """The player has 30 games or more, but is not on the list (§2.3)."""
    FEW = "few"
    """The player has 1 to 29 games; scalps of 100 fill them up to 30 (§2.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporaryRating:
    """A player's rating for the next tournament if the list has no suitable one (§2)."""

    ground: Ground
    rating: int
    """Rounded half up, and at least 100."""
    exact: Fraction
    """The value before rounding and the minimum."""
    terms: tuple[PfsBlock, ...]
    """The games that count, by tournament, newest first."""
    padding: int
    """The number of scalps of 100 that were added."""
