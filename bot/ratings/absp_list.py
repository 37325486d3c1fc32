"""ABSP ratings as they are shown: the ranking, and the terms of tournament and overall ratings.

JSON: {player: {"tournament", "overall", "games", "terms"}}, the figures not rounded. `terms` is
{"tournament": [a game each], "overall": [a tournament each, newest first, with the sum of its
weights and its mean by weights]}.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.ratings.shown import Table, figure, ranked, signed
from bot.workshop.terms import Facts, Line, Section
from engine.ratings.absp import Played, Rating
from engine.ratings.absp_level import ONE, Mean, Point
from engine.ratings.protocol import Player

_Term = tuple[int, Point | None]
"""A weight, and the game's points; None for a game before the file."""


@dataclass(frozen=True, slots=True)
class AbspList:
    """The overall ratings."""

    ratings: Mapping[Player, Rating]

    @property
    def players(self) -> list[Player]:
        """Return everybody, best first."""
        return list(self.ratings)

    def tables(self) -> list[Table]:
        """Return the overall ratings, with each player's latest tournament."""
        rows = []
        for place, (player, one) in enumerate(self.ratings.items(), 1):
            latest = one.latest
            last = (latest.rating.rounded, latest.tournament.name) if latest else (None, None)
            rows.append((place, player, one.overall.rounded, one.games, *last))
        return ranked("absp", ("player", "rating", "games", "latest", "tournament"), rows)

    def sheet(self, player: Player) -> list[Section]:
        """Return the latest tournament, if there is one, and the overall rating."""
        rating = self.ratings[player]
        sections = [] if rating.latest is None else [_tournament(player, rating.latest)]
        return [*sections, _overall(player, rating)]

    def as_json(self) -> Iterator[tuple[str, Any]]:
        """Yield each player's latest tournament and overall rating."""
        for player, rating in self.ratings.items():
            latest = rating.latest
            yield (
                player,
                {
                    "tournament": None if latest is None else float(latest.rating),
                    "overall": float(rating.overall),
                    "games": rating.games,
                    "terms": {
                        "tournament": [_point_json(p) for p in latest.points] if latest else [],
                        "overall": _weighed_json(rating),
                    },
                },
            )


def _tournament(player: Player, played: Played) -> Section:
    lines = [_game(point) for point in played.points]
    sum_ = sum(point.counted + point.bonus for point in played.points)
    mean = f"{figure(sum_)} / {len(played.points)}"
    lines.append(Line("absp_tournament_mean", {}, mean, figure(float(played.rating))))
    facts: Facts = {
        "player": player,
        "tournament": played.tournament.name,
        "day": played.tournament.last_day,
        "rating": played.rating.rounded,
    }
    if played.before is None:
        return Section("absp_new", facts, tuple(lines))
    facts["before"] = figure(float(played.before))
    if played.restart is None:
        return Section("absp_played", facts, tuple(lines))
    facts["restart"] = figure(float(played.restart))
    return Section("absp_restarted", facts, tuple(lines))


def _game(point: Point) -> Line:
    counted, met = figure(point.counted), figure(float(point.met))
    facts: Facts = {"round": point.game.round, "opponent": point.opponent, "rating": met}
    code = "absp_game" if counted == met else "absp_game_clamped"
    value = figure(point.counted + point.bonus)
    return Line(code, facts | {"counted": counted}, f"{counted} {signed(point.bonus)}", value)


def _overall(player: Player, rating: Rating) -> Section:
    facts: Facts = {"player": player, "rating": rating.overall.rounded, "games": rating.games}
    source = rating.overall.source
    if not isinstance(source, Mean):
        only = Line("absp_idle", {}, "", figure(float(rating.overall)))
        return Section("absp_overall", facts, (only,))
    lines, sum_, weights = [], 0.0, 0
    start = float(source.start)
    for is_before, group in groupby(source.terms, lambda term: term[1] is None):
        terms = list(group)
        weights += sum(weight for weight, _ in terms)
        if is_before:
            line, weighed = _before(terms, start)
            lines.append(line)
            sum_ += weighed
        for weight, point in terms:
            if point is not None:
                points = point.counted + point.bonus
                sum_ += weight * points
                lines.append(_weighed(weight, point, points))
    mean = f"{figure(sum_)} / {weights}"
    lines.append(Line("absp_mean", {}, mean, figure(float(rating.overall))))
    return Section("absp_overall", facts, tuple(lines))


def _before(terms: list[_Term], start: float) -> tuple[Line, float]:
    """Return the line of the games before the file, and what they add to the sum."""
    weight = sum(weight for weight, _ in terms)
    facts: Facts = {"games": len(terms), "newest": terms[0][0], "oldest": terms[-1][0]}
    value = weight * start
    return Line("absp_before", facts, f"{weight} · {figure(start)}", figure(value)), value


def _weighed(weight: int, point: Point, points: float) -> Line:
    game = point.game
    facts: Facts = {"day": game.day, "tournament": game.tournament, "round": game.round}
    return Line("absp_weighed", facts, f"{weight} · {figure(points)}", figure(weight * points))


def _point_json(point: Point) -> dict[str, Any]:
    counted = point.counted
    return {
        "round": point.game.round,
        "opponent": point.opponent,
        "rating": float(point.met),
        "counted": counted,
        "bonus": point.bonus,
        "points": counted + point.bonus,
    }


def _weighed_json(rating: Rating) -> list[dict[str, Any]]:
    """Return, newest first, each tournament's games that count: weights, and mean by weights."""
    rows: list[dict[str, Any]] = []
    source = rating.overall.source
    if not isinstance(source, Mean):
        return rows
    for name, group in groupby(source.terms, _tournament_of):
        terms = list(group)
        weights = sum(weight for weight, _ in terms)
        row: dict[str, Any] = {
            "tournament": name,
            "date": None,
            "games": len(terms),
            "weights": weights,
        }
        first = terms[0][1]
        if first is None:
            row["points"] = float(source.start)
        else:
            fine = sum(weight * point.fine for weight, point in terms if point is not None)
            row |= {"date": first.game.day.isoformat(), "points": fine / (weights * ONE)}
        rows.append(row)
    return rows


def _tournament_of(term: _Term) -> str | None:
    """Return the name of a term's tournament; None for games before the file."""
    return None if term[1] is None else term[1].game.tournament
