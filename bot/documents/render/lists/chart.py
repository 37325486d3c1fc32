"""Draw ratings over time: one line for each player.

Every line has its own tone, dash pattern and mark, so that lines differ without colour too. The
legend under the chart shows them beside the names.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from PIL import ImageDraw

from bot.documents.render.canvas import Canvas, coverage
from bot.documents.render.fitted_names import NameSizes, draw_name
from bot.documents.render.layout import Box
from bot.documents.render.lettering import Style
from bot.documents.render.lists.chart_layout import (
    EDGE,
    SAMPLE,
    WIDTH,
    ChartLayout,
    ChartView,
    RatingSeries,
    chart_layout,
)
from bot.documents.render.theme import Face, Tone
from bot.texts.signs import signed

Point = tuple[float, float]
_SMOOTH = 3
"""The factor by which lines are enlarged while drawn; a plot is large, so this is low."""
_LINE, _RADIUS = 5.0, 10.0
"""Width of a line, and radius of its marks, in pixels."""
_TITLE = NameSizes(Style(Face.SERIF, 52), 42, 34, 26)
_FIGURE = Style(Face.REGULAR, 34, Tone.MUTED)
_NAME, _VALUE = Style(Face.SEMI, 40), Style(Face.BOLD, 42)
_SMALLEST_NAME = 28
"""The least type size of a name, in pixels."""
_GAP = 18
"""Pixels between a name and its value."""
_NOTHING = 1e-6
"""A length in pixels that counts as none: sums of fractions rarely meet a length exactly."""


class LineStyle(NamedTuple):
    """The style of a line: tone, dashes and mark."""

    tone: Tone
    dashes: tuple[float, ...]
    """Lengths in pixels, drawn and left out in turn; empty for a solid line."""
    corners: tuple[Point, ...]
    """The corners of the mark, in radii; empty for a disc."""
    is_hollow: bool


_SQUARE = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
_TRIANGLE = ((0.0, -1.2), (1.15, 0.85), (-1.15, 0.85))
_DIAMOND = ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0))
LINE_STYLES = (
    LineStyle(Tone.INK, (), (), is_hollow=False),
    LineStyle(Tone.RED, (20, 11), _SQUARE, is_hollow=False),
    LineStyle(Tone.BLUE, (5, 9), (), is_hollow=True),
    LineStyle(Tone.CLAY, (), _TRIANGLE, is_hollow=False),
    LineStyle(Tone.WATER, (22, 9, 5, 9), _DIAMOND, is_hollow=False),
    LineStyle(Tone.MUTED, (11, 7), _SQUARE, is_hollow=True),
)


def render_chart(view: ChartView) -> bytes:
    """Return the chart as a PNG."""
    layout = chart_layout(view)
    canvas = Canvas(WIDTH, layout.height)
    small = Style(Face.SEMI, 32, Tone.MUTED)
    head = layout.head
    canvas.label(Box(head.x, head.y, head.width, 40), view.over, small)
    draw_name(canvas, Box(head.x, head.y + 46, head.width, 84), view.title, _TITLE)
    canvas.rule(head.x, head.bottom - 20, head.width, Tone.INK, 4)
    _draw_grid(canvas, layout)
    for number, points in enumerate(layout.points):
        _draw_series(canvas, points, LINE_STYLES[number % len(LINE_STYLES)])
    for number, box in enumerate(layout.labels):
        _draw_label(canvas, box, view.series[number], LINE_STYLES[number % len(LINE_STYLES)])
    canvas.label(layout.foot, view.footer, _FIGURE._replace(size=26), 1)
    return canvas.png()


def _draw_grid(canvas: Canvas, layout: ChartLayout) -> None:
    """Draw the lines of the scale with their figures, and the days under them."""
    plot = layout.plot
    for value, y in layout.lines:
        canvas.rule(plot.x, y, plot.width, Tone.LINE, 2)
        canvas.label(Box(plot.x - 96, y - 22, 78, 44), signed(value), _FIGURE, 1)
    low = layout.lines[0][1]
    canvas.rule(plot.x, low, plot.width, Tone.INK, 2)
    for x, words in layout.days:
        canvas.fill(Box(x - 1, low, 2, 12), Tone.INK)
        width = _FIGURE.width(words) + 2
        left = min(max(plot.x - 60, x - width // 2), WIDTH - EDGE - width)
        canvas.label(Box(left, low + 18, width, 44), words, _FIGURE, 0.5)


def _draw_series(canvas: Canvas, points: Sequence[tuple[int, int]], look: LineStyle) -> None:
    """Draw a line with its marks."""
    margin = 24
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
    moved = [(float(x - left), float(y - top)) for x, y in points]

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        _trace(pen, scale, moved, look)

    covered = coverage(right - left, bottom - top, draw, times=_SMOOTH)
    canvas.trace(covered, left, top, look.tone)


def _draw_label(canvas: Canvas, box: Box, series: RatingSeries, look: LineStyle) -> None:
    """Draw a sample of the line, then the name and the last value."""
    sample = SAMPLE - 20
    middle = box.height / 2

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        _trace(
            pen, scale, [(2.0, middle), (sample - 2.0, middle)], look, marked=(sample / 2, middle)
        )

    covered = coverage(sample, box.height, draw, times=_SMOOTH)
    canvas.trace(covered, box.x - SAMPLE, box.y, look.tone)
    value = signed(series.points[-1][1])
    strong = _VALUE._replace(tone=look.tone)
    figure = strong.width(value) + 2
    room = box.width - figure - _GAP
    name = _NAME._replace(tone=look.tone).fit(series.name, room, least=_SMALLEST_NAME)
    shown = name.shorten(series.name, room)
    canvas.label(box, shown, name)
    canvas.label(Box(box.x + name.width(shown) + _GAP, box.y, figure, box.height), value, strong)


def _trace(
    pen: ImageDraw.ImageDraw,
    scale: int,
    points: Sequence[Point],
    look: LineStyle,
    *,
    marked: Point | None = None,
) -> None:
    """Draw a solid or dashed line through points, and the marks on all points or on `marked`."""
    for start, end in _pieces(points, look.dashes):
        pen.line(
            [(start[0] * scale, start[1] * scale), (end[0] * scale, end[1] * scale)],
            fill=255,
            width=round(_LINE * scale),
        )
    for point in points if marked is None else (marked,):
        _mark(pen, scale, point, look, _RADIUS, 255)
        if look.is_hollow:
            _mark(pen, scale, point, look, _RADIUS - _LINE, 0)


def _mark(  # noqa: PLR0913, PLR0917  (position, style and size)
    pen: ImageDraw.ImageDraw, scale: int, at: Point, look: LineStyle, radius: float, fill: int
) -> None:
    """Draw a mark at a point; `fill` is 255, or 0 to take its inside away."""
    x, y, size = at[0] * scale, at[1] * scale, radius * scale
    if not look.corners:
        pen.ellipse((x - size, y - size, x + size, y + size), fill=fill)
    else:
        pen.polygon([(x + size * dx, y + size * dy) for dx, dy in look.corners], fill=fill)


def _pieces(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """Yield the drawn pieces of a dashed line; the pattern continues around corners."""
    if not dashes:
        yield from pairwise(points)
        return
    part, left = 0, dashes[0]  # the part of the pattern, and what is left of it in pixels
    for start, end in pairwise(points):
        length = hypot(end[0] - start[0], end[1] - start[1])
        passed = 0.0
        while length - passed > _NOTHING:
            step = min(left, length - passed)
            if part % 2 == 0:  # the others are left out
                yield (
                    _along(start, end, passed / length),
                    _along(start, end, (passed + step) / length),
                )
            passed, left = passed + step, left - step
            if left <= _NOTHING:
                part = (part + 1) % len(dashes)
                left = dashes[part]


def _along(start: Point, end: Point, share: float) -> Point:
    """Return the point at that share of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
