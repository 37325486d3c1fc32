"""Dates, numbers and places from the text of a cell; None for an unreadable one.

For a place or a score, the code of the error says why it is unreadable.
"""

import re
from datetime import date
from fractions import Fraction

_DAY_FORM = (
    r"(?:(?P<year>[0-9]{4})(?P<sign>[-./])(?P<month>[0-9]{1,2})(?P=sign)(?P<day>[0-9]{1,2})"
    r"|(?P<day_first>[0-9]{1,2})(?P<sign_after>[-./])(?P<month_between>[0-9]{1,2})"
    r"(?P=sign_after)(?P<year_last>[0-9]{4}))"
)
"""A day, year first or day first; both separators are the same."""
_DATE = re.compile(
    _DAY_FORM + r"(?:[T ]+(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    r" ?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
"""A day, optionally with a time."""
_DAY = re.compile(rf"(?<![0-9]){_DAY_FORM}(?![0-9])")
"""A day within a text."""
_WHOLE = re.compile(r"(?P<whole>[+\-\N{MINUS SIGN}]?[0-9]{1,9})(?:[.,]0{1,2})?")
"""A whole number, also as a spreadsheet writes it: 400.0. Three zeros would mean thousands."""
_NUMBER = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,18})?")
"""A number without a sign, with a decimal point or comma."""
_PLACE = re.compile(
    r"\s*(?:=|T|loc(?:ul)?\s+)?\s*(?P<first>[0-9]{1,6})\s*(?:[-\u2010-\u2015/]\s*(?P<last>[0-9]{1,6}))?"
    r"\s*\.?\s*(?:=|\(?ex[ -]?(?:ae|æ)quo\)?)?\s*",
    re.IGNORECASE,
)
"""A place, perhaps shared: `3`, `3.`, `3=`, `=3`, `3-4`, `3 ex aequo`."""
_SHARED = re.compile(r"\s*(?:=|--?|-?\"-?|ex[ -]?(?:ae|æ)quo|idem|„|”|tie)\.?\s*", re.IGNORECASE)
"""A place written as "the same as above"."""
_NOT_PLAYED = re.compile(
    r"\s*(?:forfai?t(?:are)?|ff|abs(?:ent(?:ă|a)?)?|neprezentat(?:ă|a)?|neprezentare|np|n\.\s*p|"
    r"w\.?\s*o|walkover|no[ -]show|retras(?:ă|a)?|abandon(?:at)?|descalificat(?:ă|a)?|dnf|dns|dq|"
    r"vo|walkower|assente)\.?\s*",
    re.IGNORECASE,
)
"""The words for a game that a person did not play, in Romanian, English, Polish and Italian."""
_BESIDE_DAYS = " \t,;:()[]/|-\N{EN DASH}\N{EM DASH}"
"""The signs that separate a day from the text around it."""
_FIRST_YEAR, _LAST_YEAR = 1900, 2199
"""The years in which a game may have been played, or a player born."""


def parse_day(text: str) -> date | None:
    """Return the date written as `2025-05-31`, `31.05.2025` or `31/5/2025 10:30`, or None.

    A day comes before its month, as in Europe. None also for a year in which no game can have been
    played.
    """
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = match.group("year", "month", "day")
    if year is None:  # the day was first
        year, month, day = match.group("year_last", "month_between", "day_first")
    try:
        parsed = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return parsed if _FIRST_YEAR <= parsed.year <= _LAST_YEAR else None


def days_in(text: str) -> tuple[date, ...]:
    """Return the dates in a text, in its order and in the forms that `parse_day` reads."""
    days = (parse_day(match.group()) for match in _DAY.finditer(text))
    return tuple(day for day in days if day is not None)


def without_days(text: str) -> str:
    """Return a text without its dates and the signs around them."""
    return _DAY.sub(" ", text).strip(_BESIDE_DAYS)


def parse_whole(text: str, least: int | None = None) -> int | None:
    """Return the whole number of at most nine digits; None if unreadable or below `least`."""
    match = _WHOLE.fullmatch(text.strip())
    if match is None:
        return None
    number = int(match["whole"].replace("\N{MINUS SIGN}", "-"))
    return number if least is None or number >= least else None


def parse_place(text: str) -> int | None:
    """Return the place, also as `3.`, `3=`, `3-4` or `3 ex aequo` (the first of those shared).

    None for an unreadable one.
    """
    match = _PLACE.fullmatch(text)
    if match is None:
        return parse_whole(text, least=1)
    first, last = int(match["first"]), int(match["last"] or match["first"])
    return first if 1 <= first <= last else None


def place_fault(text: str) -> str:
    """Return the code of the error in the cell of a place that cannot be read, or is empty."""
    if is_unplayed(text):
        return "place_unplayed"
    return "place_shared" if _SHARED.fullmatch(text) else "positive"


def score_fault(text: str) -> str:
    """Return the code of the error in the cell of a score that is no whole number."""
    return "score_unplayed" if is_unplayed(text) else "whole"


def is_unplayed(text: str) -> bool:
    """Return whether a cell says that somebody did not play: `forfait`, `abs.`, `neprezentat`."""
    return _NOT_PLAYED.fullmatch(text) is not None


def parse_number(text: str) -> Fraction | None:
    """Return the number, with or without decimals, or None; a negative number is None, too."""
    text = text.strip()
    return Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
