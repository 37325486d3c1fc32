"""FRS ratings: a ranking of each type and the general one, and their terms.

JSON: {type: {player: {"rating", "exact", "games", "active"}}, "general": {player: {"rating",
"exact"}}, "values": {type: [{"date", "event", "players", "value", "exact"}]}}. `rating` is rounded
half up; `exact` is the nearest floating-point number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final

from bot.ratings.calculation.terms import CalculationStep, Facts, Section
from bot.ratings.lists.inputs import Calendar
from bot.ratings.lists.list_module import ListMaker, ListOptions
from bot.ratings.lists.rating_list import (
    ListKind,
    PlayerCourse,
    RankingTable,
    RatedPlayer,
    UnrankedList,
    figure,
    ranking_tables,
)
from engine.ratings import frs
from engine.ratings.frs import GeneralRating, Ratings
from engine.ratings.frs_exact import SPREAD, UNRATED
from engine.ratings.frs_games import CalendarGame, FrsType, TypeRating, ValuedGame
from engine.ratings.protocol import Player
from engine.ratings.statuses import RatedStatus


@dataclass(frozen=True)
class FrsList:
    """All types, and the general rating."""

    ratings: Ratings
    events: Sequence[CalendarGame]

    @property
    def players(self) -> list[Player]:
        """Return players with a general rating, then all others."""
        by_type = chain.from_iterable(self.ratings.types.values())
        return list(dict.fromkeys([*self.ratings.general, *by_type]))

    @cached_property
    def _general_ratings(self) -> Mapping[Player, GeneralRating]:
        """Return the general ratings, players without a rank last."""
        return {**self.ratings.general, **self.ratings.provisional}

    def standings(self) -> Iterator[UnrankedList]:
        """Yield the general list, unless it is empty, and a list of each type."""
        ratings = self.ratings
        general = (
            RatedPlayer(
                player=player,
                rating=general_rating.rounded,
                exact=float(general_rating),
                games=sum(
                    len(part.terms) for part in general_rating.parts.values() if part is not None
                ),
                status=RatedStatus.ACTIVE if player in ratings.general else RatedStatus.PROVISIONAL,
                is_ranked=player in ratings.general,
            )
            for player, general_rating in self._general_ratings.items()
        )
        if ratings.general:
            yield UnrankedList(ListKind.GENERAL, general)
        for kind, ratings_of_type in ratings.types.items():
            standings = (
                RatedPlayer(
                    player=player,
                    rating=type_rating.value.rounded,
                    exact=float(type_rating.value),
                    games=len(type_rating.terms),
                    status=RatedStatus.ACTIVE if type_rating.is_active else RatedStatus.PROVISIONAL,
                    is_ranked=type_rating.is_active,
                )
                for player, type_rating in ratings_of_type.items()
            )
            yield UnrankedList(kind.value, standings)

    def tables(self) -> list[RankingTable]:
        """Return the general ranking, then for each type the active players and the others."""
        general = [
            (player, general_rating.rounded)
            for player, general_rating in self.ratings.general.items()
        ]
        tables = ranking_tables("frs_general", ("player", "rating"), general)
        if tables:
            rows = [
                (player, general_rating.rounded)
                for player, general_rating in self.ratings.provisional.items()
            ]
            tables += ranking_tables("frs_general_provisional", ("player", "rating"), rows)
        for kind, ratings in self.ratings.types.items():
            played = len(self.ratings.values[kind])
            active = {
                player: type_rating
                for player, type_rating in ratings.items()
                if type_rating.is_active
            }
            provisional = {
                player: type_rating
                for player, type_rating in ratings.items()
                if not type_rating.is_active
            }
            tables += _table("frs_active", kind, active, played)
            tables += _table("frs_provisional", kind, provisional, played)
        return tables

    def sheet(self, player: Player) -> list[Section]:
        """Return a section per type in which the player has a rating, and for the general one."""
        sections = [
            _type_section(player, kind, ratings[player])
            for kind, ratings in self.ratings.types.items()
            if player in ratings
        ]
        if self.ratings.general and player in self._general_ratings:
            sections.append(_general_section(player, self._general_ratings[player]))
        return sections

    def courses(self) -> Iterator[PlayerCourse]:
        """Yield each player's ratings after each of their tournaments."""
        for kind, ratings in frs.courses(self.events).items():
            for player, course in ratings.items():
                yield PlayerCourse(ListKind.GENERAL if kind is None else kind.value, player, course)

    def as_json(self) -> Iterator[tuple[str, Any]]:
        """Yield the types that were played, the general ratings, and the values of the games."""
        for kind, ratings in self.ratings.types.items():
            yield (
                kind.value,
                {player: _rating_json(type_rating) for player, type_rating in ratings.items()},
            )
        yield (
            "general",
            {
                player: {"rating": general_rating.rounded, "exact": float(general_rating)}
                for player, general_rating in self.ratings.general.items()
            },
        )
        yield (
            "values",
            {
                kind.value: [_value_json(valued_game) for valued_game in valued_games]
                for kind, valued_games in self.ratings.values.items()
            },
        )


def _table(
    code: str, kind: FrsType, ratings: Mapping[Player, TypeRating], played: int
) -> list[RankingTable]:
    """Return the ranking of a type in which `played` games were played, or none."""
    rows = [
        (player, type_rating.value.rounded, len(type_rating.terms))
        for player, type_rating in ratings.items()
    ]
    # These are collective games, which another system must not read as games of two.
    return ranking_tables(
        code, ("player", "rating", "events"), rows, type=kind.value, played=played
    )


def _type_section(player: Player, kind: FrsType, rating: TypeRating) -> Section:
    """Return the calculation of a player's rating in one type of events."""
    lines, weighted_points, weights = [], 0.0, 0
    for term in rating.terms:
        players, place = len(term.event.places), figure(term.place)
        points = float(term.value) + float(term.offset)
        weighted_points += term.weight * points
        weights += term.weight
        game: Facts = {
            "day": term.event.day,
            "event": term.event.name,
            "place": place,
            "players": players,
            "weight": term.weight,
        }
        formula = (
            f"{figure(float(term.value))} + {SPREAD} · ({players} − 2 · {place} + 1)"
            f" / {players - 1}"
        )
        lines.append(CalculationStep("frs_game", game, formula, figure(points)))
    mean = f"{figure(weighted_points)} / {weights}"
    lines.append(CalculationStep("frs_mean", {}, mean, figure(float(rating.value))))
    code = "frs_active_made" if rating.is_active else "frs_provisional_made"
    facts: Facts = {
        "player": player,
        "type": kind.value,
        "rating": rating.value.rounded,
        "games": len(rating.terms),
    }
    return Section(code, facts, tuple(lines))


def _general_section(player: Player, general: GeneralRating) -> Section:
    """Return the calculation of a player's general rating from those by type."""
    lines = [_part_of_general(kind, part) for kind, part in general.parts.items()]
    lines.append(CalculationStep("frs_general_mean", {}, "", figure(float(general))))
    facts: Facts = {"player": player, "rating": general.rounded}
    return Section("frs_general_made", facts, tuple(lines))


def _part_of_general(kind: FrsType, part: TypeRating | None) -> CalculationStep:
    """Return the line of a type: the player's rating in it, or the figure in place of one."""
    if part is None:
        return CalculationStep("frs_unrated", {"type": kind.value}, "", f"{UNRATED}")
    return CalculationStep("frs_part", {"type": kind.value}, "", figure(float(part.value)))


def _rating_json(rating: TypeRating) -> dict[str, Any]:
    return {
        "rating": rating.value.rounded,
        "exact": float(rating.value),
        "games": len(rating.terms),
        "active": rating.is_active,
    }


def _value_json(valued_game: ValuedGame) -> dict[str, Any]:
    return {
        "date": valued_game.event.day.isoformat(),
        "event": valued_game.event.name,
        "players": len(valued_game.event.places),
        "value": valued_game.value.rounded,
        "exact": float(valued_game.value),
    }


def _rate(calendar: Calendar, _: ListOptions) -> FrsList:
    return FrsList(frs.rate(calendar.events), calendar.events)


MAKER: Final = ListMaker(rate=_rate)
