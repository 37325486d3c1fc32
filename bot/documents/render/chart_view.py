"""What is drawn of ratings over time: a line for each player, in plain values."""

from dataclasses import dataclass
from datetime import date

MOST_SERIES = 6
"""Lines on one chart: more could not be told apart."""


@dataclass(frozen=True, slots=True)
class Series:
    """A player's ratings, oldest first."""

    name: str
    points: tuple[tuple[date, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartView:
    """A chart."""

    over: str
    """Above the title, in small."""
    title: str
    series: tuple[Series, ...]
    ticks: tuple[tuple[date, str], ...]
    """Days that are named under the chart, with their words."""
    footer: str = ""
