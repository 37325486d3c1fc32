"""A move as people type it: a placement or a pass, alone or after the code of its game.

`H8 SEAT`, `PAS`, `5BAV H8 SEAT`, `5BAV/2: PAS`. Whose game the code names, and whether there is
such a game, is seen where the move is shown.
"""

import re
from typing import Final

from bot.service.matches import CODE_LENGTH, CODE_LETTERS
from engine.notation import is_pass, looks_like_placement

_CODED: Final = re.compile(
    rf"(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}}(?:/[12])?)\s*[:,]?\s+(?P<move>\S.*)",
    re.DOTALL | re.IGNORECASE,
)


def is_move(text: str) -> bool:
    """Return whether somebody means to place or to pass, whatever else is wrong with it."""
    return is_bare(split_code(text)[1])


def split_code(text: str) -> tuple[str, str]:
    """Return the code of the game that a move begins with, or "", and the move, or the text."""
    text = text.strip()
    match = _CODED.fullmatch(text)
    if match is None or is_bare(text) or not is_bare(match["move"]):
        return "", text
    return match["code"].upper(), match["move"]


def is_bare(text: str) -> bool:
    """Return whether the text is a move without a code before it."""
    return is_pass(text) or looks_like_placement(text)
