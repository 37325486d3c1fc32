"""ABSP: the ratings of the British association, recommended by FRS 2011 (art. 1) for free games.

Sources: the association's published notes of 1999–2011; which of them says what is told in
docs/adr/0036-absp.md. What is won in one tournament is in `absp_division`.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

from engine.errors import Fault, RuleViolation
from engine.ratings.absp_division import Division, Point, Tally, division
from engine.ratings.protocol import Game, Player, Start
from engine.ratings.tournaments import Tournament, tournaments
from engine.rounding import half_up

KEY = "absp"
FIRST_DAY = date(1999, 1, 1)
"""Before it, the association had another system."""
_FLOOR = Fraction(50)
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
    leagues: frozenset[str] = frozenset()
    """Names of tournaments that are leagues: one tournament each, however long nobody plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A player's latest tournament."""

    player: Player
    division: Division
    tally: Tally
    before: int | None
    """The rating he came with; None: he was new."""
    restart: int | None
    """The rating he was met at instead, by the ten-point rule."""

    @property
    def tournament(self) -> Tournament:
        """Return which it was."""
        return self.division.tournament

    @property
    def rating(self) -> Fraction:
        """Return the tournament rating, the mean of the points; a newcomer's second value."""
        return self.tally.mean

    @property
    def points(self) -> tuple[Point, ...]:
        """Return what he got for each game."""
        return self.division.points(self.player)


class Block(NamedTuple):
    """Games that count alike: those of a tournament, or all before the first that is given."""

    tournament: Tournament | None
    """None: before the first."""
    mean: Fraction
    """What each of them counts."""
    tally: Tally
    """What the mean was made of."""


class Term(NamedTuple):
    """Games of a block in an overall rating: one weight each, from the newest down."""

    block: Block
    games: int
    """How many of them count still."""
    newest: int
    """The weight of the newest of them, one less for each before it."""

    @property
    def oldest(self) -> int:
        """Return the weight of the oldest that counts."""
        return self.newest - self.games + 1

    @property
    def weights(self) -> int:
        """Return the sum of the weights."""
        return self.games * (self.newest + self.oldest) // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's numbers after the last tournament."""

    exact: Fraction
    """The mean by weights, at least 50, before it was rounded."""
    games: int
    """All his rated games."""
    latest: Played | None
    """None: he did not play."""
    terms: tuple[Term, ...]
    """Newest first; none where he did not play."""
    course: tuple[tuple[date, int], ...] = ()
    """The last day of each tournament of his, and the rating after it; oldest first."""

    @property
    def overall(self) -> int:
        """Return the rating: a whole number, half up, with which he goes into the next one."""
        return half_up(self.exact)


def rate(season: Season) -> dict[Player, Rating]:
    """Return everybody's ratings after the last tournament, best first.

    A tournament starts from the ratings after the one before. New players who have not played have
    no rating and are left out.

    Raises:
        RuleViolation: `absp_too_early`, a game of before the system.
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
    tournament: Tournament, careers: dict[Player, "_Career"], window: Window
) -> None:
    """Rate a tournament, and once more where the ten-point rule sets ratings anew."""
    before = {player: careers[player].whole for player in tournament.players if player in careers}
    rated = division(tournament, before)
    tallies = rated.tallies()
    restarts = {}
    for player, whole in before.items():
        if careers[player].held < _SETTLED:
            after = half_up(careers[player].exact_with(tournament, tallies[player]))
            if abs(after - whole) >= _TEN:
                restarts[player] = after
    if restarts:
        rated = division(tournament, before | restarts)
        tallies = rated.tallies()
    for player, tally in tallies.items():
        if player not in careers:
            careers[player] = _Career(Start(), window)
        played = Played(
            player=player,
            division=rated,
            tally=tally,
            before=before.get(player),
            restart=restarts.get(player),
        )
        careers[player].play(played)


class _Career:
    """What a player has played so far, as far as it counts."""

    __slots__ = ("blocks", "course", "exact", "games", "held", "latest", "whole", "window")

    def __init__(self, start: Start, window: Window) -> None:
        known = start.games if start.weighted_games is None else start.weighted_games
        self.window = window
        self.games = start.games
        self.exact = _FLOOR if start.rating is None else start.rating
        self.whole = half_up(self.exact)
        self.latest: Played | None = None
        self.course: list[tuple[date, int]] = []
        self.held = min(known, window)
        """Games of the blocks that count."""
        self.blocks = deque[Block]()
        """Oldest first."""
        if self.held:
            tally = Tally(self.exact * self.held, self.held)
            self.blocks.append(Block(None, self.exact, tally))

    @property
    def rating(self) -> Rating:
        """Return the numbers as they stand."""
        return Rating(
            exact=self.exact,
            games=self.games,
            latest=self.latest,
            terms=() if self.latest is None else tuple(_terms(reversed(self.blocks), self.window)),
            course=tuple(self.course),
        )

    def exact_with(self, tournament: Tournament, tally: Tally) -> Fraction:
        """Return what the rating would be after a tournament, not rounded."""
        newest = Block(tournament, tally.mean, tally)
        return _mean((newest, *reversed(self.blocks)), self.window)

    def play(self, played: Played) -> None:
        """Count a tournament, and forget what counts no longer."""
        blocks, tally = self.blocks, played.tally
        blocks.append(Block(played.tournament, tally.mean, tally))
        self.games += tally.games
        size = sum(block.tally.games for block in blocks)
        while size - blocks[0].tally.games >= self.window:
            size -= blocks.popleft().tally.games
        self.held = min(size, self.window)
        self.latest = played
        self.exact = _mean(reversed(blocks), self.window)
        self.whole = half_up(self.exact)
        self.course.append((played.tournament.last_day, self.whole))


def _terms(newest_first: Iterable[Block], window: Window) -> Iterable[Term]:
    """Yield what counts of each block, until the window is full."""
    top, left = window.top, int(window)
    for block in newest_first:
        games = min(block.tally.games, left)
        if not games:
            return
        yield Term(block, games, top)
        top -= games
        left -= games


def _mean(newest_first: Iterable[Block], window: Window) -> Fraction:
    """Return the mean of game points by their weights, at least 50."""
    # A sum of fractions, reduced once in the end: this is done for each player of a tournament.
    above, below, weights = 0, 1, 0
    for term in _terms(newest_first, window):
        mean, weight = term.block.mean, term.weights
        above = above * mean.denominator + weight * mean.numerator * below
        below *= mean.denominator
        weights += weight
    return max(Fraction(above, below * weights), _FLOOR)
