"""Days of play that are probably mistyped: in the future, or far from all others."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from bot.documents.tables.cells import parse_day

FAR: Final = timedelta(days=366)


def doubtful_days(
    lines: Mapping[str, Sequence[int]], today: date | None
) -> Iterator[tuple[str, str, Sequence[int]]]:
    """Yield the code of the doubt, the cell and its lines for each doubtful day.

    A day is far from the others if none of them is less than about a year away.
    """
    read = {text: day for text in lines if (day := parse_day(text)) is not None}
    known = sorted(set(read.values()))
    for text, day in sorted(read.items(), key=lambda one: lines[one[0]][0]):
        place = bisect_left(known, day)
        near = [*known[max(place - 1, 0) : place], *known[place + 1 : place + 2]]
        if today is not None and day > today:
            yield "day_future", text, lines[text]
        elif len(known) > 2 and all(abs(other - day) > FAR for other in near):
            yield "day_far", text, lines[text]
