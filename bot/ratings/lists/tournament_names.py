"""Remarks on tournaments whose names or dates may be wrong.

A tournament is all games of one name with less than a week between days of play. So a misspelt name
turns one tournament into two, and one name on consecutive weekends turns two into one. Both change
ratings.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.names import Names
from engine.ratings.frs_games import CalendarGame
from engine.ratings.protocol import Player, RatedGame
from engine.ratings.tournaments import APART, split

SHOWN: Final = 5
"""The most remarks of one kind."""
_PAUSE: Final = timedelta(days=4)
"""The time from the last day of a weekend to the first of the next, which is less than a week."""


def remark_on_tournaments(
    file: TableFile, games: Iterable[RatedGame], leagues: Collection[str], new: AbstractSet[str]
) -> None:
    """Add remarks on names that are several tournaments, span a pause, or resemble another.

    Only names in `new`, which are in the file, get remarks. The program cannot decide what is a
    league.
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


def remark_on_events(file: TableFile, events: Sequence[CalendarGame]) -> None:
    """Add remarks on similarly named collective games of one day and type."""
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
    """Add remarks on names that are one tournament despite days without play."""
    pauses = (
        (name, day, later)
        for name, days in played.items()
        for day, later in pairwise(days)
        if _PAUSE <= later - day < APART
    )
    for (name, day, later), _ in zip(pauses, range(SHOWN), strict=False):
        file.remark("one_tournament_paused", found=name, day=f"{day}", later=f"{later}")


def _near(played: Mapping[str, Sequence[date]], leagues: Collection[str]) -> list[tuple[str, str]]:
    """Return pairs of similar names whose tournaments would be one under the same name."""
    return [
        (one, other)
        for one, other in _alike(played)
        if not {one, other}.isdisjoint(leagues) or _meet(played[one], played[other])
    ]


def _alike(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(one, other) for one, other in Names().twins(map(Player, names))]


def _meet(days: Sequence[date], others: Sequence[date]) -> bool:
    """Return whether less than a week separates some day of each."""
    return any(abs(day - other) < APART for day in days for other in others)
