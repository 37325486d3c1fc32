"""Protect text cells that a spreadsheet would run as formulas, with an apostrophe.

Reading such a cell removes the apostrophe.
"""

import re
from typing import Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
"""The beginning of a cell that runs, perhaps guarded already, so that reading removes one guard."""
_GUARDED: Final = re.compile(r"''*[=+\-@\t\r]")
"""The beginning of a guarded cell."""
_HARMLESS: Final = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)?)?%?")
"""Numbers, and a sign alone."""


def guarded(cell: object) -> object:
    """Return a cell; a text that begins like a formula gets an apostrophe in front."""
    is_text = isinstance(cell, str) and _FORMULA.match(cell) is not None
    return f"'{cell}" if is_text and not _HARMLESS.fullmatch(f"{cell}") else cell


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe of `guarded`."""
    return cell[1:] if _GUARDED.match(cell) else cell
