"""FNGO: many equations solved exactly: by floating-point numbers, put right until they are exact.

The equations are those of `fngo_newcomers`: whole numbers that are few and small. Their solution is
a fraction with hundreds of digits. It is approached bit by bit, the remainder being whole numbers
throughout; guessed from its first bits; and held against every equation before it is believed.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, log2
from operator import mul

_Row = Mapping[int, int]
"""Coefficients by the number of the unknown; the others are 0."""
_EXACT = 50
"""Bits of a whole number that a floating-point one holds, less some for its rounding."""


def solved(rows: Sequence[_Row], sums: Sequence[Fraction]) -> list[Fraction]:
    """Return the one solution of as many equations as there are unknowns.

    Each unknown weighs most in its own equation: every part of them in which equations and
    unknowns are the same, but for the last equation, has one solution.
    """
    order = _order(rows)
    place = {unknown: number for number, unknown in enumerate(order)}
    rows = [{place[unknown]: factor for unknown, factor in rows[own].items()} for own in order]
    found = _solved(rows, [sums[own] for own in order])
    return [found[place[unknown]] for unknown in range(len(rows))]


def _order(rows: Sequence[_Row]) -> list[int]:
    """Return the unknowns in an order in which few more stand together as they are eliminated.

    Who stands with fewest goes first; of equals the first given.
    """
    beside: list[set[int]] = [set() for _ in rows]
    for own, row in enumerate(rows):
        for other in row.keys() - {own}:
            beside[own].add(other)
            beside[other].add(own)
    left, found = set(range(len(rows))), []
    while left:
        own = min(left, key=lambda one: (len(beside[one]), one))
        left.remove(own)
        found.append(own)
        for other in beside[own]:
            beside[other] |= beside[own]
            beside[other] -= {own, other}
    return found


def _solved(rows: Sequence[_Row], sums: Sequence[Fraction]) -> list[Fraction]:
    common = lcm(*(sum_.denominator for sum_ in sums))
    wanted = [int(sum_ * common) for sum_ in sums]
    # By Hadamard, no determinant has more bits; numerator and denominator are one each.
    most = sum(log2(sum(map(mul, row.values(), row.values()))) / 2 for row in rows)
    bits = 2 * int(most) + 2 * max(wanted, key=abs, default=0).bit_length() + 64
    above, below = _guessed(*_approached(_Factors(rows), rows, wanted, bits))
    if not _holds(rows, wanted, above, below):
        raise AssertionError("as many bits as that tell every solution")
    return [Fraction(value, below * common) for value in above]


def _approached(
    factors: "_Factors", rows: Sequence[_Row], wanted: Sequence[int], bits: int
) -> tuple[list[int], int]:
    """Return the solution in units of 2^-n, and n, which is `bits` at least."""
    values, scale = [0] * len(rows), 0
    left = list(wanted)
    while True:
        step = factors.solution(left)
        values = [value + more for value, more in zip(values, step, strict=True)]
        left = [
            rest - sum(factor * step[column] for column, factor in row.items())
            for rest, row in zip(left, rows, strict=True)
        ]
        if scale >= bits:
            return values, scale
        # As many bits as are exact; fewer where the last step has left much to be put right.
        won = max(1, _EXACT - max(map(abs, left)).bit_length())
        values = [value << won for value in values]
        left = [rest << won for rest in left]
        scale += won


def _guessed(values: Iterable[int], scale: int) -> tuple[list[int], int]:
    """Return the numerators over one denominator that the approach leads to."""
    one, most = 1 << scale, 1 << scale // 2
    below = 1
    values = list(values)
    for value in values:
        # Few fractions have to be made out: of the others the denominator is known by then.
        near = Fraction(value * below, one)
        if abs(near - round(near)) * most > 1:
            below *= near.limit_denominator(max(1, most // below)).denominator
    return [_nearest(value * below, one) for value in values], below


def _nearest(above: int, below: int) -> int:
    return (2 * above + below) // (2 * below)


def _holds(rows: Iterable[_Row], wanted: Iterable[int], above: list[int], below: int) -> bool:
    """Return whether those numerators over that denominator solve every equation."""
    return all(
        sum(factor * above[column] for column, factor in row.items()) == sum_ * below
        for row, sum_ in zip(rows, wanted, strict=True)
    )


class _Factors:
    """The equations as two triangles of floating-point numbers."""

    def __init__(self, rows: Sequence[_Row]) -> None:
        size = len(rows)
        work = [[float(row.get(column, 0)) for column in range(size)] for row in rows]
        for step, pivot in enumerate(work):
            tail = pivot[step + 1 :]
            for lower in work[step + 1 :]:
                if lower[step]:
                    factor = lower[step] = lower[step] / pivot[step]
                    lower[step + 1 :] = [
                        cell - factor * above
                        for cell, above in zip(lower[step + 1 :], tail, strict=True)
                    ]
        self.lower = [row[:step] for step, row in enumerate(work)]
        self.upper = [row[step + 1 :] for step, row in enumerate(work)]
        self.pivots = [row[step] for step, row in enumerate(work)]

    def solution(self, sums: Sequence[int]) -> list[int]:
        """Return it to the nearest whole numbers, as far as they can be told."""
        found: list[float] = []
        for row, sum_ in zip(self.lower, sums, strict=True):
            found.append(sum_ - sum(map(mul, row, found)))
        after: list[float] = []
        for row, pivot in zip(reversed(self.upper), reversed(self.pivots), strict=True):
            after.append((found.pop() - sum(map(mul, row, reversed(after)))) / pivot)
        return [round(value) for value in reversed(after)]
