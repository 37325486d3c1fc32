"""The result of one game as it counts in a competition: scores, coefficients, who has won.

What a game is worth is worked out in `engine.matches.results`; what follows from many of them is
`engine.competitions.standings`.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Outcome(StrEnum):
    """Who won a game: whoever has more of it, before any penalty (art. 8.1, 9.1)."""

    RED = "red"
    BLUE = "blue"
    DRAW = "draw"
    NOBODY = "nobody"
    """Both have 0, nobody having told anything by the closing date (9.1), or both have lost it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The result of one game as it counts: scores, coefficients and the article behind them."""

    red_score: int
    blue_score: int
    red: Decimal
    """Red's coefficient."""
    blue: Decimal
    outcome: Outcome
    article: str


def figures(red: Decimal, blue: Decimal, *, scores: tuple[int, int], article: str) -> Figures:
    """Return a game's figures; the higher coefficient has won it, and two zeros are nobody's."""
    if red > blue:
        outcome = Outcome.RED
    elif red < blue:
        outcome = Outcome.BLUE
    else:
        outcome = Outcome.DRAW if red else Outcome.NOBODY
    return Figures(
        red_score=scores[0],
        blue_score=scores[1],
        red=red,
        blue=blue,
        outcome=outcome,
        article=article,
    )
