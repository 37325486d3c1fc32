"""ABSP: the British association's ratings, which FRS 2011 (art. 1) recommends for free games.

Sources: the association's published notes of 1999–2011; docs/adr/0021-rating-readings.md names the
source of each rule. `absp_division` calculates the game points of one tournament.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

from engine.errors import Fault, RuleViolation
from engine.ratings.absp_division import Division, GamePoints, Tally, division
from engine.ratings.protocol import Player, Season, Start
from engine.ratings.tournaments import Tournament, tournaments
from engine.rounding import half_up

FIRST_DAY = date(1999, 1, 1)
"""The first day of this system; before it the association used another one."""
_FLOOR = Fraction(50)
"""The lowest rating."""
_SETTLED = 30
"""The counted games from which the ten-point rule no longer applies to a player."""
_RESTART_FROM = 10
"""The least change by which the ten-point rule replaces the rating before a tournament."""


class CountingWindow(IntEnum):
    """The number of latest games that count; the newest game's weight is 1.5 times that number."""

    SINCE_2011 = 150
    BEFORE_2011 = 100

    @property
    def top(self) -> int:
        """The weight of the newest game."""
        return self + self // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AbspSeason(Season):
    """The input, with the options of this system."""

    window: CountingWindow = CountingWindow.SINCE_2011


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestTournament:
    """A player's latest tournament."""

    player: Player
    division: Division
    tally: Tally
    before: int | None
    """The rating before the tournament; None for a newcomer."""
    restart: int | None
    """The rating that replaced it by the ten-point rule; None if the rule did not apply."""

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.division.tournament

    @property
    def rating(self) -> Fraction:
        """The tournament rating: the mean of the points; for a newcomer the second value."""
        return self.tally.mean

    @property
    def game_points(self) -> tuple[GamePoints, ...]:
        """The player's points for each game, in the order of play."""
        return self.division.game_points(self.player)


class AbspBlock(NamedTuple):
    """Games with equal value: those of a tournament, or all before the first recorded one."""

    tournament: Tournament | None
    """The tournament; None for the games before the first recorded tournament."""
    mean: Fraction
    """The value of each game."""
    tally: Tally
    """The total and the number behind the mean."""


class WeightedBlock(NamedTuple):
    """The games of a block in an overall rating, with weights that fall by one from the newest."""

    block: AbspBlock
    games: int
    """The number of games that still count."""
    newest: int
    """The weight of the newest game; each older game has one less."""

    @property
    def oldest(self) -> int:
        """The weight of the oldest game that counts."""
        return self.newest - self.games + 1

    @property
    def weights(self) -> int:
        """The sum of the weights."""
        return self.games * (self.newest + self.oldest) // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AbspRating:
    """A player's rating after the last tournament, and its parts."""

    exact: Fraction
    """The weighted mean, at least 50, before rounding."""
    games: int
    """The number of all rated games of the player."""
    latest: LatestTournament | None
    """The player's latest tournament; None if the player did not play."""
    terms: tuple[WeightedBlock, ...]
    """The blocks behind the rating, newest first; empty if the player did not play."""
    course: tuple[tuple[date, int], ...] = ()
    """The last day of each of the player's tournaments and the rating after it; oldest first."""

    @property
    def overall(self) -> int:
        """The rating as a whole number, rounded half up; the next tournament uses it."""
        return half_up(self.exact)


def rate(season: AbspSeason) -> dict[Player, AbspRating]:
    """Return all ratings after the last tournament, best first.

    A tournament uses the ratings after the previous one. Newcomers who have not played have no
    rating and are left out.

    Raises:
        RuleViolation: `absp_too_early`, if a game is older than the system.
    """
    earliest = min((game.day for game in season.games), default=FIRST_DAY)
    if earliest < FIRST_DAY:
        facts = {"day": f"{earliest}", "first": f"{FIRST_DAY}"}
        raise RuleViolation(Fault("absp_too_early", facts=facts))
    careers = {
        player: _Career(start, season.window)
        for player, start in season.starts.items()
        if start.rating is not None
    }
    for tournament in tournaments(season.games, season.leagues):
        _rate_tournament(tournament, careers, season.window)
    ratings = {player: career.rating for player, career in careers.items()}
    return dict(sorted(ratings.items(), key=lambda row: (-row[1].exact, row[0])))


def _rate_tournament(
    tournament: Tournament, careers: dict[Player, "_Career"], window: CountingWindow
) -> None:
    """Rate a tournament, and again if the ten-point rule replaces some ratings."""
    before = {player: careers[player].whole for player in tournament.players if player in careers}
    rated = division(tournament, before)
    tallies = rated.tallies()
    restarts = {}
    for player, whole in before.items():
        if careers[player].counted < _SETTLED:
            after = half_up(careers[player].exact_with(tournament, tallies[player]))
            if abs(after - whole) >= _RESTART_FROM:
                restarts[player] = after
    if restarts:
        rated = division(tournament, before | restarts)
        tallies = rated.tallies()
    for player, tally in tallies.items():
        if player not in careers:
            careers[player] = _Career(Start(), window)
        played = LatestTournament(
            player=player,
            division=rated,
            tally=tally,
            before=before.get(player),
            restart=restarts.get(player),
        )
        careers[player].play(played)


class _Career:
    """A player's games that still count."""

    __slots__ = ("blocks", "counted", "course", "exact", "games", "latest", "whole", "window")

    def __init__(self, start: Start, window: CountingWindow) -> None:
        known = start.games if start.weighted_games is None else start.weighted_games
        self.window = window
        self.games = start.games
        self.exact = _FLOOR if start.rating is None else start.rating
        self.whole = half_up(self.exact)
        self.latest: LatestTournament | None = None
        self.course: list[tuple[date, int]] = []
        self.counted = min(known, window)
        """The number of games that count."""
        self.blocks = deque[AbspBlock]()
        """The blocks that count, oldest first."""
        if self.counted:
            tally = Tally(self.exact * self.counted, self.counted)
            self.blocks.append(AbspBlock(None, self.exact, tally))

    @property
    def rating(self) -> AbspRating:
        """Return the current rating and its parts."""
        return AbspRating(
            exact=self.exact,
            games=self.games,
            latest=self.latest,
            terms=() if self.latest is None else tuple(_terms(reversed(self.blocks), self.window)),
            course=tuple(self.course),
        )

    def exact_with(self, tournament: Tournament, tally: Tally) -> Fraction:
        """Return the exact rating that the player would have after a tournament."""
        newest = AbspBlock(tournament, tally.mean, tally)
        return _mean((newest, *reversed(self.blocks)), self.window)

    def play(self, played: LatestTournament) -> None:
        """Add a tournament, and drop blocks that no longer count."""
        blocks, tally = self.blocks, played.tally
        blocks.append(AbspBlock(played.tournament, tally.mean, tally))
        self.games += tally.games
        size = sum(block.tally.games for block in blocks)
        while size - blocks[0].tally.games >= self.window:
            size -= blocks.popleft().tally.games
        self.counted = min(size, self.window)
        self.latest = played
        self.exact = _mean(reversed(blocks), self.window)
        self.whole = half_up(self.exact)
        self.course.append((played.tournament.last_day, self.whole))


def _terms(newest_first: Iterable[AbspBlock], window: CountingWindow) -> Iterable[WeightedBlock]:
    """Yield the counted part of each block, until the window is full."""
    top, left = window.top, int(window)
    for block in newest_first:
        games = min(block.tally.games, left)
        if not games:
            return
        yield WeightedBlock(block, games, top)
        top -= games
        left -= games


def _mean(newest_first: Iterable[AbspBlock], window: CountingWindow) -> Fraction:
    """Return the weighted mean of game points, at least 50."""
    # The sum stays unreduced until the end, because this runs for each player of a tournament.
    above, below, weights = 0, 1, 0
    for term in _terms(newest_first, window):
        mean, weight = term.block.mean, term.weights
        above = above * mean.denominator + weight * mean.numerator * below
        below *= mean.denominator
        weights += weight
    return max(Fraction(above, below * weights), _FLOOR)
