"""The figures of a stated result, and results that article 8 alone cannot give. Pure."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.documents.tables.import_stated import ImportForm, StatedResult
from engine.coefficients import normal
from engine.figures import Figures, figures

_LEAST_SUM: Final = Decimal("0.5")
"""The least sum of both coefficients that a game without a special ending leaves."""
_MOST_SUM: Final = Decimal("2.001")
"""The sum of both coefficients of a game (art. 8.1), and what rounding may add."""


def figures_of(result: StatedResult) -> Figures:
    """Return the result as it counts: the stated coefficients, or those of the scores (art. 8).

    Raises:
        ValueError: the result states neither.
    """
    if result.coefficients is not None:
        red, blue = result.coefficients
        return figures(red, blue, scores=result.scores, article="8.1")
    if result.scores is None:
        raise ValueError("a result states its scores or its coefficients")
    worth = normal(*result.scores)
    return figures(worth.first, worth.second, scores=result.scores, article=worth.article)


class Oddity(StrEnum):
    """Why article 8 alone cannot give a result, so that only a special ending explains it."""

    WINNERS = "winners"
    """The coefficients are too high for a winner and a loser."""
    SUM = "sum"
    """The coefficients are too low."""
    DRAW = "draw"
    """The scores are equal, and the coefficients are not."""
    ORDER = "order"
    """The player with the lower score has the higher coefficient, or the same one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddResult:
    """A stated result that article 8 alone cannot give."""

    result: StatedResult
    why: Oddity


def odd_results(form: ImportForm) -> list[OddResult]:
    """Return the results that only a special ending can explain, in the order of the rows."""
    return [
        OddResult(result=result, why=why)
        for result in form.results
        if (why := oddity(result)) is not None
    ]


def oddity(result: StatedResult) -> Oddity | None:
    """Return why article 8 alone cannot give the result, or None."""
    if result.coefficients is None:
        return None
    red, blue = result.coefficients
    if red + blue > _MOST_SUM:
        return Oddity.WINNERS
    if red + blue < _LEAST_SUM:
        return Oddity.SUM
    if result.scores is None:
        return None
    red_score, blue_score = result.scores
    if red_score == blue_score:
        return None if red == blue else Oddity.DRAW
    loser_has_less = red < blue if red_score < blue_score else red > blue
    return None if loser_has_less else Oddity.ORDER
