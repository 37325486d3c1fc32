"""A chart of ratings as plain values, and where everything stands on it: pure, like `layout`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from bot.documents.render.layout import Box

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


WIDTH, HEIGHT = 1400, 1000
EDGE = 44
HEAD = 160
LABELS = range(410, 561)
"""Width of the names at the right of the plot, by the longest of them."""
SAMPLE = 84
"""Of which the piece of line that stands before each name."""
SCALE = 84
"""Width of the figures at its left."""
DAYS = 54
LABEL_HEIGHT = 40
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_MOST_LINES, _LEAST_SPAN = 7, 20


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """The regions of a chart, and where its values lie."""

    head: Box
    plot: Box
    foot: Box
    lines: tuple[tuple[int, int], ...]
    """Values that are named at the left, each with its y."""
    days: tuple[tuple[int, str], ...]
    """x and words of the days that are named."""
    points: tuple[tuple[tuple[int, int], ...], ...]
    """Of each series."""
    labels: tuple[Box, ...]
    """Where each series is named, beside its last point as near as may be."""


Measure = Callable[[Series], int]
"""The width that the label of a line would like to have."""


def chart_layout(view: ChartView, measure: Measure) -> ChartLayout:
    """Return the regions of a chart of at least one series, each with at least one point."""
    wanted = SAMPLE + max(map(measure, view.series))
    aside = min(max(wanted, LABELS[0]), LABELS[-1])
    head = Box(EDGE, EDGE, WIDTH - 2 * EDGE, HEAD)
    plot = Box(
        EDGE + SCALE,
        head.bottom + 10,
        WIDTH - 2 * EDGE - SCALE - aside,
        HEIGHT - head.bottom - 10 - DAYS - EDGE - 30,
    )
    values = [value for series in view.series for _, value in series.points]
    marks = scale(min(values), max(values))
    days = [day for series in view.series for day, _ in series.points]
    span = _Span(plot, min(days), max(days), marks[0], marks[-1])
    points = tuple(tuple(span.at(*point) for point in series.points) for series in view.series)
    return ChartLayout(
        head=head,
        plot=plot,
        foot=Box(EDGE, HEIGHT - EDGE - 14, head.width, 34),
        lines=tuple((value, span.y(value)) for value in marks),
        days=tuple((span.x(day), words) for day, words in view.ticks),
        points=points,
        labels=_labels(plot, aside - SAMPLE, [own[-1][1] for own in points]),
    )


def scale(least: int, most: int) -> tuple[int, ...]:
    """Return round values, evenly apart, from at most the least to at least the most.

    They are never so near each other that a point or two would look like a leap.
    """
    spare = max(0, _LEAST_SPAN - (most - least))
    least, most = least - spare // 2, most + (spare + 1) // 2
    step = next((each for each in _STEPS if (most - least) // each + 2 <= _MOST_LINES), _STEPS[-1])
    first, last = least // step * step, -(-most // step) * step
    return tuple(range(first, last + 1, step))


@dataclass(frozen=True, slots=True)
class _Span:
    """Days and values, and the box they are spread over."""

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


def _labels(plot: Box, width: int, ends: Sequence[int]) -> tuple[Box, ...]:
    """Return a box for each name, in the order of the ends from above, and none over another."""
    order = sorted(range(len(ends)), key=lambda number: ends[number])
    half = LABEL_HEIGHT // 2
    tops: dict[int, int] = {}
    free = plot.y - half
    for number in order:
        tops[number] = max(free, ends[number] - half)
        free = tops[number] + LABEL_HEIGHT
    free = plot.bottom + half
    for number in reversed(order):
        tops[number] = min(tops[number], free - LABEL_HEIGHT)
        free = tops[number]
    x = plot.right + SAMPLE
    return tuple(Box(x, tops[number], width, LABEL_HEIGHT) for number in range(len(ends)))
