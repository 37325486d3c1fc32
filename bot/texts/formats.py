"""The formats of facts in a language: escaped text, dates, lists, coefficients, articles.

Each format is one small function that a catalogue template may name after the colon, as in
`{until:date}`. Counted units (`{n:days}`) are catalogue entries and belong to `bot.texts.i18n`.
Every function returns escaped Telegram HTML.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from html import escape
from math import ceil
from typing import Final, Literal
from zoneinfo import ZoneInfo

from babel.core import Locale
from babel.dates import format_date, format_datetime, get_timezone_location
from babel.lists import format_list

from bot.texts.clean_text import NOTHING, clean, isolated
from bot.texts.signs import signed

LONGEST_LINE: Final = 250
"""The most characters shown of a plain fact (a name, a word, a note); longer ones are cut."""
LONGEST_QUOTE: Final = 3000
"""The most characters shown of a fact with several lines."""

_LOCALES: Final = {"ro": "ro", "en": "en_GB"}
"""For each language, the locale of its dates and lists."""
_MINUS: Final = "−"

_Style = Literal["standard", "or"]
LISTS: Final[Mapping[str, _Style]] = {"list": "standard", "either": "or"}
"""The formats of a list, and Babel's style of each: „A, B și C”, „A, B sau C”."""
LAST_DAYS: Final = {"lastday": "d MMMM y", "lastday_short": "d MMM"}
"""The formats of a last day, and the pattern of each."""

Fact = str | int | None


@lru_cache
def locale_of(language: str) -> Locale:
    """Return the locale of that language; its data is read at the first call."""
    return Locale.parse(_LOCALES[language])


def in_tens(tiles: str) -> str:
    """Return a sequence of tiles in groups of ten, which a reader can count."""
    return " ".join(tiles[start : start + 10] for start in range(0, len(tiles), 10))


def one_line(value: Fact) -> str:
    """Return a name, word or figure as one escaped line; a negative figure gets a minus sign."""
    if value is None:
        return ""
    if isinstance(value, int):
        return signed(value)
    return isolated(escape(clean(value, longest=LONGEST_LINE, lines=False)))


def _quote(value: Fact, language: str, zone: ZoneInfo) -> str:
    """Escape a longer text and keep its lines and inner spaces."""
    del language, zone
    return escape(clean(str(value or ""), longest=LONGEST_QUOTE, lines=True))


def _article(value: Fact, language: str, zone: ZoneInfo) -> str:
    """Return articles of the regulation: „7.2” → „art. 7.2”."""
    del language, zone
    return f"art.\N{NO-BREAK SPACE}{one_line(value)}" if value else ""


def _coefficient(value: Fact, language: str, zone: ZoneInfo) -> str:
    """Return a decimal figure in the language's style: 1.5219 → „1,5219” in Romanian."""
    del zone
    figure = one_line(value).replace("-", _MINUS)
    return figure.replace(".", ",") if language == "ro" else figure


def _sum(value: Fact, language: str, zone: ZoneInfo) -> str:
    """Return arithmetic as the language writes it: „1 + 524 : (524 + 480)”, with / in English."""
    signs = {"-": _MINUS, "*": "·", "/": ":" if language == "ro" else "/"}
    shown = "".join(signs.get(sign, sign) for sign in str(value or ""))
    return _coefficient(shown, language, zone)


def _bytes(value: Fact, language: str, zone: ZoneInfo) -> str:
    """Return a file size in KB or MB: 1536 → „2 KB”, 10485760 → „10 MB”."""
    del language, zone
    size = int(value or 0)
    unit, shown = ("MB", size / (1 << 20)) if size >= 1 << 20 else ("KB", size / (1 << 10))
    return f"{ceil(shown)}\N{NO-BREAK SPACE}{unit}"


def _city(value: Fact, language: str, zone: ZoneInfo) -> str:
    """Return a time zone's city in the language: Europe/London → „Londra”."""
    del zone
    return one_line(get_timezone_location(str(value), locale_of(language), return_city=True))


def joined(items: Sequence[str], language: str, spec: str) -> str:
    """Join HTML texts in a format of `LISTS`."""
    return format_list(items, LISTS[spec], locale=locale_of(language)) if items else NOTHING


def _dated(pattern: str) -> "Format":
    """Return the format of a day: an ISO date, or an instant that is shown in the zone."""

    def shown(value: Fact, language: str, zone: ZoneInfo) -> str:
        if not value:
            return NOTHING
        return _format_day(_day(str(value), zone), pattern, language)

    return shown


def _timed(pattern: str) -> "Format":
    """Return the format of an instant, given in ISO 8601 with its offset, in the reader's zone."""

    def shown(value: Fact, language: str, zone: ZoneInfo) -> str:
        if not value:
            return NOTHING
        instant = datetime.fromisoformat(str(value)).astimezone(zone)
        return format_datetime(instant, pattern, locale=locale_of(language))

    return shown


def _ending(pattern: str) -> "Format":
    """Return the format of a last day, given as a date or as the instant at which it ends.

    `bot.texts.i18n` adds the time on the reader's clock.
    """

    def shown(value: Fact, language: str, zone: ZoneInfo) -> str:
        del zone
        if not value:
            return NOTHING
        return _format_day(_last_day(str(value)), pattern, language)

    return shown


@lru_cache(maxsize=4096)  # sheets name the same days repeatedly
def _format_day(day: date, pattern: str, language: str) -> str:
    return format_date(day, pattern, locale=locale_of(language))


def _last_day(value: str) -> date:
    """Return a last day, given itself or as the instant at which it ends."""
    if _is_day(value):
        return date.fromisoformat(value)
    return (datetime.fromisoformat(value) - timedelta(seconds=1)).date()


def end_elsewhere(value: Fact, zone: ZoneInfo) -> datetime | None:
    """Return the end of a last day on the zone's clock, or None if it ends at midnight there."""
    if not isinstance(value, str) or _is_day(value):
        return None
    end = datetime.fromisoformat(value)
    here = end.astimezone(zone)
    return None if here.replace(tzinfo=None) == end.replace(tzinfo=None) else here


def _day(value: str, zone: ZoneInfo) -> date:
    """Return a day, given itself or as an instant in it on the zone's calendar."""
    if _is_day(value):
        return date.fromisoformat(value)
    return datetime.fromisoformat(value).astimezone(zone).date()


def _is_day(value: str) -> bool:
    """Return whether a fact is a day, as 2025-05-03, and no instant."""
    return len(value) <= len("2025-05-03")


Format = Callable[[Fact, str, ZoneInfo], str]
"""(fact, language, time zone) → Telegram HTML."""

FORMATS: Final[Mapping[str, Format]] = {
    "article": _article,
    "bytes": _bytes,
    "city": _city,
    "coef": _coefficient,
    "date": _dated("d MMMM y"),
    "datetime": _timed("d MMMM y, HH:mm"),
    "day": _dated("EEEE, d MMMM"),
    **{name: _ending(pattern) for name, pattern in LAST_DAYS.items()},
    "month": _dated("MMM y"),
    "quote": _quote,
    "short": _dated("d MMM"),
    "sum": _sum,
    "time": _timed("HH:mm"),
    "weekday": _dated("EEEE, d MMMM y"),
}
"""Every format of a single fact, apart from the units in the catalogues."""
