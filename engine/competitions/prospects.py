"""The ranks that each player of a group can still reach, and the ranks that are already safe.

The bounds hold whatever happens in the open games. A coefficient is between 0 and the maximum, and
the two of a game add up to at most 2 (art. 8.1, 9.1, 9.5). The bounds ignore probability, and
rulings that change official results. docs/design/standings.md has the proof.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.coefficients import MAXIMUM, PLACES, TWO
from engine.competitions.standings import StandingsRow
from engine.ids import PersonId

EXACT_RIVALS = 12
"""The most rivals whose joint outcomes are calculated; more are checked one by one."""

Game = tuple[PersonId, PersonId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """The ranks that one player can still reach."""

    player: PersonId
    open_games: int
    """The number of the player's games without a result."""
    least: Decimal
    """The lowest possible final sum of coefficients."""
    most: Decimal
    """The highest possible final sum of coefficients."""
    best: int
    """The best possible rank."""
    worst: int
    """The worst possible rank."""

    def is_safe(self, places: int) -> bool:
        """Return whether the player is among the first `places` whatever happens."""
        return self.worst <= places

    def is_out_of_reach(self, places: int) -> bool:
        """Return whether the player is not among the first `places` whatever happens."""
        return self.best > places


def prospects(rows: Sequence[StandingsRow], open_games: Iterable[Game]) -> tuple[Prospect, ...]:
    """Return the prospects of each ranked player, in the order of the rows.

    `rows` are the group's table; `open_games` are the pairs of all games not in it. Tie-breaks
    apply only when no game is open. Before that, equal sums count for a player in their best rank
    and against them in their worst.
    """
    games = tuple(open_games)
    ranked = [row for row in rows if row.place is not None]
    return tuple(_prospect(row, ranked, games) for row in ranked)


def _prospect(row: StandingsRow, ranked: Sequence[StandingsRow], games: Sequence[Game]) -> Prospect:
    """Return the prospects of the player of that row among the ranked rows of the group."""
    own = sum(row.player in game for game in games)
    least, most = row.coefficients, row.coefficients + MAXIMUM * own
    if games:
        others = [other for other in ranked if other.player != row.player]
        best = 1 + sum(other.coefficients > most for other in others)
        worst = 1 + _level_or_ahead(least, others, games)
    else:
        best, worst = _settled(row, ranked)
    return Prospect(
        player=row.player, open_games=own, least=least, most=most, best=best, worst=worst
    )


def _settled(row: StandingsRow, ranked: Sequence[StandingsRow]) -> tuple[int, int]:
    """Return the best and the worst rank without open games; they differ until lots are drawn."""
    sharing = sum(other.place == row.place for other in ranked)
    best = 1 + sum((other.place or 0) < (row.place or 0) for other in ranked)
    return best, best + sharing - 1


def _level_or_ahead(least: Decimal, others: Sequence[StandingsRow], games: Sequence[Game]) -> int:
    """Return how many other players, at most, can finish with this sum or more in one outcome."""
    missing = {other.player: _units(least - other.coefficients) for other in others}
    already = [player for player, need in missing.items() if need <= 0]
    rivals = [
        player
        for player, need in missing.items()
        if 0 < need <= _units(MAXIMUM) * sum(player in game for game in games)
    ]
    if len(rivals) > EXACT_RIVALS:
        return len(already) + len(rivals)
    return len(already) + _most_in_one_outcome(
        [missing[player] for player in rivals], rivals, games
    )


def _most_in_one_outcome(
    needs: Sequence[int], rivals: Sequence[PersonId], games: Sequence[Game]
) -> int:
    """Return how many rivals, at most, can gain the units that they need in one outcome.

    A set of rivals can do so only if no subset needs more than its games can give. A game with one
    of them gives the maximum, a game between two of them gives 2 (Hall's condition for a sum of
    polymatroids). Each set is a bit mask, and is checked after its subsets.
    """
    one, both = _units(MAXIMUM), _units(TWO)
    gives = [one * sum(player in game for game in games) for player in rivals]
    between = [
        [(2 * one - both) * sum({a, b} == set(game) for game in games) for b in rivals]
        for a in rivals
    ]
    slack, is_possible = [0], [True]
    for mask in range(1, 1 << len(rivals)):
        members = [index for index in range(len(rivals)) if mask >> index & 1]
        last = members.pop()
        rest = mask ^ (1 << last)
        shared = sum(between[last][index] for index in members)
        slack.append(slack[rest] + gives[last] - shared - needs[last])
        parts = (mask ^ (1 << index) for index in (*members, last))
        is_possible.append(slack[mask] >= 0 and all(is_possible[part] for part in parts))
    return max(mask.bit_count() for mask in range(len(is_possible)) if is_possible[mask])


def _units(figure: Decimal) -> int:
    """Return the coefficient in units of 1/10,000."""
    return int(figure.scaleb(PLACES))
