"""The common table of a youth stage, with all categories (art. 22).

Every game has one scale, by the number and the mean rating of all its participants. Each category
plays free games in its own tournament, so the common scale has weights. Juniors get the full
points, cadets 70%, prichindei 30%, rounded up. `engine.cnis.championship` has the year's tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from math import ceil

from engine.cnis.categories import Category, Player, own_category
from engine.cnis.classification import Award, award, renumbered
from engine.cnis.scale import scale_for
from engine.cnis.season import Classified, GameType, SeasonGame, classified, value_of
from engine.cnis.standings import ZERO, PlayerTotal, RankedRow, ranking
from engine.cnis.values import Table

WEIGHT: Mapping[Category, Fraction] = {
    Category.JUNIOR: Fraction(1),
    Category.CADET: Fraction(70, 100),
    Category.PRICHINDEL: Fraction(30, 100),
}
"""The share of the scale's points for free games, by category."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTable:
    """The common table of a stage, and its games."""

    general: tuple[RankedRow, ...]
    games: tuple[Classified, ...]


def stage_table(
    games: Iterable[SeasonGame],
    players: Mapping[str, Player],
    *,
    year: int,
    table: Table | None = None,
) -> StageTable:
    """Return the common table of a stage's games. Rules: CNIS art. 12, 14, 22.

    Seniors among the players are left out of places and scales. A player's weight depends on their
    own category, even if they were relocated.

    Raises:
        RuleViolation: as `engine.cnis.season.classified`.
    """
    young = {
        name: player
        for name, player in players.items()
        if own_category(player.born, year) is not Category.SENIOR
    }
    every = [game for game in (_among(game, young) for game in games) if game.entries]
    others = (
        classified(game, young, young, table) for game in every if game.type is not GameType.FREE
    )
    played = [game for game in others if game is not None]
    free = [game for game in every if game.type is GameType.FREE]
    played += _weighted(free, young, year, table) if free else []
    totals: dict[str, Decimal] = {}
    for each in chain.from_iterable(game.awards for game in played):
        totals[each.player] = totals.get(each.player, ZERO) + each.points
    return StageTable(
        general=ranking([PlayerTotal(player, points) for player, points in totals.items()]),
        games=tuple(played),
    )


def _among(game: SeasonGame, players: Mapping[str, Player]) -> SeasonGame:
    """Return the game with only these players and their places among themselves."""
    entries = [entry for entry in game.entries if entry.player in players]
    places = renumbered({entry.player: entry.place for entry in entries})
    return replace(
        game, entries=tuple(replace(entry, place=places[entry.player]) for entry in entries)
    )


def _weighted(
    tournaments: Sequence[SeasonGame], players: Mapping[str, Player], year: int, table: Table | None
) -> list[Classified]:
    """Return the free tournaments on one common scale, with each player's weight."""
    entries = tuple(chain.from_iterable(game.entries for game in tournaments))
    whole = replace(tournaments[0], entries=entries)
    value = value_of(whole, {entry.player for entry in entries}, players)
    scale = scale_for(len(entries), value, table)
    found = []
    for game in tournaments:
        awards = award({entry.player: entry.place for entry in game.entries}, scale)
        own = ((each, own_category(players[each.player].born, year)) for each in awards)
        weighed = tuple(_weighed(each, WEIGHT[category]) for each, category in own)
        found.append(Classified(game=game, scale=scale, awards=weighed))
    return found


def _weighed(each: Award, weight: Fraction) -> Award:
    """Return the weighted award, rounded in the player's favour."""
    if weight == 1:
        return each
    points = Decimal(ceil(Fraction(each.points) * weight))
    percent = f"{weight * 100}%"
    return replace(each, points=points, expression=f"ceil(({each.expression}) * {percent})")
