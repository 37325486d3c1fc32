"""What players type instead of sending a file: a scale, or the places of a game. Pure."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot.documents.tables.cnis_season import parse_signed
from bot.documents.tables.csv_writing import csv_table
from engine.cnis.season import AVERAGE
from engine.errors import Fault, NotationError

MOST_PARTICIPANTS: Final = 1000
"""The most participants of a game."""
MOST_VALUE: Final = 10_000
"""The largest V, in either direction."""
_DIGITS: Final = 5
"""The most digits of a number of participants."""
_LABEL: Final = re.compile(r"\b[nv]\s*=", re.IGNORECASE)
"""What may be in front of a number: `N=23 V=12`."""
_PLACE: Final = re.compile(
    r"(?P<place>\d{1,4}) ?[.):;,\-–]? (?P<player>[^;,]+?) ?(?:[;,] ?(?P<rating>\d+(?:[.,]\d+)?))?"
)
"""For a line with single blanks only; with more, matching could take minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleQuery:
    """A scale by its number of participants and the championship's V.

    A player's points are their place's points plus V.
    """

    participants: int
    value: Fraction
    """V."""


def read_scale(text: str) -> ScaleQuery:
    """Return the scale of `23 12` (N and V) or `23 v162` (N and the game's value by rating).

    A lone `v` is not read, because it may mean either number.

    Raises:
        NotationError: `cnis_scale_unread`.
    """
    words = _LABEL.sub(" ", text).replace("−", "-").split()
    if not 1 <= len(words) <= 2:
        raise _scale_unread()
    participants, typed_value = words[0], words[1] if len(words) == 2 else "0"
    is_number = participants.isdecimal() and len(participants) <= _DIGITS
    if not is_number or not 1 <= int(participants) <= MOST_PARTICIPANTS:
        raise _scale_unread()
    is_by_rating = typed_value[0] in {"v", "V"}
    number = parse_signed(typed_value[1:] if is_by_rating else typed_value)
    if number is None:
        raise _scale_unread()
    value = number - AVERAGE if is_by_rating else number
    if abs(value) > MOST_VALUE:
        raise _scale_unread()
    return ScaleQuery(participants=int(participants), value=value)


def _scale_unread() -> NotationError:
    return NotationError(Fault("cnis_scale_unread", facts={"most": MOST_PARTICIPANTS}))


def read_typed_places(text: str) -> bytes | None:
    """Return places typed line by line (`1. Ana Pop, 165`) as the content of a file.

    None if the text is something else.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    matches = [match for line in lines if (match := _PLACE.fullmatch(" ".join(line.split())))]
    if len(matches) < 2 or len(matches) < len(lines):
        return None
    rows = ((match["place"], match["player"], match["rating"] or "") for match in matches)
    return csv_table(("place", "player", "rating"), rows)
