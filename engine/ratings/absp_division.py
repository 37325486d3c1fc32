"""ABSP: one tournament (a “division”): the values of its players and their game points.

`absp` combines a player's tournaments.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.ratings.protocol import Player, RatedGame
from engine.ratings.tournaments import Tournament

CLAMP = 40
"""The greatest difference that counts between two rated players."""
_BONUS = 50
_UNKNOWN = Fraction(100)
"""The first value of a newcomer who met no rated opponent."""
Value = int | Fraction
"""Ratings are whole numbers; a newcomer's value in the first tournament may be a fraction."""


class Point(NamedTuple):
    """The game points one player got for one game."""

    game: RatedGame
    opponent: Player
    met: Value
    """The opponent's value."""
    counted: Value
    """The opponent's value after the limit of `CLAMP`."""
    bonus: int

    @property
    def points(self) -> Value:
        """The points for the game."""
        return self.counted + self.bonus


class Tally(NamedTuple):
    """A player's total of game points in a tournament, and the number of games."""

    points: Value
    games: int

    @property
    def mean(self) -> Fraction:
        """The tournament rating."""
        return Fraction(self.points) / self.games


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """A tournament, and the values of its players."""

    tournament: Tournament
    rated: Mapping[Player, int]
    """The ratings before the tournament, or their replacements; other players are newcomers."""
    first: Mapping[Player, Fraction]
    """Values of newcomers from rated opponents only; used between two newcomers."""
    second: Mapping[Player, Fraction]
    """Values of newcomers from all opponents; used for their rated opponents."""

    def tallies(self) -> dict[Player, Tally]:
        """Return every player's total of game points and number of games."""
        totals: dict[Player, Value] = dict.fromkeys(self.tournament.players, 0)
        counts = dict.fromkeys(totals, 0)
        rated = self.rated
        for _, _, _, first, second, own, other in self.tournament.games:
            bonus = _BONUS if own > other else -_BONUS if own < other else 0
            counts[first] += 1
            counts[second] += 1
            if first in rated and second in rated:
                # The most frequent case: both sides in one step.
                one, two = rated[first], rated[second]
                apart = min(max(two - one, -CLAMP), CLAMP)
                totals[first] += one + apart + bonus
                totals[second] += two - apart - bonus
            else:
                totals[first] += self._met(first, second) + bonus
                totals[second] += self._met(second, first) - bonus
        return {player: Tally(total, counts[player]) for player, total in totals.items()}

    def points(self, player: Player) -> tuple[Point, ...]:
        """Return the player's game points, game by game, in the order of play."""
        found = []
        for game in self.tournament.games:
            if player in {game.first, game.second}:
                opponent, bonus = _side(game, player)
                met = self._met(player, opponent)
                counted = met
                if player in self.rated and opponent in self.rated:
                    own = self.rated[player]
                    counted = min(max(met, own - CLAMP), own + CLAMP)
                found.append(Point(game, opponent, met, counted, bonus))
        return tuple(found)

    def _met(self, player: Player, opponent: Player) -> Value:
        """Return the opponent's value against this player."""
        if opponent in self.rated:
            return self.rated[opponent]
        return (self.second if player in self.rated else self.first)[opponent]


def division(tournament: Tournament, rated: Mapping[Player, int]) -> Division:
    """Return the tournament with values for its newcomers, who are the players not in `rated`.

    The first pass uses rated opponents only, the second all, with newcomers at their first value.
    """
    new: dict[Player, list[tuple[Player, int]]] = {
        player: [] for player in tournament.players if player not in rated
    }
    for game in tournament.games if new else ():
        for player in (game.first, game.second):
            if player in new:
                new[player].append(_side(game, player))
    first = {player: _mean(own, rated) for player, own in new.items()}
    worth: dict[Player, Value] = {**rated, **first}
    second = {player: _mean(own, worth) for player, own in new.items()}
    return Division(tournament=tournament, rated=rated, first=first, second=second)


def _side(game: RatedGame, player: Player) -> tuple[Player, int]:
    """Return the player's opponent, and the bonus of the result for the player."""
    opponent, margin = game.second, game.first_score - game.second_score
    if game.second == player:
        opponent, margin = game.first, -margin
    return opponent, _BONUS if margin > 0 else -_BONUS if margin else 0


def _mean(met: Iterable[tuple[Player, int]], worth: Mapping[Player, Value]) -> Fraction:
    """Return the mean of game points against the opponents in `worth`, without a limit."""
    points = [worth[opponent] + bonus for opponent, bonus in met if opponent in worth]
    return Fraction(sum(points)) / len(points) if points else _UNKNOWN
