"""Time zones by city: people know where they live, not the name of their zone.

City names come from the Unicode project (`babel`), zones from the time zone database (`tzdata`).
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global
from babel.dates import get_timezone_location

from bot.texts.formats import locale_of
from engine.notation import fold

MOST_ZONES: Final = 12
"""The most zones offered for one name; a large country has dozens."""
_ALIKE: Final = 0.8
"""The least similarity of two names, from 0 to 1; it allows a wrong letter or two."""
_SEASONS: Final = (datetime(2026, 1, 15), datetime(2026, 7, 15))  # noqa: DTZ001  (local times, for use in any zone)
"""A day in winter and one in summer; zones that agree on both have the same time."""
_SPOKEN: Final = ("ro", "en")
"""The languages in which people type names."""
_NO_PLACES: Final = ("Etc/", "SystemV/", "US/", "posix/", "right/")
"""The beginnings of zones that are named after no place."""


def zones_named(text: str) -> tuple[str, ...]:
    """Return the time zones of a city or country as a person types it; empty for an unknown one.

    A small spelling mistake is accepted. Of a country with many zones, only the first are returned.
    """
    sought, known = _plain(text), _zones_by_name()
    if sought not in known:
        similar = get_close_matches(sought, known, 1, _ALIKE)
        longer = (name for name in known if name.startswith(f"{sought} "))
        sought = similar[0] if similar else next(longer, "")
    return _distinct(known[sought])[:MOST_ZONES] if sought else ()


def _distinct(zones: tuple[str, ...]) -> tuple[str, ...]:
    """Return the zones without duplicates: of zones with the same time all year, the first."""
    by_times: dict[tuple[timedelta | None, ...], str] = {}
    for zone in zones:
        times = tuple(ZoneInfo(zone).utcoffset(day) for day in _SEASONS)
        by_times.setdefault(times, zone)
    return tuple(by_times.values())


@cache
def _zones_by_name() -> Mapping[str, tuple[str, ...]]:
    """Return the time zones of every known city and country, by name."""
    zones_by_name: defaultdict[str, list[str]] = defaultdict(list)
    renamed, zones = get_global("zone_aliases"), available_timezones()
    for zone in sorted(zones):
        current = renamed.get(zone, zone)
        if "/" not in zone or zone.startswith(_NO_PLACES) or current not in zones:
            continue
        names = {zone.rpartition("/")[2].replace("_", " ")}
        names |= {
            get_timezone_location(zone, locale_of(each), return_city=True) for each in _SPOKEN
        }
        for name in names:
            zones_by_name[_plain(name)].append(current)
    for country, of_country in _countries().items():
        for language in _SPOKEN:
            spoken = locale_of(language).territories.get(country)
            if spoken and _plain(spoken) not in zones_by_name:  # Singapore is a city, too
                zones_by_name[_plain(spoken)] += [renamed.get(zone, zone) for zone in of_country]
    return {name: tuple(dict.fromkeys(named)) for name, named in zones_by_name.items() if named}


def _countries() -> Mapping[str, list[str]]:
    """Return the zones of each country by its code, in the order of the time zone database."""
    zones_by_country: defaultdict[str, list[str]] = defaultdict(list)
    for line in files("tzdata").joinpath("zoneinfo/zone.tab").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            country, _, zone = line.split("\t")[:3]
            zones_by_country[country].append(zone)
    return zones_by_country


def _plain(name: str) -> str:
    return " ".join(fold(name).casefold().replace("-", " ").split())
