"""A slow check of standings: the one order of players that the rules allow.

Works on plain tuples and fractions; shares no line with `engine.competitions.standings`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from engine.competitions.standings import GameResult, StandingsRow
from engine.ids import PersonId

Played = tuple[PersonId, PersonId, Fraction, Fraction, int, int]
"""Red, Blue, their coefficients, their scores."""


def plain(results: Sequence[GameResult]) -> list[Played]:
    """Return the games as plain tuples."""
    return [
        (
            game.red,
            game.blue,
            Fraction(str(game.figures.red)),
            Fraction(str(game.figures.blue)),
            game.figures.red_score or 0,
            game.figures.blue_score or 0,
        )
        for game in results
    ]


def allowed_orders(
    players: Sequence[PersonId], games: Sequence[Played], lots: Mapping[PersonId, int]
) -> list[tuple[PersonId, ...]]:
    """Return every order of the players that the rules allow: with lots, exactly one."""
    return [order for order in permutations(players) if _allowed(order, games, lots)]


def _allowed(
    order: tuple[PersonId, ...], games: Sequence[Played], lots: Mapping[PersonId, int]
) -> bool:
    """Return whether the order of players who are level so far is allowed."""
    if len(order) == 1:
        return True
    for values in _criteria(order, games, lots):
        if len(set(values)) > 1:
            falling = all(values[i] >= values[i + 1] for i in range(len(values) - 1))
            runs: dict[Fraction, list[PersonId]] = {}
            for player, value in zip(order, values, strict=True):
                runs.setdefault(value, []).append(player)
            return falling and all(_allowed(tuple(run), games, lots) for run in runs.values())
    return True


def _criteria(
    order: tuple[PersonId, ...], games: Sequence[Played], lots: Mapping[PersonId, int]
) -> list[list[Fraction]]:
    """Return what each criterion that applies gives each of the players, the first one first."""
    found = [[_sum(player, games) for player in order]]
    among = [game for game in games if game[0] in order and game[1] in order]
    if len(among) == len(order) * (len(order) - 1):
        found.append([_sum(player, among) for player in order])
    difference, scored = [], []
    for player in order:
        for_, against = 0, 0
        for red, blue, _, _, red_score, blue_score in games:
            for_ += red_score * (red == player) + blue_score * (blue == player)
            against += blue_score * (red == player) + red_score * (blue == player)
        difference.append(Fraction(for_ - against))
        scored.append(Fraction(for_))
    found += [difference, scored]
    if lots:
        found.append([Fraction(-lots[player]) for player in order])
    return found


def _sum(player: PersonId, games: Sequence[Played]) -> Fraction:
    return sum(
        (game[2] * (game[0] == player) + game[3] * (game[1] == player) for game in games),
        Fraction(0),
    )


def best_of_the_first(
    tables: Sequence[Sequence[StandingsRow]], lots: Mapping[PersonId, int]
) -> list[PersonId]:
    """Return the players of several groups, always the best of those first in theirs."""
    waiting = [[row for row in rows if row.place is not None] for rows in tables]
    found = []
    while any(waiting):
        best = max((rows for rows in waiting if rows), key=lambda rows: _averages(rows[0], lots))
        found.append(best.pop(0).player)
    return found


def _averages(
    row: StandingsRow, lots: Mapping[PersonId, int]
) -> tuple[Fraction, Fraction, Fraction, int]:
    games = row.games or 1
    return (
        Fraction(str(row.coefficients)) / games,
        Fraction(row.difference or 0, games),
        Fraction(row.scored or 0, games),
        -lots.get(row.player, 0),
    )
