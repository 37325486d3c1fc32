"""Which list comes of which inputs: one function for each kind of them, by the system's key."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.ratings.absp_list import AbspList
from bot.ratings.fngo_list import FngoList
from bot.ratings.frs_list import FrsList
from bot.ratings.inputs import Calendar, Expected, Results
from bot.ratings.pfs_list import PfsList
from bot.ratings.shown import RatingList
from engine.ratings import absp, fngo, frs, pfs
from engine.ratings.absp import Window
from engine.ratings.fngo import Band
from engine.ratings.pfs_values import Selection


class System(StrEnum):
    """A rating system."""

    FRS = frs.KEY
    ABSP = absp.KEY
    PFS = pfs.KEY
    FNGO = fngo.KEY

    @property
    def takes_calendar(self) -> bool:
        """Return whether it rates collective games, and not games of two players."""
        return self is System.FRS

    def expected(self, leagues: Iterable[str]) -> Expected:
        """Return what its results must be."""
        return Expected(
            discs=fngo.DISCS if self is System.FNGO else None,
            since=absp.FIRST_DAY if self is System.ABSP else date.min,
            leagues=tuple(leagues),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a system lets one choose; the others pass it over."""

    day: date
    """Of the PFS list: tournaments that ended before it count."""
    window: Window = Window.SINCE_2011
    """ABSP."""
    selection: Selection = Selection.LATEST
    """PFS."""
    bands: tuple[Band, ...] | None = None
    """FNGO; None: those inferred from the worked example."""


def rate_calendar(calendar: Calendar) -> FrsList:
    """Return the ratings after the games of a calendar."""
    with uncollected():
        return FrsList(frs.rate(calendar.events))


def rate_results(system: System, results: Results, options: Options) -> RatingList:
    """Return the ratings of a system for games of two players."""
    with uncollected():
        return _RATED[system](results, options)


def _absp(results: Results, options: Options) -> RatingList:
    season = absp.Season(
        starts=results.starts,
        games=results.games,
        window=options.window,
        leagues=results.leagues,
    )
    return AbspList(absp.rate(season))


def _pfs(results: Results, options: Options) -> RatingList:
    season = pfs.Season(
        starts=results.starts,
        games=results.games,
        day=options.day,
        selection=options.selection,
        leagues=results.leagues,
    )
    return PfsList(pfs.rate(season), options.day)


def _fngo(results: Results, options: Options) -> RatingList:
    bands = fngo.BANDS if options.bands is None else options.bands
    season = fngo.Season(
        starts=results.starts, games=results.games, bands=bands, leagues=results.leagues
    )
    return FngoList(fngo.rate(season), options.bands)


_RATED: Mapping[System, Callable[[Results, Options], RatingList]] = {
    System.ABSP: _absp,
    System.PFS: _pfs,
    System.FNGO: _fngo,
}


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
