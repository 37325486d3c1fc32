"""What a person typed, without the marks that only decorate it.

A phone adds quotation marks, long dashes and wide spaces; a chat adds emoji, full stops and marks
that show nothing. Moves, commands, names, dates and conditions mean the same with them, so all
their readers ask here.
"""

import re
import unicodedata
from typing import Final

from engine.invisible import visible
from engine.lookalikes import latin, plain_signs

QUOTES: Final = '„”“"«»‟`´‘’‚‹›'
"""Quotation marks and backticks, which people put around what they quote."""
EMOJI: Final = frozenset({"So", "Sk", "Cf", "Mn"})
"""The categories of the signs of an emoji."""
ARROW: Final = re.compile(r" ?(?:[-=]{0,8}>|=+|[→⇒⟶➜➔➝➞➙⇨➡]\ufe0f?) ?")
"""Matches `->`, its forms on phones, or `=`, in a line with plain dashes and single spaces."""
_ENDS: Final = ".!…"


def undecorated(text: str) -> str:
    """Return the text with plain dashes and spaces, without quotes around it and marks at its end.

    The marks are emoji, full stops and exclamation marks. Use it for a text that is read as a
    whole, not for words that are sent on to a person.
    """
    tidy = shown(text)
    while tidy and _is_decorated(tidy):
        tidy = tidy[:-1].rstrip()
    return tidy


def begun(text: str) -> str:
    """Return the text as typed, without marks before it."""
    return visible(text).strip().lstrip(QUOTES).lstrip()


def code_first(text: str) -> str:
    """Return the text as typed, without marks before it, and its first word in Latin letters."""
    first, *rest = begun(text).split(maxsplit=1) or [""]
    return " ".join((latin(first), *rest))


def shown(text: str) -> str:
    """Return the text with plain dashes and spaces, and without marks before it.

    Each character keeps its place in `begun`.
    """
    return plain_signs(begun(text))


def single_spaced(text: str) -> str:
    """Return the undecorated text with single spaces between its words."""
    return " ".join(undecorated(text).split())


def _is_decorated(text: str) -> bool:
    """Return whether the last sign is no part of the text; two full stops mean a period of days."""
    last = text[-1]
    is_end = last in _ENDS and not text.endswith("..")
    return is_end or last in QUOTES or unicodedata.category(last) in EMOJI
