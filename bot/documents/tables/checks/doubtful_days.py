"""Days of play that are probably mistyped: in the future, or far from all others."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from bot.documents.tables.cells import parse_day

FAR: Final = timedelta(days=366)
"""A day further than this from every other is doubtful."""
_FUTURE, _ALONE = "day_future", "day_far"
"""The codes of the doubts."""


class DoubtfulDays(NamedTuple):
    """Days of one table with the same doubt."""

    code: str
    first: str
    """The first cell that it is about."""
    lines: Sequence[int]


def doubtful_days(
    lines: Mapping[str, Sequence[int]],
    today: date | None,
    beside: Iterable[str] = (),
    least: int = 3,
) -> Iterator[DoubtfulDays]:
    """Yield each doubt about the days; `lines` are those of each day, as written.

    A day is far from the others if none of them is less than about a year away. `beside` are
    days of other tables of the file. Of fewer than `least` days, none is far.
    """
    days = {text: day for text in lines if (day := parse_day(text)) is not None}
    others = {day for text in beside if (day := parse_day(text)) is not None}
    known = sorted({*days.values(), *others})
    by_code: dict[str, list[str]] = {_FUTURE: [], _ALONE: []}
    for text, day in days.items():
        if today is not None and day > today:
            by_code[_FUTURE].append(text)
        elif len(known) >= least and _is_alone(day, known):
            by_code[_ALONE].append(text)
    for code, texts in by_code.items():
        if texts:
            lines_of_all = sorted(line for text in texts for line in lines[text])
            yield DoubtfulDays(code, texts[0], lines_of_all)


def _is_alone(day: date, known: Sequence[date]) -> bool:
    """Return whether the day before it and the day after it, of the sorted days, are both far."""
    place = bisect_left(known, day)
    beside = [*known[max(place - 1, 0) : place], *known[place + 1 : place + 2]]
    return all(abs(other - day) > FAR for other in beside)
