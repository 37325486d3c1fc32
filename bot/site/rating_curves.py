"""The curve of a player's ratings, as a drawing for a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.texts.messages import Text

WIDE: Final = 640
HIGH: Final = 200
"""The width and height of the drawing."""
_EDGE: Final = 24
"""The room left and right of the line."""
_ABOVE: Final = 46
"""Room above the highest point for its figure, at the size that a phone shows."""
_LEAST_RANGE: Final = 40
"""The least range of ratings in a drawing, even with hardly any change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A line of ratings by date."""

    points: tuple[tuple[int, int], ...]
    """The points, in a drawing of `WIDE` by `HIGH`."""
    ratings: tuple[tuple[date, int], ...]


def curve_of(course: Sequence[tuple[date, int]]) -> Curve:
    """Return the line of these ratings, oldest first; there must be at least one."""
    days = [day.toordinal() for day, _ in course]
    ratings = [rating for _, rating in course]
    day_span = max(days[-1] - days[0], 1)  # a single point would divide by zero
    middle = (max(ratings) + min(ratings)) / 2
    rating_span = max(max(ratings) - min(ratings), _LEAST_RANGE)
    points = tuple(
        (
            round(_EDGE + (day - days[0]) / day_span * (WIDE - 2 * _EDGE)),
            round(HIGH / 2 - (rating - middle) / rating_span * (HIGH - 2 * _ABOVE)),
        )
        for day, rating in zip(days, ratings, strict=True)
    )
    return Curve(points=points, ratings=tuple(course))


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedCurve:
    """A player's ratings on the lists of one system and kind."""

    system: Text
    kind: Text | None
    """The kind of list; None for the main lists of ratings officers."""
    list: str
    """The path of the latest list."""
    curve: Curve
    is_provisional: bool
