"""FRS 2011: rating histories: each participant's rating after each of their games.

Weights also change a rating between a player's games (art. 7); that shows only after their next
game.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter

from engine.ratings.frs import COLLECTIVE, GeneralRating
from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.frs_series import Series
from engine.ratings.protocol import Player

Courses = Mapping[FrsType | None, Mapping[Player, list[tuple[date, int]]]]
"""Type (None for the general rating) → player → day and rating, oldest first."""


def courses(events: Sequence[CalendarGame]) -> Courses:
    """Return all ratings after each game of a player: of its type, and general if active.

    Rules: art. 2–8. `engine.ratings.frs.rate` must accept the calendar.
    """
    series = {kind: Series(kind) for kind in FrsType}
    found: dict[FrsType | None, dict[Player, list[tuple[date, int]]]] = {
        kind: defaultdict(list) for kind in (*FrsType, None)
    }
    for event in sorted(events, key=attrgetter("day")):
        series[event.kind].play(event)
        for player in event.places:
            for kind, rating in _after(series, event.kind, player):
                found[kind][player].append((event.day, rating))
    return found


def _after(
    series: Mapping[FrsType, Series], played: FrsType, player: Player
) -> Iterator[tuple[FrsType | None, int]]:
    """Yield the rating of the type just played, and the general one if active (art. 8)."""
    parts = {kind: series[kind].rating_of(player) for kind in FrsType}
    rated = {kind: part for kind, part in parts.items() if part is not None}
    yield played, rated[played].value.rounded
    if played in COLLECTIVE and any(rated[one].is_active for one in COLLECTIVE if one in rated):
        yield None, GeneralRating(parts={kind: parts[kind] for kind in COLLECTIVE}).rounded
