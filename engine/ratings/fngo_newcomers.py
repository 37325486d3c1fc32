"""FNGO, phase 1: the exact limit of the iteration over newcomers who met each other.

For each newcomer, value = mean over their games of (opponent's value + 10 · disc difference). That
gives one linear equation for each newcomer. The text iterates until no value moves by 2 points and
says that the result is unique; it is the solution of the equations.

The result is not unique where newcomers met only each other; there the iteration may oscillate for
ever. Then the solution at the centre of the oscillation is used. The mean of its values, each
counted once a game, is the starting value of 850.

`engine.ratings.exact_equations` solves the equations.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.ratings.exact_equations import solved
from engine.ratings.fngo_outcome import PER_DISC, Value
from engine.ratings.protocol import Player

UNKNOWN = 850
"""The starting value of a newcomer who met no rated opponent."""


def first_values(
    met: Mapping[Player, Sequence[tuple[Player, int]]], rated: Mapping[Player, Value]
) -> dict[Player, Fraction]:
    """Return each newcomer's RFa; every opponent met is either rated or another newcomer."""
    values: dict[Player, Fraction] = {}
    for together in _components(met):
        column = {player: number for number, player in enumerate(together)}
        rows = [_equation(player, column, met[player], rated) for player in together]
        if not any(opponent in rated for player in together for opponent, _ in met[player]):
            # One equation follows from the others; the mean of 850 takes its place.
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
