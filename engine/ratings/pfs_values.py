"""PFS: ratings with the tournaments they are made of, listed and temporary ones (§1.2, 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from engine.ratings.protocol import Player
from engine.ratings.tournaments import Tournament
from engine.rounding import half_up

MOST = 200
LEAST = 100
"""The least tournament rating, and what each game short of 30 counts (§2.2, 2.4)."""


class Selection(StrEnum):
    """Which tournaments of the period count where they hold more than 200 games."""

    LATEST = "latest"
    """The newest (§1.2)."""
    BEST = "best"
    """Those with the highest averages; in force since 6 May 2023."""


class Favourites(StrEnum):
    """What a game counts that a favourite wins who is more than 50 points ahead."""

    SCALPS = "scalps"
    """The usual scalps: the text has no exception (§1.1)."""
    OWN = "own"
    """Each player's own rating, as published descriptions of the system say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A player's games in one tournament, or those before the first tournament given."""

    tournament: Tournament | None
    """None: games of which no more is known than their average; they count one by one."""
    last_day: date
    games: int
    scalps: Fraction | int
    """Their sum (§1.1)."""
    ratings: Mapping[Player, int]
    """Everybody's rating for the tournament."""

    @property
    def average(self) -> Fraction:
        """Return the rating these games alone would give."""
        return Fraction(self.scalps, self.games)

    def part(self, games: int) -> "Block":
        """Return so many of the games, at their average."""
        return Block(
            tournament=self.tournament,
            last_day=self.last_day,
            games=games,
            scalps=self.average * games,
            ratings=self.ratings,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A rating and the tournaments it was made of."""

    exact: Fraction
    """The sum of scalps by the number of games."""
    games: int
    """Those counted."""
    terms: tuple[Block, ...]
    """Newest first."""

    @property
    def rounded(self) -> int:
        """Return it rounded half up, as it is listed (§1.1)."""
        return half_up(self.exact)


class Ground(StrEnum):
    """Why a player has a temporary rating instead of a listed one."""

    BELOW = "below"
    """Listed below 100 (§2.2)."""
    NEW = "new"
    """No rated game yet (§2.2)."""
    DROPPED = "dropped"
    """30 games or more, but not on the list (§2.3)."""
    FEW = "few"
    """1 to 29 games: made up to 30 with scalps of 100 (§2.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Temporary:
    """The rating a player has for the next tournament where the list's does not serve (§2)."""

    ground: Ground
    rating: int
    """Rounded half up, and at least 100."""
    exact: Fraction
    """Before that."""
    terms: tuple[Block, ...]
    """Newest first."""
    padding: int
    """How many scalps of 100 were added."""
