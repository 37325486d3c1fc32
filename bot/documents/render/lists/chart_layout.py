"""A chart of ratings as plain values, and its layout: pure, like `layout`.

The chart fits a phone: the plot has the whole width, and the names are below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil

from bot.documents.render.layout import Box
from bot.documents.render.lists.listing_layout import PHONE_WIDTH

MOST_SERIES = 6
"""The most lines on one chart; a reader could not distinguish more."""


@dataclass(frozen=True, slots=True)
class RatingSeries:
    """A player's ratings, oldest first."""

    name: str
    points: tuple[tuple[date, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartView:
    """A chart: its titles and its series."""

    over: str
    """Small text above the title."""
    title: str
    series: tuple[RatingSeries, ...]
    ticks: tuple[tuple[date, str], ...]
    """Days to label under the chart, with their texts."""
    footer: str = ""


WIDTH = PHONE_WIDTH
EDGE = 44
HEAD = 160
PLOT = 640
"""Height of the plot itself."""
SCALE = 96
"""Width of the strip for figures, left of the plot."""
SPARE = 14
"""Pixels free at the right of the plot, because the last mark extends half beyond it."""
DAYS = 76
"""Height of the strip for days, under the plot."""
SAMPLE = 112
"""Width of the line sample before each name."""
LABEL_HEIGHT = 62
FOOT = 52
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
"""The distances from one line of the scale to the next that look round."""
_MOST_LINES, _LEAST_SPAN = 7, 20
"""The most lines of the scale, and the least difference between its ends."""


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """The regions of a chart, and the coordinates of its values."""

    head: Box
    plot: Box
    foot: Box
    lines: tuple[tuple[int, int], ...]
    """Values to label at the left, each with its y."""
    days: tuple[tuple[int, str], ...]
    """The x and the text of each labelled day."""
    points: tuple[tuple[tuple[int, int], ...], ...]
    """The x and the y of each value, by series."""
    labels: tuple[Box, ...]
    """The box of each name, in the order of the series; the highest last value has the top one."""
    height: int
    """Height of the whole picture."""


def chart_layout(view: ChartView) -> ChartLayout:
    """Return the regions of a chart of at least one series, each with at least one point."""
    head = Box(EDGE, EDGE, WIDTH - 2 * EDGE, HEAD)
    left = EDGE + SCALE
    plot = Box(left, head.bottom + 16, WIDTH - EDGE - SPARE - left, PLOT)
    values = [value for series in view.series for _, value in series.points]
    marks = scale(min(values), max(values))
    days = [day for series in view.series for day, _ in series.points]
    span = _Span(plot, min(days), max(days), marks[0], marks[-1])
    labels = _labels(plot.bottom + DAYS, view.series)
    labels_bottom = max(box.bottom for box in labels)
    return ChartLayout(
        head=head,
        plot=plot,
        foot=Box(EDGE, labels_bottom + 8, head.width, FOOT),
        lines=tuple((value, span.y(value)) for value in marks),
        days=tuple((span.x(day), words) for day, words in view.ticks),
        points=tuple(tuple(span.at(*point) for point in series.points) for series in view.series),
        labels=labels,
        height=labels_bottom + 8 + FOOT + EDGE // 2,
    )


def scale(least: int, most: int) -> tuple[int, ...]:
    """Return round values at equal distances that include `least` and `most`.

    Their distance has a minimum, so that a change of a point or two does not look like a leap.
    """
    spare = max(0, _LEAST_SPAN - (most - least))
    least, most = least - spare // 2, most + (spare + 1) // 2
    step = next(
        (width for width in _STEPS if (most - least) // width + 2 <= _MOST_LINES),
        _STEPS[-1],
    )
    first, last = least // step * step, ceil(most / step) * step
    return tuple(range(first, last + 1, step))


@dataclass(frozen=True, slots=True)
class _Span:
    """A range of days and values, and the box onto which it is mapped."""

    plot: Box
    first: date
    last: date
    low: int
    high: int

    def x(self, day: date) -> int:
        days = (self.last - self.first).days
        if not days:
            return self.plot.x + self.plot.width // 2
        return self.plot.x + self.plot.width * (day - self.first).days // days

    def y(self, value: int) -> int:
        return self.plot.bottom - self.plot.height * (value - self.low) // (self.high - self.low)

    def at(self, day: date, value: int) -> tuple[int, int]:
        return self.x(day), self.y(value)


def _labels(top: int, series: Sequence[RatingSeries]) -> tuple[Box, ...]:
    """Return the box of each series' name; from top to bottom, their last values fall."""
    order = sorted(range(len(series)), key=lambda number: -series[number].points[-1][1])
    rows = {number: row for row, number in enumerate(order)}
    left = EDGE + SAMPLE
    return tuple(
        Box(left, top + rows[number] * LABEL_HEIGHT, WIDTH - EDGE - left, LABEL_HEIGHT)
        for number in range(len(series))
    )
