"""FRS 2011: the games of the calendar, and their part in a rating for one type of game.

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


class FrsType(StrEnum):
    """A type of game, with a rating of its own (art. 2)."""

    CLASSIC = "classic"
    COMPLETIVE = "completive"
    ELLIPTIC = "elliptic"
    COMPOSITION = "composition"
    ANTICIPATION = "anticipation"
    FREE = "free"

    @property
    def window(self) -> int:
        """N, the number of latest games of the type that count (art. 2)."""
        return _WINDOWS[self]

    @property
    def games_to_be_active(self) -> int:
        """The games an active player must have played of them: 15%, rounded up (art. 3)."""
        return -(-_ACTIVE_PERCENT * self.window // 100)


_WINDOWS = {
    FrsType.CLASSIC: 20,
    FrsType.COMPLETIVE: 18,
    FrsType.ELLIPTIC: 14,
    FrsType.COMPOSITION: 18,
    FrsType.ANTICIPATION: 14,
    FrsType.FREE: 8,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarGame:
    """One game of the official calendar, with the players' places. Equal places are shared."""

    kind: FrsType
    name: str
    day: date
    places: Mapping[Player, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerm:
    """One game in a rating: P = V + 50 · (J − 2L + 1) / (J − 1), counted with its weight."""

    event: CalendarGame
    place: Fraction
    """L; the average for shared places."""
    value: Number
    """V."""
    weight: int

    @property
    def offset(self) -> Fraction:
        """P − V, the points above the value of the game (art. 6)."""
        players = len(self.event.places)
        return Fraction(SPREAD * (players - 2 * self.place + 1), players - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeRating:
    """A player's rating for one type: the weighted mean of their games' points (art. 7)."""

    value: Number
    is_active: bool
    """Whether the player is active; others are provisional and in a separate list (art. 3)."""
    terms: tuple[GameTerm, ...]
    """Oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuedGame:
    """A game and its value (art. 5)."""

    event: CalendarGame
    value: Number
