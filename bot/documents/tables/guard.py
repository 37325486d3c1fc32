"""Protect text cells that a spreadsheet would run as formulas, with an apostrophe.

Reading such a cell removes the apostrophe.
"""

import re
from typing import Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_GUARDED: Final = re.compile(r"''*[=+\-@\t\r]")
_HARMLESS: Final = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)?)?%?")
"""Numbers, and a sign alone."""


def guarded(value: object) -> object:
    """Return a cell; a text that begins like a formula gets an apostrophe in front."""
    is_text = isinstance(value, str) and _FORMULA.match(value) is not None
    return f"'{value}" if is_text and not _HARMLESS.fullmatch(f"{value}") else value


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe of `guarded`."""
    return cell[1:] if _GUARDED.match(cell) else cell
