"""A draft's periods and numbers of advancing players, as they are typed and stored. Pure."""

import re
from datetime import date
from typing import Final, NamedTuple

from bot.texts.days import days_in_figures, quoted
from engine.dates import parse_period
from engine.errors import Fault, NotationError

_BETWEEN_DAYS: Final = ".."
"""Separates the two days of a stored period."""
_ADVANCING: Final = re.compile(r"(\d{1,2})(?:\s*\+\s*(\d{1,2}))?")
"""A number, or two with a plus sign."""


class Period(NamedTuple):
    """The first and the last day of a phase."""

    first: date
    last: date

    @property
    def stored(self) -> str:
        """Return the period as the draft stores it: `2025-10-01..2026-02-28`."""
        return f"{self.first.isoformat()}{_BETWEEN_DAYS}{self.last.isoformat()}"


def period_of(stored: str) -> Period:
    """Return a stored period."""
    first, _, last = stored.partition(_BETWEEN_DAYS)
    return Period(date.fromisoformat(first), date.fromisoformat(last))


def parse_phase_period(text: str, today: date) -> Period:
    """Return a typed period, which must not begin before today.

    Raises:
        NotationError: the period cannot be read, or `phase_start_past`.
    """
    with quoted(text):
        period = Period(*parse_period(days_in_figures(text, today), today))
    if period.first < today:
        raise NotationError(Fault("phase_start_past", facts={"date": period.first.isoformat()}))
    return period


class Advancing(NamedTuple):
    """How many players advance from each group, and how many of the best others of all groups."""

    per_group: int
    best_others: int


def advancing(stored: str) -> Advancing:
    """Return the stored numbers `2` or `2+1`; "" means that nobody advances."""
    first, _, others = stored.partition("+")
    return Advancing(int(first or 0), int(others or 0))


def parse_advance(text: str) -> str:
    """Return the typed number of advancing players as it is stored: `2`, or `2+1`.

    Raises:
        NotationError: `number_advancing`.
    """
    typed = _ADVANCING.fullmatch(text.strip())
    per_group, others = (int(part or 0) for part in typed.groups()) if typed else (0, 0)
    if not per_group + others:
        raise NotationError(Fault("number_advancing"))
    return f"{per_group}+{others}" if others else str(per_group)
