"""Dates and numbers from the text of a cell; None is what cannot be read."""

import re
from datetime import date
from fractions import Fraction

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,18})?")
_FIRST_YEAR, _LAST_YEAR = 1900, 2199


def parse_day(text: str) -> date | None:
    """Return the day that `2025-05-31` writes, of a year in which there may be a game."""
    text = text.strip()
    if not _DATE.fullmatch(text):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if _FIRST_YEAR <= day.year <= _LAST_YEAR else None


def parse_whole(text: str, least: int | None = None) -> int | None:
    """Return the whole number, of nine digits at most, if it is not less than the least."""
    text = text.strip()
    if not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if least is None or number >= least else None


def parse_number(text: str) -> Fraction | None:
    """Return a number that is not negative; decimals after a point or a comma."""
    text = text.strip()
    return Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
