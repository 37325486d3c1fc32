"""FRS 2011: ratings at collective games, one for each type of game, and the general one.

The text is the federation's "Rating Scrabble 2011"; "art." below means its numbered chapters.
Values and ratings are exact throughout. Every rating is a mean of game values plus small exact
offsets, and a value is a mean of such ratings: so only the values grow long, one a game, and a
rating needs at most N of them. Nothing is reduced that need not be (see `Quotient`).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from math import gcd, lcm, prod

from engine.errors import Fault, RuleViolation
from engine.ratings.protocol import Player
from engine.ratings.rounding import half_up

KEY = "frs"
UNRATED = 150
"""What a player without a rating counts as in a game's value, and a type in the general rating."""
_SPREAD = 50
_ACTIVE_PERCENT = 15
_FINE = 256
"""Binary places to which a long quotient is compared before it is worked out in full."""


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


@dataclass(frozen=True, slots=True)
class Quotient:
    """An exact number that may be too long to be worth reducing."""

    above: int
    below: int

    def __float__(self) -> float:
        """Return the nearest floating-point number."""
        return self.above / self.below

    @property
    def exact(self) -> Fraction:
        """Return it in lowest terms; slow for the values of a long calendar."""
        return Fraction(self.above, self.below)

    @property
    def rounded(self) -> int:
        """Return it rounded half up, as it is shown (art. 5, 7)."""
        return (2 * self.above + self.below) // (2 * self.below)

    @property
    def fine(self) -> int:
        """Return the whole number of 2^−256 in it."""
        return (self.above << _FINE) // self.below


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerm:
    """One game in a rating: P = V + 50 · (J − 2L + 1) / (J − 1), counted with its weight."""

    event: Event
    place: Fraction
    """L; the average of the places shared."""
    value: Quotient
    """V."""
    weight: int

    @property
    def offset(self) -> Fraction:
        """Return P − V (art. 6)."""
        players = len(self.event.places)
        return Fraction(_SPREAD * (players - 2 * self.place + 1), players - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's rating at one type: the mean of his games' points by their weights (art. 7)."""

    value: Quotient
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
        """Return it in lowest terms; slow for the ratings of a long calendar."""
        sum_ = Fraction()
        for part in self.parts.values():
            sum_ += UNRATED if part is None else part.value.exact
        return sum_ / len(self.parts)

    def __float__(self) -> float:
        """Return the floating-point number that stands for it."""
        return self._fine / (len(self.parts) << _FINE)

    @property
    def rounded(self) -> int:
        """Return it rounded half up, as it is shown."""
        least = self._fine
        unit = len(self.parts) << _FINE
        low, high = ((2 * sum_ + unit) // (2 * unit) for sum_ in (least, least + len(self.parts)))
        # What lies between the bounds is the sum; worked out only if they round differently.
        return low if low == high else half_up(self.exact)

    @property
    def _fine(self) -> int:
        parts = self.parts.values()
        return sum(UNRATED << _FINE if part is None else part.value.fine for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    """A game and its value (art. 5)."""

    event: Event
    value: Quotient


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


def shared_places(places: Mapping[Player, int]) -> Iterator[tuple[Player, int]]:
    """Yield each player with twice his place; equal places share the average of theirs (art. 6)."""
    tied: dict[int, list[Player]] = {}
    for player, place in places.items():
        tied.setdefault(place, []).append(player)
    better = 0
    for place in sorted(tied):
        for player in tied[place]:
            yield player, 2 * better + len(tied[place]) + 1
        better += len(tied[place])


class _Series:
    """The games of one type so far: their values, and what each player did in those that count."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.valued: list[Valued] = []
        self.factors: list[int] = []
        """A value's denominator is the one before times its factor: sums need no common one."""
        self.places: dict[Player, deque[tuple[int, int]]] = {}
        """Of each player: number of the game, and twice the place."""

    def play(self, event: Event) -> None:
        """Give the game its value from the ratings before it, then count it (art. 5)."""
        value, factor = self._value(event)
        self.valued.append(Valued(event=event, value=value))
        self.factors.append(factor)
        number = len(self.valued) - 1
        for player, doubled in shared_places(event.places):
            self.places.setdefault(player, deque()).append((number, doubled))

    def ratings(self) -> dict[Player, Rating]:
        """Return the ratings of all who played one of the last N games (art. 3, 7)."""
        rows = [(player, *row) for player, row in self._standing(self.places)]
        begin, weights, common = self._begin, self._weights, self._common
        below = self.valued[-1].value.below
        aligned = [
            one.value.above * prod(self.factors[number + 1 :])
            for number, one in enumerate(self.valued[begin:], begin)
        ]
        ratings = []
        for player, games, weight, offset in rows:
            above = sum(weights[n - begin] * aligned[n - begin] for n, _ in games)
            value = Quotient(common * above + _SPREAD * offset * below, weight * common * below)
            ratings.append((player, self._rating(value, games)))
        ratings.sort(key=lambda row: (not row[1].is_active, -row[1].value.fine, row[0]))
        return dict(ratings)

    def _rating(self, value: Quotient, games: Iterable[tuple[int, int]]) -> Rating:
        terms = tuple(
            GameTerm(
                event=self.valued[number].event,
                place=Fraction(doubled, 2),
                value=self.valued[number].value,
                weight=5 * self._weights[number - self._begin],
            )
            for number, doubled in games
        )
        return Rating(
            value=value, is_active=len(terms) >= self.kind.games_to_be_active, terms=terms
        )

    @property
    def _begin(self) -> int:
        """Return the number of the first game that counts."""
        return max(0, len(self.valued) - self.kind.window)

    @property
    def _weights(self) -> list[int]:
        """Return a fifth of the weights 145 + 5N, …, 10 less for each game back (art. 7)."""
        count = len(self.valued) - self._begin
        newest = 29 + self.kind.window
        return [newest - 2 * (count - 1 - position) for position in range(count)]

    @property
    def _common(self) -> int:
        """Return the common denominator of all offsets of the games that count."""
        return lcm(*(len(one.event.places) - 1 for one in self.valued[self._begin :]))

    def _standing(
        self, players: Iterable[Player]
    ) -> Iterator[tuple[Player, tuple[deque[tuple[int, int]], int, int]]]:
        """Yield those of the players who have a rating: games that count, Σ w, Σ w · offset.

        Offsets in 50ths of `_common`; weights in fifths.
        """
        begin, weights, common = self._begin, self._weights, self._common
        sizes = [len(one.event.places) for one in self.valued[begin:]]
        units = [w * common // (size - 1) for w, size in zip(weights, sizes, strict=True)]
        for player in players:
            games = self.places.get(player)
            if games is None:
                continue
            while games and games[0][0] < begin:
                games.popleft()
            if not games:
                continue
            weight = offset = 0
            for number, doubled in games:
                position = number - begin
                weight += weights[position]
                offset += units[position] * (sizes[position] + 1 - doubled)
            yield player, (games, weight, offset)

    def _value(self, event: Event) -> tuple[Quotient, int]:
        """Return the mean of the participants' ratings before the game, and its factor (art. 5).

        Each rating is (Σ w·V + Σ w·offset) / Σ w. Its parts are gathered by game, so that every
        long V is multiplied once and not once a participant.
        """
        begin, weights = self._begin, self._weights
        rows = [row for _, row in self._standing(event.places)]
        common = lcm(*{weight for _, weight, _ in rows})
        shares = [0] * len(weights)
        offsets = 0
        for games, weight, offset in rows:
            share = common // weight
            offsets += share * offset
            for number, _ in games:
                shares[number - begin] += share
        above, below = 0, 1
        for position, one in enumerate(self.valued[begin:]):
            own = weights[position] * shares[position] * one.value.above
            above = above * self.factors[begin + position] + own
            below = one.value.below
        unit = self._common
        unrated = UNRATED * (len(event.places) - len(rows)) * common
        shorter = gcd(unit, below)
        above = above * (unit // shorter) + (_SPREAD * offsets + unrated * unit) * (
            below // shorter
        )
        factor = common * len(event.places) * (unit // shorter)
        reduced = gcd(factor, above)
        factor //= reduced
        return Quotient(above // reduced, below * factor), factor


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
    return dict(sorted(general.items(), key=lambda row: (-float(row[1]), row[0])))
