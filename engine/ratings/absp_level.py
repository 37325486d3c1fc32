"""ABSP numbers: worked out to 128 binary places with a bound of the error, and exactly on demand.

A rating is a mean of ratings that are means themselves. Reduced to one fraction, a few years of
them have thousands of digits. What is decided about them hardly ever needs those digits; where it
does, `Level.exact` has them. The rules that make levels out of games are in `absp`.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from engine.ratings.protocol import Game, Player
from engine.rounding import half_up

_PLACES = 128
ONE = 1 << _PLACES
"""The unit of `fine`."""
CLAMP = 40
"""How far an opponent's rating may count from one's own, where both have one."""
CLAMPED = CLAMP * ONE


class Level:
    """A number between `fine` and `fine + slack` units of 2^−128, and what it was made of."""

    __slots__ = ("_exact", "fine", "slack", "source")

    def __init__(self, fine: int, slack: int, source: "Fraction | Mean") -> None:
        self.fine = fine
        self.slack = slack
        self.source = source
        self._exact = source if isinstance(source, Fraction) else None

    def __float__(self) -> float:
        """Return the nearest floating-point number."""
        return self.fine / ONE

    @property
    def exact(self) -> Fraction:
        """Return the number as a fraction; long, and slow, far down a chain of tournaments."""
        waiting = [self]
        while waiting:
            source = waiting[-1].source
            if waiting[-1]._exact is not None or isinstance(source, Fraction):  # noqa: SLF001  (own class)
                waiting.pop()
                continue
            unknown = [level for level in source.inputs if level._exact is None]  # noqa: SLF001  (own class)
            if unknown:
                waiting.extend(unknown)
            else:
                waiting.pop()._exact = source.exact  # noqa: SLF001  (own class)
        return cast("Fraction", self._exact)  # it was the last to wait

    @property
    def rounded(self) -> int:
        """Return the nearest whole number, half up, as ratings are shown."""
        low, high = ((2 * fine + ONE) // (2 * ONE) for fine in (self.fine, self.fine + self.slack))
        return low if low == high else half_up(self.exact)

    def is_apart(self, other: "Level", by: int) -> bool:
        """Return whether the two differ by so much, or more."""
        difference, limit = self.fine - other.fine, by * ONE
        low, high = difference - other.slack, difference + self.slack
        if low >= limit or high <= -limit:
            return True
        if low > -limit and high < limit:
            return False
        return abs(self.exact - other.exact) >= by


class Point(NamedTuple):
    """The game points one player got for one game. A tuple: there are two of them to every game."""

    game: Game
    opponent: Player
    met: Level
    """The rating at which the opponent is met."""
    own: Level | None
    """The rating that clamps it; None: not clamped, because one of the two has none."""
    bonus: int
    fine: int
    """The points, in units of 2^−128; at most the slack of `met` or `own` too low."""

    @property
    def counted(self) -> float:
        """Return what of the opponent's rating counts."""
        return self.fine / ONE - self.bonus

    @property
    def exact(self) -> Fraction:
        """Return the points as a fraction."""
        counted = self.met.exact
        if self.own is not None:
            counted = min(max(counted, self.own.exact - CLAMP), self.own.exact + CLAMP)
        return counted + self.bonus


class Run(NamedTuple):
    """Game points in a row: those of a tournament, and the run before them.

    Runs are shared by all means that end with them, and nothing here points forward.
    """

    points: tuple[Point, ...]
    """Oldest first."""
    before: "Run | None"


class Mean(NamedTuple):
    """A weighted mean of game points: what a level is made of."""

    run: Run
    """Its end; there may be more points than count."""
    window: int
    """How many of the latest games count, those before the points included."""
    top: int
    """The weight of the newest, one less for each before it; 0: all weigh the same."""
    start: Level
    """What each of the games before the points counts."""
    start_games: int
    """How many of these there are."""
    least: int | None
    """What the mean is raised to where it is below."""

    @property
    def terms(self) -> list[tuple[int, Point | None]]:
        """Return weights and points, newest first; None stands for a game before the points."""
        points: list[Point | None] = []
        run: Run | None = self.run
        while run is not None and len(points) < self.window:
            points += reversed(run.points)
            run = run.before
        points += [None] * self.start_games
        return [
            (self.top - age if self.top else 1, point)
            for age, point in enumerate(points[: self.window])
        ]

    @property
    def inputs(self) -> Iterable[Level]:
        """Yield the levels that the mean was made of."""
        for _, point in self.terms:
            if point is None:
                yield self.start
                return
            yield point.met
            if point.own is not None:
                yield point.own

    @property
    def exact(self) -> Fraction:
        """Return the mean as a fraction."""
        sum_, weights = Fraction(), 0
        for weight, point in self.terms:
            weights += weight
            sum_ += weight * (self.start if point is None else point).exact
        mean = sum_ / weights
        return mean if self.least is None else max(mean, Fraction(self.least))


def fixed(exact: Fraction) -> Level:
    """Return the level of a number that is given."""
    fine, rest = divmod(exact.numerator * ONE, exact.denominator)
    return Level(fine, 1 if rest else 0, exact)


_NOTHING = fixed(Fraction())
"""Where no games are before the points."""


def mean_of(points: Sequence[Point]) -> Level:
    """Return the plain mean of some points, at least one."""
    count = len(points)
    fine, rest = divmod(sum(point.fine for point in points), count)
    slack = _slack_of(points) + bool(rest)
    run = Run(tuple(points), None)
    source = Mean(run=run, window=count, top=0, start=_NOTHING, start_games=0, least=None)
    return Level(fine, slack, source)


def _slack_of(points: Iterable[Point]) -> int:
    """Return by how many units of 2^−128 any of the points may be too low."""
    return max(
        point.met.slack if point.own is None else max(point.met.slack, point.own.slack)
        for point in points
    )
