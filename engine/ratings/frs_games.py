"""FRS 2011: the games of the calendar, and what becomes of them in a rating at one type of game.

The text is the federation's "Rating Scrabble 2011"; "art." below means its numbered chapters.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from engine.ratings.frs_exact import SPREAD, Number
from engine.ratings.protocol import Player

EVE = date(2009, 1, 1)
"""Games played after this day are rated (art. 2)."""
_ACTIVE_PERCENT = 15


class Kind(StrEnum):
    """A type of game, rated apart (art. 2)."""

    CLASSIC = "classic"
    COMPLETIVE = "completive"
    ELLIPTIC = "elliptic"
    COMPOSITION = "composition"
    ANTICIPATION = "anticipation"
    FREE = "free"

    @property
    def window(self) -> int:
        """Return N, how many of the latest games of the type count (art. 2)."""
        return _WINDOWS[self]

    @property
    def games_to_be_active(self) -> int:
        """Return how many of them a player must have played: 15 %, rounded up (art. 3)."""
        return -(-_ACTIVE_PERCENT * self.window // 100)


_WINDOWS = {
    Kind.CLASSIC: 20,
    Kind.COMPLETIVE: 18,
    Kind.ELLIPTIC: 14,
    Kind.COMPOSITION: 18,
    Kind.ANTICIPATION: 14,
    Kind.FREE: 8,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One game of the official calendar: who took which place. Equal places are shared."""

    kind: Kind
    name: str
    day: date
    places: Mapping[Player, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerm:
    """One game in a rating: P = V + 50 · (J − 2L + 1) / (J − 1), counted with its weight."""

    event: Event
    place: Fraction
    """L; the average of the places shared."""
    value: Number
    """V."""
    weight: int

    @property
    def offset(self) -> Fraction:
        """Return P − V (art. 6)."""
        players = len(self.event.places)
        return Fraction(SPREAD * (players - 2 * self.place + 1), players - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's rating at one type: the mean of his games' points by their weights (art. 7)."""

    value: Number
    is_active: bool
    """Else provisional, and listed apart (art. 3)."""
    terms: tuple[GameTerm, ...]
    """Oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    """A game and its value (art. 5)."""

    event: Event
    value: Number
