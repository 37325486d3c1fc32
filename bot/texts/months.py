"""Months by their names, as people type dates: `3-10 mai`, `3 mai – 2 iunie`, `May 3`.

The rules read dates in figures alone (`engine.dates`); what a month is called is the languages'.
Pure. Years are left as they are written; what names no month stays as it was.
"""

import re
from collections.abc import Iterator
from functools import cache

from babel.dates import get_month_names

from bot.texts.i18n import LANGUAGES
from engine.notation import fold

_WORD = r"(?P<name>[^\W\d_]{3,10})\.?"
_SPAN = re.compile(rf"\b(?P<first>\d{{1,2}})\s*[-–—]\s*(?P<last>\d{{1,2}})\s+{_WORD}")
_DAY = re.compile(rf"\b(?P<day>\d{{1,2}})\s+{_WORD}(?:\s+(?P<year>\d{{4}})\b)?")


def in_figures(text: str) -> str:
    """Return the text with days of named months as figures: `3-10 mai` becomes `3.05 - 10.05`."""
    spans = _SPAN.sub(_span, text)
    return _DAY.sub(_day, spans)


def _span(found: "re.Match[str]") -> str:
    """Return the first day of a span with its month too; the last is read as any other day."""
    month = _months().get(fold(found["name"]).lower())
    if month is None:
        return found[0]
    return f"{found['first']}.{month:02} - {found['last']} {found['name']}"


def _day(found: "re.Match[str]") -> str:
    month = _months().get(fold(found["name"]).lower())
    if month is None:
        return found[0]
    year = f".{found['year']}" if found["year"] else ""
    return f"{found['day']}.{month:02}{year}"


@cache
def _months() -> dict[str, int]:
    """Return the number of each month by its names, whole and short, in every language."""
    return dict(_names())


def _names() -> Iterator[tuple[str, int]]:
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, locale=language).items():
                yield fold(name).lower().rstrip("."), number
