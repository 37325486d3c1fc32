"""Days and months as people name them: azi, mâine, luni; `3-10 mai`, `3 mai – 2 iunie`, `5 May`.

The engine reads only dates in figures (`engine.dates`). Years, words that name no month,
and a month before its day (`May 5`) stay unchanged. Pure.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from babel.dates import get_day_names, get_month_names

from bot.texts.languages import LANGUAGES
from engine.errors import NotationError
from engine.notation import fold

_FROM_TODAY = {
    **dict.fromkeys(("azi", "astazi", "today"), 0),
    **dict.fromkeys(("maine", "tomorrow"), 1),
    **dict.fromkeys(("poimaine", "overmorrow"), 2),
}


def day_named(word: str, today: date) -> date | None:
    """Return the day that the word names, with or without diacritics, or None if it names none.

    A weekday is the next one; today's weekday is a week from now.
    """
    name = fold(word).casefold().strip(".,;")
    if name in _FROM_TODAY:
        return today + timedelta(days=_FROM_TODAY[name])
    weekday = _weekdays().get(name)
    if weekday is None:
        return None
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


@cache
def _weekdays() -> dict[str, int]:
    """Return the number of each weekday (Monday is 0) by its name in every language."""
    return {
        fold(name).casefold(): number
        for language in LANGUAGES
        for number, name in get_day_names("wide", locale=language).items()
    }


_WORD = r"(?P<name>[^\W\d_]{3,10})\.?"
_SPAN = re.compile(rf"\b(?P<first>\d{{1,2}})\s*[-–—]\s*(?P<last>\d{{1,2}})\s+{_WORD}")
_DAY = re.compile(rf"\b(?P<day>\d{{1,2}})\s+{_WORD}(?:\s+(?P<year>\d{{4}})\b)?")


def in_figures(text: str) -> str:
    """Return the text with named months as figures: `3-10 mai` becomes `3.05 - 10.05`."""
    spans = _SPAN.sub(_span, text)
    return _DAY.sub(_day, spans)


def days_in_figures(text: str, today: date) -> str:
    """Return the text with named months, and words such as „mâine”, as dates in figures."""

    def from_today(match: re.Match[str]) -> str:
        days_ahead = _FROM_TODAY.get(fold(match[0]).casefold())
        day = today + timedelta(days=days_ahead or 0)
        return match[0] if days_ahead is None else f"{day.day}.{day.month:02}.{day.year}"

    return re.sub(r"[^\W\d_]+", from_today, in_figures(text))


def as_typed(rest: str, typed: str) -> str:
    """Return the end of a typed text that `in_figures` has turned into `rest`."""
    ends = (typed[word.start() :] for word in re.finditer(r"\S+", typed))
    return next((end for end in ends if in_figures(end) == rest), rest)


@contextmanager
def quoted(text: str) -> Iterator[None]:
    """Make the error `unreadable_period` quote the text as the person wrote it."""
    try:
        yield
    except NotationError as error:
        fault, *_ = error.faults
        if fault.code != "unreadable_period":
            raise
        raise NotationError(replace(fault, facts={"text": text.strip()[:40]})) from error


def _span(match: re.Match[str]) -> str:
    """Return the span with the month added to its first day."""
    month = _months().get(fold(match["name"]).lower())
    if month is None:
        return match[0]
    return f"{match['first']}.{month:02} - {match['last']} {match['name']}"


def _day(match: re.Match[str]) -> str:
    """Return a day with its month in figures; the text unchanged if it names no month."""
    month = _months().get(fold(match["name"]).lower())
    if month is None:
        return match[0]
    year = f".{match['year']}" if match["year"] else ""
    return f"{match['day']}.{month:02}{year}"


@cache
def _months() -> dict[str, int]:
    """Return the number of each month by its full and short names in every language."""
    return dict(_months_by_name())


def _months_by_name() -> Iterator[tuple[str, int]]:
    """Yield each name of a month, as it is compared, with the month's number."""
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, locale=language).items():
                yield fold(name).lower().rstrip("."), number
