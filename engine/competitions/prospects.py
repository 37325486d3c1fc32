"""What each player of a group can still reach, and which places are already safe.

Bounds that hold whatever happens in the games that are still open: a coefficient is between 0 and
the maximum, and the two of a game are together at most 2 (art. 8.1, 9.1, 9.5). They say nothing of
what is likely, nor of rulings that change homologated results. The proof is in
docs/design/standings.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.coefficients import MAXIMUM, PLACES, TWO
from engine.competitions.standings import Row
from engine.ids import PersonId

EXACT_RIVALS = 12
"""Among more rivals than these who may still come level, each is judged by himself alone."""

Game = tuple[PersonId, PersonId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What is still open for one player."""

    player: PersonId
    open_games: int
    least: Decimal
    """The smallest sum of coefficients he can end with."""
    most: Decimal
    best: int
    """No better place than this is possible."""
    worst: int
    """No worse place than this is possible."""

    def is_safe(self, places: int) -> bool:
        """Return whether he is among the first `places` whatever happens."""
        return self.worst <= places

    def is_out_of_reach(self, places: int) -> bool:
        """Return whether he is not among the first `places` whatever happens."""
        return self.best > places


def prospects(rows: Sequence[Row], open_games: Iterable[Game]) -> tuple[Prospect, ...]:
    """Return what each ranked player can still reach, in the order of the rows.

    `rows` are the group's table and `open_games` the pair of every game that it does not hold yet.
    Level sums are parted only when no game is open: until then they count for a player in his best
    place and against him in his worst.
    """
    games = tuple(open_games)
    ranked = [row for row in rows if row.place is not None]
    return tuple(_prospect(row, ranked, games) for row in ranked)


def _prospect(row: Row, ranked: Sequence[Row], games: Sequence[Game]) -> Prospect:
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


def _settled(row: Row, ranked: Sequence[Row]) -> tuple[int, int]:
    """Return the player's place twice, or the places that he shares as long as no lot is drawn."""
    sharing = sum(other.place == row.place for other in ranked)
    best = 1 + sum((other.place or 0) < (row.place or 0) for other in ranked)
    return best, best + sharing - 1


def _level_or_ahead(least: Decimal, others: Sequence[Row], games: Sequence[Game]) -> int:
    """Return how many others can together end with at least this sum, at most."""
    missing = {other.player: _units(least - other.coefficients) for other in others}
    there = [player for player, need in missing.items() if need <= 0]
    rivals = [
        player
        for player, need in missing.items()
        if 0 < need <= _units(MAXIMUM) * sum(player in game for game in games)
    ]
    if len(rivals) > EXACT_RIVALS:
        return len(there) + len(rivals)
    return len(there) + _most_together([missing[player] for player in rivals], rivals, games)


def _most_together(needs: Sequence[int], rivals: Sequence[PersonId], games: Sequence[Game]) -> int:
    """Return how many of the rivals can get what they need in one and the same outcome.

    A set of rivals can exactly if no part of it needs more than the games of that part can give:
    the maximum for a game with one of them, 2 for a game between two (Hall's condition for a sum
    of polymatroids). So every set is judged once, after its parts; sets are bit masks.
    """
    one, both = _units(MAXIMUM), _units(TWO)
    gives = [one * sum(player in game for game in games) for player in rivals]
    between = [
        [(2 * one - both) * sum({a, b} == set(game) for game in games) for b in rivals]
        for a in rivals
    ]
    slack, can = [0], [True]
    for mask in range(1, 1 << len(rivals)):
        members = [index for index in range(len(rivals)) if mask >> index & 1]
        last = members.pop()
        rest = mask ^ (1 << last)
        shared = sum(between[last][index] for index in members)
        slack.append(slack[rest] + gives[last] - shared - needs[last])
        parts = (mask ^ (1 << index) for index in (*members, last))
        can.append(slack[mask] >= 0 and all(can[part] for part in parts))
    return max(mask.bit_count() for mask in range(len(can)) if can[mask])


def _units(figure: Decimal) -> int:
    """Return the coefficient in ten-thousandths."""
    return int(figure.scaleb(PLACES))
