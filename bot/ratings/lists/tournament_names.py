"""What tournaments of a file are called: what is told where names, or days, may mean another.

A tournament is all games of a name with less than a week between days of play: a misspelt name
makes two of one, and one name on consecutive weekends makes one of two. Both change ratings.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from bot.documents.tables.formats.files import TableFile
from bot.documents.tables.names import Names
from engine.ratings.frs_games import Event
from engine.ratings.protocol import Game, Player
from engine.ratings.tournaments import APART, split

SHOWN: Final = 5
"""Remarks of a kind."""
_PAUSE: Final = timedelta(days=4)
"""From the last day of a weekend to the first of the next, and less than a week."""


def remark_on_tournaments(
    file: TableFile, games: Iterable[Game], leagues: Collection[str], new: AbstractSet[str]
) -> None:
    """Say which names are several tournaments, one in spite of a pause, or nearly another's.

    Only of names that the file has: `new`. Whether one is a league nobody can tell.
    """
    days: dict[str, set[date]] = {}
    known = list(games)
    for game in known:
        days.setdefault(game.tournament, set()).add(game.day)
    _remark_on_splits(file, split(known, leagues))
    played = {name: sorted(found) for name, found in days.items()}
    _remark_on_pauses(file, {name: played[name] for name in played if name not in leagues})
    pairs = _near(played, leagues)
    for one, other in [pair for pair in pairs if not new.isdisjoint(pair)][:SHOWN]:
        file.remark("tournaments_near", found=one, near=other)


def remark_on_events(file: TableFile, events: Sequence[Event]) -> None:
    """Say which collective games of one day and type are called nearly the same."""
    together: dict[tuple[date, str], list[str]] = {}
    for event in events:
        together.setdefault((event.day, event.kind), []).append(event.name)
    pairs = [pair for names in together.values() if len(names) > 1 for pair in _alike(names)]
    for one, other in pairs[:SHOWN]:
        file.remark("tournaments_near", found=one, near=other)


def _remark_on_splits(file: TableFile, parts: Mapping[str, int]) -> None:
    for name, count in list(parts.items())[:SHOWN]:
        file.remark("split", found=name, count=count)
    if len(parts) > SHOWN:
        file.remark("more_splits", count=len(parts) - SHOWN)


def _remark_on_pauses(file: TableFile, played: Mapping[str, Sequence[date]]) -> None:
    """Say which names are one tournament although nobody played for days."""
    pauses = (
        (name, day, later)
        for name, days in played.items()
        for day, later in pairwise(days)
        if _PAUSE <= later - day < APART
    )
    for (name, day, later), _ in zip(pauses, range(SHOWN), strict=False):
        file.remark("one_tournament_paused", found=name, day=f"{day}", later=f"{later}")


def _near(played: Mapping[str, Sequence[date]], leagues: Collection[str]) -> list[tuple[str, str]]:
    """Return names that are nearly the same, of tournaments that would be one if they were."""
    return [
        (one, other)
        for one, other in _alike(played)
        if not {one, other}.isdisjoint(leagues) or _meet(played[one], played[other])
    ]


def _alike(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(one, other) for one, other in Names().twins(map(Player, names))]


def _meet(days: Sequence[date], others: Sequence[date]) -> bool:
    """Return whether less than a week lies between some day of the one and some of the other."""
    return any(abs(day - other) < APART for day in days for other in others)
