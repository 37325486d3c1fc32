"""What is typed about a championship: the scale that is wanted, places line by line. Pure."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot.documents.tables.cnis_season import parse_signed
from bot.documents.tables.columns import csv_table
from engine.cnis.scale import AVERAGE
from engine.errors import Fault, NotationError

MOST_PARTICIPANTS: Final = 1000
MOST_VALUE: Final = 10_000
_DIGITS: Final = 5
"""Of a number of participants; a longer one is not even looked at."""
_PLACE: Final = re.compile(
    r"(?P<place>\d{1,4}) ?[.):;,\-–]? (?P<player>[^;,]+?) ?(?:[;,] ?(?P<rating>\d+(?:[.,]\d+)?))?"
)
"""Of a line whose white space is single blanks: with more, matching could take minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleWanted:
    """Participants and V."""

    participants: int
    value: Fraction


def read_scale(text: str) -> ScaleWanted:
    """Read `23 12` (N and V) or `23 v162` (N and the game's value by rating).

    Raises:
        NotationError: `cnis_scale_unread`.
    """
    words = text.replace("=", " ").replace("−", "-").split()
    words = [word for word in words if word.casefold() not in {"n", "v", "s"}]
    number = words[0] if words else ""
    value = words[1] if len(words) == 2 else "" if len(words) < 2 else "?"
    is_whole = value[:1] in {"v", "V"}
    shown = parse_signed(value[1:] if is_whole else value or "0")
    is_number = number.isdecimal() and len(number) <= _DIGITS
    if not is_number or not 1 <= int(number) <= MOST_PARTICIPANTS or shown is None:
        raise NotationError(Fault("cnis_scale_unread", facts={"most": MOST_PARTICIPANTS}))
    exact = shown - AVERAGE if is_whole else shown
    if abs(exact) > MOST_VALUE:
        raise NotationError(Fault("cnis_scale_unread", facts={"most": MOST_PARTICIPANTS}))
    return ScaleWanted(participants=int(number), value=exact)


def read_typed_places(text: str) -> bytes | None:
    """Return places typed line by line (`1. Ana Pop, 165`) as a file would have them.

    None: it is something else.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    found = [_PLACE.fullmatch(" ".join(line.split())) for line in lines]
    matches = [match for match in found if match is not None]
    if len(matches) < 2 or len(matches) < len(lines):
        return None
    rows = ((match["place"], match["player"], match["rating"] or "") for match in matches)
    return csv_table(("place", "player", "rating"), rows)
