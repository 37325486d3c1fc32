"""The table behind the scales: val(S, L), what place L of scale S is worth.

The federation's own table ("Macrouri.xls") is an annex that is not published with the regulation.
An organiser who has it gives it; without it a reconstruction stands in, and every scale says which
of the two it was read from. What is made of the values when there are more participants than
places is `engine.cnis.scale`.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import isqrt

from engine.cnis.faults import refused
from engine.rounding import half_up

LOWEST = 10
HIGHEST = 100
"""The scales there are (art. 6)."""
Table = Mapping[int, tuple[int, ...]]
"""Scale → the values of its places, first place first, as many as the scale's number."""
_DIGITS = 40


def column(scale: int, table: Table | None = None) -> tuple[int, ...]:
    """Return the values of a scale's places, from the organiser's table or the reconstruction.

    Raises:
        RuleViolation: `cnis_scale_missing`, the organiser's table lacks the scale.
    """
    if table is None:
        return reconstructed(scale)
    if scale not in table:
        raise refused("scale_missing", "6", scale=scale)
    return table[scale]


@cache
def reconstructed(scale: int) -> tuple[int, ...]:
    """Return the values of a scale, 10 to 100, by the reconstruction.

    Along a circle g(x) = sqrt(200x - x²), the value of place L is c·(g(S) - g(L - 1)), with c such
    that the mean of every scale is the mean of scale 100. It gives the published scale 14 and the
    published top of scale 100.

    Roots are taken to 40 decimals, which no rounding here comes near; the tests prove it for every
    place of every scale.
    """
    mean = sum((10 * (100 - _root(x)) for x in range(HIGHEST)), Fraction(0)) / HIGHEST
    gaps = [_root(scale) - _root(x) for x in range(scale)]
    factor = mean * scale / sum(gaps, Fraction(0))
    return tuple(half_up(factor * gap) for gap in gaps)


@cache
def _root(x: int) -> Fraction:
    """Return g(x) = sqrt(200x - x²), cut after 40 decimals."""
    return Fraction(isqrt((200 * x - x * x) * 10 ** (2 * _DIGITS)), 10**_DIGITS)
