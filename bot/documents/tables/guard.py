"""Text cells that a spreadsheet would take for formulas: an apostrophe keeps them texts.

What was written so is read back without it.
"""

import re
from typing import Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_GUARDED: Final = re.compile(r"''*[=+\-@\t\r]")
_HARMLESS: Final = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)?)?%?")
"""Numbers, and a sign alone."""


def guarded(value: object) -> object:
    """Return a cell; a text that begins as formulas do has an apostrophe before it."""
    is_text = isinstance(value, str) and _FORMULA.match(value) is not None
    return f"'{value}" if is_text and not _HARMLESS.fullmatch(f"{value}") else value


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that `guarded` has put there."""
    return cell[1:] if _GUARDED.match(cell) else cell
