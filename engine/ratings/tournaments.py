"""Games gathered into tournaments, in the order in which they are rated.

A tournament is all games of one name, as long as less than a week lies between one day of play and
the next: "Open" every Easter is a tournament each year, and a weekend is one. A league, which is
played over months, is one tournament only if it is said to be one.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from operator import attrgetter

from engine.ratings.protocol import Game, Player

APART = timedelta(days=7)
"""Between two days of play of one name: another tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """Games rated together."""

    name: str
    first_day: date
    last_day: date
    games: tuple[Game, ...]
    """By day and round; within a round in an order that does not depend on the order given."""

    @property
    def players(self) -> set[Player]:
        """Return those who played in it."""
        return {game.first for game in self.games} | {game.second for game in self.games}


def tournaments(games: Iterable[Game], leagues: Collection[str] = ()) -> list[Tournament]:
    """Return the tournaments by last day, then first day; then as their first games were given.

    `leagues` are names of which all games are one tournament, however long nobody played.
    """
    by_name: dict[str, list[Game]] = {}
    for game in games:
        by_name.setdefault(game.tournament, []).append(game)
    found: list[Tournament] = []
    for name, played in by_name.items():
        # Tuples of one tournament compare by day, round, players and scores.
        played.sort()
        begin, last = 0, played[0].day
        for index, game in enumerate(played):
            day = game.day
            if day is not last:  # most games are of the day of the one before
                if day - last >= APART and name not in leagues:
                    found.append(_tournament(name, played[begin:index]))
                    begin = index
                last = day
        found.append(_tournament(name, played[begin:]))
    found.sort(key=attrgetter("last_day", "first_day"))
    return found


def split(games: Iterable[Game], leagues: Collection[str] = ()) -> dict[str, int]:
    """Return names that are several tournaments, because of days between, and how many each is."""
    days: dict[str, set[date]] = {}
    for game in games:
        days.setdefault(game.tournament, set()).add(game.day)
    parts = {
        name: 1 + sum(later - day >= APART for day, later in pairwise(sorted(played)))
        for name, played in days.items()
        if name not in leagues
    }
    return {name: count for name, count in parts.items() if count > 1}


def _tournament(name: str, played: list[Game]) -> Tournament:
    return Tournament(
        name=name, first_day=played[0].day, last_day=played[-1].day, games=tuple(played)
    )
