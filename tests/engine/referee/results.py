"""A reference for coefficients: articles 8 and 9 with exact fractions."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

MOST = Fraction("1.6667")
FORFEIT = Fraction("1.53")


def four_places(value: Fraction) -> Decimal:
    """Return the value rounded half up to four decimals (art. 8.1)."""
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
    """Return the coefficients of a game played to its end (art. 8, 9.5)."""
    if own < other:
        other_value, own_value = finished(other, own)
        return own_value, other_value
    rounded = four_places(ordinary(own, other))
    return min(rounded, four_places(MOST)), 2 - rounded


def article_of(own: int, other: int) -> str:
    """Return the article that decides the coefficients of a game played to its end."""
    high, low = max(own, other), min(own, other)
    if high == low:
        return "8.4"
    if high <= 0:
        return "8.2"
    if low <= 0:
        return "8.3"
    return "9.5" if four_places(ordinary(high, low)) > four_places(MOST) else "8.1"


def share(own: int, other: int) -> Fraction:
    """Return a player's part of the point (art. 9.1, 9.2).

    The regulation divides no negative scores and no two zeros. Level scores halve the point;
    otherwise the leader gets all of it, because the margin has no effect there (art. 8.2-8.4).
    """
    if own == other:
        return Fraction(1, 2)
    if min(own, other) < 0:
        return Fraction(own > other)
    return Fraction(own, own + other)


def interrupted(own: int, other: int) -> tuple[Decimal, Decimal]:
    """Return the shares of both players of a game ended early (art. 9.2)."""
    if own < other:
        other_value, own_value = interrupted(other, own)
        return own_value, other_value
    rounded = four_places(Fraction(1, 2) + share(own, other))
    return rounded, 2 - rounded


def abandoned(stays: int, leaves: int, rounds: int) -> tuple[Decimal, Decimal]:
    """Return the coefficients of the opponent and of the resigning player (art. 9.1, 9.5)."""
    margin = Fraction(rounds, 100)
    own = share(stays, leaves)
    winners = four_places(max(FORFEIT - margin, min(1 + own, FORFEIT + margin, MOST)))
    return winners, min(four_places(1 - own), 2 - winners)
