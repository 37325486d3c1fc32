"""The result of one game in a competition: scores, coefficients and winner.

`engine.matches.results` calculates it; `engine.competitions.standings` adds many of them.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Outcome(StrEnum):
    """The winner of a game: the higher coefficient, before any penalty (art. 8.1, 9.1)."""

    RED = "red"
    BLUE = "blue"
    DRAW = "draw"
    NOBODY = "nobody"
    """Both have 0, because neither reported by the closing date (art. 9.1) or both lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The result of one game as it counts: scores, coefficients and the article behind them."""

    red_score: int | None
    """Red's counted points; None, as Blue's, if a result brought in does not state them."""
    blue_score: int | None
    """Blue's counted points."""
    red: Decimal
    """Red's coefficient."""
    blue: Decimal
    outcome: Outcome
    article: str

    @property
    def scores(self) -> tuple[int, int] | None:
        """Return Red's and Blue's counted points; None if they are not stated."""
        if self.red_score is None or self.blue_score is None:
            return None
        return self.red_score, self.blue_score

    def coefficients_of(self, *, is_red: bool) -> tuple[Decimal, Decimal]:
        """Return the coefficients of the player with that colour and of their opponent."""
        return (self.red, self.blue) if is_red else (self.blue, self.red)

    def is_won_by(self, *, is_red: bool) -> bool:
        """Return whether the player with that colour won, as decided before any penalty."""
        return self.outcome is (Outcome.RED if is_red else Outcome.BLUE)


def figures(
    red: Decimal, blue: Decimal, *, scores: tuple[int, int] | None, article: str
) -> Figures:
    """Return a game's figures. The higher coefficient wins; with two zeros nobody wins."""
    if red > blue:
        outcome = Outcome.RED
    elif red < blue:
        outcome = Outcome.BLUE
    else:
        outcome = Outcome.DRAW if red else Outcome.NOBODY
    red_score, blue_score = scores or (None, None)
    return Figures(
        red_score=red_score,
        blue_score=blue_score,
        red=red,
        blue=blue,
        outcome=outcome,
        article=article,
    )
