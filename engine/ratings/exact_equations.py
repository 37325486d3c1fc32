"""The exact solution of many sparse equations with small whole coefficients.

The solution is a fraction with hundreds of digits. The method approaches it bit by bit in
floating-point numbers with a whole-number residual, guesses the fraction from its first bits, and
checks it against every equation.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, log2
from operator import mul

_Row = Mapping[int, int]
"""The coefficients by the number of the unknown; all others are 0."""
_EXACT = 50
"""The exact bits of a floating-point number, with a margin for rounding."""


def solved(rows: Sequence[_Row], sums: Sequence[Fraction]) -> list[Fraction]:
    """Return the only solution of n equations with n unknowns.

    In each equation but the last, its own unknown has a coefficient at least as large as all others
    together. Any subset of these equations, with the same subset of the unknowns, must have exactly
    one solution. The last may be any, but it has all unknowns where its own one does not outweigh
    the others, so that `_order` puts it last.
    """
    order = _order(rows)
    place = {unknown: number for number, unknown in enumerate(order)}
    rows = [{place[unknown]: factor for unknown, factor in rows[own].items()} for own in order]
    found = _solved(rows, [sums[own] for own in order])
    return [found[place[unknown]] for unknown in range(len(rows))]


def _order(rows: Sequence[_Row]) -> list[int]:
    """Return the unknowns, fewest neighbours first, so that few new coefficients arise.

    This is elimination by minimum degree. A full row stays to the end, for it has most neighbours;
    of equal ones the last comes last.
    """
    beside: list[set[int]] = [set() for _ in rows]
    for own, row in enumerate(rows):
        for other in row.keys() - {own}:
            beside[own].add(other)
            beside[other].add(own)
    left, order = set(range(len(rows))), []
    while left:
        own = min(left, key=lambda one: (len(beside[one]), one))
        left.remove(own)
        order.append(own)
        for other in beside[own]:
            # Eliminating an unknown makes its neighbours neighbours of each other.
            beside[other] |= beside[own]
            beside[other] -= {own, other}
    return order


def _solved(rows: Sequence[_Row], sums: Sequence[Fraction]) -> list[Fraction]:
    """Return the solution of the equations, whose order keeps the factorisation sparse."""
    common = lcm(*(sum_.denominator for sum_ in sums))
    wanted = [int(sum_ * common) for sum_ in sums]
    # By Cramer's rule numerators and denominator are determinants, and by Hadamard's bound these
    # have at most `most` bits, those with a column of sums as many more as the largest sum. Two
    # fractions with such denominators differ by more than 2^-bits, so one fits the first bits.
    most = sum(log2(sum(map(mul, row.values(), row.values()))) / 2 for row in rows)
    bits = 2 * int(most) + 2 * max(wanted, key=abs, default=0).bit_length() + 64
    numerators, denominator = _guessed(*_approached(_Factors(rows), rows, wanted, bits))
    if not _holds(rows, wanted, numerators, denominator):
        raise AssertionError("as many bits as that tell every solution")
    return [Fraction(numerator, denominator * common) for numerator in numerators]


def _approached(
    factors: "_Factors", rows: Sequence[_Row], wanted: Sequence[int], bits: int
) -> tuple[list[int], int]:
    """Return the solution in units of 2^-n, and n, which is at least `bits`."""
    values, scale = [0] * len(rows), 0
    residuals = list(wanted)
    while True:
        step = factors.solution(residuals)
        values = [value + more for value, more in zip(values, step, strict=True)]
        residuals = [
            residual - sum(factor * step[column] for column, factor in row.items())
            for residual, row in zip(residuals, rows, strict=True)
        ]
        if scale >= bits:
            return values, scale
        # Gain as many bits as are exact, and fewer if the last step left a large residual.
        gained = max(1, _EXACT - max(map(abs, residuals)).bit_length())
        values = [value << gained for value in values]
        residuals = [residual << gained for residual in residuals]
        scale += gained


def _guessed(values: Iterable[int], scale: int) -> tuple[list[int], int]:
    """Return the numerators over the common denominator of the approximate solution."""
    unit, largest = 1 << scale, 1 << scale // 2  # no denominator has more than half the bits
    denominator = 1
    values = list(values)
    for value in values:
        # Only a few fractions need reconstruction; they give the denominator of the others.
        scaled = Fraction(value * denominator, unit)
        if abs(scaled - round(scaled)) * largest > 1:
            denominator *= scaled.limit_denominator(max(1, largest // denominator)).denominator
    return [_nearest(value * denominator, unit) for value in values], denominator


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def _holds(
    rows: Iterable[_Row], wanted: Iterable[int], numerators: list[int], denominator: int
) -> bool:
    """Return whether these numerators over that denominator solve every equation."""
    return all(
        sum(factor * numerators[column] for column, factor in row.items()) == sum_ * denominator
        for row, sum_ in zip(rows, wanted, strict=True)
    )


class _Factors:
    """The equations as an LU factorisation in floating-point numbers.

    It needs no pivoting: but for the last row, every step keeps the pivot as large as the rest of
    its row, and the last row is a pivot only when nothing is left to eliminate.
    """

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
        """Return the solution rounded to whole numbers, within floating-point accuracy."""
        forwards: list[float] = []  # forward substitution, then backward: the last unknown first
        for row, sum_ in zip(self.lower, sums, strict=True):
            forwards.append(sum_ - sum(map(mul, row, forwards)))
        backwards: list[float] = []
        for row, pivot in zip(reversed(self.upper), reversed(self.pivots), strict=True):
            backwards.append((forwards.pop() - sum(map(mul, row, reversed(backwards)))) / pivot)
        return [round(value) for value in reversed(backwards)]
