"""What a person typed, without the marks that only decorate it.

A phone adds quotation marks, long dashes and wide spaces; a chat adds emoji, full stops and marks
that show nothing; a keyboard set to Russian or Greek gives letters that look Latin. Moves,
commands, names, dates and conditions mean the same with them, so all their readers ask here.
"""

import re
import unicodedata
from typing import Final

QUOTES: Final = '„”“"«»‟`´‘’‚‹›'
"""Quotation marks and backticks, which people put around what they quote."""
EMOJI: Final = frozenset({"So", "Sk", "Cf", "Mn"})
"""The categories of the signs of an emoji."""
ARROW: Final = re.compile(r" ?(?:[-=]{0,8}>|=+|[→⇒⟶➜➔➝➞➙⇨➡]\ufe0f?) ?")
"""Matches `->`, its forms on phones, or `=`, in a line with plain dashes and single spaces."""
_ENDS: Final = ".!…"
_IGNORABLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Default_Ignorable_Code_Point of Unicode 16, as ranges."""
_BLANK: Final = "\u2800"
"""The Braille pattern without dots, a symbol that looks like a space."""
_INVISIBLE: Final = re.compile(f"[{_IGNORABLE}{_BLANK}]")
_COLOURED: Final = "\ufe0f"
"""Selects the coloured form of the symbol before it, such as ❤️."""
_CYRILLIC: Final = dict(zip("АВЕЅІЈКМНОРСТУХаеѕіјорсух", "ABESIJKMHOPCTYXaesijopcyx", strict=True))
_GREEK: Final = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", strict=True))
_DASHES: Final = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
_SPACES: Final = dict.fromkeys("\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " ")
_LETTERS: Final = str.maketrans({**_CYRILLIC, **_GREEK})
"""Letters that look Latin."""
_SIGNS: Final = str.maketrans({**_DASHES, **_SPACES})
"""The dashes and spaces of a phone that corrects what people type."""


def undecorated(text: str) -> str:
    """Return the text with plain dashes and spaces, without quotes around it and marks at its end.

    The marks are emoji, full stops and exclamation marks. Use it for a text that is read as a
    whole, not for words that are sent on to a person.
    """
    tidy = plain_unmarked(text)
    while tidy and _is_decorated(tidy):
        tidy = tidy[:-1].rstrip()
    return tidy


def unmarked(text: str) -> str:
    """Return the text as typed, without marks before it."""
    return visible(text).strip().lstrip(QUOTES).lstrip()


def code_first(text: str) -> str:
    """Return the text as typed, without marks before it, and its first word in Latin letters."""
    first, *rest = unmarked(text).split(maxsplit=1) or [""]
    return " ".join((latin(first), *rest))


def plain_unmarked(text: str) -> str:
    """Return the `unmarked` text with plain dashes and spaces, each character in its place."""
    return plain_signs(unmarked(text))


def single_spaced(text: str) -> str:
    """Return the undecorated text with single spaces between its words."""
    return " ".join(undecorated(text).split())


def _is_decorated(text: str) -> bool:
    """Return whether the last sign is no part of the text; two full stops mean a period of days."""
    last = text[-1]
    is_end = last in _ENDS and not text.endswith("..")
    return is_end or last in QUOTES or unicodedata.category(last) in EMOJI


def visible(text: str) -> str:
    """Return the text without characters that show nothing."""
    if text.isascii():
        return text
    return _INVISIBLE.sub(_kept, text)


def _kept(found: re.Match[str]) -> str:
    before = found.string[found.start() - 1 : found.start()]
    is_symbol = bool(before) and unicodedata.category(before) == "So" and before != _BLANK
    return found[0] if found[0] == _COLOURED and is_symbol else ""


def latin(text: str) -> str:
    """Return the text with Latin letters for those that look like them, in words that have both.

    A word in another alphabet alone stays, unless each of its letters looks Latin.
    """
    if text.isascii():
        return text
    return " ".join(map(_latin, text.split(" ")))


def plain_signs(text: str) -> str:
    """Return the text with hyphens for all dashes, and plain spaces for all spaces."""
    return text if text.isascii() else text.translate(_SIGNS)


def _latin(word: str) -> str:
    read = word.translate(_LETTERS)
    is_other = any("\u0370" <= character <= "\u04ff" for character in read)
    return word if is_other else read
