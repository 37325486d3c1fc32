"""FNGO, phase 1: what the iteration over newcomers who met each other converges to, exactly.

For each newcomer, value = mean over his games of (opponent's value + 10 · disc difference): as many
linear equations as newcomers. The text iterates until nothing moves by 2 points and says that the
result is unique; that is the solution of the equations.

It is not unique where newcomers met only each other, and there the iteration may swing for ever.
Of the solutions, the one around which it swings is taken: with the 850 that all of them start
from as the mean of the values, each counted once a game.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from engine.ratings.protocol import Player

UNKNOWN = 850
"""Where a newcomer starts who met no rated opponent."""
_PER_DISC = 10


def first_values(
    met: Mapping[Player, Sequence[tuple[Player, int]]], rated: Mapping[Player, Fraction]
) -> dict[Player, Fraction]:
    """Return RFa of each newcomer, from opponents and disc differences and the ratings known.

    Every opponent is either rated or a newcomer himself.
    """
    values: dict[Player, Fraction] = {}
    for together in _components(met):
        rows = [_equation(player, together, met[player], rated) for player in together]
        if not any(opponent in rated for player in together for opponent, _ in met[player]):
            games = [Fraction(len(met[player])) for player in together]
            rows[-1] = [*games, Fraction(UNKNOWN * sum(games))]
        values |= zip(together, _solved(rows), strict=True)
    return values


def _components(met: Mapping[Player, Sequence[tuple[Player, int]]]) -> list[list[Player]]:
    """Return the newcomers in groups that are linked by games."""
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
    together: Sequence[Player],
    met: Sequence[tuple[Player, int]],
    rated: Mapping[Player, Fraction],
) -> list[Fraction]:
    """Return games · value − Σ newcomers' values = Σ ratings + 10 · Σ differences."""
    column = {one: number for number, one in enumerate(together)}
    row = [Fraction()] * (len(together) + 1)
    row[column[player]] += len(met)
    for opponent, difference in met:
        row[-1] += _PER_DISC * difference
        if opponent in rated:
            row[-1] += rated[opponent]
        else:
            row[column[opponent]] -= 1
    return row


def _solved(rows: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """Return the solution, by elimination in whole numbers (Bareiss).

    No pivot is ever 0: each leading part belongs to newcomers one of whom met somebody outside it.
    """
    size = len(rows)
    work: list[list[int]] = []
    for row in rows:
        common = lcm(*(cell.denominator for cell in row))
        work.append([int(cell * common) for cell in row])
    before = 1
    for step, pivot in enumerate(work):
        for lower in work[step + 1 :]:
            factor = lower[step]
            lower[step:] = [
                (pivot[step] * cell - factor * above) // before
                for cell, above in zip(lower[step:], pivot[step:], strict=True)
            ]
        before = pivot[step]
    values = [Fraction()] * size
    for step in reversed(range(size)):
        solved = work[step]
        known = sum(
            (solved[number] * values[number] for number in range(step + 1, size)), Fraction()
        )
        values[step] = (solved[-1] - known) / solved[step]
    return values
