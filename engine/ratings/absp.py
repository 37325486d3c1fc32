"""ABSP: the ratings of the British association, recommended by FRS 2011 (art. 1) for free games.

Sources: the association's published notes of 1999–2011. Its "division" is what is rated together;
here that is a tournament. How the numbers stay exact is in `absp_level`.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from engine.ratings.absp_level import ONE, Level, Mean, Point, clamped, fixed, mean_of, slack_of
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
    points = _points(tournament, before)
    restarts = {
        player: after
        for player, level in before.items()
        if len(careers[player].recent) < _SETTLED
        and (after := careers[player].level_with(points[player])).is_apart(level, _TEN)
    }
    if restarts:
        points = _points(tournament, before | restarts)
    for player, own in points.items():
        if player not in careers:
            careers[player] = _Career(Start(), window)
        played = Played(
            tournament=tournament,
            points=tuple(own),
            before=before.get(player),
            restart=restarts.get(player),
        )
        careers[player].play(played)


def _points(tournament: Tournament, rated: Mapping[Player, Level]) -> dict[Player, list[Point]]:
    """Return everybody's game points, oldest first; who is not rated is new.

    Newcomers are valued in two passes: over the rated opponents alone, then over all of them with
    newcomers at their first value. Rated players meet them at the second.
    """
    games: dict[Player, list[Game]] = {}
    new: dict[Player, list[Game]] = {}
    for game in tournament.games:
        for player in (game.first, game.second):
            (games if player in rated else new).setdefault(player, []).append(game)
    first = {player: _first_pass(player, own, rated) for player, own in new.items()}
    points = {
        player: [_point(game, player, rated, first, None) for game in own]
        for player, own in new.items()
    }
    second = {player: mean_of(own) for player, own in points.items()}
    for player, own in games.items():
        level = rated[player]
        points[player] = [_point(game, player, rated, second, level) for game in own]
    return points


def _first_pass(player: Player, games: Iterable[Game], rated: Mapping[Player, Level]) -> Level:
    met = [game for game in games if (game.second if game.first == player else game.first) in rated]
    if not met:
        return fixed(_UNKNOWN)
    return mean_of([_point(game, player, rated, {}, None) for game in met])


def _point(
    game: Game,
    player: Player,
    rated: Mapping[Player, Level],
    new: Mapping[Player, Level],
    own: Level | None,
) -> Point:
    """Return what the player gets for the game; `own` is his rating, if he has one."""
    if game.first == player:
        opponent, margin = game.second, game.first_score - game.second_score
    else:
        opponent, margin = game.first, game.second_score - game.first_score
    bonus = _BONUS if margin > 0 else -_BONUS if margin else 0
    met = rated.get(opponent)
    if met is None:
        met, own = new[opponent], None
    counted = met.fine if own is None else clamped(met.fine, own.fine)
    return Point(game, opponent, met, own, bonus, counted + bonus * ONE)


class _Career:
    """A player's game points so far, and the sums that make the next rating quick."""

    __slots__ = (
        "games",
        "latest",
        "level",
        "points",
        "recent",
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
        self.points: list[Point] = []
        self.recent = deque([self.start.fine] * self.start_games)
        """Points of the games that count, oldest first, in units of 2^−128."""
        self.sum = sum(self.recent)
        self.weighted = _weighted(self.recent, window)

    @property
    def rating(self) -> Rating:
        """Return the numbers as they stand."""
        return Rating(overall=self.level, games=self.games, latest=self.latest)

    def level_with(self, points: Sequence[Point]) -> Level:
        """Return what the rating would be after these points."""
        fines = [*self.recent, *(point.fine for point in points)][-self.window :]
        slack = max(self.slack, slack_of(points))
        return self._level(
            [*self.points, *points], _weighted(fines, self.window), len(fines), slack
        )

    def play(self, played: Played) -> None:
        """Count the points of a tournament."""
        recent, window, top = self.recent, self.window, self.window.top
        dropped = top - window
        sum_, weighted = self.sum, self.weighted
        for point in played.points:
            fine = point.fine
            weighted += top * fine - sum_
            sum_ += fine
            recent.append(fine)
            if len(recent) > window:
                oldest = recent.popleft()
                weighted -= dropped * oldest
                sum_ -= oldest
        self.sum, self.weighted = sum_, weighted
        self.slack = max(self.slack, slack_of(played.points))
        self.points += played.points
        self.games += len(played.points)
        self.latest = played
        self.level = self._level(self.points, weighted, len(recent), self.slack)

    def _level(self, points: list[Point], weighted: int, count: int, slack: int) -> Level:
        top = self.window.top
        fine = max(weighted // (count * (2 * top - count + 1) // 2), _FLOOR_FINE)
        source = Mean(
            points=points,
            end=len(points),
            window=self.window,
            top=top,
            start=self.start,
            start_games=self.start_games,
            least=_FLOOR,
        )
        return Level(fine, slack + 1, source)


def _weighted(fines: Iterable[int], window: Window) -> int:
    """Return the sum of points, oldest first, by their weights: the newest weighs most."""
    own = list(fines)
    return sum(weight * fine for weight, fine in enumerate(own, window.top - len(own) + 1))
