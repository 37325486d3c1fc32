"""Rounding to a whole number, as five of the texts do it: the CNIS and four rating systems."""

from fractions import Fraction
from math import floor

_HALF = Fraction(1, 2)


def half_up(exact: Fraction) -> int:
    """Return the nearest whole number; of two equally near the greater, so that −0.5 gives 0."""
    return floor(exact + _HALF)
