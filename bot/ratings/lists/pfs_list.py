"""PFS ratings: the list of a day, players waiting for it, temporary ratings; their calculation.

JSON: {"listed": [{"place", "player", "rating", "exact", "games"}], "waiting": [the same, place
null], "temporary": {player: rating}}. `rating` is rounded half up; `exact` is the nearest
floating-point number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import repeat
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
    ranking_tables,
    signed,
)
from engine.ratings import pfs
from engine.ratings.pfs import BONUS, Ranking, scalps_of
from engine.ratings.pfs_values import (
    LEAST_RATING,
    Favourites,
    PfsBlock,
    PfsRating,
    Selection,
    TemporaryRating,
)
from engine.ratings.protocol import Player, RatedGame
from engine.ratings.statuses import RatedStatus


@dataclass(frozen=True, slots=True)
class PfsList:
    """The list of a day."""

    ranking: Ranking
    season: pfs.PfsSeason

    @property
    def day(self) -> date:
        """Return the date of the list."""
        return self.season.day

    @property
    def players(self) -> list[Player]:
        """Return listed players, waiting ones, and those with only a temporary rating."""
        ranking = self.ranking
        return list(dict.fromkeys([*ranking.listed, *ranking.waiting, *ranking.temporary]))

    def standings(self) -> Iterator[UnrankedList]:
        """Yield the listed and waiting players, then those with a temporary rating."""
        ranking = self.ranking
        groups = ((RatedStatus.ACTIVE, ranking.listed), (RatedStatus.WAITING, ranking.waiting))
        standings = (
            RatedPlayer(
                player=player,
                rating=pfs_rating.rounded,
                exact=float(pfs_rating.exact),
                games=pfs_rating.games,
                status=status,
                is_ranked=status == RatedStatus.ACTIVE,
            )
            for status, ratings in groups
            for player, pfs_rating in ratings.items()
        )
        yield UnrankedList(ListKind.OVERALL, standings)
        best_first = sorted(ranking.temporary.items(), key=lambda row: (-row[1].exact, row[0]))
        temporary = (
            RatedPlayer(
                player=player,
                rating=temporary_rating.rating,
                exact=max(float(temporary_rating.exact), float(LEAST_RATING)),
                games=sum(block.games for block in temporary_rating.terms),
                status=RatedStatus.TEMPORARY,
                is_ranked=False,
            )
            for player, temporary_rating in best_first
        )
        if best_first:
            yield UnrankedList(ListKind.TEMPORARY, temporary)

    def tables(self) -> list[RankingTable]:
        """Return the list, the waiting players, and the temporary ratings."""
        ranking, columns = self.ranking, ("player", "rating", "games")
        places = [ranking.places[player] for player in ranking.listed]
        temporary = [
            (player, temporary_rating.rating)
            for player, temporary_rating in ranking.temporary.items()
        ]
        unplaced = repeat(None)
        return [
            *ranking_tables("pfs_listed", columns, _rows(ranking.listed), places, day=self.day),
            *ranking_tables("pfs_waiting", columns, _rows(ranking.waiting), unplaced, day=self.day),
            *ranking_tables(
                "pfs_temporary", ("player", "rating"), temporary, unplaced, day=self.day
            ),
        ]

    def sheet(self, player: Player) -> list[Section]:
        """Return the player's rating, and their temporary rating if the list's does not apply."""
        ranking, sections = self.ranking, []
        if player in ranking.listed:
            facts: Facts = {"place": ranking.places[player]}
            rating = ranking.listed[player]
            sections.append(self._rating_section("pfs_listed_made", player, rating, facts))
        elif player in ranking.waiting:
            rating = ranking.waiting[player]
            sections.append(self._rating_section("pfs_waiting_made", player, rating, {}))
        if player in ranking.temporary:
            sections.append(self._temporary_section(player, ranking.temporary[player]))
        return sections

    def courses(self) -> Iterator[PlayerCourse]:
        """Yield each player's ratings after each of their tournaments."""
        for player, course in pfs.courses(self.season).items():
            yield PlayerCourse(ListKind.OVERALL, player, course)

    def as_json(self) -> Iterator[tuple[str, Any]]:
        """Yield the list, the waiting players, and the temporary ratings."""
        ranking = self.ranking
        places = ranking.places
        yield (
            "listed",
            [_json(places[player], player, rating) for player, rating in ranking.listed.items()],
        )
        yield "waiting", [_json(None, player, rating) for player, rating in ranking.waiting.items()]
        yield (
            "temporary",
            {
                player: temporary_rating.rating
                for player, temporary_rating in ranking.temporary.items()
            },
        )

    def _rating_section(
        self, code: str, player: Player, rating: PfsRating, more_facts: Facts
    ) -> Section:
        """Return the terms of a rating on the list, or of a waiting player."""
        lines = self._steps_of(player, rating.terms)
        scalps = sum((Fraction(block.scalps) for block in rating.terms), Fraction())
        mean = f"{figure(scalps)} / {rating.games}"
        lines.append(CalculationStep("pfs_mean", {}, mean, figure(rating.exact)))
        facts: Facts = {"player": player, "day": self.day, "rating": rating.rounded}
        return Section(code, facts | more_facts, tuple(lines))

    def _temporary_section(self, player: Player, rating: TemporaryRating) -> Section:
        """Return the terms of a temporary rating, with the games that pad it."""
        lines = self._steps_of(player, rating.terms)
        padding_scalps = LEAST_RATING * rating.padding
        if rating.padding:
            padding: Facts = {"games": rating.padding, "least": LEAST_RATING}
            lines.append(CalculationStep("pfs_padding", padding, "", f"{padding_scalps}"))
        scalps = sum(block.scalps for block in rating.terms) + padding_scalps
        games = sum(block.games for block in rating.terms) + rating.padding
        mean = f"{figure(Fraction(scalps))} / {games}" if games else ""
        least: Facts = {"least": LEAST_RATING}
        lines.append(CalculationStep("pfs_temporary_mean", least, mean, f"{rating.rating}"))
        facts: Facts = {"player": player, "day": self.day, "rating": rating.rating}
        return Section(f"pfs_temporary_{rating.ground}", facts, tuple(lines))

    def _steps_of(self, player: Player, terms: Iterable[PfsBlock]) -> list[CalculationStep]:
        """Return the steps of the tournaments, after the rule by which their games count.

        The usual rule is not named.
        """
        favourites = self.season.favourites
        steps = [step for block in terms for step in _steps_of_block(player, block, favourites)]
        if favourites is Favourites.OWN:
            return [CalculationStep("pfs_favourites_own", {}, "", ""), *steps]
        return steps


def _rows(ratings: Mapping[Player, PfsRating]) -> list[tuple[Player, int, int]]:
    return [
        (player, pfs_rating.rounded, pfs_rating.games) for player, pfs_rating in ratings.items()
    ]


def _steps_of_block(
    player: Player, block: PfsBlock, favourites: Favourites
) -> list[CalculationStep]:
    """Return the steps of a tournament and of its games; of a start, one for its games."""
    scalps = figure(Fraction(block.scalps))
    if block.tournament is None:
        product = f"{block.games} · {figure(block.average)}"
        return [CalculationStep("pfs_before", {"games": block.games}, product, scalps)]
    facts: Facts = {
        "day": block.last_day,
        "tournament": block.tournament.name,
        "games": block.games,
    }
    games = [game for game in block.tournament.games if player in {game.first, game.second}]
    lines = [_game(player, game, block.ratings, favourites) for game in games]
    return [CalculationStep("pfs_tournament", facts, "", scalps), *lines]


def _game(
    player: Player, game: RatedGame, ratings: Mapping[Player, int], favourites: Favourites
) -> CalculationStep:
    """Return the calculation of one game's scalp."""
    first, second = scalps_of(game, ratings, favourites)
    opponent, scalp = (game.second, first) if player == game.first else (game.first, second)
    facts: Facts = {"round": game.round, "opponent": opponent}
    bonus = scalp - ratings[opponent]
    if abs(bonus) <= BONUS:
        sum_ = f"{ratings[opponent]} {signed(bonus)}"
        return CalculationStep("pfs_game", facts, sum_, f"{scalp}")
    # A larger bonus means that the player's own rating counted, not the opponent's.
    return CalculationStep("pfs_game_own", facts, "", f"{scalp}")


def _json(place: int | None, player: Player, rating: PfsRating) -> dict[str, Any]:
    return {
        "place": place,
        "player": player,
        "rating": rating.rounded,
        "exact": float(rating.exact),
        "games": rating.games,
    }


def _rate(results: RatedResults, options: ListOptions) -> PfsList:
    """Rate the games with these options."""
    season = pfs.PfsSeason(
        starts=results.starts,
        games=results.games,
        day=options.day,
        selection=Selection(options.chosen.get("selection", Selection.LATEST)),
        favourites=Favourites(options.chosen.get("favourites", Favourites.SCALPS)),
        leagues=results.leagues,
    )
    return PfsList(pfs.rate(season), season)


MAKER: Final = ListMaker(rate=_rate)
