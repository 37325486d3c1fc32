"""Words in cells: yes and no, and names of competitions and categories, in every language.

Case and diacritics make no difference (`bot.documents.tables.headings.plain`).
"""

from collections.abc import Mapping
from typing import Final

from bot.documents.tables.headings import plain

SENIORS, YOUTH = "seniors", "youth"
"""The internal names of the competitions."""
DEAN, HOPEFUL, BOTH = "dean", "hopeful", "both"
"""The categories by age in which a player asked not to be classified."""

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
    """Return whether the cell means yes; None if it means neither yes nor no."""
    return _TRUTH_OF.get(plain(text))


def name_of(text: str) -> str | None:
    """Return the internal name of a competition or a category; None if the text names none."""
    return _NAME_OF.get(plain(text))
