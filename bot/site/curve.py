"""How a rating went, as the points of a line: drawn by the page as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

WIDE: Final = 640
HIGH: Final = 200
_EDGE: Final = 24
_ABOVE: Final = 46
"""Room for a figure over the highest point, as large as a phone shows it."""
_LEAST: Final = 40
"""Points of rating between the top and the foot, where there was hardly any change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A line of ratings, in the order of their days."""

    points: tuple[tuple[int, int], ...]
    """Where each lies, in a field of `WIDE` by `HIGH`."""
    ratings: tuple[tuple[date, int], ...]


def curve_of(course: Sequence[tuple[date, int]]) -> Curve:
    """Return the line of these ratings, oldest first; there is at least one."""
    days = [day.toordinal() for day, _ in course]
    ratings = [rating for _, rating in course]
    span = max(days[-1] - days[0], 1)
    middle = (max(ratings) + min(ratings)) / 2
    reach = max(max(ratings) - min(ratings), _LEAST)
    points = tuple(
        (
            round(_EDGE + (day - days[0]) / span * (WIDE - 2 * _EDGE)),
            round(HIGH / 2 - (rating - middle) / reach * (HIGH - 2 * _ABOVE)),
        )
        for day, rating in zip(days, ratings, strict=True)
    )
    return Curve(points=points, ratings=tuple(course))
