"""FRS 2011: the games of one type in order, and the ratings after them (art. 3–7).

`frs_exact` keeps the numbers exact.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from engine.ratings.frs_exact import ONE, SPREAD, UNRATED, Number, Values, shared_places, weights_of
from engine.ratings.frs_games import CalendarGame, FrsType, GameTerm, TypeRating, ValuedGame
from engine.ratings.protocol import Player


class _Standing:
    """A player's games that count, and running sums for a fast rating.

    With games numbered i and points P, the rating after game k is Σ (c + 2i)·P / Σ (c + 2i), with
    the same c for every player. Four running sums are enough.
    """

    __slots__ = ("count", "games", "numbers", "points", "weighed")

    def __init__(self) -> None:
        self.games: deque[tuple[int, int, int]] = deque()
        """Number, twice the place, and points in units of 2^−128."""
        self.count = 0
        self.numbers = 0
        self.points = 0
        self.weighed = 0
        """Σ i·P."""

    def add(self, number: int, doubled: int, points: int) -> None:
        """Add a game."""
        self.games.append((number, doubled, points))
        self.count += 1
        self.numbers += number
        self.points += points
        self.weighed += number * points

    def drop(self, begin: int) -> int:
        """Drop the games before a number; return the number of games left."""
        games = self.games
        while games and games[0][0] < begin:
            number, _, points = games.popleft()
            self.count -= 1
            self.numbers -= number
            self.points -= points
            self.weighed -= number * points
        return self.count

    def fine(self, base: int) -> int:
        """Return the rating in units of 2^−128; `base` is c."""
        above = base * self.points + 2 * self.weighed
        return above // (base * self.count + 2 * self.numbers)


class Series:
    """The games of one type so far: their values, and each player's games that count."""

    def __init__(self, kind: FrsType) -> None:
        self.kind = kind
        self.valued: list[ValuedGame] = []
        self.places: list[Mapping[Player, int]] = []
        """The players' places in each game."""
        self.exact = Values(kind.window, self.places)
        self.standings: dict[Player, _Standing] = {}

    def play(self, event: CalendarGame) -> None:
        """Calculate the game's value from the ratings before it, then add the game (art. 5)."""
        number, players = len(self.valued), len(event.places)
        value = self._value(event)
        self.valued.append(ValuedGame(event=event, value=value))
        self.places.append(event.places)
        for player, doubled in shared_places(event.places):
            standing = self.standings.get(player)
            if standing is None:
                standing = self.standings[player] = _Standing()
            offset = SPREAD * (players + 1 - doubled) * ONE // (players - 1)
            standing.add(number, doubled, value.fine + offset)

    def _value(self, event: CalendarGame) -> Number:
        """Return the mean of the participants' ratings before the game (art. 5)."""
        number, begin, base = len(self.valued), self._first_counted, self._base
        sum_, unrated = 0, 0
        for player in event.places:
            standing = self.standings.get(player)
            if standing is not None and standing.drop(begin):
                sum_ += standing.fine(base)
            else:
                unrated += 1
        fine = (sum_ + unrated * UNRATED * ONE) // len(event.places)
        return Number(fine, self._slack, partial(self.exact.exact, number))

    def ratings(self) -> dict[Player, TypeRating]:
        """Return the ratings of all who played one of the last N games (art. 3, 7)."""
        begin = self._first_counted
        ratings = [
            (player, self._rating(standing, self._terms(standing)))
            for player, standing in self.standings.items()
            if standing.drop(begin)
        ]
        ratings.sort(key=lambda row: (not row[1].is_active, -row[1].value.fine, row[0]))
        return dict(ratings)

    def rating_of(self, player: Player) -> TypeRating | None:
        """Return a player's current rating without terms, for speed; None if no game counts.

        The next game of the type changes what its exact value is calculated from.
        """
        standing = self.standings.get(player)
        if standing is None or not standing.drop(self._first_counted):
            return None
        return self._rating(standing, ())

    def _rating(self, standing: _Standing, terms: tuple[GameTerm, ...]) -> TypeRating:
        """Return the rating; without `terms`, it finds them if the exact value is needed."""
        fine, is_active = standing.fine(self._base), standing.count >= self.kind.games_to_be_active
        value = Number(fine, self._slack, lambda: _mean(terms or self._terms(standing)))
        return TypeRating(value=value, is_active=is_active, terms=terms)

    def _terms(self, standing: _Standing) -> tuple[GameTerm, ...]:
        begin = self._first_counted
        weights = weights_of(self.kind.window, len(self.valued) - begin)
        return tuple(
            GameTerm(
                event=self.valued[number].event,
                place=Fraction(doubled, 2),
                value=self.valued[number].value,
                weight=5 * weights[number - begin],
            )
            for number, doubled, _ in standing.games
        )

    @property
    def _first_counted(self) -> int:
        """The number of the first game that counts."""
        return max(0, len(self.valued) - self.kind.window)

    @property
    def _base(self) -> int:
        """The constant c: a fifth of game i's weight is c + 2i (art. 7)."""
        return 29 + self.kind.window - 2 * (len(self.valued) - 1)  # 29: see `weights_of`

    @property
    def _slack(self) -> int:
        """The most by which numbers are too low so far: each game rounds down three times."""
        return 3 * len(self.valued)


def _mean(terms: Sequence[GameTerm]) -> Fraction:
    """Return the exact weighted mean of the games' points (art. 7)."""
    sum_ = sum((term.weight * (term.value.exact + term.offset) for term in terms), Fraction())
    return sum_ / sum(term.weight for term in terms)
