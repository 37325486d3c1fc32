"""ABSP ratings: the ranking, and the terms of tournament and overall ratings.

JSON: {player: {"tournament", "overall", "games", "terms"}}; `overall` is the rating, a whole
number; `tournament` is not rounded. `terms` is {"tournament": [one item per game], "overall": [one
item per tournament, newest first, with the sum of its weights and its points per game], "exact":
the overall rating before rounding}.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.ratings.calculation.terms import CalculationStep, Facts, Section
from bot.ratings.lists.inputs import RatedResults
from bot.ratings.lists.list_module import ListMaker, ListOptions
from bot.ratings.lists.rating_list import (
    ListKind,
    PlayerCourse,
    RankingTable,
    RatedPlayer,
    UnrankedList,
    figure,
    number,
    ranking_tables,
    signed,
)
from engine.ratings import absp
from engine.ratings.absp import AbspRating, CountingWindow, LatestTournament, WeightedBlock
from engine.ratings.absp_division import GamePoints
from engine.ratings.protocol import Player
from engine.ratings.statuses import RatedStatus
from engine.rounding import half_up


@dataclass(frozen=True, slots=True)
class AbspList:
    """The overall ratings."""

    ratings: Mapping[Player, AbspRating]

    @property
    def players(self) -> list[Player]:
        """Return all players, best first."""
        return list(self.ratings)

    def standings(self) -> Iterator[UnrankedList]:
        """Yield the overall ratings."""
        standings = (
            RatedPlayer(
                player=player,
                rating=absp_rating.overall,
                exact=float(absp_rating.exact),
                games=absp_rating.games,
                status=RatedStatus.ACTIVE,
            )
            for player, absp_rating in self.ratings.items()
        )
        yield UnrankedList(ListKind.OVERALL, standings)

    def tables(self) -> list[RankingTable]:
        """Return the overall ratings, with each player's latest tournament."""
        rows = []
        for player, rating in self.ratings.items():
            latest = rating.latest
            last = (half_up(latest.rating), latest.tournament.name) if latest else (None, None)
            rows.append((player, rating.overall, rating.games, *last))
        return ranking_tables("absp", ("player", "rating", "games", "latest", "tournament"), rows)

    def sheet(self, player: Player) -> list[Section]:
        """Return the latest tournament, if there is one, and the overall rating."""
        rating = self.ratings[player]
        sections = [] if rating.latest is None else [_tournament(player, rating.latest)]
        return [*sections, _overall(player, rating)]

    def courses(self) -> Iterator[PlayerCourse]:
        """Yield each player's ratings after each of their tournaments."""
        for player, rating in self.ratings.items():
            yield PlayerCourse(ListKind.OVERALL, player, rating.course)

    def as_json(self) -> Iterator[tuple[str, Any]]:
        """Yield each player's latest tournament and overall rating."""
        for player, rating in self.ratings.items():
            latest = rating.latest
            yield (
                player,
                {
                    "tournament": None if latest is None else float(latest.rating),
                    "overall": rating.overall,
                    "games": rating.games,
                    "terms": {
                        "tournament": [_point_json(point) for point in latest.game_points]
                        if latest
                        else [],
                        "overall": [_term_json(term) for term in rating.terms],
                        "exact": number(rating.exact),
                    },
                },
            )


def _tournament(player: Player, latest: LatestTournament) -> Section:
    """Return the calculation of a player's last tournament."""
    lines = [_game(point) for point in latest.game_points]
    mean = f"{figure(latest.tally.total)} / {latest.tally.games}"
    lines.append(CalculationStep("absp_tournament_mean", {}, mean, figure(latest.rating)))
    facts: Facts = {
        "player": player,
        "tournament": latest.tournament.name,
        "day": latest.tournament.last_day,
        "rating": half_up(latest.rating),
    }
    if latest.before is None:
        return Section("absp_new", facts, tuple(lines))
    facts["before"] = figure(latest.before)
    if latest.restart is None:
        return Section("absp_played", facts, tuple(lines))
    facts["restart"] = figure(latest.restart)
    return Section("absp_restarted", facts, tuple(lines))


def _game(point: GamePoints) -> CalculationStep:
    """Return the step of one game; the opponent's rating counts within limits around the own."""
    counted, met = figure(point.counted), figure(point.met)
    facts: Facts = {"round": point.game.round, "opponent": point.opponent, "rating": met}
    code = "absp_game" if counted == met else "absp_game_clamped"
    value = figure(point.total)
    return CalculationStep(
        code, facts | {"counted": counted}, f"{counted} {signed(point.bonus)}", value
    )


def _overall(player: Player, rating: AbspRating) -> Section:
    """Return the calculation of a player's rating over several tournaments."""
    facts: Facts = {"player": player, "rating": rating.overall, "games": rating.games}
    if not rating.terms:
        only = CalculationStep("absp_idle", {}, "", figure(rating.exact))
        return Section("absp_overall", facts, (only,))
    lines = [_weighted_step(term) for term in rating.terms]
    weighted_sum = sum(term.weights * term.block.mean for term in rating.terms)
    weights = sum(term.weights for term in rating.terms)
    mean = f"{figure(weighted_sum)} / {weights}"
    lines.append(CalculationStep("absp_mean", {}, mean, figure(rating.exact)))
    return Section("absp_overall", facts, tuple(lines))


def _weighted_step(term: WeightedBlock) -> CalculationStep:
    """Return the step of a tournament, or of the games before the file."""
    tournament, mean, tally = term.block
    facts: Facts = {"games": term.games, "newest": term.newest, "oldest": term.oldest}
    value = figure(term.weights * mean)
    if tournament is None:
        return CalculationStep("absp_before", facts, f"{term.weights} · {figure(mean)}", value)
    facts |= {"day": tournament.last_day, "tournament": tournament.name}
    product = f"{term.weights} · {figure(tally.total)} / {tally.games}"
    return CalculationStep("absp_played_weighed", facts, product, value)


def _point_json(point: GamePoints) -> dict[str, Any]:
    """Return a game of the latest tournament as JSON."""
    return {
        "round": point.game.round,
        "opponent": point.opponent,
        "rating": float(point.met),
        "counted": float(point.counted),
        "bonus": point.bonus,
        "points": float(point.total),
    }


def _term_json(term: WeightedBlock) -> dict[str, Any]:
    """Return the weights and the mean of a tournament, or of the games before the first one."""
    tournament = term.block.tournament
    return {
        "tournament": None if tournament is None else tournament.name,
        "date": None if tournament is None else tournament.last_day.isoformat(),
        "games": term.games,
        "weights": term.weights,
        "points": float(term.block.mean),
    }


def _rate(results: RatedResults, options: ListOptions) -> AbspList:
    season = absp.AbspSeason(
        starts=results.starts,
        games=results.games,
        window=CountingWindow(int(options.chosen.get("window", CountingWindow.SINCE_2011))),
        leagues=results.leagues,
    )
    return AbspList(absp.rate(season))


MAKER: Final = ListMaker(rate=_rate, since=absp.FIRST_DAY)
