"""Reading and writing dates in the form that people use.

Three forms are read: `2025-05-03`, `3.05.2025` and, if the current day is given, `3.05`. A period
is two dates with `..`, a dash or a space between them, or one date for a single day.
`engine.thinking_time` applies periods to thinking time; the catalogues have the names of months.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta

from engine.errors import Fault, NotationError
from engine.typed import plain_unmarked, undecorated, unmarked

_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DOTTED = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})(?:\.(?P<year>\d{4}))?\.?")
_DATE = r"(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}(?:\.\d{4})?\.?)"
_PERIOD_FIRST = re.compile(
    rf"(?P<period>{_DATE}(?:(?:\s*\.\.+\s*|\s*[–—-]\s*|\s+){_DATE})?)(?=[\s,;:]|$)[\s,;:]*"
)
_HALF_A_YEAR = timedelta(days=183)
_A_MONTH = timedelta(days=31)
_LAST_YEAR = 9000
"""The last year of a date. The calendar ends in 9999, so deadlines after the date exist, too."""
_BETWEEN = re.compile(r"\s*\.\.+\s*|\s*[–—]\s*|\s+-\s+|(?<=[\d.])-(?=\d{1,2}\.\d|\d{4}-)|\s+")


def parse_date(text: str, today: date | None, *, is_coming: bool = False) -> date:
    """Return the date that `text` writes.

    A day without a year means the nearest such day to `today`: in January `28.12` is last month, in
    December `3.01` is next month. If `today` is None, the text must have the year. A day that
    `is_coming`, such as one of leave, is at most a month past: in July `12.01` is next January.

    Raises:
        NotationError: `unreadable_date`, `no_such_date` or `no_year`.
    """
    day, month, year = _figures(text)
    if year is not None:
        return _existing(text, ((year, month, day),))[0]
    if today is None:
        raise _refused("no_year", text)
    around = _existing(text, ((today.year + step, month, day) for step in (0, 1, -1)))
    possible = [one for one in around if one >= today - _A_MONTH] if is_coming else around
    return min(possible or around, key=lambda candidate: abs(candidate - today))


def parse_period(text: str, today: date | None, *, is_coming: bool = False) -> tuple[date, date]:
    """Return the first and the last day of the period that `text` writes: `FIRST..LAST`.

    A last day without a year is the next such day after the first one, within half a year.
    Otherwise the two dates count as written in the wrong order.

    Raises:
        NotationError: as `parse_date`, or `unreadable_period`, `period_backwards`.
    """
    ends = _BETWEEN.split(undecorated(text))
    if len(ends) > 2 or not all(ends):
        raise _refused("unreadable_period", text)
    first = parse_date(ends[0], today, is_coming=is_coming)
    last = _from(first, ends[-1])
    if last < first:
        facts = {"first": first.isoformat(), "last": last.isoformat()}
        raise NotationError(Fault("period_backwards", facts=facts))
    return first, last


def take_period(
    text: str, today: date | None, *, is_coming: bool = False
) -> tuple[tuple[date, date], str]:
    """Return the period at the start of `text`, and the rest of the text.

    Raises:
        NotationError: as `parse_period`; `unreadable_period` if the text begins with no date.
    """
    plain = plain_unmarked(text)
    if (match := _PERIOD_FIRST.match(plain)) is None:
        plain = undecorated(text)
        match = _PERIOD_FIRST.match(plain)
    if match is None:
        raise _refused("unreadable_period", text)
    period = parse_period(match["period"], today, is_coming=is_coming)
    # In the same place of the text as typed, whose dashes are the author's own.
    rest = unmarked(text)[match.end() :].strip()
    return period, rest if undecorated(rest) else ""


def format_date(day: date) -> str:
    """Return the date in the form of the sheets: `03.05.2025`."""
    return f"{day.day:02}.{day.month:02}.{day.year:04}"


def _figures(text: str) -> tuple[int, int, int | None]:
    """Return day, month and year; the year is None if the text has none."""
    plain = undecorated(text)
    match = _ISO.fullmatch(plain) or _DOTTED.fullmatch(plain)
    if match is None:
        raise _refused("unreadable_date", text)
    year = match["year"]
    return int(match["day"]), int(match["month"]), int(year) if year else None


def _refused(code: str, text: str) -> NotationError:
    return NotationError(Fault(code, facts={"text": text.strip()[:40]}))


def _existing(text: str, candidates: Iterable[tuple[int, int, int]]) -> list[date]:
    """Return the candidates that exist in the calendar; refuse the text if there is none."""
    found = []
    for year, month, day in candidates:
        if year > _LAST_YEAR:
            continue
        try:
            found.append(date(year, month, day))
        except ValueError:  # 30 February, or the year 0
            continue
    if not found:
        raise _refused("no_such_date", text)
    return found


def _from(first: date, text: str) -> date:
    """Return the date; one without a year is on or after `first`, by half a year at most."""
    day, month, year = _figures(text)
    if year is not None:
        return parse_date(text, None)
    around = _existing(text, ((first.year + step, month, day) for step in (0, 1)))
    return next((later for later in around if first <= later <= first + _HALF_A_YEAR), around[0])
