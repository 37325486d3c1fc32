"""FRS numbers: calculated to 128 binary places with an error bound, and exactly on demand.

Every rating is a mean of game values plus small exact offsets, and a value is a mean of such
ratings. As fractions the values grow by hundreds of digits with each game, and decisions about
ratings hardly ever need these digits. `Values` calculates them when needed, one long number for
each game. `frs` has the rules.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm

from engine.ratings.protocol import Player
from engine.rounding import half_up

ONE = 1 << 128
"""The unit of `fine`."""
UNRATED = 150
"""The value of a player without a rating in a game, and of a missing type in the general rating."""
SPREAD = 50


class Number:
    """A number between `fine` and `fine + slack` divided by the unit, exact on demand."""

    __slots__ = ("_exact", "_unit", "_work", "fine", "slack")

    def __init__(
        self, fine: int, slack: int, work: Callable[[], Fraction], unit: int = ONE
    ) -> None:
        """Store the bounds; `work` calculates the exact number."""
        self.fine = fine
        self.slack = slack
        self._work = work
        self._unit = unit
        self._exact: Fraction | None = None

    def __float__(self) -> float:
        """Return the nearest floating-point number."""
        return self.fine / self._unit

    @property
    def exact(self) -> Fraction:
        """The exact number as a fraction; slow after many games."""
        if self._exact is None:
            self._exact = self._work()
        return self._exact

    @property
    def rounded(self) -> int:
        """The number rounded half up, for display (art. 5, 7)."""
        unit, bounds = self._unit, (self.fine, self.fine + self.slack)
        low, high = ((2 * fine + unit) // (2 * unit) for fine in bounds)
        return low if low == high else half_up(self.exact)


class Values:
    """The exact values of the games of one type, calculated on demand.

    A value's denominator is the previous one times a factor. So sums need no search for a common
    denominator, and fractions are reduced as little as possible.
    """

    def __init__(self, window: int, games: list[Mapping[Player, int]]) -> None:
        """Store N and the places in each game; the caller may append games to the list."""
        self._window = window
        self._given = games
        self._games: list[Mapping[Player, int]] = []
        """Twice each player's place, with shared places averaged."""
        self._above: list[int] = []
        self._below: list[int] = []
        self._factors: list[int] = []
        self._played: dict[Player, deque[int]] = {}
        """The numbers of each player's games that count."""

    def exact(self, number: int) -> Fraction:
        """Return the value of a game as a fraction."""
        while len(self._above) <= number:
            game = dict(shared_places(self._given[len(self._above)]))
            self._append(game)
            self._games.append(game)
            for player in game:
                self._played.setdefault(player, deque()).append(len(self._above) - 1)
        return Fraction(self._above[number], self._below[number])

    def _append(self, game: Mapping[Player, int]) -> None:
        """Calculate the mean of the participants' ratings before the game (art. 5).

        Each rating is (Σ w·V + Σ w·offset) / Σ w. The sums are grouped by game, so that every long
        V is multiplied once and not once for each participant.
        """
        end = len(self._above)
        begin = max(0, end - self._window)
        weights = weights_of(self._window, end - begin)
        unit = lcm(*(len(one) - 1 for one in self._games[begin:end]))
        rows = list(self._standing(game, begin, weights, unit))
        common = lcm(*{weight for _, weight, _ in rows})
        shares = [0] * len(weights)
        offsets = 0
        for played, weight, offset in rows:
            share = common // weight
            offsets += share * offset
            for number in played:
                shares[number - begin] += share
        above, below = 0, 1
        for position, weight in enumerate(weights):
            number = begin + position
            above = above * self._factors[number] + weight * shares[position] * self._above[number]
            below = self._below[number]
        unrated = UNRATED * (len(game) - len(rows)) * common
        shorter = gcd(unit, below)
        above *= unit // shorter
        above += (SPREAD * offsets + unrated * unit) * (below // shorter)
        factor = common * len(game) * (unit // shorter)
        reduced = gcd(factor, above)
        self._above.append(above // reduced)
        self._below.append(below * (factor // reduced))
        self._factors.append(factor // reduced)

    def _standing(
        self, players: Iterable[Player], begin: int, weights: list[int], unit: int
    ) -> Iterator[tuple[deque[int], int, int]]:
        """Yield each rated player's games, Σ w in fifths, and Σ w · offset in 50ths of the unit."""
        for player in players:
            played = self._played.get(player)
            while played and played[0] < begin:
                played.popleft()
            if not played:
                continue
            weight = offset = 0
            for number in played:
                own, size = weights[number - begin], len(self._games[number])
                weight += own
                offset += own * (unit // (size - 1)) * (size + 1 - self._games[number][player])
            yield played, weight, offset


def shared_places(places: Mapping[Player, int]) -> Iterator[tuple[Player, int]]:
    """Yield each player with twice their place; equal places share their average (art. 6)."""
    tied: dict[int, list[Player]] = {}
    for player, place in places.items():
        tied.setdefault(place, []).append(player)
    better = 0
    for place in sorted(tied):
        for player in tied[place]:
            yield player, 2 * better + len(tied[place]) + 1
        better += len(tied[place])


def weights_of(window: int, count: int) -> list[int]:
    """Return a fifth of the weights of so many games, oldest first (art. 7).

    For i = 1 … k, w = 155 + 5N + 10(i − k − 1): each older game weighs 10 less.
    """
    newest = 29 + window  # (155 + 5N − 10) / 5, of which i = k
    return [newest - 2 * (count - 1 - position) for position in range(count)]
