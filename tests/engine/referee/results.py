"""Work out both coefficients from articles 8 and 9, with exact fractions."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

MOST = Fraction("1.6667")
FORFEIT = Fraction("1.53")


def four_places(value: Fraction) -> Decimal:
    """Round half up to four decimals (art. 8.1)."""
    return (
        Decimal(int(value * 10000 + Fraction(1, 2)))
        .scaleb(-4)
        .quantize(Decimal("0.0001"), ROUND_HALF_UP)
    )


def ordinary(own: int, other: int) -> Fraction:
    """Return the unrounded coefficient of a player from both scores (art. 8.1-8.4)."""
    if own == other:
        return Fraction(1)
    high, low = max(own, other), min(own, other)
    if high <= 0:
        winners = Fraction(3, 2)
    elif low <= 0:
        winners = FORFEIT
    else:
        winners = 1 + Fraction(high, high + low)
    return winners if own == high else 2 - winners


def finished(own: int, other: int) -> tuple[Decimal, Decimal]:
    """Return the coefficients of a game that came to its end (art. 8, 9.5)."""
    if own < other:
        other_value, own_value = finished(other, own)
        return own_value, other_value
    rounded = four_places(ordinary(own, other))
    return min(rounded, four_places(MOST)), 2 - rounded


def interrupted(own: int, other: int) -> tuple[Decimal, Decimal]:
    """Return the shares of two positive scores after an agreed end (art. 9.2)."""
    rounded = four_places(Fraction(1, 2) + Fraction(own, own + other))
    return rounded, 2 - rounded


def abandoned(stays: int, leaves: int, rounds: int) -> tuple[Decimal, Decimal]:
    """Return the coefficients of who stays and who abandons (art. 9.1, 9.5).

    Both scores are at least 0 and one is positive: the regulation divides no others.
    """
    margin = Fraction(rounds, 100)
    share = Fraction(stays, stays + leaves)
    winners = four_places(max(FORFEIT - margin, min(1 + share, FORFEIT + margin, MOST)))
    return winners, min(four_places(1 - share), 2 - winners)
