"""Remarks on tournaments whose names or dates may be wrong.

A tournament is all games of one name with less than a week between days of play. So a misspelt name
turns one tournament into two, and one name on consecutive weekends turns two into one. Both change
ratings.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from itertools import islice, pairwise
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

    Of similar names, at least one must be in `new`, the names in the file. A league may have
    pauses; which names are leagues the program cannot decide.
    """
    days: dict[str, set[date]] = {}
    all_games = list(games)
    for game in all_games:
        days.setdefault(game.tournament, set()).add(game.day)
    _remark_on_splits(file, split(all_games, leagues))
    days_of = {name: sorted(days_of_name) for name, days_of_name in days.items()}
    _remark_on_pauses(file, {name: days_of[name] for name in days_of if name not in leagues})
    pairs = [pair for pair in _near(days_of, leagues) if not new.isdisjoint(pair)]
    for name, similar in pairs[:SHOWN]:
        file.remark("tournaments_near", found=name, near=similar)


def remark_on_events(file: TableFile, events: Sequence[CalendarGame]) -> None:
    """Add remarks on similarly named collective games of one day and type."""
    names_of: dict[tuple[date, str], list[str]] = {}
    for event in events:
        names_of.setdefault((event.day, event.kind), []).append(event.name)
    pairs = [pair for names in names_of.values() if len(names) > 1 for pair in _similar(names)]
    for name, similar in pairs[:SHOWN]:
        file.remark("tournaments_near", found=name, near=similar)


def _remark_on_splits(file: TableFile, splits: Mapping[str, int]) -> None:
    """Remark on tournaments that were split, each with the number of its parts."""
    for name, count in list(splits.items())[:SHOWN]:
        file.remark("split", found=name, count=count)
    if len(splits) > SHOWN:
        file.remark("more_splits", count=len(splits) - SHOWN)


def _remark_on_pauses(file: TableFile, days_of: Mapping[str, Sequence[date]]) -> None:
    """Add remarks on names that are one tournament despite days without play."""
    pauses = (
        (name, day, later)
        for name, days in days_of.items()
        for day, later in pairwise(days)
        if _PAUSE <= later - day < APART
    )
    for name, day, later in islice(pauses, SHOWN):
        file.remark("one_tournament_paused", found=name, day=f"{day}", later=f"{later}")


def _near(days_of: Mapping[str, Sequence[date]], leagues: Collection[str]) -> list[tuple[str, str]]:
    """Return pairs of similar names whose tournaments would be one under the same name."""
    return [
        (name, similar)
        for name, similar in _similar(days_of)
        if name in leagues or similar in leagues or _are_close(days_of[name], days_of[similar])
    ]


def _similar(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of names that may be misspellings of each other."""
    return [(name, similar) for name, similar in Names().twins(map(Player, names))]


def _are_close(days: Sequence[date], other_days: Sequence[date]) -> bool:
    """Return whether less than a week separates some day of each."""
    return any(abs(day - other) < APART for day in days for other in other_days)
