"""A competition's title: the usual one, which are accepted, and the code one suggests. Pure."""

import re
from typing import Final

from engine.errors import Fault, NotationError
from engine.notation import fold, reads_as_move

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

    „Campionatul Național 2026” gives `CN26`. Another competition may have the same code. Nobody can
    type it as a move, so „Cupa 2026” gives `CU26`, not `C26`.
    """
    parts = re.findall(r"[A-Z]+|\d+", fold(title).upper())
    first, *others = [part for part in parts if part.isalpha()] or ["C"]
    years = [part[2:] for part in parts if re.fullmatch(r"20\d\d", part)]
    rest = "".join(word[0] for word in others)
    codes = [
        (first[:length] + rest)[:_MOST_INITIALS] + "".join(years[:1])
        for length in range(1, len(first) + 1)
    ]
    return next((code for code in codes if not reads_as_move(code)), f"C{codes[0]}")
