"""What people typed, made safe to show: without invisible, reordering or piled-up characters."""

import re
from typing import Final
from unicodedata import bidirectional, category

from engine.typed import visible

MOST_MARKS: Final = 3
"""The most accents on one letter; more would cover the lines above and below."""
_FIRST_MARK: Final = "\u0300"
"""The first combining mark; no lower code point is one."""
NOTHING: Final = "—"
"""What is left of a text without a visible character."""
_LONGEST_CODE: Final = 20
"""The most characters of a code in a refusal; no real one is longer."""


def clean(value: str, *, longest: int, lines: bool) -> str:
    """Return the text without invisible or reordering characters, cut to `longest` characters.

    Drops characters that show nothing or change the direction, controls, and surplus marks on a
    letter. Other white space becomes a space. With `lines`, line breaks stay. A text of which
    nothing is left is shown as „—”; an empty one stays empty.
    """
    tidy = _tidy(value, lines=lines)
    if value and not tidy.strip():
        return NOTHING
    return tidy if len(tidy) <= longest else tidy[: longest - 1] + "…"


def cut_code(typed: str) -> str:
    """Return a typed code or a button's argument for a refusal; cut, as anybody can send one."""
    return typed[:_LONGEST_CODE]


def is_blank(text: str) -> bool:
    """Return whether a typed text has no visible character."""
    return not _tidy(text, lines=True).strip()


def _tidy(value: str, *, lines: bool) -> str:
    """Return the text as `clean` does, at its full length; "" if nothing is left of it."""
    if not lines:
        return _clean_line(value).strip()
    return "\n".join(map(_clean_line, value.splitlines())).strip("\n")


def _clean_line(line: str) -> str:
    """Return the line with plain spaces, and without what shows nothing."""
    line = visible(line)
    if not line.isprintable():
        spaced = re.sub(r"\s", " ", line)
        line = "".join(character for character in spaced if character.isprintable())
    return line if max(line, default="") < _FIRST_MARK else _without_piles(line)


def _without_piles(line: str) -> str:
    """Return the line without more than `MOST_MARKS` combining marks on a letter."""
    shown: list[str] = []
    pile = 0  # the marks on the last letter so far
    for character in line:
        pile = pile + 1 if category(character) in {"Mn", "Me"} else 0
        if pile <= MOST_MARKS:
            shown.append(character)
    return "".join(shown)


def isolated(line: str) -> str:
    """Return the line isolated, so that right-to-left text does not reorder its surroundings."""
    if line.isascii() or not any(bidirectional(sign) in {"R", "AL"} for sign in line):
        return line
    return f"\N{FIRST STRONG ISOLATE}{line}\N{POP DIRECTIONAL ISOLATE}"
