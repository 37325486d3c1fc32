"""The maker of each rating system's lists, and what the systems require of their inputs."""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Final

from bot.documents.tables.faults import TableFault
from bot.ratings.calculation.systems import System, SystemOption
from bot.ratings.lists import absp_list, fngo_list, frs_list, pfs_list
from bot.ratings.lists.inputs import Calendar, RatedResults, ResultRules
from bot.ratings.lists.list_module import ListMaker, ListOptions
from bot.ratings.lists.rating_list import RatingList
from engine.ratings.tournaments import tournaments

MAKERS: Final[Mapping[System, ListMaker]] = {
    System.FRS: frs_list.MAKER,
    System.ABSP: absp_list.MAKER,
    System.PFS: pfs_list.MAKER,
    System.FNGO: fngo_list.MAKER,
}


def rules_of(system: System, leagues: Iterable[str]) -> ResultRules:
    """Return the requirements of a system on results."""
    maker = MAKERS[system]
    return ResultRules(discs=maker.discs, since=maker.since, leagues=tuple(leagues))


def normal_option(system: System, choice: SystemOption, text: str) -> str | None:
    """Return an option's text in its normal spelling, or None if it is invalid."""
    normal_form = MAKERS[system].normal_option
    if normal_form is not None and not choice.values:
        return normal_form(text)
    return text if text in choice.values else None


def rated(system: System, history: Calendar | RatedResults, options: ListOptions) -> RatingList:
    """Return the ratings of a system for collective games, or for games of two players."""
    with without_garbage_collection():
        return MAKERS[system].rate(history, options)


def start_remark(history: Calendar | RatedResults, system: System) -> TableFault | None:
    """Return a remark that a start from a list may change the figures, or None if it does not.

    FNGO uses only a player's rating and number of games, so for it such a start changes nothing.
    """
    if isinstance(history, Calendar) or not system.traits.start_differs:
        return None
    starts_from_list = any(start.rating is not None for start in history.starts.values())
    return TableFault(f"started_{system}") if starts_from_list else None


def no_game_remark(
    history: Calendar | RatedResults, system: System, day: date | None
) -> TableFault | None:
    """Return a remark that a list of that day has none of the games, or None if it has some.

    A dated list has the tournaments that ended before its day.
    """
    if isinstance(history, Calendar) or not system.traits.is_dated or day is None:
        return None
    ends = [tournament.last_day for tournament in tournaments(history.games, history.leagues)]
    if not ends or min(ends) < day:
        return None
    first_day = min(ends) + timedelta(days=1)
    return TableFault("none_counts", facts={"day": f"{day}", "first": f"{first_day}"})


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Switch off the garbage collector, which would scan a million live games in vain."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
