"""Charts of players' ratings over time: on rating lists, and after each tournament."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from bot.documents.render.lists.chart_layout import ChartView, RatingSeries
from bot.ratings.calculation.task_results import Course
from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists.stored_lists import StoredList
from bot.texts.messages import Plain, Text, say
from storage.ratings.rated_row import RatedRow

DatedRows = Sequence[tuple[date, RatedRow]]
"""The rows of a player on several lists, each with the list's day."""
_MOST_TICKS: Final = 5
"""The most labels under a chart."""
_SEASON: Final = timedelta(days=300)
"""The longest span in which no date repeats, so that a date needs no year."""


def chart_view(
    stored_list: StoredList,
    histories: Mapping[str, DatedRows],
    courses: Mapping[str, Course],
    list_days: Collection[date],
    plain: Plain,
) -> ChartView:
    """Return the ratings of some players over time, on published lists and on the list shown.

    There is a point for each list, and for each tournament in the terms of the list shown. If that
    is not published, the chart ends with it. `list_days` are the days of the published lists.
    """
    if not stored_list.is_published:
        histories = {key: _up_to(stored_list, key, rows) for key, rows in histories.items()}
        earlier = (day for day in list_days if day < stored_list.day)
        list_days = {*earlier, stored_list.day}
    series = tuple(
        RatingSeries(rows[-1][1].player, _points(rows, courses.get(key, ())))
        for key, rows in histories.items()
        if rows
    )
    days = sorted({day for rating_series in series for day, _ in rating_series.points})
    return ChartView(
        over=plain(system_text(stored_list.system)),
        title=plain(kind_text(stored_list.kind)),
        series=series,
        ticks=_ticks(days, plain),
        footer=plain(say("rating.lists", n=len(list_days))),
    )


def _up_to(stored_list: StoredList, key: str, rows: DatedRows) -> DatedRows:
    """Return a player's rows before that list, and the one on it if there is one."""
    earlier = [(day, row) for day, row in rows if day < stored_list.day]
    row = stored_list.row_of(key)
    return earlier if row is None else [*earlier, (stored_list.day, row)]


def _points(rows: DatedRows, course: Course) -> tuple[tuple[date, int], ...]:
    """Return the ratings by day; a list's own figure replaces a tournament's of the same day."""
    last = rows[-1][0]
    points = {day: rating for day, rating in course if day <= last}
    points |= {day: row.rating for day, row in rows}
    return tuple(sorted(points.items()))


def _ticks(days: Sequence[date], plain: Plain) -> tuple[tuple[date, str], ...]:
    """Return the labels under the chart: days for up to a season, months for longer."""
    is_short = bool(days) and days[-1] - days[0] <= _SEASON
    key = "rating.tick_day" if is_short else "rating.tick"
    return tuple((day, plain(Text(key, {"day": day.isoformat()}))) for day in _named_days(days))


def _named_days(days: Sequence[date]) -> list[date]:
    """Return the days to label: the first, the last, and some between at a distance."""
    if len(days) < 2:
        return list(days)
    least = (days[-1] - days[0]) / (_MOST_TICKS - 1)
    named = [days[0]]
    for day in days[1:-1]:
        if day - named[-1] >= least and days[-1] - day >= least:
            named.append(day)
    return [*named, days[-1]]
