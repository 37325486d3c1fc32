"""Rounding to a whole number, as the CNIS and four rating systems require."""

from fractions import Fraction
from math import floor

_HALF = Fraction(1, 2)


def half_up(exact: Fraction) -> int:
    """Return the nearest whole number; a half rounds up, so that −0.5 gives 0."""
    return floor(exact + _HALF)
