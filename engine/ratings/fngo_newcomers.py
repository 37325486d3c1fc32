"""FNGO, phase 1: the exact limit of the iteration over newcomers who met each other.

For each newcomer, value = mean over their games of (opponent's value + 10 · disc difference). That
gives one linear equation for each newcomer. The text iterates until no value moves by 2 points and
says that the result is unique; it is the solution of the equations.

The result is not unique where newcomers met only each other; there the iteration may oscillate for
ever. Then the solution at the centre of the oscillation is used. The mean of its values, each
counted once a game, is the starting value of 850.

The equations have few, small whole numbers, but their solution is a fraction with hundreds of
digits. The method approaches it bit by bit in floating-point numbers with a whole-number
remainder, guesses the fraction from its first bits, and checks it against every equation.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, log2
from operator import mul

from engine.ratings.fngo_outcome import PER_DISC, Value
from engine.ratings.protocol import Player

UNKNOWN = 850
"""The starting value of a newcomer who met no rated opponent."""
_Row = Mapping[int, int]
"""The coefficients by the number of the unknown; all others are 0."""
_EXACT = 50
"""The exact bits of a floating-point number, with a margin for rounding."""


def first_values(
    met: Mapping[Player, Sequence[tuple[Player, int]]], rated: Mapping[Player, Value]
) -> dict[Player, Fraction]:
    """Return each newcomer's RFa; every opponent met is either rated or another newcomer."""
    values: dict[Player, Fraction] = {}
    for together in _components(met):
        column = {player: number for number, player in enumerate(together)}
        rows = [_equation(player, column, met[player], rated) for player in together]
        if not any(opponent in rated for player in together for opponent, _ in met[player]):
            games = {column[player]: len(met[player]) for player in together}
            rows[-1] = (games, Fraction(UNKNOWN * sum(games.values())))
        found = solved([row for row, _ in rows], [sum_ for _, sum_ in rows])
        values |= zip(together, found, strict=True)
    return values


def _components(met: Mapping[Player, Sequence[tuple[Player, int]]]) -> list[list[Player]]:
    """Return the groups of newcomers that are connected by games."""
    groups: list[list[Player]] = []
    seen: set[Player] = set()
    for player in met:
        if player in seen:
            continue
        seen.add(player)
        group = [player]
        for one in group:
            for opponent, _ in met[one]:
                if opponent in met and opponent not in seen:
                    seen.add(opponent)
                    group.append(opponent)
        groups.append(group)
    return groups


def _equation(
    player: Player,
    column: Mapping[Player, int],
    met: Sequence[tuple[Player, int]],
    rated: Mapping[Player, Value],
) -> tuple[dict[int, int], Fraction]:
    """Return games · value − Σ newcomers' values = Σ ratings + 10 · Σ differences."""
    row = {column[player]: len(met)}
    sum_: Value = 0
    for opponent, difference in met:
        sum_ += PER_DISC * difference
        if opponent in rated:
            sum_ += rated[opponent]
        else:
            row[column[opponent]] = row.get(column[opponent], 0) - 1
    return row, Fraction(sum_)


def solved(rows: Sequence[_Row], sums: Sequence[Fraction]) -> list[Fraction]:
    """Return the only solution of n equations with n unknowns.

    Each unknown has the largest coefficient in its own equation. Any subset of the equations
    without the last one, with the same subset of the unknowns, must have exactly one solution.
    """
    order = _order(rows)
    place = {unknown: number for number, unknown in enumerate(order)}
    rows = [{place[unknown]: factor for unknown, factor in rows[own].items()} for own in order]
    found = _solved(rows, [sums[own] for own in order])
    return [found[place[unknown]] for unknown in range(len(rows))]


def _order(rows: Sequence[_Row]) -> list[int]:
    """Return the unknowns, fewest neighbours first, so that few new coefficients arise."""
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
            beside[other] |= beside[own]
            beside[other] -= {own, other}
    return order


def _solved(rows: Sequence[_Row], sums: Sequence[Fraction]) -> list[Fraction]:
    common = lcm(*(sum_.denominator for sum_ in sums))
    wanted = [int(sum_ * common) for sum_ in sums]
    # By Hadamard's bound no determinant has more bits; numerator and denominator are determinants.
    most = sum(log2(sum(map(mul, row.values(), row.values()))) / 2 for row in rows)
    bits = 2 * int(most) + 2 * max(wanted, key=abs, default=0).bit_length() + 64
    above, below = _guessed(*_approached(_Factors(rows), rows, wanted, bits))
    if not _holds(rows, wanted, above, below):
        raise AssertionError("as many bits as that tell every solution")
    return [Fraction(value, below * common) for value in above]


def _approached(
    factors: "_Factors", rows: Sequence[_Row], wanted: Sequence[int], bits: int
) -> tuple[list[int], int]:
    """Return the solution in units of 2^-n, and n, which is at least `bits`."""
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
        # Gain as many bits as are exact, and fewer if the last step left a large remainder.
        won = max(1, _EXACT - max(map(abs, left)).bit_length())
        values = [value << won for value in values]
        left = [rest << won for rest in left]
        scale += won


def _guessed(values: Iterable[int], scale: int) -> tuple[list[int], int]:
    """Return the numerators over the common denominator of the approximate solution."""
    one, most = 1 << scale, 1 << scale // 2
    below = 1
    values = list(values)
    for value in values:
        # Only a few fractions need reconstruction; they give the denominator of the others.
        near = Fraction(value * below, one)
        if abs(near - round(near)) * most > 1:
            below *= near.limit_denominator(max(1, most // below)).denominator
    return [_nearest(value * below, one) for value in values], below


def _nearest(above: int, below: int) -> int:
    return (2 * above + below) // (2 * below)


def _holds(rows: Iterable[_Row], wanted: Iterable[int], above: list[int], below: int) -> bool:
    """Return whether these numerators over that denominator solve every equation."""
    return all(
        sum(factor * above[column] for column, factor in row.items()) == sum_ * below
        for row, sum_ in zip(rows, wanted, strict=True)
    )


class _Factors:
    """The equations as an LU factorisation in floating-point numbers."""

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
