"""Games gathered into tournaments, in the order in which they are rated.

A tournament is all games of one name, as long as less than a week lies between one day of play and
the next: "Open" every Easter is a tournament each year, and a weekend is one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from operator import attrgetter

from engine.ratings.protocol import Game, Player

_APART = timedelta(days=7)


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


def tournaments(games: Iterable[Game]) -> list[Tournament]:
    """Return the tournaments by last day, then first day; then as their first games were given."""
    by_name: dict[str, list[Game]] = {}
    for game in games:
        by_name.setdefault(game.tournament, []).append(game)
    found: list[Tournament] = []
    for name, played in by_name.items():
        # Tuples of one tournament compare by day, round, players and scores.
        played.sort()
        begin = 0
        for index in range(1, len(played) + 1):
            if index == len(played) or played[index].day - played[index - 1].day >= _APART:
                found.append(_tournament(name, played[begin:index]))
                begin = index
    found.sort(key=attrgetter("last_day", "first_day"))
    return found


def _tournament(name: str, played: list[Game]) -> Tournament:
    return Tournament(
        name=name, first_day=played[0].day, last_day=played[-1].day, games=tuple(played)
    )
