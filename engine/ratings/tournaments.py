"""Groups games into tournaments, in the order in which they are rated.

A tournament is all games of one name with less than a week between one day of play and the next. So
"Open" every Easter is a new tournament each year, and a weekend is one tournament. A league over
several months is one tournament only if the caller names it as a league.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from operator import attrgetter

from engine.ratings.protocol import Player, RatedGame

APART = timedelta(days=7)
"""This much time between two days of play with one name starts another tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """Games rated together."""

    name: str
    first_day: date
    last_day: date
    games: tuple[RatedGame, ...]
    """Sorted by day and round; within a round the order does not depend on the input order."""

    @property
    def players(self) -> set[Player]:
        """The players of the tournament."""
        return {game.first for game in self.games} | {game.second for game in self.games}


def tournaments(games: Iterable[RatedGame], leagues: Collection[str] = ()) -> list[Tournament]:
    """Return the tournaments by last day, then first day, then in the order of their first games.

    All games of a name in `leagues` are one tournament, whatever the gaps between days.
    """
    by_name: dict[str, list[RatedGame]] = {}
    for game in games:
        by_name.setdefault(game.tournament, []).append(game)
    found: list[Tournament] = []
    for name, played in by_name.items():
        # Tuples of one tournament sort by day, round, players and scores.
        played.sort()
        begin, last = 0, played[0].day
        for index, game in enumerate(played):
            day = game.day
            if day is not last:  # most games are on the same day as the one before
                if day - last >= APART and name not in leagues:
                    found.append(_tournament(name, played[begin:index]))
                    begin = index
                last = day
        found.append(_tournament(name, played[begin:]))
    found.sort(key=attrgetter("last_day", "first_day"))
    return found


def split(games: Iterable[RatedGame], leagues: Collection[str] = ()) -> dict[str, int]:
    """Return each name with several tournaments because of gaps, and their number."""
    days: dict[str, set[date]] = {}
    for game in games:
        days.setdefault(game.tournament, set()).add(game.day)
    parts = {
        name: 1 + sum(later - day >= APART for day, later in pairwise(sorted(played)))
        for name, played in days.items()
        if name not in leagues
    }
    return {name: count for name, count in parts.items() if count > 1}


def _tournament(name: str, played: list[RatedGame]) -> Tournament:
    return Tournament(
        name=name, first_day=played[0].day, last_day=played[-1].day, games=tuple(played)
    )
