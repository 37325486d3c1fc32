"""The record of a player's games against one opponent: who won, and the sums of coefficients."""

from dataclasses import dataclass
from decimal import Decimal

from engine.coefficients import ZERO
from engine.figures import Figures, Outcome


@dataclass(slots=True, kw_only=True)
class Tally:
    """A player's games against one opponent, from the player's side."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    own: Decimal = ZERO
    """The sum of the player's coefficients."""
    other: Decimal = ZERO
    """The sum of the opponent's coefficients."""

    @property
    def lost(self) -> int:
        """The number of games lost; as in standings, both lose a game that nobody wins."""
        return self.games - self.won - self.drawn

    def add(self, figures: Figures, *, is_red: bool) -> None:
        """Count a game with these figures in which the player was Red or Blue."""
        own, other = figures.coefficients_of(is_red=is_red)
        self.games += 1
        self.won += figures.is_won_by(is_red=is_red)  # True counts as 1
        self.drawn += figures.outcome is Outcome.DRAW
        self.own += own
        self.other += other
