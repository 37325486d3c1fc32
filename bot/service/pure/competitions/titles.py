"""A competition's title: the usual one, which are accepted, and the code one suggests. Pure."""

import re
from typing import Final

from engine.errors import Fault, NotationError
from engine.notation import fold

_SHORTEST: Final = 3
_LONGEST: Final = 80
"""The least and the most characters of a title."""
_MOST_INITIALS: Final = 5
"""The most letters of a code."""


def parse_title(text: str) -> str:
    """Return a typed title with single spaces.

    Raises:
        NotationError: `competition_title`, it is too short, too long or has hidden characters.
    """
    title = " ".join(text.split())
    if not _SHORTEST <= len(title) <= _LONGEST or not title.isprintable():
        raise NotationError(Fault("competition_title", facts={"most": _LONGEST}))
    return title


def usual_title(of_federation: str, year: int) -> str:
    """Return the usual title of the federation's competitions, with a year if it has none."""
    return of_federation if re.search(r"\b\d{4}\b", of_federation) else f"{of_federation} {year}"


def code_for(title: str) -> str:
    """Return a short code like the title: its initials, and the year if it contains one.

    „Campionatul Național 2026" gives `CN26`. Another competition may have the same code.
    """
    words = re.findall(r"[A-Z]+|\d+", fold(title).upper())
    initials = "".join(word[0] for word in words if word.isalpha())[:_MOST_INITIALS]
    years = [word[2:] for word in words if re.fullmatch(r"20\d\d", word)]
    return (initials or "C") + "".join(years[:1])
