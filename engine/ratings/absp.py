"""ABSP: the ratings of the British association, recommended by FRS 2011 (art. 1) for free games.

Sources: the association's published notes of 1999–2011. Its "division" is what is rated together;
here that is a tournament. How the numbers stay exact is in `absp_level`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from engine.ratings.absp_level import CLAMPED, ONE, Level, Mean, Point, Run, fixed, mean_of
from engine.ratings.protocol import Game, Player, Start
from engine.ratings.tournaments import Tournament, tournaments

KEY = "absp"
_BONUS = 50
_FLOOR = 50
_FLOOR_FINE = _FLOOR * ONE
_UNKNOWN = Fraction(100)
"""Where a newcomer starts who met no rated opponent."""
_SETTLED = 30
_TEN = 10


class Window(IntEnum):
    """How many of the latest games count; the newest weighs half as much again as there are."""

    SINCE_2011 = 150
    BEFORE_2011 = 100

    @property
    def top(self) -> int:
        """Return the weight of the newest game."""
        return self + self // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """What is rated."""

    starts: Mapping[Player, Start]
    """Who is missing here is new."""
    games: Sequence[Game]
    window: Window = Window.SINCE_2011


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A player's latest tournament."""

    tournament: Tournament
    points: tuple[Point, ...]
    before: Level | None
    """The rating he came with; None: he was new."""
    restart: Level | None
    """The rating he was met at instead, by the ten-point rule."""

    @property
    def rating(self) -> Level:
        """Return the tournament rating, the mean of the points; a newcomer's second value."""
        return mean_of(self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's numbers after the last tournament."""

    overall: Level
    games: int
    """All his rated games."""
    latest: Played | None
    """None: he did not play."""

    @property
    def terms(self) -> list[tuple[int, Point | None]]:
        """Return weight and game points, newest first; None for a game before those given."""
        return self.overall.source.terms if isinstance(self.overall.source, Mean) else []


def rate(season: Season) -> dict[Player, Rating]:
    """Return everybody's ratings after the last tournament, best first.

    A tournament starts from the ratings after the one before. New players who have not played have
    no rating and are left out.
    """
    careers = {
        player: _Career(start, season.window)
        for player, start in season.starts.items()
        if start.rating is not None
    }
    for tournament in tournaments(season.games):
        _rate_tournament(tournament, careers, season.window)
    ratings = {player: career.rating for player, career in careers.items()}
    return dict(sorted(ratings.items(), key=lambda row: (-row[1].overall.fine, row[0])))


def _rate_tournament(
    tournament: Tournament, careers: dict[Player, "_Career"], window: Window
) -> None:
    """Rate a tournament, and once more where the ten-point rule sets ratings anew."""
    before = {player: careers[player].level for player in tournament.players if player in careers}
    scored = _scored(tournament, before)
    restarts = {
        player: after
        for player, level in before.items()
        if len(careers[player].recent) < _SETTLED
        and (after := careers[player].level_with(scored, player)).is_apart(level, _TEN)
    }
    if restarts:
        scored = _scored(tournament, before | restarts)
    for player in scored.points:
        if player not in careers:
            careers[player] = _Career(Start(), window)
        careers[player].play(scored, player, before.get(player), restarts.get(player))


class _Scored(NamedTuple):
    """A tournament, everybody's game points in it, and how much too low any of them may be."""

    tournament: Tournament
    points: Mapping[Player, list[Point]]
    """Oldest first."""
    slack: int
    """In units of 2^−128."""


def _scored(tournament: Tournament, rated: Mapping[Player, Level]) -> _Scored:
    """Return everybody's game points; who is not rated is new.

    Newcomers are valued in two passes: over the rated opponents alone, then over all of them with
    newcomers at their first value. Rated players meet them at the second.
    """
    points: dict[Player, list[Point]] = {player: [] for player in tournament.players}
    new: dict[Player, list[Game]] = {player: [] for player in points if player not in rated}
    for game in tournament.games if new else ():
        for player in (game.first, game.second):
            if player in new:
                new[player].append(game)
    first = {player: _first_pass(player, own, rated) for player, own in new.items()}
    for player, own in new.items():
        points[player] = [_point(game, player, rated, first) for game in own]
    second = {player: mean_of(points[player]) for player in new}
    for game in tournament.games:
        one, other = rated.get(game.first), rated.get(game.second)
        if one is not None and other is not None:
            # Most games are these: both points at once.
            for_first, for_second = _both(game, one, other)
            points[game.first].append(for_first)
            points[game.second].append(for_second)
        elif one is not None:
            points[game.first].append(_point(game, game.first, rated, second))
        elif other is not None:
            points[game.second].append(_point(game, game.second, rated, second))
    levels = (*rated.values(), *first.values(), *second.values())
    return _Scored(tournament, points, max(level.slack for level in levels))


def _first_pass(player: Player, games: Iterable[Game], rated: Mapping[Player, Level]) -> Level:
    """Return what a newcomer is worth by his rated opponents alone."""
    met = [
        _point(game, player, rated, {})
        for game in games
        if (game.second if game.first == player else game.first) in rated
    ]
    return mean_of(met) if met else fixed(_UNKNOWN)


def _point(
    game: Game, player: Player, rated: Mapping[Player, Level], new: Mapping[Player, Level]
) -> Point:
    """Return what the player gets for a game with a newcomer, or as one: nothing is clamped."""
    if game.first == player:
        opponent, margin = game.second, game.first_score - game.second_score
    else:
        opponent, margin = game.first, game.second_score - game.first_score
    bonus = _BONUS if margin > 0 else -_BONUS if margin else 0
    met = rated[opponent] if opponent in rated else new[opponent]
    return Point(game, opponent, met, None, bonus, met.fine + bonus * ONE)


def _both(game: Game, one: Level, other: Level) -> tuple[Point, Point]:
    """Return what two rated players get for their game, each clamped by his own rating."""
    _, _, _, first, second, own, their = game
    bonus = _BONUS if own > their else -_BONUS if own < their else 0
    fine, met = one.fine, other.fine
    counts, counts_other = met, fine
    if met - fine > CLAMPED:
        counts, counts_other = fine + CLAMPED, met - CLAMPED
    elif fine - met > CLAMPED:
        counts, counts_other = fine - CLAMPED, met + CLAMPED
    gained = bonus * ONE
    return (
        Point(game, second, other, one, bonus, counts + gained),
        Point(game, first, one, other, -bonus, counts_other - gained),
    )


class _Career:
    """A player's game points so far, and the sums that make the next rating quick."""

    __slots__ = (
        "games",
        "latest",
        "level",
        "recent",
        "run",
        "slack",
        "start",
        "start_games",
        "sum",
        "weighted",
        "window",
    )

    def __init__(self, start: Start, window: Window) -> None:
        known = start.games if start.weighted_games is None else start.weighted_games
        self.start_games = min(known, window)
        self.window = window
        self.games = start.games
        self.start = fixed(_UNKNOWN if start.rating is None else start.rating)
        self.level = self.start
        self.slack = self.start.slack
        self.latest: Played | None = None
        self.run: Run | None = None
        """His points since then."""
        self.recent = [self.start.fine] * self.start_games
        """Points of the games that count, oldest first, in units of 2^−128."""
        self.sum = sum(self.recent)
        self.weighted = _weighted(self.recent, window.top)

    @property
    def rating(self) -> Rating:
        """Return the numbers as they stand."""
        return Rating(overall=self.level, games=self.games, latest=self.latest)

    def level_with(self, scored: _Scored, player: Player) -> Level:
        """Return what the rating would be after a tournament."""
        points = scored.points[player]
        fines = [*self.recent, *(point.fine for point in points)][-self.window :]
        weighted = _weighted(fines, self.window.top)
        slack = max(self.slack, scored.slack)
        return self._level(Run(tuple(points), self.run), weighted, len(fines), slack)

    def play(
        self, scored: _Scored, player: Player, before: Level | None, restart: Level | None
    ) -> None:
        """Count a tournament, to which he came with a rating, and was met at another perhaps."""
        points = tuple(scored.points[player])
        self._count([point.fine for point in points])
        self.slack = max(self.slack, scored.slack)
        self.run = Run(points, self.run)
        self.games += len(points)
        self.latest = Played(
            tournament=scored.tournament, points=points, before=before, restart=restart
        )
        self.level = self._level(self.run, self.weighted, len(self.recent), self.slack)

    def _count(self, fines: list[int]) -> None:
        """Bring the sums up to date: all before weigh less now, and some fall out of the window."""
        top, window = self.window.top, self.window
        self.recent += fines
        gone = self.recent[:-window]
        del self.recent[:-window]
        self.weighted += _weighted(fines, top) - len(fines) * self.sum
        self.weighted -= _weighted(gone, top - window)
        self.sum += sum(fines) - sum(gone)

    def _level(self, run: Run, weighted: int, count: int, slack: int) -> Level:
        top = self.window.top
        fine, rest = divmod(weighted, count * (2 * top - count + 1) // 2)
        source = Mean(
            run=run,
            window=self.window,
            top=top,
            start=self.start,
            start_games=self.start_games,
            least=_FLOOR,
        )
        return Level(max(fine, _FLOOR_FINE), slack + bool(rest), source)


def _weighted(fines: Sequence[int], newest: int) -> int:
    """Return the sum of points, oldest first, by their weights: the newest weighs most."""
    return sum(map(mul, fines, range(newest - len(fines) + 1, newest + 1)))
