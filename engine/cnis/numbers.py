"""Two roundings of the CNIS regulation; `engine.rounding` has the third."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor


def hundredths(exact: Fraction) -> Decimal:
    """Return the figure truncated to two decimals, as for shared points."""
    return Decimal(floor(exact * 100)).scaleb(-2)


def in_favour(exact: Fraction) -> int:
    """Return the figure rounded up, in the player's favour (art. 22)."""
    return ceil(exact)
