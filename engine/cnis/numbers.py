"""The roundings of the CNIS regulation besides `engine.rounding`'s. All before them is exact."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor


def hundredths(exact: Fraction) -> Decimal:
    """Return the figure truncated to two decimals, as shared points are."""
    return Decimal(floor(exact * 100)).scaleb(-2)


def in_favour(exact: Fraction) -> int:
    """Return the next whole number up: rounding in the player's favour (art. 22)."""
    return ceil(exact)
