"""What makes the list of each rating system of the registry, `bot.ratings.jobs.systems`."""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from bot.documents.tables.faults import TableFault
from bot.ratings.jobs.systems import Choice, System
from bot.ratings.lists import absp_list, fngo_list, frs_list, pfs_list
from bot.ratings.lists.inputs import Calendar, Expected, Results
from bot.ratings.lists.making import Maker, Options
from bot.ratings.lists.shown import RatingList

MAKERS: Final[Mapping[System, Maker]] = {
    System.FRS: frs_list.MAKER,
    System.ABSP: absp_list.MAKER,
    System.PFS: pfs_list.MAKER,
    System.FNGO: fngo_list.MAKER,
}


def expected_of(system: System, leagues: Iterable[str]) -> Expected:
    """Return what the results of a system must be."""
    maker = MAKERS[system]
    return Expected(discs=maker.discs, since=maker.since, leagues=tuple(leagues))


def choice_read(system: System, choice: Choice, text: str) -> str | None:
    """Return what was typed for a system's choice in one spelling; None: it cannot be chosen."""
    typed = MAKERS[system].typed
    if typed is not None and not choice.values:
        return typed(text)
    return text if text in choice.values else None


def rated(system: System, given: Calendar | Results, options: Options) -> RatingList:
    """Return the ratings of a system for collective games, or for games of two players."""
    with uncollected():
        return MAKERS[system].rate(given, options)


def started(history: Calendar | Results, system: System) -> TableFault | None:
    """Return what difference it can make that a list is started from, and not all games.

    FNGO knows of a player his rating and his games and nothing else: there it makes none.
    """
    if isinstance(history, Calendar) or not system.traits.start_differs:
        return None
    is_list = any(start.rating is not None for start in history.starts.values())
    return TableFault(f"started_{system}") if is_list else None


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector from walking through a million games, none of them garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
