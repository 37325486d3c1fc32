"""FRS 2011: how ratings changed, game by game: what each participant had after each of his games.

Between his games a rating changes as well, by the weights (art. 7); here it is told after them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from operator import attrgetter

from engine.ratings.frs import COLLECTIVE, General
from engine.ratings.frs_games import Event, Kind, Rating
from engine.ratings.frs_series import Series
from engine.ratings.protocol import Player

Courses = Mapping[Kind | None, Mapping[Player, list[tuple[date, int]]]]
"""Type, None for the general rating → player → day and rating, oldest first."""


def courses(events: Sequence[Event]) -> Courses:
    """Return everybody's ratings after each of his games, at its type and, once he has it, general.

    Rules: art. 2–8. The calendar is one that `engine.ratings.frs.rate` takes.
    """
    series = {kind: Series(kind) for kind in Kind}
    found: dict[Kind | None, dict[Player, list[tuple[date, int]]]] = {
        kind: defaultdict(list) for kind in (*Kind, None)
    }
    for event in sorted(events, key=attrgetter("day")):
        series[event.kind].play(event)
        for player in event.places:
            now = series[event.kind].rating_of(player)
            if now is not None:
                found[event.kind][player].append((event.day, now.value.rounded))
            general = _general(series, player) if event.kind in COLLECTIVE else None
            if general is not None:
                found[None][player].append((event.day, general.rounded))
    return found


def _general(series: Mapping[Kind, Series], player: Player) -> General | None:
    """Return the general rating, if the player is active at a type at least (art. 8)."""
    parts: dict[Kind, Rating | None] = {kind: series[kind].rating_of(player) for kind in COLLECTIVE}
    is_rated = any(part is not None and part.is_active for part in parts.values())
    return General(parts=parts) if is_rated else None
