"""FRS 2011: ratings at collective games, one for each type of game, and the general one.

The text is the federation's "Rating Scrabble 2011"; "art." below means its numbered chapters.
How the numbers stay exact is in `frs_exact`.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import partial

from engine.errors import Fault, RuleViolation
from engine.ratings.frs_exact import ONE, SPREAD, UNRATED, Number, Values, shared_places, weights_of
from engine.ratings.protocol import Player
from engine.ratings.rounding import half_up

KEY = "frs"
_ACTIVE_PERCENT = 15


class Kind(StrEnum):
    """A type of game, rated apart (art. 2)."""

    CLASSIC = "classic"
    COMPLETIVE = "completive"
    ELLIPTIC = "elliptic"
    COMPOSITION = "composition"
    ANTICIPATION = "anticipation"
    FREE = "free"

    @property
    def window(self) -> int:
        """Return N, how many of the latest games of the type count (art. 2)."""
        return _WINDOWS[self]

    @property
    def games_to_be_active(self) -> int:
        """Return how many of them a player must have played: 15 %, rounded up (art. 3)."""
        return -(-_ACTIVE_PERCENT * self.window // 100)


_WINDOWS = {
    Kind.CLASSIC: 20,
    Kind.COMPLETIVE: 18,
    Kind.ELLIPTIC: 14,
    Kind.COMPOSITION: 18,
    Kind.ANTICIPATION: 14,
    Kind.FREE: 8,
}
COLLECTIVE = tuple(kind for kind in Kind if kind is not Kind.FREE)
"""The five types of the general rating (art. 8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One game of the official calendar: who took which place. Equal places are shared."""

    kind: Kind
    name: str
    day: date
    places: Mapping[Player, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerm:
    """One game in a rating: P = V + 50 · (J − 2L + 1) / (J − 1), counted with its weight."""

    event: Event
    place: Fraction
    """L; the average of the places shared."""
    value: Number
    """V."""
    weight: int

    @property
    def offset(self) -> Fraction:
        """Return P − V (art. 6)."""
        players = len(self.event.places)
        return Fraction(SPREAD * (players - 2 * self.place + 1), players - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's rating at one type: the mean of his games' points by their weights (art. 7)."""

    value: Number
    is_active: bool
    """Else provisional, and listed apart (art. 3)."""
    terms: tuple[GameTerm, ...]
    """Oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    """The mean of a player's five ratings at collective games (art. 8)."""

    parts: Mapping[Kind, Rating | None]
    """None: no rating at the type, which counts 150."""

    @property
    def exact(self) -> Fraction:
        """Return it as a fraction; slow, far down a long calendar."""
        sum_ = Fraction()
        for part in self.parts.values():
            sum_ += UNRATED if part is None else part.value.exact
        return sum_ / len(self.parts)

    def __float__(self) -> float:
        """Return the nearest floating-point number."""
        return self.fine / (len(self.parts) * ONE)

    @property
    def rounded(self) -> int:
        """Return it rounded half up, as it is shown."""
        slack = sum(part.value.slack for part in self.parts.values() if part is not None)
        unit = len(self.parts) * ONE
        low, high = ((2 * sum_ + unit) // (2 * unit) for sum_ in (self.fine, self.fine + slack))
        return low if low == high else half_up(self.exact)

    @property
    def fine(self) -> int:
        """Return the sum of the five in units of 2^−128, at most the sum of their slack too low."""
        parts = self.parts.values()
        return sum(UNRATED * ONE if part is None else part.value.fine for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    """A game and its value (art. 5)."""

    event: Event
    value: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """All ratings after the last game; players by rating, the active ones first."""

    types: Mapping[Kind, Mapping[Player, Rating]]
    """Of each type that was played."""
    general: Mapping[Player, General]
    values: Mapping[Kind, tuple[Valued, ...]]
    """In the order of the calendar."""


def rate(events: Sequence[Event]) -> Ratings:
    """Return the ratings after the games of a calendar, given in its order. Rules: art. 2–8.

    Raises:
        RuleViolation: `frs_one_player`, a game with one participant or none.
    """
    faults = [
        Fault("frs_one_player", "6", {"event": event.name, "type": event.kind})
        for event in events
        if len(event.places) < 2
    ]
    if faults:
        raise RuleViolation.from_faults(faults)
    series = {kind: _Series(kind) for kind in Kind if any(event.kind is kind for event in events)}
    for event in events:
        series[event.kind].play(event)
    types = {kind: one.ratings() for kind, one in series.items()}
    return Ratings(
        types=types,
        general=_general(types),
        values={kind: tuple(one.valued) for kind, one in series.items()},
    )


class _Standing:
    """What a player did in the games that count, and the sums that make his rating quick.

    With the games numbered i and their points P, the rating after game k is
    Σ (c + 2i)·P / Σ (c + 2i), c the same for everybody: four running sums are enough.
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
        """Count a game."""
        self.games.append((number, doubled, points))
        self.count += 1
        self.numbers += number
        self.points += points
        self.weighed += number * points

    def drop(self, begin: int) -> int:
        """Forget the games before a number; return how many are left."""
        games = self.games
        while games and games[0][0] < begin:
            number, _, points = games.popleft()
            self.count -= 1
            self.numbers -= number
            self.points -= points
            self.weighed -= number * points
        return self.count

    def fine(self, base: int) -> int:
        """Return the rating in units of 2^−128, for c."""
        above = base * self.points + 2 * self.weighed
        return above // (base * self.count + 2 * self.numbers)


class _Series:
    """The games of one type so far: their values, and what each player did in those that count."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.valued: list[Valued] = []
        self.places: list[Mapping[Player, int]] = []
        """Everybody's place, of each game."""
        self.exact = Values(kind.window, self.places)
        self.standings: dict[Player, _Standing] = {}

    def play(self, event: Event) -> None:
        """Give the game its value from the ratings before it, then count it (art. 5)."""
        number, players = len(self.valued), len(event.places)
        value = self._value(event)
        self.valued.append(Valued(event=event, value=value))
        self.places.append(event.places)
        for player, doubled in shared_places(event.places):
            standing = self.standings.get(player)
            if standing is None:
                standing = self.standings[player] = _Standing()
            offset = SPREAD * (players + 1 - doubled) * ONE // (players - 1)
            standing.add(number, doubled, value.fine + offset)

    def _value(self, event: Event) -> Number:
        """Return the mean of the participants' ratings before the game (art. 5)."""
        number, begin, base = len(self.valued), self._begin, self._base
        sum_, unrated = 0, 0
        for player in event.places:
            standing = self.standings.get(player)
            if standing is not None and standing.drop(begin):
                sum_ += standing.fine(base)
            else:
                unrated += 1
        fine = (sum_ + unrated * UNRATED * ONE) // len(event.places)
        return Number(fine, self._slack, partial(self.exact.exact, number))

    def ratings(self) -> dict[Player, Rating]:
        """Return the ratings of all who played one of the last N games (art. 3, 7)."""
        begin, base = self._begin, self._base
        ratings = [
            (player, self._rating(standing, standing.fine(base)))
            for player, standing in self.standings.items()
            if standing.drop(begin)
        ]
        ratings.sort(key=lambda row: (not row[1].is_active, -row[1].value.fine, row[0]))
        return dict(ratings)

    def _rating(self, standing: _Standing, fine: int) -> Rating:
        begin = self._begin
        weights = weights_of(self.kind.window, len(self.valued) - begin)
        terms = tuple(
            GameTerm(
                event=self.valued[number].event,
                place=Fraction(doubled, 2),
                value=self.valued[number].value,
                weight=5 * weights[number - begin],
            )
            for number, doubled, _ in standing.games
        )
        value = Number(fine, self._slack, partial(_mean, terms))
        return Rating(
            value=value, is_active=len(terms) >= self.kind.games_to_be_active, terms=terms
        )

    @property
    def _begin(self) -> int:
        """Return the number of the first game that counts."""
        return max(0, len(self.valued) - self.kind.window)

    @property
    def _base(self) -> int:
        """Return c: a fifth of game i's weight is c + 2i (art. 7)."""
        return 29 + self.kind.window - 2 * (len(self.valued) - 1)

    @property
    def _slack(self) -> int:
        """Return by how much numbers may be too low by now: three are rounded down a game."""
        return 3 * len(self.valued)


def _mean(terms: Sequence[GameTerm]) -> Fraction:
    """Return the points of games by their weights, exactly (art. 7)."""
    sum_ = sum((term.weight * (term.value.exact + term.offset) for term in terms), Fraction())
    return sum_ / sum(term.weight for term in terms)


def _general(types: Mapping[Kind, Mapping[Player, Rating]]) -> dict[Player, General]:
    """Return the general ratings of those active at a collective type at least (art. 8)."""
    active = {
        player
        for kind in COLLECTIVE
        for player, rating in types.get(kind, {}).items()
        if rating.is_active
    }
    general = {
        player: General(parts={kind: types.get(kind, {}).get(player) for kind in COLLECTIVE})
        for player in active
    }
    return dict(sorted(general.items(), key=lambda row: (-row[1].fine, row[0])))
