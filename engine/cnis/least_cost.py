"""The round of least cost, by a weighted matching of all pairs from a graph library.

A round avoids these costs, highest priority first; the first three are also in another order.

- clubs: pairs of one club, in rounds that keep clubs apart.
- repeats: pairs who have met; meetings: how often they have met.
- byes: another bye for a player who had one; bye rank: a bye for any player but the lowest.
- distance: the leader meets the nearest player below, then the highest remaining player, and so on.

The result is exact but slow for many players; `engine.cnis.koth` finds nearly all rounds instead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import networkx as nx


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The data for a pairing, by player, the leader first."""

    met: Sequence[Mapping[int, int]]
    """Opponents met and how often; empty if repeats cost nothing."""
    clubs: Sequence[str]
    """The club of each player; empty for no club, or if clubs need not be kept apart."""
    byes: Sequence[int]
    is_fresh_first: bool = False
    """Whether avoiding repeats comes before avoiding clubmates."""


def least(field: Field) -> set[tuple[int, int]]:
    """Return the pairs with the least total cost; a player in no pair has the bye."""
    size = len(field.clubs)
    costs: dict[tuple[int, int], tuple[int, ...]] = {}
    for high, low in combinations(range(size), 2):
        times = field.met[high].get(low, 0)
        clubs = bool(field.clubs[high]) and field.clubs[high] == field.clubs[low]
        first = (times > 0, times, clubs) if field.is_fresh_first else (clubs, times > 0, times)
        costs[high, low] = (*first, 0, 0, _distance(high, low, size))
    if size % 2:  # the bye is one more player, the last
        for index, byes in enumerate(field.byes):
            costs[index, size] = (0, 0, 0, byes, size - 1 - index, 0)
    return {(high, low) for high, low in _matched(costs) if low < size}


def _distance(high: int, low: int, size: int) -> int:
    """Return the cost of the difference in rank; it exceeds all costs of lower players together."""
    weight: int = (size + 1) ** (size - high)  # the exponent is never negative
    return (low - high) * weight


def _matched(costs: Mapping[tuple[int, int], tuple[int, ...]]) -> set[tuple[int, int]]:
    """Return the perfect matching with the least total cost; earlier costs have priority."""
    players = {index for pair in costs for index in pair}
    # Each base exceeds the sum of a cost over a whole matching, so no cost carries over.
    bases = [max(each) * len(players) + 1 for each in zip(*costs.values(), strict=True)]
    graph = nx.Graph()
    for (high, low), levels in costs.items():
        weight = 0
        for base, level in zip(bases, levels, strict=True):
            weight = weight * base + level
        graph.add_edge(high, low, weight=-weight)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return {(min(pair), max(pair)) for pair in found}
