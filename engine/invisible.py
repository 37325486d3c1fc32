"""Characters that show nothing: they make different texts look alike, and names look empty.

They are Unicode's Default_Ignorable code points, and letters and symbols drawn as blanks.
"""

import re
import unicodedata
from typing import Final

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


def visible(text: str) -> str:
    """Return the text without characters that show nothing."""
    if text.isascii():
        return text
    return _INVISIBLE.sub(_kept, text)


def _kept(found: re.Match[str]) -> str:
    before = found.string[found.start() - 1 : found.start()]
    is_symbol = bool(before) and unicodedata.category(before) == "So" and before != _BLANK
    return found[0] if found[0] == _COLOURED and is_symbol else ""
