"""A slow reference for a season: lists of points for each player, sorted and cut."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import floor

from engine.cnis.scale import scale_for
from engine.cnis.season import SeasonGame


def points_of(game: SeasonGame, among: Sequence[str]) -> dict[str, Decimal]:
    """Return the points of each of those players in a game without ratings."""
    entries = [entry for entry in game.entries if entry.player in among]
    found = {}
    for entry in entries:
        better = sum(other.place < entry.place for other in entries)
        level = sum(other.place == entry.place for other in entries)
        scale = scale_for(len(entries), 0).points[better : better + level]
        cents = floor(Fraction(sum(scale), level) * 100)
        found[entry.player] = Decimal(cents) / 100
    return found


def total(
    player: str, games: Sequence[SeasonGame], among: Sequence[str], kinds: set[str], best: int
) -> Decimal:
    """Return the sum of the player's best results in games of those types."""
    mine = [points_of(game, among) for game in games if game.type in kinds]
    earned = sorted((points[player] for points in mine if player in points), reverse=True)
    return sum(earned[:best], Decimal(0))
