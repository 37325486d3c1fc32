"""Days as people name them, beside dates: azi, mâine, luni, tomorrow. Pure.

Months by their names are `bot.texts.months`; dates in figures are `engine.dates`.
"""

from datetime import date, timedelta
from functools import cache

from babel.dates import get_day_names

from bot.texts.i18n import LANGUAGES
from engine.notation import fold

_FROM_TODAY = {
    **dict.fromkeys(("azi", "astazi", "today"), 0),
    **dict.fromkeys(("maine", "tomorrow"), 1),
    **dict.fromkeys(("poimaine", "overmorrow"), 2),
}


def day_named(word: str, today: date) -> date | None:
    """Return the day that the word names, with diacritics or without; None: it names none.

    A weekday is the next one, a week on where it is today's.
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
    """Return the number of each weekday, Monday's 0, by its name in every language."""
    return {
        fold(name).casefold(): number
        for language in LANGUAGES
        for number, name in get_day_names("wide", locale=language).items()
    }
