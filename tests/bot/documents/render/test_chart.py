"""Charts: round scales, names without overlap, lines distinguishable without colour."""

import math
from datetime import date
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.render.layout import Box
from bot.documents.render.lettering import text_width
from bot.documents.render.lists.chart import LINE_STYLES, render_chart
from bot.documents.render.lists.chart_layout import (
    MOST_SERIES,
    WIDTH,
    ChartLayout,
    ChartView,
    RatingSeries,
    chart_layout,
    scale,
)
from bot.documents.render.lists.listing_layout import PHONE_WIDTH
from bot.documents.render.theme import Face
from tests.bot.documents.render.boxes import holds, overlap
from tests.bot.documents.render.listing_shared import NAMES
from tests.bot.documents.render.pictures import assert_like, opened

DAYS = [date(2023 + month // 12, month % 12 + 1, 1) for month in range(0, 28, 2)]


def chart(count: int) -> ChartView:
    """Return a chart of this many players, some of them absent from some lists."""
    series = tuple(
        RatingSeries(
            NAMES[number],
            tuple(
                (day, int(150 + 20 * math.sin(step / 3 + number) + number * 6 + step))
                for step, day in enumerate(DAYS)
                if (step + number) % 5 or number == 0
            ),
        )
        for number in range(count)
    )
    return ChartView(
        over="FRS 2011",
        title="Duplicat clasic",
        series=series,
        ticks=tuple((day, f"{day:%m.%Y}") for day in DAYS[::3]),
        footer="14 liste",
    )


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_the_scale_is_round_and_holds_every_value(one: int, other: int) -> None:
    """A few lines at equal distances run from below the least to above the greatest."""
    least, most = sorted((one, other))
    marks = scale(least, most)
    steps = {after - before for before, after in pairwise(marks)}

    assert marks[0] <= least <= most <= marks[-1]
    assert len(steps) == 1
    assert 2 <= len(marks) <= 9
    assert marks[-1] - marks[0] >= 20


@given(st.lists(st.integers(50, 300), min_size=1, max_size=MOST_SERIES))
def test_names_never_cover_each_other(ends: list[int]) -> None:
    """For near values each name still has its own line, in their order."""
    series = tuple(
        RatingSeries(NAMES[n], ((DAYS[0], 100), (DAYS[1], end))) for n, end in enumerate(ends)
    )
    layout = chart_layout(ChartView(over="", title="", series=series, ticks=()))

    assert not any(overlap(a, b) for a, b in combinations((*layout.labels, layout.plot), 2))
    assert all(holds(Box(0, 0, WIDTH, layout.height), box) for box in layout.labels)
    for (one, box), (other, below) in combinations(zip(ends, layout.labels, strict=True), 2):
        assert (one >= other) == (box.y <= below.y) or one == other


def test_a_long_name_is_written_out() -> None:
    """Forty letters have the size of all other names, and the plot keeps its width."""
    forty = "Ana-Maria Ștefănescu-Țurcanu-Bărbulescu"
    points = ((DAYS[0], 100), (DAYS[1], 112))
    ana, long = (
        chart_layout(ChartView(over="", title="", series=(RatingSeries(name, points),), ticks=()))
        for name in ("Ana", forty)
    )

    assert ana.plot == long.plot
    assert long.labels[0].width >= text_width(f"{forty} 112 ", Face.BOLD, 40)


def test_a_chart_is_read_on_a_phone_without_being_opened() -> None:
    """A chart is as wide as a phone's lists, and the plot takes most of the width."""
    layout = chart_layout(chart(MOST_SERIES))

    assert opened(render_chart(chart(MOST_SERIES))).size == (PHONE_WIDTH, layout.height)
    assert layout.plot.width > PHONE_WIDTH * 4 // 5
    assert layout.height < PHONE_WIDTH * 3 // 2


def test_points_lie_where_their_values_are() -> None:
    """The first day is at the left, the last at the right, greater values higher."""
    layout: ChartLayout = chart_layout(chart(1))
    (points,) = layout.points

    assert (points[0][0], points[-1][0]) == (layout.plot.x, layout.plot.right)
    values = [value for _, value in chart(1).series[0].points]
    assert points[values.index(max(values))][1] == min(y for _, y in points)
    for value, y in layout.lines:
        assert layout.plot.y <= y <= layout.plot.bottom, value


def test_a_single_list_is_a_single_point() -> None:
    """A single list is a point in the middle, with a scale around it."""
    alone = ChartView(
        over="",
        title="",
        series=(RatingSeries("Ana", ((DAYS[0], 187),)),),
        ticks=((DAYS[0], "azi"),),
    )
    layout = chart_layout(alone)

    assert layout.points == (((layout.plot.x + layout.plot.width // 2, layout.points[0][0][1]),),)
    assert opened(render_chart(alone)).size == (WIDTH, layout.height)


def test_lines_differ_without_their_colours() -> None:
    """Each of six lines has its own dashes and marks."""
    assert len(LINE_STYLES) == MOST_SERIES
    assert len({(look.dashes, look.corners, look.is_hollow) for look in LINE_STYLES}) == MOST_SERIES


@pytest.mark.parametrize("count", [1, 3, 6])
def test_a_chart_looks_as_it_was_seen(count: int) -> None:
    """Charts of one, three and six players look like the stored pictures."""
    assert_like(render_chart(chart(count)), f"chart_{count}")
