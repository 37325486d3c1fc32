"""What cells say in words: yes and no, whom a list is for; in the languages that headings come in.

Case and diacritics make no difference (`bot.documents.tables.headings.plain`).
"""

from collections.abc import Mapping
from typing import Final

from bot.documents.tables.headings import plain

SENIORS, YOUTH = "seniors", "youth"
DEAN, HOPEFUL, BOTH = "dean", "hopeful", "both"
"""Of a player who is not classified in a category of his own age."""

_TRUTHS: Final[Mapping[bool, tuple[str, ...]]] = {
    True: ("yes", "true", "da", "adevărat", "sì", "si", "vero", "tak", "prawda"),
    False: ("no", "false", "nu", "fals", "falso", "nie", "fałsz"),
}
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    SENIORS: ("seniors", "senior", "seniori", "senioare", "seniorzy"),
    YOUTH: ("youth", "tineret", "giovani", "młodzież"),
    DEAN: ("dean", "deans", "decan", "decani"),
    HOPEFUL: ("hopeful", "hopefuls", "speranță", "speranțe"),
    BOTH: ("both", "ambele", "amândouă"),
}
_TRUTH_OF: Final = {plain(word): truth for truth, words in _TRUTHS.items() for word in words}
_NAME_OF: Final = {plain(word): name for name, words in _NAMES.items() for word in words}


def truth_of(text: str) -> bool | None:
    """Return whether the cell says yes; None: it says neither."""
    return _TRUTH_OF.get(plain(text))


def name_of(text: str) -> str | None:
    """Return our word for a competition or a category; None: it names none."""
    return _NAME_OF.get(plain(text))
