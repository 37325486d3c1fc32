"""FRS 2011: ratings for collective games, one for each type of game, and a general rating.

The text is the federation's "Rating Scrabble 2011"; "art." below means its numbered chapters.
`frs_games` defines games and ratings, `frs_series` calculates one from the other.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from operator import attrgetter

from engine.errors import Fault, refuse
from engine.ratings.frs_exact import ONE, UNRATED, Number
from engine.ratings.frs_games import EVE, CalendarGame, FrsType, TypeRating, ValuedGame
from engine.ratings.frs_series import Series
from engine.ratings.protocol import Player

COLLECTIVE = tuple(kind for kind in FrsType if kind is not FrsType.FREE)
"""The five types that form the general rating (art. 8)."""
_MISSING = Number(UNRATED * ONE, 0, lambda: Fraction(UNRATED))


class GeneralRating(Number):
    """The mean of a player's five ratings at collective games (art. 8)."""

    __slots__ = ("parts",)

    def __init__(self, parts: Mapping[FrsType, TypeRating | None]) -> None:
        """Take the rating of each type; None means no rating, which counts as 150."""
        self.parts = parts
        values = [_MISSING if part is None else part.value for part in parts.values()]
        super().__init__(
            fine=sum(value.fine for value in values),
            slack=sum(value.slack for value in values),
            work=lambda: sum((value.exact for value in values), Fraction()) / len(values),
            unit=len(values) * ONE,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """All ratings after the last game; active players first, then by rating."""

    types: Mapping[FrsType, Mapping[Player, TypeRating]]
    """Each type that was played."""
    general: Mapping[Player, GeneralRating]
    """Players who are active in at least one collective type."""
    provisional: Mapping[Player, GeneralRating]
    """The same mean for players who have played but are active in no type; not ranked."""
    values: Mapping[FrsType, tuple[ValuedGame, ...]]
    """The games of each type with their values, in calendar order."""


def rate(events: Sequence[CalendarGame]) -> Ratings:
    """Return the ratings after the games of a calendar. Rules: art. 2–8.

    Games count in the order of their dates; games of one day in the given order.

    Raises:
        RuleViolation: `frs_one_player`, for a game with fewer than two participants;
            `frs_too_early`, for a game before the first rated day.
    """
    faults = [
        Fault("frs_one_player", "6", {"event": event.name, "type": event.kind})
        for event in events
        if len(event.places) < 2
    ]
    faults += [
        Fault("frs_too_early", "2", {"event": event.name, "day": f"{event.day}", "eve": f"{EVE}"})
        for event in events
        if event.day <= EVE
    ]
    refuse(faults)
    series = {kind: Series(kind) for kind in FrsType if any(event.kind is kind for event in events)}
    for event in sorted(events, key=attrgetter("day")):
        series[event.kind].play(event)
    types = {kind: one.ratings() for kind, one in series.items()}
    general, provisional = _general(types)
    return Ratings(
        types=types,
        general=general,
        provisional=provisional,
        values={kind: tuple(one.valued) for kind, one in series.items()},
    )


_Generals = dict[Player, GeneralRating]


def _general(types: Mapping[FrsType, Mapping[Player, TypeRating]]) -> tuple[_Generals, _Generals]:
    """Return the general ratings of players active in a collective type (art. 8), and of others."""
    rows = [row for kind in COLLECTIVE for row in types.get(kind, {}).items()]
    active = {player for player, rating in rows if rating.is_active}
    means = {
        player: GeneralRating(parts={kind: types.get(kind, {}).get(player) for kind in COLLECTIVE})
        for player, _ in rows
    }
    ordered = sorted(means.items(), key=lambda row: (-row[1].fine, row[0]))
    general = {player: mean for player, mean in ordered if player in active}
    return general, {player: mean for player, mean in ordered if player not in active}


Courses = Mapping[FrsType | None, Mapping[Player, list[tuple[date, int]]]]
"""Type (None for the general rating) → player → day and rating, oldest first."""


def courses(events: Sequence[CalendarGame]) -> Courses:
    """Return all ratings after each game of a player: of its type, and general if active.

    Rules: art. 2–8. `rate` must accept the calendar. Weights also change a rating between a
    player's games (art. 7); that shows only after their next game.
    """
    series = {kind: Series(kind) for kind in FrsType}
    by_type: dict[FrsType | None, dict[Player, list[tuple[date, int]]]] = {
        kind: defaultdict(list) for kind in (*FrsType, None)
    }
    for event in sorted(events, key=attrgetter("day")):
        series[event.kind].play(event)
        for player in event.places:
            for kind, rating in _ratings_after(series, event.kind, player):
                by_type[kind][player].append((event.day, rating))
    return by_type


def _ratings_after(
    series: Mapping[FrsType, Series], played: FrsType, player: Player
) -> Iterator[tuple[FrsType | None, int]]:
    """Yield the rating of the type just played, and the general one if active (art. 8)."""
    parts = {kind: series[kind].rating_of(player) for kind in FrsType}
    rated = {kind: part for kind, part in parts.items() if part is not None}
    yield played, rated[played].value.rounded
    if played in COLLECTIVE and any(rated[one].is_active for one in COLLECTIVE if one in rated):
        yield None, GeneralRating(parts={kind: parts[kind] for kind in COLLECTIVE}).rounded
