"""ABSP: one tournament (a “division”): the values of its players and their game points.

`absp` combines a player's tournaments.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from engine.ratings.protocol import Player, RatedGame
from engine.ratings.tournaments import Tournament

Value = int | Fraction
"""Ratings are whole numbers; a newcomer's value in the first tournament may be a fraction."""

_CLAMP: Final = 40
"""The greatest difference that counts between two rated players."""
_BONUS: Final = 50
"""The points for a win; a loss costs as many."""
_UNKNOWN: Final = Fraction(100)
"""The first value of a newcomer who met no rated opponent."""


class GamePoints(NamedTuple):
    """The points one player got for one game."""

    game: RatedGame
    opponent: Player
    met: Value
    """The opponent's value."""
    counted: Value
    """The opponent's value after the limit between two rated players."""
    bonus: int

    @property
    def total(self) -> Value:
        """The points for the game."""
        return self.counted + self.bonus


class Tally(NamedTuple):
    """A player's total of game points in a tournament, and the number of games."""

    total: Value
    games: int

    @property
    def mean(self) -> Fraction:
        """The tournament rating."""
        return Fraction(self.total) / self.games


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
        """Return every player's total of game points and number of games.

        A newcomer's mean is their value in `second`: no limit applies to their games.
        """
        totals: dict[Player, Value] = dict.fromkeys(self.tournament.players, 0)
        counts = dict.fromkeys(totals, 0)
        for game in self.tournament.games:
            for player in (game.first, game.second):
                totals[player] += self._points(game, player).total
                counts[player] += 1
        return {player: Tally(total, counts[player]) for player, total in totals.items()}

    def game_points(self, player: Player) -> tuple[GamePoints, ...]:
        """Return the player's points, game by game, in the order of play."""
        return tuple(
            self._points(game, player)
            for game in self.tournament.games
            if player in {game.first, game.second}
        )

    def _points(self, game: RatedGame, player: Player) -> GamePoints:
        """Return the points that the player got for the game."""
        opponent, bonus = _opponent_and_bonus(game, player)
        own, met = self.rated.get(player), self.rated.get(opponent)
        if own is not None and met is not None:
            counted = min(max(met, own - _CLAMP), own + _CLAMP)
            return GamePoints(game, opponent, met, counted, bonus)
        newcomers = self.first if own is None else self.second
        worth = newcomers[opponent] if met is None else met
        return GamePoints(game, opponent, worth, worth, bonus)


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
                new[player].append(_opponent_and_bonus(game, player))
    first = {player: _mean(own, rated) for player, own in new.items()}
    worth: dict[Player, Value] = {**rated, **first}
    second = {player: _mean(own, worth) for player, own in new.items()}
    return Division(tournament=tournament, rated=rated, first=first, second=second)


def _opponent_and_bonus(game: RatedGame, player: Player) -> tuple[Player, int]:
    """Return the player's opponent, and the bonus of the result for the player."""
    opponent, margin = game.second, game.first_score - game.second_score
    if game.second == player:
        opponent, margin = game.first, -margin
    return opponent, _BONUS if margin > 0 else -_BONUS if margin else 0


def _mean(met: Iterable[tuple[Player, int]], worth: Mapping[Player, Value]) -> Fraction:
    """Return the mean of game points against the opponents in `worth`, without a limit."""
    points = [worth[opponent] + bonus for opponent, bonus in met if opponent in worth]
    return Fraction(sum(points)) / len(points) if points else _UNKNOWN
