"""The parser of typed moves and passes, alone or after the code of their game.

`H8 SEAT`, `PAS`, `5BAV H8 SEAT`, `5BAV/2: PAS`. The caller checks the game of the code.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.service.readers.matches.match_snapshots import CODE_LENGTH, CODE_LETTERS
from engine.notation import reads_as_move
from engine.typed import code_first

_CODED: Final = re.compile(
    rf"(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}}(?:/[12])?)\s*[:,]?\s+(?P<move>(?!la\s)\S.*)",
    re.DOTALL | re.IGNORECASE,
)
"""A move after the code of its match or game; „CASA la H8” is a sentence."""
_LEAD: Final = re.compile(
    r"(?:(?:am )?(?:depus|pus|jucat)|depun|joc|pun|mut|turul? *\d{1,2}|\d{1,2}[.)])[:,]? +",
    re.IGNORECASE,
)
"""Words that introduce a move: „am depus”, „turul 3:”, „2.”."""


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A typed move or pass, and the code before it."""

    text: str
    code: str = ""
    """Upper case; "" without a code."""


def read_move(text: str) -> TypedMove | None:
    """Return the move or pass that the text means, valid or not; None for any other text."""
    text = _without_lead(text.strip())
    if reads_as_move(text):
        return TypedMove(text)
    match = _CODED.fullmatch(code_first(text))
    if match is None or not reads_as_move(match["move"]):
        return None
    return TypedMove(match["move"], match["code"].upper())


def _without_lead(text: str) -> str:
    """Return a move without introductory words: `turul 3: H8 CASA`, `depun H8 CASA`."""
    rest = _LEAD.sub("", text, count=1)
    return rest if rest != text and reads_as_move(rest) and not reads_as_move(text) else text
