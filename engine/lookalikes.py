"""Characters that other keyboards type for Latin letters, dashes and spaces.

A phone set to Russian or Greek gives letters that look Latin, and one that corrects what people
type gives long dashes and wide spaces. A person who reads a move, command or date sees no
difference, so they are read as what they look like.
"""

from typing import Final

_CYRILLIC: Final = dict(zip("АВЕЅІЈКМНОРСТУХаеѕіјорсух", "ABESIJKMHOPCTYXaesijopcyx", strict=True))
_GREEK: Final = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", strict=True))
_DASHES: Final = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
_SPACES: Final = dict.fromkeys("\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " ")
_LETTERS: Final = str.maketrans({**_CYRILLIC, **_GREEK})
_SIGNS: Final = str.maketrans({**_DASHES, **_SPACES})


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
