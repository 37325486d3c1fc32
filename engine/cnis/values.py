"""The table behind the scales: val(S, L), the value of place L in scale S.

The federation's own table ("Macrouri.xls") is an unpublished annex of the regulation. An organiser
may provide it; otherwise a reconstruction is used. Every scale says which of the two it comes from.
`engine.cnis.scale` extends the values when there are more participants than places.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import isqrt

from engine.cnis.faults import refused
from engine.rounding import half_up

LOWEST = 10
HIGHEST = 100
"""The greatest scale number (art. 6)."""
Table = Mapping[int, tuple[int, ...]]
"""Scale → the values of its places, first place first; scale n has n values."""
_DIGITS = 40


def column(scale: int, table: Table | None = None) -> tuple[int, ...]:
    """Return the values of a scale's places, from the organiser's table or the reconstruction.

    Raises:
        RuleViolation: `cnis_scale_missing`, if the organiser's table lacks the scale.
    """
    if table is None:
        return reconstructed(scale)
    if scale not in table:
        raise refused("scale_missing", "6", scale=scale)
    return table[scale]


@cache
def reconstructed(scale: int) -> tuple[int, ...]:
    """Return the reconstructed values of a scale from 10 to 100.

    With the circle g(x) = sqrt(200x - x²), the value of place L is c·(g(S) - g(L - 1)). The factor
    c gives every scale the mean of scale 100. The result agrees with the published scale 14 and
    with the published top of scale 100.

    Roots have 40 decimals, far more than any rounding here needs; the tests prove it for every
    place of every scale.
    """
    mean = sum((10 * (100 - _root(x)) for x in range(HIGHEST)), Fraction(0)) / HIGHEST
    gaps = [_root(scale) - _root(x) for x in range(scale)]
    factor = mean * scale / sum(gaps, Fraction(0))
    return tuple(half_up(factor * gap) for gap in gaps)


@cache
def _root(x: int) -> Fraction:
    """Return g(x) = sqrt(200x - x²), truncated to 40 decimals."""
    return Fraction(isqrt((200 * x - x * x) * 10 ** (2 * _DIGITS)), 10**_DIGITS)
